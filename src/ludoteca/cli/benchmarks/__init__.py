"""What `ludoteca bench` measures."""
