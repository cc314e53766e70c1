"""Planes and actions of the games, one file each, loaded when a learner asks for them."""
