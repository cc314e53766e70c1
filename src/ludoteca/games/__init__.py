"""The games, one file each; games of other packages join them by a `ludoteca.games` entry point."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import LudotecaError, UnknownName

GROUP = "ludoteca.games"


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def game_names() -> tuple[str, ...]:
    """The names of all games that are installed, in alphabetical order."""
    return tuple(sorted(_entry_points()))


@cache
def find_game(name: str) -> Game:
    """The declaration of a game."""
    wanted = name.strip().lower()
    points = _entry_points()
    if wanted not in points:
        raise UnknownName("game", name, sorted(points))
    try:
        declared = points[wanted].load()
    except LudotecaError as error:
        raise LudotecaError(f"the game {wanted} cannot be loaded: {error}") from error
    except Exception as error:  # whatever another package raises becomes one named error, with its cause
        raise LudotecaError(f"the game {wanted} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(declared, Game):
        raise LudotecaError(f"the entry point {points[wanted].value} should be a Game; it is {type(declared).__name__}")
    return declared


def game_package(name: str) -> str:
    """The package that a game's file lies in."""
    return _entry_points()[name].module.rpartition(".")[0] or _entry_points()[name].module
