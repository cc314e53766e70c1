"""Puzzles: positions with one clearly best move, found in games, verified, graded and solved on the board."""
