"""Which moves look promising in Go before a search has tried them.

The numbers are logarithms of how often such a move is chosen, fitted to 9,292 moves of 251 games that GNU Go 3.8 played
against itself on 9×9 at level 1, from random openings; those marked with * were set by hand, as too few moves were like
that.
"""

import numpy as np

from ludoteca.games.go.playouts import DIAGONALS, has_shape, is_eye, liberties
from ludoteca.games.go.rules import BOARD, BOARDS, NEIGHBOURS, PLACE, POINTS, can_place
from ludoteca.kernel import OFF, compiled, count_cells, each, group_of, next_to

PASSES, FILLS_EYE = -4.0, -4.0  # *
TAKES_ONE, TAKES_MORE, TAKES_TO_SAVE = 1.4, 2.0, 2.3  # the second *
LOSES_ONE, LOSES_MORE, RUNS_IN_VAIN = -1.4, -3.0, -2.0  # a stone, a chain, a chain in atari; the last two *
RUNS, RUNS_FAR, HAS_TWO_LIBERTIES = 1.8, 3.8, -0.9  # to two liberties, to more
STRENGTHENS, JOINS, IS_BESIDE_OWN, IS_NEAR_OWN = 0.9, 0.25, 0.35, 0.6
IS_BESIDE_ENEMY, PRESSES, GIVES_ATARI, GIVES_WEAK_ATARI = 0.8, 0.4, 0.8, 1.4  # from three liberties, from two
MAKES_SHAPE = 1.5
NEAR_LAST = np.array((0, 0, 1.7, 1.4, 1.25, 0.65, 0.45, 0.45))  # by distance: next to it 2, diagonally 3, a jump 4
IN_THE_OPEN = np.array((-1.9, 0.55, 2.4))  # without a stone around it, by line: first, second, third

ROWS, COLUMNS = (np.array(numbers) for numbers in zip(*BOARD.spots, strict=True))
LINES = np.zeros((len(BOARDS), BOARD.size), np.int64)  # by board and point, 0 at the edge
for number, board in enumerate(BOARDS.values()):
    for cell, (row, column) in zip(board.cells, board.spots, strict=True):
        LINES[number, cell] = min(row, column, len(board.rows) - 1 - row, len(board.rows) - 1 - column)


@compiled
def place_prior(state, point, last):
    """Where a stone goes: near the last one, and in the open neither on the edge nor beside it."""
    prior = 0.0
    if last != OFF and PLACE.has(last):
        there = PLACE.point(last)
        down, right = abs(ROWS[point] - ROWS[there]), abs(COLUMNS[point] - COLUMNS[there])
        distance = down + right + (down if down > right else right)
        if distance < len(NEAR_LAST):
            prior += NEAR_LAST[distance]
    line = LINES[state.board, point]
    if line < len(IN_THE_OPEN) and not (NEIGHBOURS[point] | DIAGONALS[point]) & POINTS[state.board] & ~can_place(state):
        prior += IN_THE_OPEN[line]
    return prior


@compiled
def fight_prior(state, point):
    """What a stone does to the chains beside it: it takes or presses the opponent's, and saves or loses its own."""
    mine, yours, free = state.stones[state.mover], state.stones[1 - state.mover], can_place(state)
    near = NEIGHBOURS[point]
    prior, taken, presses, gives_atari, strengthens, runs = 0.0, BOARD.none, False, False, False, False
    for stone in each(near & yours):
        number = count_cells(liberties(stone, yours, free, 3))
        if number == 1:
            taken |= group_of(stone, yours, NEIGHBOURS)
        gives_atari, presses = gives_atari or number == 2, presses or number == 3
    for stone in each(near & mine):
        number = count_cells(liberties(stone, mine, free, 2))
        runs, strengthens = runs or number == 1, strengthens or number == 2
    if taken:
        prior += TAKES_ONE if count_cells(taken) == 1 else TAKES_MORE
        for stone in each(next_to(taken, NEIGHBOURS) & mine):
            if count_cells(liberties(stone, mine, free, 1)) == 1:
                prior += TAKES_TO_SAVE
                break
    left = count_cells(liberties(point, mine, (free | taken) ^ BOARD.bit(point), 2))
    if left < 2:
        prior += RUNS_IN_VAIN if runs else (LOSES_MORE if near & mine else LOSES_ONE)
    elif left == 2:
        prior += HAS_TWO_LIBERTIES + (RUNS if runs else 0.0) + (GIVES_WEAK_ATARI if gives_atari else 0.0)
    else:
        prior += (RUNS_FAR if runs else 0.0) + (GIVES_ATARI if gives_atari else 0.0)
    return prior + (PRESSES if presses else 0.0) + (STRENGTHENS if strengthens else 0.0)


@compiled
def move_prior(state, move, last):
    """How promising a move looks: the sum of what speaks for it."""
    if not PLACE.has(move):
        return PASSES
    point, mine = PLACE.point(move), state.stones[state.mover]
    prior = place_prior(state, point, last) + fight_prior(state, point)
    if is_eye(state, point):
        prior += FILLS_EYE
    if has_shape(state, point):
        prior += MAKES_SHAPE
    beside = count_cells(NEIGHBOURS[point] & mine)
    if beside > 0:
        prior += IS_BESIDE_OWN + (JOINS if beside > 1 else 0.0)
    if NEIGHBOURS[point] & state.stones[1 - state.mover]:
        prior += IS_BESIDE_ENEMY
    return prior + (IS_NEAR_OWN if DIAGONALS[point] & mine else 0.0)
