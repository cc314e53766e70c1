"""Games in progress: rooms, who is in them, and what players may ask of them."""
