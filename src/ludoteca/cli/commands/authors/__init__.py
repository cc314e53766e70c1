"""The commands under "Write a game" in --help."""
