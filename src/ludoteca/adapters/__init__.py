"""Ludoteca for learners: vector environment, PettingZoo, Gymnasium, OpenSpiel.  Each is imported by its own name."""
