"""The commands under "Positions and records" in --help."""
