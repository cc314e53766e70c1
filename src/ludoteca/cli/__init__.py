"""The command line.  Heavy imports wait inside each command, so that --help is quick."""

import gc

BETWEEN_COLLECTIONS = 50_000  # new objects; by Python's default it looks for garbage hundreds of times while it imports


def main() -> None:
    """Run the command `ludoteca`."""
    gc.set_threshold(BETWEEN_COLLECTIONS)

    from ludoteca.cli.app import run_and_leave

    run_and_leave()
