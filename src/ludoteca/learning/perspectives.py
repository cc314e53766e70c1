"""Which symmetries of the board leave the rules unchanged, and which exchange the players.

What is learned for one side then serves the other, and what is learned in one corner serves all of them.  Nothing is
declared for it: a symmetry counts if the positions of random games continue in the same way after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludoteca.kernel import verbs
from ludoteca.kernel.boards import Symmetry
from ludoteca.kernel.declare import Game
from ludoteca.kernel.fields import Cells, Counts, Seat
from ludoteca.kernel.layouts import AnyState, copied
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Variant

SWAPPED = {Ending.FIRST_WINS: Ending.SECOND_WINS, Ending.SECOND_WINS: Ending.FIRST_WINS}


def swapped(game: Game, state: AnyState) -> AnyState:
    """The state with the players exchanged."""
    other = copied(state)
    for name, field in game.fields.fields.items():
        if (isinstance(field, Cells) and field.per_player) or isinstance(field, Counts):
            other[name] = state[name][::-1]
        elif isinstance(field, Seat):
            other[name] = 1 - state[name]
    other["mover"] = 1 - state["mover"]
    if game.derive is not None:
        game.derive(other)
    return other


def course(game: Game, state: AnyState, *, is_swapped: bool = False) -> Any:
    """How the game can continue, described without naming a cell: its ending, and what each move leads to."""

    def ending(of: AnyState) -> Ending:
        how = verbs.ending(of)
        return SWAPPED.get(how, how) if is_swapped else how

    how = ending(state)
    if how != Ending.NONE:
        return how
    room = np.empty(game.most_moves, np.int32)
    moves = room[: verbs.moves(state, room)].tolist()
    after = Counter()  # type: ignore[var-annotated]
    for move in moves:
        then = copied(state)
        verbs.play(then, move)
        goes_on = ending(then)
        replies = verbs.moves(then, room) if goes_on == Ending.NONE else 0
        after[goes_on, replies, int(then["mover"] == state["mover"])] += 1
    return after


def symmetries_of(variant: Variant, states: Sequence[AnyState]) -> tuple[list[Symmetry], Symmetry | None]:
    """The symmetries that leave the rules unchanged, and one that exchanges the players, if there is one."""
    game, board = variant.game, variant.board
    courses = [course(game, state) for state in states]
    kept = [
        turn
        for number, turn in enumerate(board.symmetries)
        if number == 0
        or all(course(game, game.turned(state, turn)) == told for state, told in zip(states, courses, strict=True))
    ]
    for turn in board.symmetries:
        there = (swapped(game, game.turned(state, turn)) for state in states)
        if all(course(game, state, is_swapped=True) == told for state, told in zip(there, courses, strict=True)):
            return kept, turn
    return kept, None
