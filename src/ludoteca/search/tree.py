"""The tree of a Monte Carlo search: flat arrays, siblings adjacent, shared by threads without locks."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel.boards import OFF
from ludoteca.search.limits import enough_memory
from ludoteca.search.values import MOST, UNIT

UNEXPANDED, BEING_EXPANDED, FULL = -1, -2, -3  # instead of the first child
BYTES_PER_NODE = 45
POINT = 1 << 20  # a won game, in `totals`
MOST_NODES = 2**31 - 2**20  # their indices are stored in 32 bits
LOOK_EVERY = 4096  # nodes between two checks of the stop flag


class Tree(NamedTuple):
    """Arrays by node; the root is node 0."""

    first: Any  # the first child, or one of the constants above
    count: Any  # the number of children
    move: Any  # the move that leads here; the root of a new tree has OFF, as browsers do not know its last move
    visits: Any
    totals: Any  # the sum of results for the player who moved here, in POINTs from -1 to 1 per visit
    proof: Any  # an Ending, once it is certain how the game ends from here
    prior: Any  # how promising the move looks before anything is known, 0 to 1
    later_visits: Any  # how often the move was played here or later in the game
    later_totals: Any  # the sum of those results, as in `totals`
    used: Any  # [0]: the number of nodes


def new_tree(megabytes: float) -> Tree:
    """A tree with an unexpanded root and room for as many nodes as fit."""
    capacity = min(max(1000, int(megabytes * 2**20 / BYTES_PER_NODE)), MOST_NODES)
    with enough_memory(megabytes):
        tree = _blank(capacity)
    clear(tree)
    return tree


def _blank(capacity: int) -> Tree:
    """Memory that is not touched before it is needed, however much it is."""
    return Tree(
        first=np.zeros(capacity, dtype=np.int32),
        count=np.zeros(capacity, dtype=np.int32),
        move=np.zeros(capacity, dtype=np.int32),
        visits=np.zeros(capacity, dtype=np.int32),
        totals=np.zeros(capacity, dtype=np.int64),
        proof=np.zeros(capacity, dtype=np.int8),
        prior=np.zeros(capacity, dtype=np.float32),
        later_visits=np.zeros(capacity, dtype=np.int32),
        later_totals=np.zeros(capacity, dtype=np.int64),
        used=np.ones(1, dtype=np.int64),
    )


def clear(tree: Tree) -> None:
    """Back to an unexpanded root."""
    tree.first[0] = UNEXPANDED
    for array in (tree.count, tree.visits, tree.totals, tree.proof):
        array[0] = 0
    tree.move[0] = OFF
    tree.used[0] = 1


@compiled
def mean_value(tree: Any, node: int) -> int:
    """A node's mean result as a value of `values`: the log odds, for the player who moved here."""
    visits = tree.visits[node] + 2  # as if one more had been won and one lost: a few visits prove little
    chance_of_winning = min(max(0.5 + 0.5 * tree.totals[node] / (visits * POINT), 1e-6), 1 - 1e-6)
    return int(min(max(math.log(chance_of_winning / (1 - chance_of_winning)) * UNIT, -MOST), MOST))


@compiled
def _copy_node(old: Any, source: int, new: Any, target: int) -> None:
    new.first[target] = old.first[source]  # still the old children's index; corrected by `transplant`
    new.count[target] = old.count[source]
    new.move[target] = old.move[source]
    new.visits[target] = old.visits[source]
    new.totals[target] = old.totals[source]
    new.proof[target] = old.proof[source]
    new.prior[target] = old.prior[source]
    new.later_visits[target] = old.later_visits[source]
    new.later_totals[target] = old.later_totals[source]


@compiled
def transplant(old: Any, root: int, new: Any, stop: Any) -> None:
    """Make the part of a tree below one node a tree of its own, so that its work is not lost after a move.

    Nodes nearest to the root come first; those not reached before the stop flag is set are dropped.
    """
    _copy_node(old, root, new, 0)
    used = 1
    done = 0
    is_late = False
    while done < used:
        source = new.first[done]
        is_late = is_late or (done % LOOK_EVERY == 0 and stop[0] != 0)
        if source >= 0 and not is_late:
            new.first[done] = used
            for child in range(new.count[done]):
                _copy_node(old, source + child, new, used + child)
            used += new.count[done]
        elif source != UNEXPANDED:
            new.first[done] = UNEXPANDED
        done += 1
    new.used[0] = used
