"""Which move a batched search visits next, and what it finally says about the root: PUCT and Gumbel.

PUCT is that of AlphaZero, except that a move not visited yet counts as good as the position it is played from.  Gumbel
is that of "Policy improvement by planning with Gumbel" (Danihelka and others, 2022): sequential halving among the
root's most promising moves, and below it the moves whose visits lag most behind an improved policy.  Both never visit a
move that is proven to lose while there is another; a proven win ends the search of its row.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel.verbs import Ending
from ludoteca.play.game_rows import advance
from ludoteca.search.batched.trees import arrive, begin_at_root, is_lost, mean_of, node_value
from ludoteca.search.mcts import is_win

EXPLORATION_GROWTH = 19_652  # visits until exploration has grown by log(2), as in AlphaZero
VALUE_SCALE, VISIT_OFFSET = 0.1, 50  # how much the values of moves count against their logits, as in the paper


class Selection(NamedTuple):
    """How a search selects moves; arrays by row and number of the root's move."""

    is_gumbel: Any
    exploration: Any
    actions: Any  # how many numbers for moves there are, legal or not
    root_priors: Any  # PUCT: the priors at the root, with noise
    noise: Any  # Gumbel: added to the logits at the root
    begun: Any  # visits before this search
    schedule: Any  # by number of moves considered and simulation: the visits that the next move considered has


@cache
def halving_schedule(most: int, simulations: int) -> Any:
    """Sequential halving, for up to `most` moves: by moves and simulation, how often the next one has been visited."""
    rows = np.zeros((most + 1, simulations), np.int32)
    for moves in range(most + 1):
        rows[moves] = halving_of(moves, simulations)
    return rows


def halving_of(moves: int, simulations: int) -> list[int]:
    """The same for one number of moves: rounds in which all are visited equally often, each with half as many."""
    if moves <= 1:
        return list(range(simulations))
    rounds, visits, considered = math.ceil(math.log2(moves)), [0] * moves, moves
    planned: list[int] = []
    while len(planned) < simulations:
        for _ in range(max(1, simulations // (rounds * considered))):
            planned += visits[:considered]
            visits[:considered] = [count + 1 for count in visits[:considered]]
        considered = max(2, considered // 2)
    return planned[:simulations]


@compiled
def best_by_puct(trees: Any, selection: Any, row: int, node: int, mover: int) -> int:
    """The child with the best upper bound; the first of equals."""
    first, visits = trees.first[row, node], trees.visits[row, node]
    unvisited = node_value(trees, row, node, mover)
    growth = math.log((visits + EXPLORATION_GROWTH + 1.0) / EXPLORATION_GROWTH)
    weight = (selection.exploration + growth) * math.sqrt(visits)
    best, best_score = first, -np.inf
    for child in range(first, first + trees.count[row, node]):
        if is_lost(trees.proof[row, child], mover):
            continue
        tried = trees.visits[row, child]
        is_known = tried > 0 or trees.proof[row, child] != Ending.NONE
        mean = mean_of(trees, row, child, mover) if is_known else unvisited
        prior = selection.root_priors[row, child - first] if node == 0 else trees.prior[row, child]
        score = mean + weight * prior / (1.0 + tried)
        if score > best_score:
            best, best_score = child, score
    return best


class Scale(NamedTuple):
    """What turns values of a node's children into additions to their logits."""

    unvisited: Any  # the value of a move not visited yet
    lowest: Any
    factor: Any
    heaviest: Any  # the highest logit after the addition
    weight: Any  # the sum of the exponentials, relative to that
    tried: Any  # visits to all children


@compiled
def improved_logit(trees: Any, row: int, child: int, mover: int, scale: Any) -> float:
    """A move's logit after what the search has found."""
    is_known = trees.visits[row, child] > 0 or trees.proof[row, child] != Ending.NONE
    mean = mean_of(trees, row, child, mover) if is_known else scale.unvisited
    return trees.logit[row, child] + scale.factor * (mean - scale.lowest)


@compiled
def scale_of(trees: Any, selection: Any, row: int, node: int, mover: int) -> Any:
    """The scale of a node: unvisited moves get a mix of the network's value and those of visited moves."""
    first, count = trees.first[row, node], trees.count[row, node]
    lowest, highest, known, tried, most, prior, mixed = np.inf, -np.inf, 0, 0, 0, 0.0, 0.0
    for child in range(first, first + count):
        visits = trees.visits[row, child]
        tried += visits
        if visits > most:
            most = visits
        if visits > 0 or trees.proof[row, child] != Ending.NONE:
            mean = mean_of(trees, row, child, mover)
            known += 1
            prior += trees.prior[row, child]
            mixed += trees.prior[row, child] * mean
            if mean < lowest:
                lowest = mean
            if mean > highest:
                highest = mean
    unvisited = float(trees.value[row, node])
    if prior > 0.0:
        unvisited = (unvisited + tried * mixed / prior) / (tried + 1.0)
    if known < selection.actions:  # among all actions, also the illegal ones, as in mctx
        if unvisited < lowest:
            lowest = unvisited
        if unvisited > highest:
            highest = unvisited
    spread = highest - lowest
    if spread < 1e-8:
        spread = 1e-8
    factor = (VISIT_OFFSET + most) * VALUE_SCALE / spread
    scale = Scale(unvisited, lowest, factor, 0.0, 1.0, tried)
    heaviest, weight = -np.inf, 0.0
    for child in range(first, first + count):
        logit = improved_logit(trees, row, child, mover, scale)
        if logit > heaviest:
            heaviest = logit
    for child in range(first, first + count):
        weight += math.exp(improved_logit(trees, row, child, mover, scale) - heaviest)
    return Scale(unvisited, lowest, factor, heaviest, weight, tried)


@compiled
def furthest_behind(trees: Any, selection: Any, row: int, node: int, mover: int) -> int:
    """The child whose visits lag most behind the improved policy; the first of equals."""
    scale = scale_of(trees, selection, row, node, mover)
    first = trees.first[row, node]
    best, best_score = first, -np.inf
    for child in range(first, first + trees.count[row, node]):
        if is_lost(trees.proof[row, child], mover):
            continue
        share = math.exp(improved_logit(trees, row, child, mover, scale) - scale.heaviest) / scale.weight
        score = share - trees.visits[row, child] / (1.0 + scale.tried)
        if score > best_score:
            best, best_score = child, score
    return best


@compiled
def best_considered(trees: Any, selection: Any, row: int, mover: int, visits: int) -> int:
    """Of the root's moves visited this often in this search, the best with noise; of all if there is none."""
    scale = scale_of(trees, selection, row, 0, mover)
    first = trees.first[row, 0]
    best, best_score, is_due = first, -np.inf, False
    for child in range(first, first + trees.count[row, 0]):
        if is_lost(trees.proof[row, child], mover):
            continue
        number = child - first
        fits = trees.visits[row, child] - selection.begun[row, number] == visits
        score = improved_logit(trees, row, child, mover, scale) + selection.noise[row, number]
        if (fits and not is_due) or (fits == is_due and score > best_score):
            best, best_score, is_due = child, score, fits
    return best


@compiled
def searched_visits(trees: Any, selection: Any, row: int) -> Any:
    """How often this search has visited the root's moves: together, and the most visited one."""
    first, together, most = trees.first[row, 0], 0, 0
    for number in range(trees.count[row, 0]):
        visits = trees.visits[row, first + number] - selection.begun[row, number]
        together += visits
        if visits > most:
            most = visits
    return together, most


@compiled
def select(trees: Any, selection: Any, row: int, node: int, mover: int) -> int:
    """The child of an expanded node to visit next."""
    if not selection.is_gumbel:
        return best_by_puct(trees, selection, row, node, mover)
    if node != 0:
        return furthest_behind(trees, selection, row, node, mover)
    together, _ = searched_visits(trees, selection, row)
    among, last = trees.count[row, 0], selection.schedule.shape[1] - 1
    if among > len(selection.schedule) - 1:
        among = len(selection.schedule) - 1
    return best_considered(
        trees, selection, row, mover, selection.schedule[among, together if together < last else last]
    )


@compiled
def select_leaves(trees: Any, games: Any, selection: Any, leaves: Any) -> int:
    """One simulation in every row that is open, as far as the leaf; returns how many leaves wait for the network."""
    waiting = 0
    for row in range(len(games.rows)):
        if trees.first[row, 0] < 0 or trees.proof[row, 0] != Ending.NONE:
            continue
        begin_at_root(games, row, leaves, waiting)
        state, node = leaves.states[waiting], 0
        while trees.first[row, node] >= 0 and trees.proof[row, node] == Ending.NONE:
            node = select(trees, selection, row, node, state.mover)
            advance(state, leaves.rows[waiting], games.keys[row], trees.move[row, node])
        if arrive(trees, games, row, node, leaves, waiting):
            waiting += 1
    return waiting


@compiled
def begin_search(trees: Any, selection: Any, fraction: float) -> None:
    """Note the visits so far, and mix the noise, all positive, into the root's priors; Gumbel leaves it as it is."""
    for row in range(len(trees.used)):
        first, count = trees.first[row, 0], trees.count[row, 0]
        together = 0.0
        for number in range(count):
            selection.begun[row, number] = trees.visits[row, first + number]
            together += selection.noise[row, number]
        for number in range(count):
            prior = trees.prior[row, first + number]
            if fraction > 0.0 and not selection.is_gumbel:
                prior = (1.0 - fraction) * prior + fraction * selection.noise[row, number] / together
            selection.root_priors[row, number] = prior


@compiled
def is_candidate(trees: Any, row: int, child: int, mover: int) -> bool:
    """Whether a move at the root may be the best: only a win if one is proven, and a loss only if all are."""
    proof, result = trees.proof[row, child], trees.proof[row, 0]
    return proof == result if result != Ending.NONE else not is_lost(proof, mover)


@compiled
def share_of(trees: Any, selection: Any, row: int, child: int, mover: int, scale: Any) -> float:
    """A candidate's part in the policy, relative to the others."""
    if is_win(trees.proof[row, child], mover):
        return 1.0
    if selection.is_gumbel:
        share = math.exp(improved_logit(trees, row, child, mover, scale) - scale.heaviest)
    else:  # the prior decides where all visits went to moves that lose
        share = trees.visits[row, child] + 1e-6 * trees.prior[row, child]
    return share + 1e-12  # shares must not all be zero, whatever the network says


@compiled
def tell_roots(trees: Any, games: Any, selection: Any, policies: Any, values: Any, best: Any, visits: Any) -> None:
    """Write what the search says about the roots, by row: policy and visits by action, value, the best action."""
    for row in range(len(games.rows)):
        policies[row, :] = 0.0
        visits[row, :] = 0
        values[row], best[row] = 0.0, -1
        if trees.first[row, 0] < 0:
            continue
        mover, first, last = games.states[row].mover, trees.first[row, 0], trees.first[row, 0] + trees.count[row, 0]
        values[row] = node_value(trees, row, 0, mover)
        scale = scale_of(trees, selection, row, 0, mover)
        together, highest, chosen = 0.0, -1.0, first
        for child in range(first, last):
            visits[row, trees.action[row, child]] = trees.visits[row, child]
            if is_candidate(trees, row, child, mover):
                share = share_of(trees, selection, row, child, mover, scale)
                policies[row, trees.action[row, child]] = share
                together += share
                if share > highest:
                    chosen, highest = child, share
        for child in range(first, last):
            policies[row, trees.action[row, child]] /= together
        if selection.is_gumbel and trees.proof[row, 0] == Ending.NONE:
            _, most = searched_visits(trees, selection, row)
            chosen = best_considered(trees, selection, row, mover, most)
        best[row] = trees.action[row, chosen]
