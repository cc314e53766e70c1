"""Memory for a search: a named error if there is not enough."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages.texts import t


class NotEnoughMemory(LudotecaError):
    """A search was given more memory than there is."""


@contextmanager
def enough_memory(megabytes: float) -> Iterator[None]:
    """Wraps allocations: too little memory becomes one sentence."""
    try:
        yield
    except (MemoryError, ValueError, OverflowError) as error:
        raise NotEnoughMemory(
            t("not enough memory for a search with {megabytes} MiB; give it less", megabytes=f"{megabytes:g}")
        ) from error
