"""Games in progress: rooms, their sockets, and what players may ask of them."""
