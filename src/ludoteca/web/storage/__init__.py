"""What the server stores: the database, its schema, and every query."""
