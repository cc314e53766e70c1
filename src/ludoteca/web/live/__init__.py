"""Games in progress: rooms, who is in them, and what players can ask for."""
