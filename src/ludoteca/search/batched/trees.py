"""The trees of a batched search: one per row, in arrays that are never allocated again.

Children are the legal moves, siblings are adjacent, and node 0 is the root.  A node's total is counted for the player
who moved into it, as in `search/mcts.py`, so a player may move twice in a row.  Functions that take a row touch nothing
of the others except for scratch (`Games.spare` and `room`), so a GPU can give each row a thread.

A node has a single path to it.  How the game ends there, by the rules, by repetition or by length, is therefore as
fixed as its position, and counts as proven.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.layouts import set_error_code
from ludoteca.errors import BrokenRules
from ludoteca.kernel import verbs
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.verbs import Ending
from ludoteca.play.encoder import NO_ACTION, action_of
from ludoteca.play.game_rows import advance, judge, legal_moves
from ludoteca.search.mcts import is_win
from ludoteca.search.tree import FULL, UNEXPANDED

BYTES_PER_NODE = 46
CHILD = 2  # the scratch state in which children are played; `game_rows` uses the last one


class Trees(NamedTuple):
    """Arrays by row and node."""

    first: Any  # the first child, UNEXPANDED or FULL
    count: Any  # the number of children
    parent: Any  # OFF for the root
    move: Any  # the move that leads here
    action: Any  # its number
    seat: Any  # who played it; at the root, who is to move
    visits: Any
    totals: Any  # the sum of results from -1 to 1, for `seat`
    proof: Any  # an Ending, once it is certain how the game ends from here
    prior: Any  # the network's probability of the move
    logit: Any  # its logarithm
    value: Any  # the network's value of an expanded node, for the player to move
    used: Any  # by row: the number of nodes
    moved: Any  # scratch: where nodes go when a part of a tree is kept


class Games(NamedTuple):
    """The games at the roots, by row (`play/game_rows.py`), and what they share."""

    states: Any
    rows: Any
    keys: Any  # of the game so far; those after the root's are scratch
    which: Any  # the variant
    action_tables: Any  # by variant
    spare: Any
    room: Any


class Leaves(NamedTuple):
    """The positions that wait for the network: at most one per row, adjacent from the beginning."""

    states: Any
    rows: Any
    nodes: Any
    owners: Any  # their rows
    seats: Any  # who is to move
    which: Any


def new_trees(rows: int, capacity: int) -> Trees:
    """Trees with unexpanded roots; memory is not touched before it is needed."""
    shape = rows, capacity
    trees = Trees(
        first=np.zeros(shape, np.int32),
        count=np.zeros(shape, np.int32),
        parent=np.zeros(shape, np.int32),
        move=np.zeros(shape, np.int32),
        action=np.zeros(shape, np.int32),
        seat=np.zeros(shape, np.int8),
        visits=np.zeros(shape, np.int32),
        totals=np.zeros(shape, np.float64),
        proof=np.zeros(shape, np.int8),
        prior=np.zeros(shape, np.float32),
        logit=np.zeros(shape, np.float32),
        value=np.zeros(shape, np.float32),
        used=np.ones(rows, np.int32),
        moved=np.zeros(shape, np.int32),
    )
    trees.first[:, 0], trees.parent[:, 0] = UNEXPANDED, OFF
    return trees


@compiled
def clear(trees: Any, row: int, state: Any) -> None:
    """Back to an unexpanded root."""
    trees.first[row, 0] = UNEXPANDED
    trees.count[row, 0] = 0
    trees.parent[row, 0] = OFF
    trees.seat[row, 0] = state.mover
    trees.visits[row, 0] = 0
    trees.totals[row, 0] = 0.0
    trees.proof[row, 0] = Ending.NONE
    trees.used[row] = 1


@compiled
def clear_all(trees: Any, games: Any, is_chosen: Any) -> None:
    """Forget the trees of the chosen rows."""
    for row in range(len(is_chosen)):
        if is_chosen[row]:
            clear(trees, row, games.states[row])


@compiled
def exact_value(how: int, player: int) -> float:
    """A finished game for one player: 1, 0 or -1."""
    if how == Ending.DRAW:
        return 0.0
    return 1.0 if is_win(how, player) else -1.0


@compiled
def is_lost(how: int, player: int) -> bool:
    """Whether the ending is a loss for that player."""
    return how != Ending.NONE and how != Ending.DRAW and not is_win(how, player)


@compiled
def mean_of(trees: Any, row: int, child: int, mover: int) -> float:
    """A visited or proven child's value for the player to move at its parent."""
    if trees.proof[row, child] != Ending.NONE:
        return exact_value(trees.proof[row, child], mover)
    return trees.totals[row, child] / trees.visits[row, child]


@compiled
def node_value(trees: Any, row: int, node: int, mover: int) -> float:
    """An expanded node's mean value, the network's included, for the player to move there."""
    if trees.proof[row, node] != Ending.NONE:
        return exact_value(trees.proof[row, node], mover)
    mean = trees.totals[row, node] / trees.visits[row, node]
    return mean if trees.seat[row, node] == mover else -mean


@compiled
def prove(trees: Any, row: int, node: int, mover: int) -> bool:
    """Whether the children determine how the game ends from this node; if so the node is marked."""
    best = Ending.SECOND_WINS if mover == 0 else Ending.FIRST_WINS
    is_open = False
    first = trees.first[row, node]
    for child in range(first, first + trees.count[row, node]):
        proof = trees.proof[row, child]
        if proof == Ending.NONE:
            is_open = True
        elif is_win(proof, mover):
            trees.proof[row, node] = proof
            return True
        elif proof == Ending.DRAW:
            best = Ending.DRAW
    if is_open:
        return False
    trees.proof[row, node] = best
    return True


@compiled
def prove_parents(trees: Any, row: int, node: int) -> None:
    """What a proven node proves about those above it."""
    while trees.parent[row, node] != OFF:
        mover = trees.seat[row, node]
        node = trees.parent[row, node]
        if trees.proof[row, node] != Ending.NONE or not prove(trees, row, node, mover):
            return


@compiled
def back_up(trees: Any, row: int, node: int, first_value: float) -> None:
    """Count a visit with this result, for the first player, from a node to the root."""
    while node != OFF:
        trees.visits[row, node] += 1
        trees.totals[row, node] += first_value if trees.seat[row, node] == 0 else -first_value
        node = trees.parent[row, node]


@compiled
def add_children(trees: Any, row: int, node: int, state: Any, moves: Any, count: int, logits: Any, table: Any) -> None:
    """Give a node its children, with priors from the network's logits of their actions."""
    first = trees.used[row]
    trees.used[row] += count
    highest, weight = -np.inf, 0.0
    for number in range(count):
        child, action = first + number, action_of(table, moves[number])
        if action == NO_ACTION:
            set_error_code(state, action)
            raise BrokenRules(verbs.BAD_ACTION)
        trees.first[row, child] = UNEXPANDED
        trees.count[row, child] = 0
        trees.parent[row, child] = node
        trees.move[row, child] = moves[number]
        trees.action[row, child] = action
        trees.seat[row, child] = state.mover
        trees.visits[row, child] = 0
        trees.totals[row, child] = 0.0
        trees.proof[row, child] = Ending.NONE
        trees.logit[row, child] = logits[action]
        if logits[action] > highest:
            highest = float(logits[action])
    for child in range(first, first + count):
        weight += math.exp(trees.logit[row, child] - highest)
    for child in range(first, first + count):
        logit = trees.logit[row, child] - highest - math.log(weight)
        trees.logit[row, child] = logit
        trees.prior[row, child] = math.exp(logit)
    trees.first[row, node] = first
    trees.count[row, node] = count


@compiled
def mark_endings(trees: Any, row: int, node: int, state: Any, spare: Any) -> None:
    """Note which moves end the game by the rules, so that no win in one is overlooked."""
    first = trees.first[row, node]
    for child in range(first, first + trees.count[row, node]):
        spare[CHILD] = state
        verbs.play(spare[CHILD], trees.move[row, child])
        trees.proof[row, child] = verbs.ending(spare[CHILD])


@compiled
def expand(trees: Any, games: Any, leaves: Any, place: int, logits: Any, value: float) -> None:
    """Give a leaf its children and count the visit, with the network's answer or, if it is proven now, its result."""
    row, node, state = leaves.owners[place], leaves.nodes[place], leaves.states[place]
    mover = state.mover
    trees.value[row, node] = value
    count = legal_moves(state, leaves.rows[place], games.keys[row], games.room, games.spare)
    if trees.used[row] + count > trees.first.shape[1]:
        trees.first[row, node] = FULL
    else:
        add_children(trees, row, node, state, games.room, count, logits, games.action_tables[games.which[row]])
        mark_endings(trees, row, node, state, games.spare)
        if prove(trees, row, node, mover):
            value = exact_value(trees.proof[row, node], mover)
            prove_parents(trees, row, node)
    back_up(trees, row, node, value if mover == 0 else -value)


@compiled
def expand_all(trees: Any, games: Any, leaves: Any, waiting: int, logits: Any, values: Any) -> None:
    """Give all waiting leaves their children."""
    for place in range(waiting):
        expand(trees, games, leaves, place, logits[place], float(values[place]))


@compiled
def begin_at_root(games: Any, row: int, leaves: Any, place: int) -> None:
    """Let a leaf begin as a copy of its row's game."""
    leaves.states[place] = games.states[row]
    leaves.rows[place] = games.rows[row]
    leaves.owners[place] = row


@compiled
def take_roots(trees: Any, games: Any, leaves: Any) -> int:
    """The roots that have no children yet, as leaves; returns how many there are."""
    waiting = 0
    for row in range(len(games.rows)):
        if games.rows[row].how == Ending.NONE and trees.first[row, 0] == UNEXPANDED:
            begin_at_root(games, row, leaves, waiting)
            leaves.nodes[waiting] = 0
            leaves.seats[waiting] = games.states[row].mover
            leaves.which[waiting] = games.which[row]
            waiting += 1
    return waiting


@compiled
def arrive(trees: Any, games: Any, row: int, node: int, leaves: Any, place: int) -> bool:
    """Whether a leaf needs the network; if not, its visit is counted."""
    state = leaves.states[place]
    if trees.proof[row, node] == Ending.NONE:
        judge(state, leaves.rows[place], games.keys[row], games.room, games.spare)
        trees.proof[row, node] = leaves.rows[place].how
    if trees.proof[row, node] != Ending.NONE:
        prove_parents(trees, row, node)
        back_up(trees, row, node, exact_value(trees.proof[row, node], 0))
        return False
    if trees.first[row, node] == FULL:
        value = float(trees.value[row, node])
        back_up(trees, row, node, value if state.mover == 0 else -value)
        return False
    leaves.nodes[place] = node
    leaves.seats[place] = state.mover
    leaves.which[place] = games.which[row]
    return True


@compiled
def keep_below(trees: Any, row: int, root: int) -> None:
    """Make the part of a tree below one node the whole tree, in place.

    Parents come before their children, so every node moves towards the beginning, over nodes that are done with.
    """
    moved = trees.moved[row]
    used = 0
    for node in range(trees.used[row]):
        parent = trees.parent[row, node]
        is_root = node == root
        if not is_root and (node < root or parent == OFF or moved[parent] == OFF):
            moved[node] = OFF
            continue
        if not is_root and trees.first[row, moved[parent]] == node:
            trees.first[row, moved[parent]] = used
        moved[node] = used
        trees.parent[row, used] = OFF if is_root else moved[parent]
        is_full = trees.first[row, node] == FULL  # there is room again
        trees.first[row, used] = UNEXPANDED if is_full else trees.first[row, node]
        trees.count[row, used] = trees.count[row, node]
        trees.move[row, used] = trees.move[row, node]
        trees.action[row, used] = trees.action[row, node]
        trees.seat[row, used] = trees.seat[row, node]
        trees.visits[row, used] = trees.visits[row, node]
        trees.totals[row, used] = trees.totals[row, node]
        trees.proof[row, used] = trees.proof[row, node]
        trees.prior[row, used] = trees.prior[row, node]
        trees.logit[row, used] = trees.logit[row, node]
        trees.value[row, used] = trees.value[row, node]
        used += 1
    trees.used[row] = used


@compiled
def play_action(trees: Any, games: Any, row: int, action: int) -> bool:
    """Play an action in a row's game, and keep what is known about the position after it; False if it is illegal."""
    state, room = games.states[row], games.room
    actions = games.action_tables[games.which[row]]
    for number in range(legal_moves(state, games.rows[row], games.keys[row], room, games.spare)):
        if action_of(actions, room[number]) == action:
            advance(state, games.rows[row], games.keys[row], room[number])
            judge(state, games.rows[row], games.keys[row], room, games.spare)
            first = trees.first[row, 0]
            for child in range(first, first + trees.count[row, 0]):
                if trees.action[row, child] == action and trees.first[row, child] >= 0:
                    keep_below(trees, row, child)
                    return True
            clear(trees, row, state)
            return True
    return False


@compiled
def play_actions(trees: Any, games: Any, actions: Any) -> int:
    """Play one action in every row that has one and whose game continues; the first row where it is illegal, or OFF."""
    for row in range(len(actions)):
        is_on = games.rows[row].how == Ending.NONE and actions[row] != OFF
        if is_on and not play_action(trees, games, row, actions[row]):
            return row
    return OFF
