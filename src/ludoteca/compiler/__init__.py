"""Everything that uses Numba's types, cache and code generation, including its private parts."""
