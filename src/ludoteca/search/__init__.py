"""Search over verbs alone: alpha-beta, Monte Carlo trees, proofs and analysis.  Nothing here knows a single game."""
