"""The command line: one command, verb first.  Heavy imports wait inside each verb, so that --help is quick."""


def main() -> None:
    """Run the command `ludoteca`."""
    from ludoteca.cli.app import run

    run()
