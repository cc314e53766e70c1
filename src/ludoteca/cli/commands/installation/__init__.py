"""The commands under "This installation" in --help."""
