"""Optional libraries: code that needs one names the extra that installs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from ludoteca.errors import LudotecaError


class MissingExtra(LudotecaError, ImportError):
    """A library is not installed; the message says how to get it."""


def missing(extra: str, names: list[str]) -> MissingExtra:
    """The error that says so."""
    are = "is" if len(names) == 1 else "are"
    sentence = f"{', '.join(names)} {are} not installed; install with: pip install 'ludoteca[{extra}]'"
    return MissingExtra(sentence, name=names[0])


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Wraps imports of libraries that an extra installs."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "ludoteca":
            raise
        raise missing(extra, [error.name]) from None


def require(extra: str, *names: str) -> None:
    """Make sure that libraries exist that are only imported later."""
    absent = [name for name in names if find_spec(name) is None]
    if absent:
        raise missing(extra, absent)
