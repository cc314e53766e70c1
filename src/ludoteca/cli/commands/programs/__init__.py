"""The commands under "Other programs" in --help."""
