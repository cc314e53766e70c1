"""How good a position of Glaisher is for the player to move: pieces, splits and gaps in chains, with fitted weights."""

import numpy as np

from ludoteca.games.glaisher.rules import (
    BOARD,
    NEIGHBOURS,
    OPPOSITE,
    PHASE,
    SIDE,
    can_split,
    divisible,
    pieces,
)
from ludoteca.kernel import compiled, count_cells, each, next_to

FEW_SPLITS = 4  # with fewer than these a player is nearly stuck
FAR = 6  # a gap this wide or wider
TERMS = (
    "to split",
    "to place",
    "pieces",
    "splits",
    "missing splits",
    "stacks",
    "stacks of three and more",
    "joined",
    "a gap of 1",
    "a gap of 2 or less",
    "a gap of 3 or less",
    "a gap of 4 or less",
    "a gap of 5 or less",
)
TERM_WORDS = {
    "to split": "",
    "to place": "",
    "pieces": "gets more pieces onto the board",
    "splits": "gives {player} more ways to split",
    "missing splits": "gives {player} more ways to split",
    "stacks": "keeps {player}'s pieces in fewer stacks",
    "stacks of three and more": "keeps {player}'s pieces in fewer stacks",
    "joined": "gains ground in the race to connect",
    "a gap of 1": "gains ground in the race to connect",
    "a gap of 2 or less": "gains ground in the race to connect",
    "a gap of 3 or less": "gains ground in the race to connect",
    "a gap of 4 or less": "gains ground in the race to connect",
    "a gap of 5 or less": "gains ground in the race to connect",
}
STAGES = (
    "split, few stacks",
    "place, few stacks",
    "split, some stacks",
    "place, some stacks",
    "split, many stacks",
    "place, many stacks",
)
SOME_STACKS, MANY_STACKS = 14, 20
PLAIN_WEIGHTS = np.tile([0.0, 0.0, 0.1, 0.1, -0.4, 0.0, 0.0, 10.0, 1.0, 0.5, 0.4, 0.3, 0.2], (len(STAGES), 1))
WEIGHTS = np.array(  # ludoteca fit glaisher --games 8000 --seed 2; joined and narrow gaps with few stacks as with some
    [
        [-0.35, 0.00, 0.23, 0.04, 0.00, -0.38, -0.18, 0.00, 0.84, 0.38, 0.06, -0.05, -0.04],
        [0.00, 0.10, 0.24, 0.04, 0.00, -0.33, -0.14, 2.60, 2.19, 0.63, -0.16, 0.03, -0.04],
        [0.18, 0.00, 0.21, 0.08, -0.73, -0.18, -0.11, 0.00, 0.84, 0.38, 0.29, 0.10, 0.03],
        [0.00, 0.01, 0.20, 0.08, -0.49, -0.17, -0.12, 2.60, 2.19, 0.63, 0.34, 0.12, 0.01],
        [0.56, 0.00, 0.17, 0.09, -0.20, -0.13, -0.12, 0.00, 0.87, 0.54, 0.34, 0.21, -0.16],
        [0.00, 0.09, 0.16, 0.08, -0.11, -0.11, -0.12, 3.74, 2.15, 0.57, 0.35, 0.10, 0.06],
    ]
)


@compiled
def stage(state):
    """What the mover has to do, and how full the board is."""
    stacks = count_cells(state.stacks[0] | state.stacks[1])
    fullness = 0 if stacks < SOME_STACKS else (1 if stacks < MANY_STACKS else 2)
    return 2 * fullness + (1 if state.phase == PHASE.place else 0)


@compiled
def mobility(state, player):
    """How many splits a player has."""
    count = 0
    for stack in each(divisible(state, player)):
        count += count_cells(can_split(state, stack, player))
    return count


@compiled
def gap_between(mine, yours, side, opposite, limit):
    """The cells that a player needs for a chain from side to side, an enemy stack counting as two; at most a limit."""
    reached = BOARD.none
    now, soon, later = side & mine, side & ~mine & ~yours, side & yours  # to be had for so many, one more, two more
    for missing in range(limit):
        now &= ~reached
        while now:
            if now & opposite:
                return np.int64(missing)
            reached |= now
            near = next_to(now, NEIGHBOURS) & ~reached
            soon |= near & ~mine & ~yours
            later |= near & yours
            now = near & mine
        now, soon, later = soon, later, BOARD.none
    return limit


@compiled
def narrowest_gap(mine, yours):
    """The fewest cells needed between any two opposite sides."""
    narrowest = np.int64(FAR)
    for pair in range(3):
        narrowest = gap_between(mine, yours, SIDE[pair], OPPOSITE[pair], narrowest)
    return narrowest


@compiled
def within(gap, most):
    """1 if a gap is no wider, else 0."""
    return 1.0 if gap <= most else 0.0


@compiled
def terms(state):
    """What counts: mine minus yours."""
    me, you = state.mover, 1 - state.mover
    my_splits, your_splits = mobility(state, me), mobility(state, you)
    my_lack = FEW_SPLITS - my_splits if my_splits < FEW_SPLITS else 0
    your_lack = FEW_SPLITS - your_splits if your_splits < FEW_SPLITS else 0
    mine, yours = state.stacks[me], state.stacks[you]
    my_gap, your_gap = narrowest_gap(mine, yours), narrowest_gap(yours, mine)
    return (
        1.0 if state.phase == PHASE.split else 0.0,
        1.0 if state.phase == PHASE.place else 0.0,
        float(pieces(state, me) - pieces(state, you)),
        float(my_splits - your_splits),
        float(my_lack - your_lack),
        float(count_cells(mine) - count_cells(yours)),
        float(count_cells(divisible(state, me)) - count_cells(divisible(state, you))),
        within(my_gap, 0) - within(your_gap, 0),
        within(my_gap, 1) - within(your_gap, 1),
        within(my_gap, 2) - within(your_gap, 2),
        within(my_gap, 3) - within(your_gap, 3),
        within(my_gap, 4) - within(your_gap, 4),
        within(my_gap, 5) - within(your_gap, 5),
    )
