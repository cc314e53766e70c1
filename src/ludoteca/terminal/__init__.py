"""Ludoteca in a terminal."""
