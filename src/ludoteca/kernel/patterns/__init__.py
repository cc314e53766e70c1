"""Helpers that only some games use: shifts, lines, squares, runs and pushes on boards of certain sizes."""
