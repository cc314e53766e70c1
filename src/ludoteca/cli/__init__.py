"""The command line.  Heavy imports wait inside each command, so that --help is quick."""


def main() -> None:
    """Run the command `ludoteca`."""
    from ludoteca.cli.app import run_and_leave

    run_and_leave()
