"""Evaluations learned from self-play, for any game: from its typed fields alone."""
