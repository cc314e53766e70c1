"""Games in progress: matches, series of matches, clocks."""
