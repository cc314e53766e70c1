"""One file a command, named after the command."""
