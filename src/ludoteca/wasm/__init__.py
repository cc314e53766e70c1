"""Games as WebAssembly: one module per game, from the same compiled functions, and a JSON file that describes it."""
