"""Games as WebAssembly: one module a game, from the same compiled functions, and a JSON file with its meaning."""
