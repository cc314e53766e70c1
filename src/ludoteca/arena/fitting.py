"""Fitting an evaluation: quick self-play, the terms of every position met, and a logistic regression on who won.

A fitted evaluation is the logarithm of the odds that the mover wins, which is what searches and reports take it for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.arena.evaluation_scale import Outlook, fit_outlook
from ludoteca.kernel import layouts, random_numbers, verbs
from ludoteca.kernel.broken_rules import explained
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.random_numbers import below
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Variant
from ludoteca.search.alphabeta import search_root
from ludoteca.search.ordering import order_root
from ludoteca.search.stop_flag import new_stop
from ludoteca.search.threads import run_interruptible
from ludoteca.search.transposition_table import new_transposition_table
from ludoteca.search.values import INFINITE
from ludoteca.search.workspace import new_workspace

Floats = npt.NDArray[np.float64]
HELD_OUT = 5  # every fifth game is kept for checking
RIDGE = 1e-3


@compiled
def _one_game(work: Any, table: Any, stop: Any, random: Any, kept: Any, depth: int, opening: int, noise: int) -> int:
    """Play one game from states[0], random at first and now and then later; the positions go to `kept`, counted."""
    count = 0
    while count < len(kept) and stop[0] == 0 and verbs.ending(work.states[0]) == Ending.NONE:
        kept[count] = work.states[0]
        moves = verbs.moves(work.states[0], work.moves[0])
        if count < opening or below(random, 100) < noise:
            move = work.moves[0, below(random, moves)]
        else:
            for last in range(moves - 1, 0, -1):  # equal moves are chosen among by chance
                other = below(random, last + 1)
                work.moves[0, last], work.moves[0, other] = work.moves[0, other], work.moves[0, last]
            order_root(work, moves)
            search_root(work, table, stop, depth, -INFINITE, INFINITE, 0, moves)
            move = work.moves[0, 0]
        verbs.play(work.states[0], move)
        count += 1
    return count


@compiled
def _terms_of(states: Any, count: int, terms: Any, out: Any) -> None:
    """The terms of each position."""
    for index in range(count):
        values = terms(states[index])
        for place in range(len(values)):
            out[index, place] = values[place]


@compiled
def _stages_of(states: Any, count: int, stage: Any, out: Any) -> None:
    """The stage of each position."""
    for index in range(count):
        out[index] = stage(states[index])


@dataclass(frozen=True)
class Sample:
    """Positions as terms, with the result for their mover: 1 won, 0.5 drawn, 0 lost."""

    terms: Floats
    results: Floats
    games: npt.NDArray[np.int64]  # which game a position is from
    stages: npt.NDArray[np.int64]  # which row of weights is the position's
    leads: Floats  # of the mover at the end of the game, in points; NaN where the game has none


@dataclass(frozen=True)
class Fit:
    """Weights with the error on games they were not fitted to (mean log loss in bits a position)."""

    names: tuple[str, ...]
    stages: tuple[str, ...]  # none where one set of weights serves the whole game
    weights: Floats  # by stage and term
    positions: int
    held_out_positions: int
    error: float
    error_before: float  # with the weights in use
    error_plain: float  # with the weights set by hand, at the best scale
    error_constant: float  # knowing nothing
    outlook: Outlook  # what the fitted evaluation means in draws and points
    outlook_before: Outlook  # what the one in use means


def self_play(
    variant: Variant,
    games: int,
    *,
    depth: int = 3,
    opening: int = 6,
    noise: int = 10,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Sample:
    """Games of a shallow search against itself, `noise` per cent of the moves random."""
    game = variant.game
    if game.terms is None or game.weights is None:
        raise LudotecaError(f"the evaluation of {game.title} is not made of named terms")
    if (terms_there := len(game.terms(variant.start(seed).state))) != len(game.term_names):
        raise LudotecaError(f"the evaluation of {game.title} has {terms_there} terms and {len(game.term_names)} names")
    random, table, stop = random_numbers.new_random(seed), new_transposition_table(8), new_stop()
    kept = layouts.new_states(min(variant.longest, 600) + 1, game.state)
    rows, results, numbers, stages, leads = [], [], [], [], []
    for number in range(games):
        work = new_workspace(variant.start(seed * 1_000_003 + number))
        work.repetition = 0  # the line of the game is not kept here; long games are cut off
        with explained(game, work.states):
            count = run_interruptible(partial(_one_game, work, table, stop, random, kept, depth, opening, noise), stop)
        terms = np.zeros((count, len(game.term_names)))
        _terms_of(kept, count, game.terms, terms)
        stage = np.zeros(count, dtype=np.int64)
        if game.stage is not None:
            _stages_of(kept, count, game.stage, stage)
        how, mover = verbs.ending(work.states[0]), kept.mover[:count]
        won = {Ending.FIRST_WINS: 0, Ending.SECOND_WINS: 1}.get(how)
        has_lead = game.has_points and how != Ending.NONE
        lead = float(verbs.margin(work.states[0])) if has_lead else np.nan
        leads.append(np.where(mover == 0, lead, -lead))
        rows.append(terms)
        stages.append(stage)
        results.append(np.full(count, 0.5) if won is None else (mover == won).astype(np.float64))
        numbers.append(np.full(count, number))
        if progress is not None:
            progress(number + 1)
    return Sample(
        np.concatenate(rows),
        np.concatenate(results),
        np.concatenate(numbers),
        np.concatenate(stages),
        np.concatenate(leads),
    )


def log_loss(sums: Floats, results: npt.NDArray[np.floating[Any]]) -> float:
    """How surprised the weighed sums are by the results, in bits a position."""
    chances = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return float(-np.mean(results * np.log2(chances) + (1 - results) * np.log2(1 - chances)))


def weighed(terms: Floats, stages: npt.NDArray[np.int64], weights: Floats) -> Floats:
    """The sum of the terms of each position by the weights of its stage."""
    return np.asarray((terms * np.atleast_2d(weights)[stages]).sum(axis=1))


def regress(terms: Floats, results: Floats, *, rounds: int = 50) -> Floats:
    """Logistic regression by Newton's method, with a little ridge so that it always has an answer."""
    scale = np.maximum(terms.std(axis=0), 1e-9)
    scaled = terms / scale
    weights = np.zeros(terms.shape[1])
    for _ in range(rounds):
        chances = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = scaled.T @ (results - chances) / len(results) - RIDGE * weights
        curve = (scaled.T * (chances * (1 - chances))) @ scaled / len(results) + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return np.asarray(weights / scale)


def fit(variant: Variant, sample: Sample) -> Fit:
    """Fit the weights of a game's evaluation to a sample, each stage by itself."""
    game = variant.game
    held_out = sample.games % HELD_OUT == 0
    learned = ~held_out
    weights = np.zeros((max(len(game.stage_names), 1), len(game.term_names)))
    for stage in range(len(weights)):
        chosen = learned & (sample.stages == stage)
        if chosen.any():
            weights[stage] = regress(sample.terms[chosen], sample.results[chosen])
    before = np.asarray(game.weights)
    plain = np.asarray(before if game.plain_weights is None else game.plain_weights)
    by_hand = weighed(sample.terms, sample.stages, plain)
    scale = regress(by_hand[learned, None], sample.results[learned])[0]

    fitted, in_use = (weighed(sample.terms, sample.stages, chosen) for chosen in (weights, before))

    def outlook(sums: Floats) -> Outlook:
        return fit_outlook(sums[learned], sample.results[learned], sample.leads[learned])

    def error(sums: Floats) -> float:
        return log_loss(sums[held_out], sample.results[held_out])

    return Fit(
        names=game.term_names,
        stages=game.stage_names,
        weights=weights,
        positions=int(learned.sum()),
        held_out_positions=int(held_out.sum()),
        error=error(fitted),
        error_before=error(in_use),
        error_plain=error(by_hand * scale),
        error_constant=error(np.zeros(len(sample.results))),
        outlook=outlook(fitted),
        outlook_before=outlook(in_use),
    )
