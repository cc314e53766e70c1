"""What can happen at a table: a game as plain data, and pure functions that turn what a guest asks into a change.

Nothing here knows the database, sockets or the event loop: `storage/` writes a change, and `live/` announces it.
"""
