"""The commands under "Play and learn" in --help."""
