"""How playouts choose moves in Go: they answer the last stone nearby, and fill no eyes, so that living groups live."""

from itertools import product

import numpy as np

from ludoteca.games.go.rules import BOARD, NEIGHBOURS, PASS, PLACE, POINTS, can_place, may_place, takes
from ludoteca.kernel import OFF, below, compiled, count_cells, each, group_of, has, lowest, next_to, random_cell

DIAGONALS = BOARD.neighbours_to("ne", "se", "sw", "nw")
AROUND = BOARD.step[:, [BOARD.way_names.index(way) for way in ("nw", "n", "ne", "e", "se", "s", "sw", "w")]]

# What players look for beside the last stone, as the eight points around a move, clockwise from the north-west corner;
# these shapes are those of MoGo (Gelly, Wang, Munos and Teytaud: Modification of UCT with Patterns, 2006).
SEEN = {".": (0,), "m": (1,), "y": (2,), "#": (3,), "M": (0, 2), "Y": (0, 1), "-": (0, 1, 2, 3)}  # M: not mine
SHAPES = (
    *("mym.---.", "my..-.-.", "my-.-.Mm", ".y.....m", "myy.-.-."),  # round the end of a chain
    *("my-Y-Y-y", "my-m---y", "-m-yYYYy", "ym-y---Y"),  # between two stones
    *("m.--###y", "ym-y###m", "-m-y###M", "-myM###M", "-ymy###m"),  # on the first line
)


def shape_table():
    """For everything that the eight points can be, two bits each, a bit: whether it is one of the shapes."""
    table = np.zeros(1 << 13, np.uint8)
    for shape, turn, step, names in product(SHAPES, (0, 2, 4, 6), (1, -1), ("myMY", "ymYM")):
        codes = np.zeros(1, np.int64)
        for way, seen in enumerate(shape.translate(str.maketrans("myMY", names))):
            codes = np.add.outer(codes, np.array(SEEN[seen]) << 2 * ((turn + step * way) % 8)).ravel()
        np.bitwise_or.at(table, codes >> 3, (1 << (codes & 7)).astype(np.uint8))
    return table


IS_SHAPE = shape_table()


@compiled
def is_eye(state, point):
    """Whether a free point is an eye of the mover: surrounded, and the opponent does not hold its diagonals."""
    mine, board = state.stones[state.mover], POINTS[state.board]
    if NEIGHBOURS[point] & board & ~mine:
        return False
    corners = DIAGONALS[point] & board
    return count_cells(corners & state.stones[1 - state.mover]) < (2 if count_cells(corners) == 4 else 1)


@compiled
def liberties(point, stones, free, most):
    """The liberties of the chain that this point is in; some of them, if there are more than `most`."""
    chain = fresh = BOARD.bit(point)
    found = NEIGHBOURS[point] & free
    while fresh and count_cells(found) <= most:
        stone = lowest(fresh)
        near = NEIGHBOURS[stone] & stones & ~chain
        found |= NEIGHBOURS[stone] & free
        fresh = (fresh ^ BOARD.bit(stone)) | near
        chain |= near
    return found


@compiled
def liberties_after(state, point, most):
    """How many liberties a stone of the mover has on this point, without those it gains by taking; see `liberties`."""
    rest = can_place(state) ^ BOARD.bit(point)
    return count_cells(liberties(point, state.stones[state.mover], rest, most))


@compiled
def is_safe(state, point):
    """Whether a stone on a free point may be placed and cannot be taken at once, or takes something."""
    if count_cells(NEIGHBOURS[point] & can_place(state)) > 1:
        return True
    return may_place(state, point) and (liberties_after(state, point, 1) > 1 or takes(state, point))


@compiled
def has_shape(state, point):
    """Whether the eight points around a free point are one of the shapes."""
    mine, yours, board, seen = state.stones[state.mover], state.stones[1 - state.mover], POINTS[state.board], 0
    for way in range(8):
        near = AROUND[point, way]
        if near == OFF or not has(board, near):
            seen |= 3 << 2 * way
        elif has(mine, near):
            seen |= 1 << 2 * way
        elif has(yours, near):
            seen |= 2 << 2 * way
    return (IS_SHAPE[seen >> 3] >> (seen & 7)) & 1 == 1


@compiled
def rescue(state, last):
    """Where the mover takes the last stone's chain, or saves one of its own beside it; OFF if nowhere."""
    mine, yours, free = state.stones[state.mover], state.stones[1 - state.mover], can_place(state)
    left = liberties(last, yours, free, 1)
    if count_cells(left) == 1 and may_place(state, lowest(left)):
        return lowest(left)
    for stone in each(NEIGHBOURS[last] & mine):
        left = liberties(stone, mine, free, 1)
        if count_cells(left) != 1:
            continue
        for enemy in each(next_to(group_of(stone, mine, NEIGHBOURS), NEIGHBOURS) & yours):
            way_out = liberties(enemy, yours, free, 1)
            if count_cells(way_out) == 1 and may_place(state, lowest(way_out)):
                return lowest(way_out)
        if liberties_after(state, lowest(left), 1) > 1:
            return lowest(left)
    return OFF


@compiled
def answer(state, last, random):
    """An answer to a stone on this point: a chain is taken or saved, or a shape is made; OFF if there is none."""
    found = rescue(state, last)
    if found != OFF:
        return found
    mine, free, first = state.stones[state.mover], can_place(state), below(random, 8)
    for way in range(first, first + 8):
        near = AROUND[last, way & 7]
        if near == OFF or not has(free, near) or not (NEIGHBOURS[near] | DIAGONALS[near]) & mine:
            continue
        if has_shape(state, near) and is_safe(state, near):
            return near
    return OFF


@compiled
def playout_move(state, random, last):
    """An answer to the last stone, or a random one that fills no eye and loses no chain; a pass if there is none."""
    if last != OFF and PLACE.has(last):
        point = answer(state, PLACE.point(last), random)
        if point != OFF:
            return PLACE.code(point)
    left = can_place(state)
    while left:
        point = random_cell(left, random)
        if not NEIGHBOURS[point] & state.stones[state.mover]:
            if may_place(state, point):
                return PLACE.code(point)
        elif not is_eye(state, point) and is_safe(state, point):
            return PLACE.code(point)
        left ^= BOARD.bit(point)
    return PASS.code()
