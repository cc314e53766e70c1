"""What the server keeps: the database, its schema, and every query."""
