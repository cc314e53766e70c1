"""The web: a server that decides everything, and pages that show what they are told."""
