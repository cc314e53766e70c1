"""Monte Carlo tree search over verbs: UCT with proven results, and threads.

Which moves to try first is decided by `evaluate` (priors) or, if that is not used, by the games in which the move was
played later than here (known as RAVE): a good move is often good some plies later, and far more games show that.  A
game that has a function `move_prior` also says itself which moves look promising.

A node's total is counted for the player who moved into it, so a parent compares its children without changing signs,
whether the next ply is the same player's or not.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludoteca.compiler.atomic_numbers import add_to, claim
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import verbs
from ludoteca.kernel.random_numbers import below
from ludoteca.kernel.verbs import Ending
from ludoteca.search.tree import BEING_EXPANDED, FULL, POINT, UNEXPANDED, mean_value
from ludoteca.search.values import UNTIMED, WIN, judged
from ludoteca.search.workspace import occurs_before

DEEPEST = 400  # plies below the root that the tree may reach
SUPERKO = 2.0  # the index of the repetition mode
PLACES = 1 << 12  # for the moves of one playout, by hash
LONGEST_LINE = 30  # plies of a line after its first
VALUE, VISITS, IS_CERTAIN, MOVES, FIRST_MOVE = range(5)  # columns of a line
LINE_ROOM = FIRST_MOVE + 1 + LONGEST_LINE
(
    EXPLORATION,
    THRESHOLD,  # visits before a leaf gets children
    CUT_OFF,  # plies of a playout before it is evaluated; 0: it goes to the end
    LONGEST,  # plies that the game can last from the root on
    PAST,  # how many keys of earlier positions there are
    REPETITION,  # the index of its mode
    USES_PRIORS,
    RAVE,  # visits at which games with the move played later count as much as its own; 0: unused
    TRUST,  # visits that the evaluation of a move counts as, if it is not a prior; 0: unused
    SHARE,  # of a leaf's evaluation in the result of its playout, from 0 to 1
    FAVOUR,  # how much moves that `move_prior` finds promising are favoured; 0: unused
    SETTINGS,
) = range(12)
DRAWN_GAMES = 10.0  # each move starts with these if promising ones are favoured: a few later games prove little
VIRTUAL_LOSS = POINT  # charged during a visit, so that threads spread out


@compiled
def result_for(how: int, player: int) -> int:
    """A finished game in POINTs for one player."""
    if how == Ending.DRAW or how == Ending.NONE:
        return 0
    return POINT if (how == Ending.FIRST_WINS) == (player == 0) else -POINT


@compiled
def is_win(how: int, player: int) -> bool:
    """Whether the ending is a win for that player."""
    return (how == Ending.FIRST_WINS and player == 0) or (how == Ending.SECOND_WINS and player == 1)


@compiled
def note_move(noted: Any, player: int, move: int, playout: int) -> None:
    """Record a player's move in the playout with this number, instead of the opponent's same move later on."""
    place = (move * 0x9E3779B1 >> 12) & (PLACES - 1)
    noted[player, place, 0] = move
    noted[player, place, 1] = playout
    if noted[1 - player, place, 0] == move:
        noted[1 - player, place, 1] = 0


@compiled
def is_noted(noted: Any, player: int, move: int, playout: int) -> bool:
    """Whether it was recorded; a move whose slot was overwritten is forgotten."""
    place = (move * 0x9E3779B1 >> 12) & (PLACES - 1)
    return noted[player, place, 0] == move and noted[player, place, 1] == playout


@compiled
def first_judgement(state: Any) -> float:
    """The first player's expected result according to `evaluate`, in POINTs."""
    expected = math.tanh(0.5 * judged(state)) * POINT
    return expected if state.mover == 0 else -expected


@compiled
def playout(state: Any, last: int, room: Any, random: Any, plies: int, longest: int, noted: Any, number: int) -> int:
    """Random moves to the end, or for some plies and then an evaluation; POINTs for the first player.

    `last` is the move played just before, or OFF.  With a number, its moves are recorded.
    """
    for _ in range(min(plies, longest)):
        how = verbs.ending(state)
        if how != Ending.NONE:
            return result_for(how, 0)
        last = verbs.playout_move(state, random, last, room)
        if number and not is_noted(noted, 1 - state.mover, last, number):  # a point counts for who took it first
            note_move(noted, state.mover, last, number)
        verbs.play(state, last)
    how = verbs.ending(state)
    if how == Ending.NONE and longest <= plies:
        how = verbs.at_longest(state)
    if how != Ending.NONE:
        return result_for(how, 0)
    return int(first_judgement(state))


@compiled
def quality(tree: Any, child: int, rave: float, trust: float) -> float:
    """The mean result of a move, mixed with that of the games in which it was played later, which count less and less.

    The evaluation of the move counts as `trust` visits.
    """
    tried, later = tree.visits[child], tree.later_visits[child]
    weight = tried + trust
    mean = (tree.totals[child] / float(POINT) + trust * tree.prior[child]) / weight if weight > 0.0 else 0.0
    if later == 0:
        return mean
    share = math.sqrt(rave / (3.0 * tried + rave))
    return (1.0 - share) * mean + share * tree.later_totals[child] / (later * float(POINT))


@compiled
def favoured_quality(tree: Any, child: int, rave: float) -> float:
    """The same where promising moves are favoured: how much later games count also depends on how many there are."""
    later, weight = tree.later_visits[child], tree.visits[child] + DRAWN_GAMES
    mean = tree.totals[child] / (weight * POINT)
    if later == 0:
        return mean
    share = later / (later + weight + weight * later / rave)
    return (1.0 - share) * mean + share * tree.later_totals[child] / (later * float(POINT))


@compiled
def select(
    tree: Any,
    node: int,
    mover: int,
    exploration: float,
    uses_priors: bool,
    rave: float,
    trust: float,
    favour: float,
) -> int:
    """The child to visit next: proven wins at once, proven losses never, else the best upper bound.

    Of equal ones it is the first; their order is random: see `expand`.
    """
    first, count = tree.first[node], tree.count[node]
    visits = max(1, tree.visits[node])
    root, logarithm = math.sqrt(visits), math.log(visits)
    unknown = tree.totals[node] * 0.0
    best, best_value = first, -1e9
    for child in range(first, first + count):
        proof = tree.proof[child]
        if proof != Ending.NONE:
            if is_win(proof, mover):
                return child
            value = -1e6 if proof != Ending.DRAW else 0.0
            if proof == Ending.DRAW and tree.visits[child] == 0:
                value = 1e3
        elif uses_priors:
            tried = tree.visits[child]
            mean = tree.totals[child] / (tried * float(POINT)) if tried else unknown
            value = mean + exploration * 2.0 * tree.prior[child] * root / (1.0 + tried)
        elif favour > 0.0:
            tried = tree.visits[child]
            value = favoured_quality(tree, child, rave) + exploration * math.sqrt(logarithm / (1.0 + tried))
            value += favour * tree.prior[child] * root / (1.0 + tried)
        else:
            tried = tree.visits[child]
            if tried == 0 and tree.later_visits[child] == 0 and trust == 0.0:
                return child
            value = quality(tree, child, rave, trust) + exploration * math.sqrt(logarithm / (1.0 + tried))
        if value > best_value:
            best, best_value = child, value
    return best


@compiled
def drop_banned(states: Any, room: Any, count: int, keys: Any, here: int) -> int:
    """Superko: of the moves from states[1], keep those that do not repeat an earlier position."""
    kept = 0
    for index in range(count):
        if verbs.can_repeat(states[1], room[index]):
            states[2] = states[1]
            verbs.play(states[2], room[index])
            keys[here + 1] = verbs.repetition_key(states[2])
            if occurs_before(keys, here + 1):
                continue
        room[kept] = room[index]
        kept += 1
    return kept


@compiled
def reserve(tree: Any, count: int) -> int:
    """The first of this many new nodes for the caller alone; FULL, with nothing taken, if there are not enough."""
    while True:
        first = tree.used[0]
        if first + count > len(tree.first):
            return FULL
        if claim(tree.used, 0, first, first + count):
            return first


@compiled
def shuffle(moves: Any, count: int, random: Any) -> None:
    """Shuffle the first `count` moves, all orders equally likely."""
    for index in range(count - 1, 0, -1):
        other = below(random, index + 1)
        moves[index], moves[other] = moves[other], moves[index]


@compiled
def expand(
    tree: Any,
    node: int,
    states: Any,
    room: Any,
    uses_priors: bool,
    trust: float,
    favour: float,
    keys: Any,
    here: int,
    bans_repetition: bool,
    random: Any,
) -> bool:
    """Give the node its children; False if another thread is doing so, there is no room left, or it has none.

    They are in random order, so that of equal moves any may be the first.  A node has a single path to it, so which
    moves superko forbids is as fixed as its position.
    """
    if not claim(tree.first, node, UNEXPANDED, BEING_EXPANDED):
        return False
    state = states[1]
    count = verbs.moves(state, room)
    if bans_repetition:
        count = drop_banned(states, room, count, keys, here)
        if count == 0:
            tree.proof[node] = Ending.DRAW
            tree.first[node] = UNEXPANDED
            return False
    first = reserve(tree, count)
    if first == FULL:
        tree.first[node] = FULL
        return False
    shuffle(room, count, random)
    mover = state.mover
    heaviest, weight = -1e9, 0.0
    for index in range(count):
        child = first + index
        tree.first[child] = UNEXPANDED
        tree.count[child] = 0
        tree.move[child] = room[index]
        tree.visits[child] = 0
        tree.totals[child] = 0
        tree.proof[child] = Ending.NONE
        tree.prior[child] = 0.0
        tree.later_visits[child] = 0
        tree.later_totals[child] = 0
        if uses_priors or trust > 0.0:
            states[2] = state
            verbs.play(states[2], room[index])
            how = verbs.ending(states[2])
            if how != Ending.NONE:
                tree.proof[child] = how
                promise = 3.0 if is_win(how, mover) else (0.0 if how == Ending.DRAW else -6.0)
            else:
                promise = judged(states[2])
                promise = min(max(promise if states[2].mover == mover else -promise, -6.0), 6.0)
            tree.prior[child] = promise
            heaviest = max(heaviest, promise)
        elif favour > 0.0:
            tree.prior[child] = verbs.move_prior(state, room[index], tree.move[node])
            heaviest = max(heaviest, tree.prior[child])
    if trust > 0.0:
        for child in range(first, first + count):
            tree.prior[child] = math.tanh(0.5 * tree.prior[child])
    elif uses_priors or favour > 0.0:
        for child in range(first, first + count):
            tree.prior[child] = math.exp(tree.prior[child] - heaviest)
            weight += tree.prior[child]
        for child in range(first, first + count):
            tree.prior[child] /= weight
    tree.count[node] = count
    return claim(tree.first, node, BEING_EXPANDED, first)  # atomically, after everything else


@compiled
def mark_endings(tree: Any, states: Any) -> None:
    """Note which of the root's moves end the game: playouts may never try a move that is rarely good later.

    states[2] is overwritten.
    """
    for child in range(tree.first[0], tree.first[0] + tree.count[0]):
        states[2] = states[0]
        verbs.play(states[2], tree.move[child])
        how = verbs.ending(states[2])
        if how != Ending.NONE:
            tree.proof[child] = how


@compiled
def prove_from_children(tree: Any, node: int, mover: int) -> bool:
    """Whether the children determine how the game ends from this node; if so the node is marked."""
    first, count = tree.first[node], tree.count[node]
    best = Ending.SECOND_WINS if mover == 0 else Ending.FIRST_WINS
    is_open = False
    for child in range(first, first + count):
        proof = tree.proof[child]
        if proof == Ending.NONE:
            is_open = True
        elif is_win(proof, mover):
            tree.proof[node] = proof
            return True
        elif proof == Ending.DRAW:
            best = Ending.DRAW
    if is_open:
        return False
    tree.proof[node] = best
    return True


@compiled
def count_later(tree: Any, node: int, mover: int, noted: Any, number: int, gain: int) -> None:
    """Count the playout for each child whose move the mover played here or later."""
    first = tree.first[node]
    for child in range(first, first + tree.count[node]):
        if is_noted(noted, mover, tree.move[child], number):
            add_to(tree.later_visits, child, 1)
            add_to(tree.later_totals, child, gain)


@compiled
def grow(
    tree: Any,
    states: Any,
    room: Any,
    keys: Any,
    random: Any,
    stop: Any,
    done: Any,
    playouts: int,
    settings: Any,
) -> None:
    """Playouts until there are enough, the root is proven or the stop flag is set.

    states[0] is the root's; the move of the tree's root is the one just played, or OFF in a new tree.
    """
    exploration, threshold, longest = settings[EXPLORATION], int(settings[THRESHOLD]), int(settings[LONGEST])
    cutoff = int(settings[CUT_OFF]) or longest
    past, rave, uses_priors = int(settings[PAST]), settings[RAVE], settings[USES_PRIORS] != 0.0
    trust, share, favour = settings[TRUST], settings[SHARE], settings[FAVOUR]
    watches_repetition, bans_repetition = settings[REPETITION] != 0.0, settings[REPETITION] == SUPERKO
    ends_by_repetition = watches_repetition and not bans_repetition
    noted = np.zeros((2, PLACES if rave > 0 else 1, 2), np.int64)
    number = 0  # of this thread's playout, if its moves are recorded
    path = np.empty(DEEPEST + 2, np.int32)
    movers = np.empty(DEEPEST + 2, np.int8)
    if tree.first[0] >= 0:  # kept from the last search
        mark_endings(tree, states)
    while stop[0] == 0 and tree.proof[0] == Ending.NONE and add_to(done, 0, 1) < playouts:
        states[1] = states[0]
        state = states[1]
        if rave > 0:
            number += 1
        node, depth, has_repeated = 0, 0, False
        path[0] = 0
        while True:
            add_to(tree.visits, node, 1)
            if tree.proof[node] != Ending.NONE:
                break
            if watches_repetition:
                keys[past + depth] = verbs.repetition_key(state)
            if tree.first[node] < 0:
                how = verbs.ending(state)
                if how != Ending.NONE:
                    tree.proof[node] = how
                    break
                if depth > 0 and depth >= longest:
                    tree.proof[node] = verbs.at_longest(state)
                    break
                if depth > 0 and ends_by_repetition and occurs_before(keys, past + depth):
                    has_repeated = True  # effectively an end, but not a proven one
                    break
                if depth >= DEEPEST or (depth > 0 and tree.visits[node] <= threshold):
                    break
                if not expand(
                    tree, node, states, room, uses_priors, trust, favour, keys, past + depth, bans_repetition, random
                ):
                    break
                if depth == 0:
                    mark_endings(tree, states)
            mover = state.mover
            child = select(tree, node, mover, exploration, uses_priors, rave, trust, favour)
            movers[depth] = mover
            add_to(tree.totals, child, -VIRTUAL_LOSS)
            verbs.play(state, tree.move[child])
            node = child
            depth += 1
            path[depth] = node
        proof = tree.proof[node]
        if proof != Ending.NONE:
            first_result = result_for(proof, 0)
            for ply in range(depth - 1, -1, -1):
                if tree.proof[path[ply]] != Ending.NONE or not prove_from_children(tree, path[ply], movers[ply]):
                    break
        elif has_repeated:
            first_result = result_for(verbs.repeated(state), 0)
        else:
            judgement = first_judgement(state) if share > 0.0 else 0.0
            first_result = playout(state, tree.move[node], room, random, cutoff, longest - depth, noted, number)
            first_result = int((1.0 - share) * first_result + share * judgement)
        for ply in range(depth - 1, -1, -1):
            gain = first_result if movers[ply] == 0 else -first_result
            add_to(tree.totals, path[ply + 1], gain + VIRTUAL_LOSS)
            if rave > 0:
                note_move(noted, movers[ply], tree.move[path[ply + 1]], number)
                count_later(tree, path[ply], movers[ply], noted, number, gain)


@compiled
def rank(tree: Any, node: int, child: int, mover: int) -> int:
    """Proven wins rank first, proven losses last; a proven draw ranks above the rest only if the node is a draw too."""
    proof = tree.proof[child]
    if proof == Ending.NONE or proof == Ending.DRAW:
        return 1 if proof == Ending.DRAW and tree.proof[node] == Ending.DRAW else 0
    return 2 if is_win(proof, mover) else -1


@compiled
def is_better(tree: Any, node: int, child: int, other: int, mover: int) -> bool:
    """Whether one of a node's children ranks before another: by certainty, then by visits, then by results."""
    if rank(tree, node, child, mover) != rank(tree, node, other, mover):
        return rank(tree, node, child, mover) > rank(tree, node, other, mover)
    if tree.visits[child] != tree.visits[other]:
        return bool(tree.visits[child] > tree.visits[other])
    return bool(tree.totals[child] > tree.totals[other])


@compiled
def best_child(tree: Any, node: int, mover: int) -> Any:
    """The best of a node's children, the first of equals."""
    best = tree.first[node]
    for child in range(best + 1, tree.first[node] + tree.count[node]):
        if is_better(tree, node, child, best, mover):
            best = child
    return best


@compiled
def best_children(tree: Any, mover: int, most: int, out: Any) -> int:
    """The root's best children, best first; returns how many.

    Untried moves are left out, except the best one, which may be untried if all others are lost.
    """
    first, number = tree.first[0], 0
    best = best_child(tree, 0, mover)
    for child in range(first, first + tree.count[0]):
        if tree.visits[child] == 0 and tree.proof[child] == Ending.NONE and child != best:
            continue
        place = number
        while place > 0 and is_better(tree, 0, child, out[place - 1], mover):
            if place < most:
                out[place] = out[place - 1]
            place -= 1
        if place < most:
            out[place] = child
            number = min(number + 1, most)
    return number


@compiled
def child_value(tree: Any, child: int, states: Any) -> int:
    """The value of a move of states[0]: its mean result, or what is proven; states[1] is overwritten.

    A tree proves how the game ends, not when: its line is one of many.
    """
    proof = tree.proof[child]
    if proof == Ending.NONE:
        return mean_value(tree, child)
    if proof == Ending.DRAW:
        return 0
    states[1] = states[0]
    verbs.play(states[1], tree.move[child])
    value = UNTIMED if verbs.ending(states[1]) == Ending.NONE else WIN - 1
    return value if is_win(proof, states[0].mover) else -value


@compiled
def best_lines(tree: Any, states: Any, lines: int, children: Any, found: Any) -> int:
    """The root's best lines, best first, each in a row of `found`; returns how many.

    A row has the line's value, its visits, whether the result is certain, how many moves follow, and these.
    states[0] is the root's; states[1] is overwritten.
    """
    if tree.first[0] < 0:
        return 0
    number = best_children(tree, states[0].mover, lines, children)
    for place in range(number):
        node, row = children[place], found[place]
        row[VALUE], row[VISITS] = child_value(tree, node, states), tree.visits[node]
        row[IS_CERTAIN], row[MOVES], row[FIRST_MOVE] = tree.proof[node] != Ending.NONE, 1, tree.move[node]
        states[1] = states[0]
        verbs.play(states[1], tree.move[node])
        while row[MOVES] <= LONGEST_LINE and tree.first[node] >= 0 and verbs.ending(states[1]) == Ending.NONE:
            node = best_child(tree, node, states[1].mover)
            if tree.visits[node] == 0:
                break
            row[FIRST_MOVE + row[MOVES]] = tree.move[node]
            row[MOVES] += 1
            verbs.play(states[1], tree.move[node])
    return number
