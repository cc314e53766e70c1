"""The commands under "Bots against bots" in --help."""
