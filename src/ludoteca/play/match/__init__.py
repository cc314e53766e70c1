"""A game in progress: matches, series of them, clocks."""
