"""The ending of Reversi, for the solver: which moves to try first, and the last empty cells on bare bit sets.

If the empty cells form separate regions, it is good to have the last move in each, so moves into quarters of the board
with an odd number of empty cells come first.
"""

import numpy as np

from ludoteca.games.reversi.rules import BOARD, EMPTIES, NO_CLOSERS, free_cells
from ludoteca.kernel import TOO_EARLY, Ending, compiled, count_cells, highest, lowest, win_of
from ludoteca.kernel.patterns.flips import around, firm, flipped, flipping_cells

LAST = 10  # empty cells that are played out here
CELLS = 64
NO_WALLS = np.uint64(0)
NONE = -99  # less than any lead
QUARTERS = tuple(
    BOARD.bits(corner + 8 * row + column for row in range(4) for column in range(4)) for corner in (0, 4, 32, 36)
)
FIRST_QUARTER, SECOND_QUARTER, THIRD_QUARTER, FOURTH_QUARTER = QUARTERS
CORNERS = BOARD.bits((0, 7, 56, 63))
NEAR = BOARD.neighbours

NODE = np.dtype(  # on the stack; its moves, by the order in which they are tried, have a cell, flips and a worth
    [(name, np.int64) for name in ("low", "high", "best", "sign", "next", "count")]
    + [(name, np.uint64) for name in ("mine", "yours")]
    + [("cells", np.int64, LAST), ("flips", np.uint64, LAST), ("worths", np.int64, LAST)]
)
UNKNOWN = 99
SORTED_FROM = 6  # empty cells: with fewer, parity alone decides what to try first


@compiled
def odd_cells(free):
    """The quarters of the board with an odd number of free cells."""
    odd = NO_WALLS
    if count_cells(free & FIRST_QUARTER) & 1:
        odd |= FIRST_QUARTER
    if count_cells(free & SECOND_QUARTER) & 1:
        odd |= SECOND_QUARTER
    if count_cells(free & THIRD_QUARTER) & 1:
        odd |= THIRD_QUARTER
    if count_cells(free & FOURTH_QUARTER) & 1:
        odd |= FOURTH_QUARTER
    return odd


@compiled
def next_to_try(left, odd):
    """One of the remaining cells, preferably in an odd quarter."""
    return lowest(left & odd) if left & odd else lowest(left)


@compiled
def final_lead(mine, yours, to_winner):
    """The lead of a finished game."""
    first, second = count_cells(mine), count_cells(yours)
    lead = first - second
    if to_winner and lead != 0:
        empty = CELLS - first - second
        return lead + empty if lead > 0 else lead - empty
    return lead


@compiled
def flipped_near(mine, yours, cell):
    """What a disc on an empty cell would flip, computed only if an enemy disc is adjacent."""
    return flipped(mine, yours, cell, NO_CLOSERS) if NEAR[cell] & yours else NO_WALLS


@compiled
def last_one(mine, yours, cell, to_winner, spent):
    """The mover's lead at the end with one empty cell; below likewise."""
    spent[0] += 1
    lead = 2 * count_cells(mine) - CELLS + 1
    flips = flipped(mine, yours, cell, NO_CLOSERS)
    if flips:
        return lead + 2 * count_cells(flips) + 1
    flips = flipped(yours, mine, cell, NO_CLOSERS)
    if flips:
        return lead - 2 * count_cells(flips) - 1
    return final_lead(mine, yours, to_winner)


@compiled
def move_of_two(mine, yours, one, other, high, to_winner, spent):
    """The best lead by a move to one of two empty cells; NONE if neither is possible."""
    best = NONE
    flips = flipped_near(mine, yours, one)
    if flips:
        best = -last_one(yours ^ flips, mine | flips | BOARD.bit(one), other, to_winner, spent)
        if best >= high:
            return best
    flips = flipped_near(mine, yours, other)
    if flips:
        best = max(best, -last_one(yours ^ flips, mine | flips | BOARD.bit(other), one, to_winner, spent))
    return best


@compiled
def last_two(mine, yours, low, high, to_winner, spent):
    """The lead at the end with two empty cells."""
    spent[0] += 1
    free = ~(mine | yours)
    one, other = lowest(free), highest(free)
    best = move_of_two(mine, yours, one, other, high, to_winner, spent)
    if best != NONE:
        return best
    best = move_of_two(yours, mine, one, other, -low, to_winner, spent)
    return -best if best != NONE else final_lead(mine, yours, to_winner)


def lead_with_one_more(lead_after):
    """The function for one more empty cell than another: the lead at the end, by the best move to one of them."""

    @compiled
    def best_move(mine, yours, free, low, high, to_winner, spent):
        """The best lead by a move to one of the empty cells; NONE if none is possible."""
        best = NONE
        odd, left = odd_cells(free), free
        while left:
            cell = next_to_try(left, odd)
            left ^= BOARD.bit(cell)
            flips = flipped_near(mine, yours, cell)
            if flips:
                lead = -lead_after(yours ^ flips, mine | flips | BOARD.bit(cell), -high, -low, to_winner, spent)
                if lead >= high:
                    return lead
                best, low = max(best, lead), max(low, lead)
        return best

    @compiled
    def lead_at_end(mine, yours, low, high, to_winner, spent):
        spent[0] += 1
        free = ~(mine | yours)
        best = best_move(mine, yours, free, low, high, to_winner, spent)
        if best != NONE:
            return best
        best = best_move(yours, mine, free, -high, -low, to_winner, spent)
        return -best if best != NONE else final_lead(mine, yours, to_winner)

    return lead_at_end


last_three = lead_with_one_more(last_two)
last_four = lead_with_one_more(last_three)


@compiled
def stable_count(discs):
    """How many discs can certainly never be flipped; none without a corner."""
    return count_cells(firm(discs, NO_WALLS, NO_CLOSERS)) if discs & CORNERS else 0


@compiled
def lead_bound_against(yours):
    """The largest lead of the player without these discs: those that can never be flipped stay."""
    return CELLS - 2 * stable_count(yours)


@compiled
def open_node(node, low, high, to_winner, spent):
    """The lead of the position of a node if it is known at once; else UNKNOWN, with its moves listed."""
    mine, yours = node.mine, node.yours
    free = ~(mine | yours)
    empty = count_cells(free)
    if empty == 4:
        return last_four(mine, yours, low, high, to_winner, spent)
    if empty == 3:
        return last_three(mine, yours, low, high, to_winner, spent)
    if empty < 3:
        if empty == 2:
            return last_two(mine, yours, low, high, to_winner, spent)
        return last_one(mine, yours, lowest(free), to_winner, spent) if empty else final_lead(mine, yours, to_winner)
    spent[0] += 1
    node.sign = 1
    choices = flipping_cells(mine, yours, NO_CLOSERS) & free
    if choices == 0:
        choices = flipping_cells(yours, mine, NO_CLOSERS) & free
        if choices == 0:
            return final_lead(mine, yours, to_winner)
        mine, yours = yours, mine
        node.mine, node.yours = mine, yours
        low, high = -high, -low
        node.sign = -1
    if low >= 2 * empty:  # otherwise it is hardly worth the time
        most = lead_bound_against(yours)
        if most <= low:
            return node.sign * most
    node.low, node.high, node.best = low, high, NONE
    node.next, node.count = 0, count_cells(choices)
    odd, left, place = odd_cells(free), choices, 0
    while left:
        cell = next_to_try(left, odd)
        placed = BOARD.bit(cell)
        left ^= placed
        flips = flipped(mine, yours, cell, NO_CLOSERS)
        worth = 0
        if empty >= SORTED_FROM:
            replies = flipping_cells(yours ^ flips, mine | flips | placed, NO_CLOSERS) & free & ~placed
            worth = 2 * count_cells(replies) + 2 * count_cells(replies & CORNERS) + (0 if odd & placed else 1)
        at = place
        while at > 0 and node.worths[at - 1] > worth:
            node.cells[at], node.worths[at] = node.cells[at - 1], node.worths[at - 1]
            node.flips[at] = node.flips[at - 1]
            at -= 1
        node.cells[at], node.worths[at], node.flips[at] = cell, worth, flips
        place += 1
    return UNKNOWN


@compiled
def play_out(mine, yours, low, high, to_winner, spent):
    """The lead at the end with up to LAST empty cells: exact between low and high, else a bound on that side."""
    nodes, level = np.empty(LAST, NODE), 0
    nodes[0].mine, nodes[0].yours = mine, yours
    lead = open_node(nodes[0], low, high, to_winner, spent)
    while True:
        node = nodes[level]
        if lead == UNKNOWN:  # try the next move of this node
            if node.next < node.count:
                below, move = nodes[level + 1], node.next
                flips = node.flips[move]
                below.mine = node.yours ^ flips
                below.yours = node.mine | flips | BOARD.bit(node.cells[move])
                node.next = move + 1
                level += 1
                lead = open_node(below, -node.high, -node.low, to_winner, spent)
                continue
            lead = node.sign * node.best
        if level == 0:
            return lead
        level -= 1
        node = nodes[level]
        if -lead > node.best:
            node.best = -lead
            node.low = max(node.low, -lead)
            if -lead >= node.high:
                node.next = node.count  # no need to try the others
        lead = UNKNOWN


@compiled
def exact_lead(state, low, high, spent):
    """The mover's lead at the end, if few cells are empty."""
    if count_cells(free_cells(state)) > LAST:
        return TOO_EARLY
    mover = state.mover
    return play_out(state.discs[mover], state.discs[1 - mover], low, high, state.empties == EMPTIES.winner, spent)


@compiled
def lead_bound(state):
    """The largest lead the mover can have at the end: discs that cannot be flipped stay."""
    return lead_bound_against(state.discs[1 - state.mover])


@compiled
def settled(state):
    """A player wins whose discs that can never be flipped fill more than half of the board. [MA7, MA12]"""
    for player in range(2):
        if lead_bound_against(state.discs[player]) < 0:
            return win_of(player)
    return Ending.NONE


@compiled
def order_score(state, move, after):
    """How early to try a move: fewer replies for the opponent come first, corners above all. [MA6]"""
    if move >= CELLS:
        return 0
    mine, free = after.discs[state.mover], free_cells(after)
    replies = count_cells(after.choices) + count_cells(after.choices & CORNERS)
    exposed = count_cells(mine & around(free))
    is_odd = odd_cells(free_cells(state)) & BOARD.bit(move) != 0
    return -160 * replies - 10 * exposed + 20 * stable_count(mine) + (40 if is_odd else 0)
