"""Batched tree search: many games at once, guided by one network."""

from ludoteca.search.batched.batched_search import BatchedSearch, SearchResults

__all__ = ["BatchedSearch", "SearchResults"]
