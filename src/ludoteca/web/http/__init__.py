"""HTTP: the application, its pages and its API."""
