"""A game with its options chosen: what `ludoteca.game("greener", size="9x9")` gives."""

from __future__ import annotations

import sys
from functools import cached_property
from importlib import import_module
from pickle import PicklingError
from typing import Any

import numpy as np

from ludoteca.games import find_game, game_names
from ludoteca.kernel import layouts, random_numbers, verbs
from ludoteca.kernel.boards import Board
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import LudotecaError
from ludoteca.play.position import Position


class ForeignPosition(LudotecaError):
    """A position of another game, or of the same game with other options."""


class Variant:
    """A game and a value for each of its options."""

    def __init__(self, game: Game, /, **options: Any) -> None:
        self.game = game
        self.options = game.choose(options)
        self.board: Board = game.board(self.options)
        self.longest = game.longest(self.options)
        self.repetition = game.repetition(self.options)
        self.room = np.zeros(game.most_moves, dtype=np.int32)  # the size of one list of moves; copied, never written to

    @property
    def name(self) -> str:
        """The name it is called by."""
        return self.game.name

    @property
    def title(self) -> str:
        """The name people read."""
        return self.game.title

    @cached_property
    def changed_options(self) -> dict[str, str]:
        """The options that differ from their defaults, as text."""
        return {
            option.name: option.text(self.options[option.name])
            for option in self.game.options
            if self.options[option.name] != option.default
        }

    @cached_property
    def blank(self) -> layouts.State:
        """A state with the options filled in and nothing on the board yet."""
        state = layouts.new_state(self.game.state)
        self.game.configure(state, self.options)
        return state

    def start(self, seed: int | None = None) -> Position:
        """The first position; where the setup is random, the same seed gives the same one."""
        state = layouts.copied(self.blank)
        verbs.start(state, random_numbers.new_random(seed))
        return Position(self, state)

    def position(self, text: str) -> Position:
        """The position that the text describes."""
        state = layouts.copied(self.blank)
        self.game.read(state, text)
        return Position(self, state)

    def own(self, position: Position) -> Position:
        """The position, if it is one of this game with these options; else ForeignPosition."""
        if position.variant != self:
            raise ForeignPosition(f"a position of {position.variant!r} does not belong to {self!r}")
        return position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted(self.changed_options.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        return variant_again, (*where_found(self.game), self.changed_options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        return f"ludoteca.game({self.name!r}{options})"


def load_game(name: str, /, **options: Any) -> Variant:
    """A game by name, with options by name: `ludoteca.game("greener", size="9x9").start()` is a position.

    An unknown game or option is an error that lists those that exist.
    """
    return Variant(find_game(name), **options)


def where_found(game: Game) -> tuple[str, str]:
    """Where another process finds a game: a module and a name in it, or "" and the name that it is installed by."""
    if game.name in game_names() and find_game(game.name) is game:
        return "", game.name
    for function in (game.start, game.moves, game.play, game.ending):
        module = sys.modules.get(str(function.__module__))
        for name, thing in vars(module).items() if module is not None else ():
            if thing is game:
                return str(function.__module__), name
    raise PicklingError(f"{game.title} is neither installed nor a name in the module of its rules")


def variant_again(module: str, name: str, options: dict[str, str]) -> Variant:
    """A variant that was pickled."""
    game = find_game(name) if not module else getattr(import_module(module), name)
    return Variant(game, **options)
