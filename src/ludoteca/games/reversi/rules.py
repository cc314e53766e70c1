"""The rules of Reversi; the numbers (MA7), which it shares with Mapello, are those of rules.md."""

import numpy as np

from ludoteca.kernel import IS_TAKEN, Cell, Cells, Ending, Hidden, Move, Ruling, SquareBoard
from ludoteca.kernel import State, compiled, count_cells, has, kinds, more_wins, passing, say, say_score, words
from ludoteca.kernel.patterns.flips import flipped, flipping_cells

BOARD = SquareBoard(8, 8)  # [MA1]
FALLING, RISING = BOARD.bits(("d4", "e5")), BOARD.bits(("e4", "d5"))
NO_CLOSERS = np.zeros(8, np.uint64)  # nothing outside the board encloses discs
BESIDE = BOARD.neighbours

CENTRE = Ruling(
    "The four starting discs: Black on e4 and d5 as in Othello, or on d4 and e5 as in Mapello.",
    othello="as in Othello",
    rulebook="as in Mapello",
)
EMPTIES = Ruling(
    "Who scores the cells left empty at the end: the winner, as in Othello tournaments, or nobody.",
    label="Empty cells count for",
    winner="the winner",
    nobody="nobody",
)
STATE = State(
    discs=Cells(BOARD, per_player=True, piece="counter"),  # [MA2]
    centre=CENTRE,
    empties=EMPTIES,
    choices=Hidden("u8"),  # where the mover can place
    is_over=Hidden("u1"),
)

PLACE, PASS = kinds(Move(cell=Cell(BOARD)), passing())


@compiled
def start(state, random):
    """Two discs of each colour in the centre; Black moves first. [MA3, MA6]"""
    black = RISING if state.centre == CENTRE.othello else FALLING
    state.discs[0] = black
    state.discs[1] = black ^ (FALLING | RISING)
    derive(state)


@compiled
def free_cells(state):
    """The cells without a disc."""
    return ~(state.discs[0] | state.discs[1])


@compiled
def derive(state):
    """Find the mover's choices; the game is over if neither player has any. [MA6, MA11]"""
    mine, yours = state.discs[state.mover], state.discs[1 - state.mover]
    free = free_cells(state)
    state.choices = flipping_cells(mine, yours, NO_CLOSERS) & free
    state.is_over = state.choices == 0 and flipping_cells(yours, mine, NO_CLOSERS) & free == 0


@compiled
def can_place(state):
    """Free cells where something flips; without any, the mover passes. [MA6, MA11]"""
    return state.choices


@compiled
def play(state, move):
    """Place a disc and flip what it encloses, or pass. [MA6, MA7, MA11]"""
    if PLACE.has(move):
        discs, mover = state.discs, state.mover
        flips = flipped(discs[mover], discs[1 - mover], move, NO_CLOSERS)
        discs[mover] |= flips | BOARD.bit(move)
        discs[1 - mover] ^= flips
    state.mover = 1 - state.mover
    derive(state)


@compiled
def ending(state):
    """More discs win. [MA11, MA12]"""
    if not state.is_over:
        return Ending.NONE
    return more_wins(count_cells(state.discs[0]), count_cells(state.discs[1]))


@compiled
def empties(state):
    """How many empty cells are awarded: those of a finished game, by the ruling. [MA12]"""
    return count_cells(free_cells(state)) if state.is_over and state.empties == EMPTIES.winner else 0


@compiled
def points(state, player):
    """A player's discs, and the winner's empty cells; in a draw each gets half of those. [MA12]"""
    mine, yours = count_cells(state.discs[player]), count_cells(state.discs[1 - player])
    if mine == yours:
        return mine + empties(state) // 2
    return mine + empties(state) if mine > yours else mine


# --- what people are told

NOTHING_BESIDE = words("{0:cell} would flip nothing: there is no enemy disc next to it")
NOT_CLOSED = words("{0:cell} would flip nothing: no line of enemy discs from there ends at one of your discs")
MUST_PASS = words("{0:cell} would flip nothing; you have no move, so you must pass")


@compiled
def reason(state):
    """The discs, the winner's first; the points, if empty cells count. [MA12]"""
    first, second = points(state, 0), points(state, 1)
    if empties(state) > 0:
        return say_score(
            first, second, "{0} points to {1}, counting empty cells", "{0} points each, counting empty cells"
        )
    return say_score(first, second, "{0} discs to {1}", "{0} discs each")


@compiled
def why_not_place(state, cell):
    """A disc goes on a free cell where it flips something. [MA6]"""
    if not has(free_cells(state), cell):
        return say(IS_TAKEN, cell)
    if not state.choices:
        return say(MUST_PASS, cell)
    return say(NOT_CLOSED if BESIDE[cell] & state.discs[1 - state.mover] else NOTHING_BESIDE, cell)
