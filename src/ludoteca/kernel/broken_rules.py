"""Errors in a game's rules, reported with the position in which they occurred.

Compiled code can raise an error but cannot say where it happened, so it stores a number in the state
(`layouts.set_error_code`), which is read here.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from ludoteca.compiler.layouts import AnyState, take_error_code
from ludoteca.errors import BrokenRules
from ludoteca.kernel.declare import Game
from ludoteca.kernel.verbs import BAD_ACTION, BAD_COUNT, BAD_ENDING, BAD_MOVER, Ending


class BrokenRulesReporter:
    """Wraps code that runs rules on these states: its `BrokenRules` errors name the position and the wrong number."""

    def __init__(self, game: Game, *states: Any) -> None:
        self._game, self._states = game, states

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not isinstance(error, BrokenRules):
            return
        for states in self._states:
            if (found := take_error_code(states)) is not None:
                raise BrokenRules(sentence(self._game, str(error), *found)) from None


def sentence(game: Game, what: str, state: AnyState, number: int) -> str:
    """What is wrong, where, and what would be correct."""
    where = f"in the position {position_text(game, state)}"
    if what == BAD_COUNT and number > 0:
        least = f"more than its most_moves of {game.most_moves}; declare most_moves={number} or more"
        return f"{game.title} has {number} moves {where}, {least}"
    if what == BAD_COUNT:
        return f"`moves` of {game.title} returns {number} {where}; it returns how many moves it has written"
    if what == BAD_ENDING:
        return f"`ending` of {game.title} returns {number} {where}; the endings are 0 to {max(Ending):d}, see Ending"
    if what == BAD_MOVER:
        return f"the mover of {game.title} is {number} {where}; it is 0 or 1"
    if what == BAD_ACTION:
        return f"{game.title} has a move {where} that is none of its declared kinds of moves, so it has no action"
    return what


def position_text(game: Game, state: AnyState) -> str:
    """The position in quotes, or a note that it cannot be written as text."""
    try:
        return repr(game.write(state, game.board(game.choose({}))))
    except Exception as error:  # noqa: BLE001 (the game is broken: its other functions may fail in any way)
        return f"that cannot be written ({type(error).__name__}: {error})"
