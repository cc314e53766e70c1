"""The commands under "In a browser" in --help."""
