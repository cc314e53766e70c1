"""Shuffle: a king each, which step to and fro while their steps are counted."""

from __future__ import annotations

from ludoteca.kernel import Cell, Cells, Count, Ending, Move, SquareBoard, State, compiled, game, repetition, say

BOARD = SquareBoard(2, 2)
ALL = BOARD.bits(BOARD.cells)
STATE = State(kings=Cells(BOARD, per_player=True, piece="king"), passed=Count(0, 99, in_key=False))
GO = Move(king=Cell(BOARD, own="kings"), target=Cell(BOARD))


@compiled
def can_go(state, king):
    """Any empty cell."""
    return ALL & ~(state.kings[0] | state.kings[1])


@compiled
def play(state, move):
    """The king goes there."""
    state.kings[state.mover] = BOARD.bit(GO.target(move))
    state.passed += 1
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """After ninety steps it is a draw."""
    return Ending.DRAW if state.passed >= 90 else Ending.NONE


@compiled
def reason(state):
    """Nobody wins."""
    return say("enough steps")


GAME = game(
    title="Shuffle",
    designer="nobody",
    players=("Red", "Black"),
    summary="Step to and fro.",
    longest=90,
    start="r./b. r 0",
    options=(repetition("threefold", "superko", "off"),),
)
