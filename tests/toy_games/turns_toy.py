"""Turns: place stones, swap or pass; a stone in one of two corners gives another turn."""

from ludoteca.kernel import (
    Cell,
    Cells,
    Counts,
    Ending,
    Flag,
    Move,
    Quiet,
    Setting,
    SquareBoard,
    State,
    compiled,
    game,
    has,
    has_moves,
    kinds,
    more_wins,
    passing,
    swapping,
    win_of,
)

BOARD = SquareBoard(3, 3)
ALL, EXTRA = BOARD.bits(BOARD.cells), BOARD.bits(["a3", "c3"])
STATE = State(
    stones=Cells(BOARD, per_player=True, piece="stone"),
    score=Counts(0, 9),
    quiet=Quiet(4, "nothing has happened for four moves"),
    swapped=Flag("swapped", swaps_sides=True),
    again=Setting("Whether positions and lengths count, not quiet moves.", False, True),
)
PLACE, PASS, SWAP = kinds(Move(cell=Cell(BOARD), prompt="place a stone"), passing(by_choice=True), swapping())


@compiled
def can_place(state):
    """Any empty cell."""
    return ALL & ~(state.stones[0] | state.stones[1])


@compiled
def play(state, move):
    """A stone is a point; in two corners it gives another turn."""
    if state.again:
        state.quiet = 0
    is_extra = False
    if PLACE.has(move):
        state.quiet = 0
        state.stones[state.mover] |= BOARD.bit(PLACE.cell(move))
        state.score[state.mover] += 1
        is_extra = has(EXTRA, PLACE.cell(move))
    if not is_extra:
        state.mover = 1 - state.mover


@compiled
def points(state, player):
    """The stones placed."""
    return state.score[player]


@compiled
def ending(state):
    """A full board is counted."""
    return Ending.NONE if has_moves(state) else more_wins(points(state, 0), points(state, 1))


@compiled
def repeated(state):
    """Whoever is not to move wins."""
    return win_of(1 - state.mover)


@compiled
def at_longest(state):
    """More points win."""
    return more_wins(points(state, 0), points(state, 1))


GAME = game(
    title="Turns",
    designer="nobody",
    players=("Red", "Blue"),
    summary="Place stones.",
    longest=lambda options: 6 if options["again"] else 40,
    is_symmetric=False,
)
