"""Studying a game: what its designer wants to know, from games of players of every strength against themselves."""
