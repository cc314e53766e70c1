"""HTTP and WebSockets: the application, its pages, its API and its sockets."""
