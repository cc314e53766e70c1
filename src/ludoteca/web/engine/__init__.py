"""Thinking for the web: processes separate from the server that choose moves and analyse."""
