"""The rules of Havannah; the numbers (HV3) are those of rules.md."""

import numpy as np

from ludoteca.kernel import NOTHING, OFF, Cell, Cells, Ending, Flag, Hidden, HexBoard, Move, Names, Ruling, State
from ludoteca.kernel import compiled, each, has, kinds, say, swapping, win_of, words

BOARD = HexBoard(10)
BOARDS = {
    str(side): BOARD.part(
        name
        for name, (row, column) in zip(BOARD.names, BOARD.spots, strict=True)
        if max(row, column) < 2 * side - 1 and abs(row - column) < side
    )
    for side in (8, 4, 6, 10)
}
CELLS = BOARD.table([BOARD.bits(board.cells) for board in BOARDS.values()])  # by board
STEP, NEIGHBOURS, BOARD_SIZE = BOARD.step, BOARD.neighbours, BOARD.size
AROUND = STEP[:, [0, 2, 4, 1, 3, 5]]  # the neighbours of a cell, clockwise
INNER = BOARD.bits(cell for cell in BOARD.cells if OFF not in STEP[cell])
WIN = Names("ring", "bridge", "fork")


def corners_and_sides():
    """By board: the six corners, then the six sides without them. [HV1]"""
    for board in BOARDS.values():
        sides = [set(side.cells) for side in board.sides.values()]
        corners = [sides[number - 1] & sides[number] for number in range(6)]
        yield [*corners, *(side - set().union(*corners) for side in sides)]


GOALS = BOARD.table([[BOARD.bits(goal) for goal in goals] for goals in corners_and_sides()])
GOALS_AT = np.array(  # by board and cell, a bit for each corner and side
    [
        [sum(1 << number for number, goal in enumerate(goals) if cell in goal) for cell in BOARD.cells]
        for goals in corners_and_sides()
    ],
    np.uint16,
)

STATE = State(
    board=Ruling("Cells along each side.", *BOARDS, option="size"),
    stones=Cells(BOARD, per_player=True, piece="stone"),
    pie=Ruling("Whether the second player may take over White.", "off", "on", option="swap", label="Swap"),
    swapped=Flag("swapped", swaps_sides=True),
    group=Hidden("u2", BOARD.size),  # for each stone the lowest cell of its group
    reached=Hidden("u2", BOARD.size),  # for that cell the corners and sides that the group has reached
    won=Hidden("u1", 2),  # what each player has completed: a bit for each WIN
)
PLACE, SWAP = kinds(Move(cell=Cell(BOARD)), swapping(when="pie"))  # [HV7]


@compiled
def can_place(state):
    """Any empty cell. [HV2]"""
    return CELLS[state.board] & ~(state.stones[0] | state.stones[1])


@compiled
def merge(state, one, other):
    """Make one group of two; the lowest cell of a group stands for all of it."""
    kept, dropped = (one, other) if one < other else (other, one)
    group = state.group
    for cell in range(BOARD_SIZE):  # all cells: so plain a loop takes less time than one over the stones
        group[cell] = kept if group[cell] == dropped else group[cell]
    state.reached[kept] |= state.reached[dropped]
    state.reached[dropped] = 0


@compiled
def is_surrounded(cell, stones):
    """Whether a cell has six neighbours, all of them in a set of stones."""
    return has(INNER, cell) and not NEIGHBOURS[cell] & ~stones


@compiled
def join(state, stones, cell):
    """Add a stone to others and join the groups beside it; what that completes. [HV3-HV5]"""
    stones |= BOARD.bit(cell)
    state.group[cell], state.reached[cell], found = cell, GOALS_AT[state.board, cell], 0
    for place in range(6):
        before, near, after = AROUND[cell, place - 1], AROUND[cell, place], AROUND[cell, (place + 1) % 6]
        if near == OFF or not has(stones, near):
            continue
        if before == OFF or not has(stones, before):
            if state.group[near] == state.group[cell]:  # met from two sides: between them it surrounds something
                found |= 1 << WIN.ring
            else:
                merge(state, state.group[near], state.group[cell])
        elif after != OFF and has(stones, after) and is_surrounded(near, stones):
            found |= 1 << WIN.ring
    reached = int(state.reached[state.group[cell]])
    corners, sides = reached & 63, reached >> 6
    if corners & (corners - 1):
        found |= 1 << WIN.bridge
    two_sides = sides & (sides - 1)
    return found | 1 << WIN.fork if two_sides & (two_sides - 1) else found


@compiled
def play(state, cell):
    """Place a stone; it stays. [HV2]"""
    player = state.mover
    state.won[player] |= join(state, state.stones[player], cell)
    state.stones[player] |= BOARD.bit(cell)
    state.mover = 1 - player


@compiled
def derive(state):
    """Join the stones one by one, as if they were placed now."""
    state.group[:], state.reached[:] = 0, 0
    for player in range(2):
        stones, state.won[player] = BOARD.none, 0
        for cell in each(state.stones[player]):
            state.won[player] |= join(state, stones, cell)
            stones |= BOARD.bit(cell)


@compiled
def ending(state):
    """A ring, a bridge or a fork wins; a full board without one is a draw. [HV3-HV6]"""
    if state.won[1 - state.mover]:
        return win_of(1 - state.mover)
    return Ending.NONE if can_place(state) else Ending.DRAW


# --- what people are told

WON = (
    "[,a ring,a bridge,a ring and a bridge,a fork,a ring and a fork,a bridge and a fork,a ring and a bridge and a fork]"
)
HAS_WON = words(f"{{0:player}} has {{1:{WON}}}")
IS_OVER = words(f"{{0:player}} has {{1:{WON}}} and cannot be to move")


@compiled
def flaw(state):
    """The game was not over before. [HV3-HV5]"""
    return say(IS_OVER, state.mover, state.won[state.mover]) if state.won[state.mover] else NOTHING


@compiled
def reason(state):
    """What was completed, or that the board is full. [HV3-HV6]"""
    winner = 1 - state.mover
    return say(HAS_WON, winner, state.won[winner]) if state.won[winner] else say("the board is full")
