"""The games, one folder each; others are added by a `ludoteca.games` entry point, or as a file (see `game_files`)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.errors import LudotecaError, UnknownName
from ludoteca.games.game_files import files_by_name, open_game_file
from ludoteca.kernel.declare import Game
from ludoteca.languages.texts import t, translatable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ludoteca.games"
NO_GAME = translatable("there is no game called {name}; available: {known}")
CANNOT_LOAD = translatable("the game {game} cannot be loaded: {trouble}")


@cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # late: it is slow, and our own games do not need it

    return {point.name: point for point in entry_points(group=GROUP)}


def game_names() -> tuple[str, ...]:
    """The names of all games that are installed or were opened from files, in alphabetical order."""
    return tuple(sorted({*_entry_points(), *files_by_name()}))


def find_game(name: str) -> Game:
    """A game's declaration by name; never opens a path, since names come from anywhere."""
    wanted = name.strip().lower()
    files = files_by_name()
    if wanted in files:
        return open_game_file(files[wanted])
    if wanted not in _our_names() and wanted not in _entry_points():
        raise UnknownName(NO_GAME, name, list(game_names()))
    return _installed_game(wanted)


@cache
def _our_names() -> frozenset[str]:
    """The games with a folder here."""
    return frozenset(file.parent.name for file in Path(__file__).parent.glob("*/__init__.py"))


def _declared(name: str) -> Any:
    if name in _our_names():
        return import_module(f"{__name__}.{name}").GAME
    return _entry_points()[name].load()


@cache
def _installed_game(wanted: str) -> Game:
    try:
        declared = _declared(wanted)
    except LudotecaError as error:
        raise LudotecaError(t(CANNOT_LOAD, game=wanted, trouble=str(error))) from error
    except Exception as error:  # whatever another package raises becomes one named error, with its cause
        trouble = f"{type(error).__name__}: {error}"
        raise LudotecaError(t(CANNOT_LOAD, game=wanted, trouble=trouble)) from error
    if not isinstance(declared, Game):
        raise LudotecaError(
            f"the entry point {_entry_points()[wanted].value} should be a Game; it is {type(declared).__name__}"
        )
    return declared


def game_package(name: str) -> str:
    """The package that contains a game's file, or the file itself if it is not installed."""
    if name in files_by_name():
        return str(files_by_name()[name])
    return _entry_points()[name].module.rpartition(".")[0] or _entry_points()[name].module
