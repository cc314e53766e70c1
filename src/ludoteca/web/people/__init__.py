"""People who play: accounts and their ratings, as plain data and pure functions.

Nothing here knows the database or HTTP: `storage/accounts.py` stores it, and the pages are in `http/`.
"""
