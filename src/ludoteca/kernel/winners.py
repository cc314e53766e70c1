"""From players and points to endings, and back."""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel.verbs import Ending


@compiled
def win_of(player: int) -> Any:
    """The ending in which this player wins."""
    return Ending.FIRST_WINS if player == 0 else Ending.SECOND_WINS


@compiled
def winner_of(how: Any) -> int:
    """Who wins by an ending that is not a draw."""
    return 0 if how == Ending.FIRST_WINS else 1


@compiled
def more_wins(first: Any, second: Any) -> Any:
    """The ending of a game in which the player with more wins; equal numbers are a draw."""
    if first == second:
        return Ending.DRAW
    return Ending.FIRST_WINS if first > second else Ending.SECOND_WINS
