"""Thinking for the web: processes beside the server that choose moves and analyse."""
