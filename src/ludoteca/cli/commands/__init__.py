"""One file per command, named after the command, in folders that are the groups of --help."""
