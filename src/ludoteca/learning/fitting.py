"""Fitting an evaluation: quick self-play, the terms of every position, and a logistic regression on who won.

A fitted evaluation is the log odds that the mover wins, as searches and reports assume.  An `Outlook` says what else it
means: how often a game at this value is drawn, and how many points a unit is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.compiled import compiled
from ludoteca.errors import LudotecaError
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import Game
from ludoteca.learning.regression import log_loss
from ludoteca.learning.self_play import Played, SelfPlay, play_games, states_in
from ludoteca.play.position import Variant
from ludoteca.search.learned_evaluation import OWN, judged_by
from ludoteca.search.values import MOST, UNIT

Floats = npt.NDArray[np.float64]
HELD_OUT = 5  # every fifth game is held out for checking
RIDGE = 1e-3
OPENING = 6  # random moves at the beginning of a game, at most
BATCH = 10  # games between progress reports
SEED_STEP = 1_000_003
WIDEST = MOST / UNIT  # almost certainly drawn
CLOSE = 4.0  # units of evaluation, 98 in 100: beyond, a game is practically over
STEPS = 200  # tried on the way to the largest lead
NARROWED = 60  # times the interval of the band is cut by a third


@dataclass(frozen=True)
class Outlook:
    """What converts an evaluation into chances and points (see `search.values`)."""

    draw_band: float
    points_per_unit: float
    most_points: float


def fit_outlook(sums: Floats, results: Floats, leads: Floats) -> Outlook:
    """Fit everything to the mover's evaluations, results (1, 0.5, 0) and final leads (NaN if there are no points)."""
    sums = np.clip(sums, -MOST / UNIT, MOST / UNIT)
    slope = fit_slope(sums, leads)
    return Outlook(fit_band(sums, results), slope, fit_most(sums * slope, leads))


def fit_band(sums: Floats, results: Floats) -> float:
    """The band that makes the results most likely; the likelihood has one peak, narrowed down from both sides.

    Results that are expectations, neither won, drawn nor lost, say nothing about draws.
    """
    is_result = np.isin(results, (0.0, 0.5, 1.0))
    sums, results = sums[is_result], results[is_result]
    if not (results == 0.5).any():
        return 0.0
    low, high = 0.0, WIDEST
    for _ in range(NARROWED):
        third = (high - low) / 3
        if _likelihood(low + third, sums, results) < _likelihood(high - third, sums, results):
            low += third
        else:
            high -= third
    return (low + high) / 2


def fit_slope(sums: Floats, leads: Floats) -> float:
    """The lead per unit of evaluation: least squares through the origin, over games that are not practically over."""
    chosen = np.isfinite(leads) & (np.abs(sums) <= CLOSE)
    squares = float(np.square(sums[chosen]).sum())
    return float((sums[chosen] * leads[chosen]).sum()) / squares if squares > 0 else 0.0


def fit_most(expected: Floats, leads: Floats) -> float:
    """Where to cap the leads expected from the evaluation: a certain win may be a narrow one."""
    chosen = np.isfinite(leads)
    if not chosen.any():
        return 0.0
    limits = np.linspace(0, np.abs(expected[chosen]).max(), STEPS + 1)
    errors = [np.square(np.clip(expected[chosen], -most, most) - leads[chosen]).sum() for most in limits]
    return float(limits[np.argmin(errors)])


def _likelihood(band: float, sums: Floats, results: Floats) -> float:
    """The log-likelihood of the results of won, lost and drawn positions."""
    gap = np.where(results == 0.5, -band, band) - np.where(results == 0, -sums, sums)
    decided = -np.logaddexp(0, gap)  # log s(v - b) where won, log s(-v - b) where lost, log s(v + b) where drawn
    drawn = -np.logaddexp(0, sums - band) + np.log(-np.expm1(-2 * band) if band > 0 else 1e-300)
    return float((decided + np.where(results == 0.5, drawn, 0.0)).sum())


@compiled
def _terms_of(states: Any, count: int, out: Any) -> None:
    """The terms of each position."""
    for index in range(count):
        values = verbs.terms(states[index])
        for place in range(len(values)):
            out[index, place] = values[place]


@compiled
def _stages_of(states: Any, count: int, out: Any) -> None:
    """The stage of each position."""
    for index in range(count):
        out[index] = verbs.stage(states[index])


@dataclass(frozen=True)
class Sample:
    """Positions as terms, with the result for their mover: 1 won, 0.5 drawn, 0 lost.

    Before a random move the result is what the search expected, between 0 and 1.
    """

    terms: Floats
    results: Floats
    games: npt.NDArray[np.int64]  # which game a position is from
    stages: npt.NDArray[np.int64]  # which row of weights applies to the position
    leads: Floats  # of the mover at the end of the game, in points; NaN if the game has none


@dataclass(frozen=True)
class Fit:
    """Weights with the error on games they were not fitted to (mean log loss in bits per position)."""

    names: tuple[str, ...]
    stages: tuple[str, ...]  # empty if one set of weights serves the whole game
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
    noise: int = 10,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Sample:
    """Games of a shallow search against itself, with `noise` per cent random moves, evaluated by the terms."""
    game = variant.game
    if game.own(verbs.terms) is None or game.weights is None:
        raise LudotecaError(f"the evaluation of {game.title} is not made of named terms")
    if (terms_there := len(verbs.terms(variant.start(seed).state))) != len(game.term_names):
        raise LudotecaError(f"the evaluation of {game.title} has {terms_there} terms and {len(game.term_names)} names")
    how, parts = SelfPlay(opening=OPENING, noise=noise, depth=depth), []
    with judged_by(game, OWN):
        for first in range(0, games, BATCH):
            count = min(BATCH, games - first)
            played = play_games(variant, how, count, SEED_STEP * seed + first, None)
            parts.append(_sample(game, played, first))
            if progress is not None:
                progress(first + count)
    return Sample(*(np.concatenate([getattr(part, name) for part in parts]) for name in Sample.__dataclass_fields__))


def _sample(game: Game, played: Played, first: int) -> Sample:
    """The games as terms, numbered from the first on."""
    states = states_in(played.states, game.state)
    terms, stages = np.zeros((len(states), len(game.term_names))), np.zeros(len(states), dtype=np.int64)
    _terms_of(states, len(states), terms)
    if game.own(verbs.stage) is not None:
        _stages_of(states, len(states), stages)
    return Sample(
        terms,
        played.results.astype(np.float64),
        played.games.astype(np.int64) + first,
        stages,
        played.final_leads.astype(np.float64),
    )


def weighed(terms: Floats, stages: npt.NDArray[np.int64], weights: Floats) -> Floats:
    """The weighted sum of the terms of each position, by its stage."""
    return np.asarray((terms * np.atleast_2d(weights)[stages]).sum(axis=1))


def regress(terms: Floats, results: Floats, *, rounds: int = 50) -> Floats:
    """Logistic regression by Newton's method, with a small ridge so that it always has an answer."""
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
    """Fit the weights of a game's evaluation to a sample, each stage separately."""
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
