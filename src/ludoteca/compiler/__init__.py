"""What touches Numba's types, cache and code generation; docs/compiler.md lists the private names."""
