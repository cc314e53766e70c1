"""How good a position of SQU is for the player to move: the record, and the squares that can still beat it."""

import numpy as np

from ludoteca.games.squ.rules import SIZES
from ludoteca.kernel import compiled, count_cells
from ludoteca.kernel.patterns.squares import HALF_BITS, TOP_LEFT, halves, moved_up

# The value of a square by side in evaluations; the largest of a board is worth 1, and no square 0.
WORTH = np.zeros((11, 10))
for _size in SIZES:
    for _side in range(_size):
        WORTH[_size, _side] = (_side / (_size - 1)) ** 4


@compiled
def live_squares(mine, mine_below, yours, yours_below, side, tops):
    """Squares with these top left cells and no enemy disc: how many, and how many with 1, 2, 3, 4 own corners."""
    shift = np.uint64(side)
    taken = yours | yours_below
    live = tops & ((taken | (taken >> shift)) ^ HALF_BITS)
    # each top left cell's own corners as a binary number: those on the left edge plus those on the right
    one_left, two_left = mine ^ mine_below, mine & mine_below
    one_right, two_right = one_left >> shift, two_left >> shift
    ones = one_left ^ one_right
    twos = two_left ^ two_right ^ (one_left & one_right)
    fours = two_left & two_right
    return (
        count_cells(live),
        count_cells(live & ones & (twos ^ HALF_BITS)),
        count_cells(live & twos & (ones ^ HALF_BITS)),
        count_cells(live & twos & ones),
        count_cells(live & fours),
    )


@compiled
def prospects(state, player, discs):
    """The squares above the record without an enemy disc.

    How many; the value of those with one, two, three own corners; and how much more than the record the largest square
    is worth that this many discs complete.
    """
    mine, mine_lower = halves(state.discs[player])
    yours, yours_lower = halves(state.discs[1 - player])
    live, one, two, three, reach = 0, 0.0, 0.0, 0.0, 0.0
    for side in range(state.width - 1, state.best_side, -1):
        worth = WORTH[state.width, side]
        my_upper, my_lower = moved_up(mine, mine_lower, side)
        your_upper, your_lower = moved_up(yours, yours_lower, side)
        tops, tops_lower = TOP_LEFT[state.width, side, 0], TOP_LEFT[state.width, side, 1]
        found, ones, twos, threes, fours = live_squares(
            mine, np.uint64(my_upper), yours, np.uint64(your_upper), side, tops
        )
        if tops_lower:
            more = live_squares(mine_lower, np.uint64(my_lower), yours_lower, np.uint64(your_lower), side, tops_lower)
            found, ones, twos = found + more[0], ones + more[1], twos + more[2]
            threes, fours = threes + more[3], fours + more[4]
        live += found
        one, two, three = one + worth * ones, two + worth * twos, three + worth * threes
        within = fours + (threes if discs >= 1 else 0) + (twos if discs >= 2 else 0)
        if reach == 0.0 and within > 0:
            reach = worth - WORTH[state.width, state.best_side]
    return live, one, two, three, reach


TERMS = (
    "record that cannot be beaten",
    "to move",
    "record held",
    "largest squ this turn can make",
    "largest squ the next turn can make",
    "own squares with one corner",
    "own squares with two corners",
    "own squares with three corners",
    "enemy squares with one corner",
    "enemy squares with two corners",
    "enemy squares with three corners",
)
OPENED, CLOSED = "opens more squares for {player}", "leaves {opponent} fewer open squares"
TERM_WORDS = {
    "record that cannot be beaten": "improves {player}'s chances of the record",
    "to move": "",
    "record held": "strengthens {player}'s hold on the record",
    "largest squ this turn can make": (
        "brings larger squs within {player}'s reach",
        "keeps {opponent} away from larger squs",
    ),
    "largest squ the next turn can make": "",
    "own squares with one corner": (OPENED, CLOSED),
    "own squares with two corners": (OPENED, CLOSED),
    "own squares with three corners": (OPENED, CLOSED),
    "enemy squares with one corner": (CLOSED, OPENED),
    "enemy squares with two corners": (CLOSED, OPENED),
    "enemy squares with three corners": (CLOSED, OPENED),
}
STAGES = (
    "enemy record, one disc left",
    "enemy record, two discs",
    "no record, one disc left",
    "no record, two discs",
    "own record, one disc left",
    "own record, two discs",
)
CERTAIN = 20.0  # a certain result needs no fitting
PLAIN_WEIGHTS = np.tile(np.array([CERTAIN, 0.0, 2.0, 0.0, 0.0, 0.1, 0.5, 1.5, -0.1, -0.5, -1.5]), (len(STAGES), 1))
WEIGHTS = np.array(
    [
        [CERTAIN, -1.93, 11.55, -3.99, 1.17, 1.36, 3.24, 19.33, -0.47, -3.78, -2.74],
        [CERTAIN, -2.03, 5.80, 6.45, 2.74, 1.70, 7.00, 7.26, -0.39, -4.73, -3.78],
        [CERTAIN, -0.12, 0.00, 5.69, 1.86, 0.80, 2.09, 4.59, -0.81, -3.63, -2.29],
        [CERTAIN, 0.94, 0.00, 3.25, 3.23, 0.73, 1.92, 4.04, -0.77, -3.62, -2.86],
        [CERTAIN, 2.29, 10.68, 14.68, 7.65, 0.33, 1.88, 3.47, -1.36, -8.57, -7.58],
        [CERTAIN, 2.23, 15.42, 6.03, 5.83, 0.44, 1.90, 5.50, -1.21, -5.82, -4.90],
    ]
)
POINTS_PER_UNIT, MOST_POINTS = 0.21, 0.84  # ludoteca fit squ; no draws, as the first player wins ties


@compiled
def stage(state):
    """Who holds the record, and whether the mover has one disc left or more."""
    holder = 1 if state.best_side == 0 else (2 if state.best_owner == state.mover else 0)
    return 2 * holder + (1 if state.left >= 2 else 0)


@compiled
def terms(state):
    """The record, and the squares that can still beat it: a square is worth the fourth power of its side."""
    is_mine = state.best_side > 0 and state.best_owner == state.mover
    live, one, two, three, reach = prospects(state, state.mover, state.left)
    your_live, your_one, your_two, your_three, your_reach = prospects(state, 1 - state.mover, state.per_turn)
    if state.best_side > 0 and (your_live if is_mine else live) == 0:  # whatever is played now, its owner wins
        return (1.0 if is_mine else -1.0), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    record = WORTH[state.width, state.best_side]
    held = record if is_mine else -record
    return 0.0, 1.0, held, reach, your_reach, one, two, three, your_one, your_two, your_three
