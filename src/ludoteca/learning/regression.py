"""Learning the weights of tables: logistic regression on the results of positions, with a small step for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.addresses import int32_at, int64_at
from ludoteca.compiler.compiled import compiled
from ludoteca.learning.model import Model, Weights
from ludoteca.play.planes import Words
from ludoteca.search.learned_tables import FEATURES, HEADER, TABLES, find_features

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int32]

STEPS = (8.0, 2.0, 0.5, 0.1)  # of the first pass, for all features together: the best one is taken
TRIED_ON = 50_000  # positions, to choose the step
SHRINK = 1e-6
PASSES = 12
RARE = 8  # positions, from which on a weight is kept
ROUNDED_TO = 0.01
PATIENCE = 2  # passes without improvement


@dataclass(frozen=True)
class Lesson:
    """Positions to learn from, and their results."""

    states: Words
    leads: Whole  # in points, of the first player
    offsets: Floats  # what is known about them already, if the tables are added to it; else 0
    targets: Floats  # from 0, lost, to 1, won: the result, mixed with the search's value
    results: Floats  # 1, 0.5 or 0
    is_held_out: npt.NDArray[np.bool_]  # for checking; not learned from


@dataclass(frozen=True)
class Learned:
    """Weights, and the error on games that they were not learned from, in bits per position."""

    weights: Weights
    error: float


def log_loss(sums: npt.NDArray[np.float64], results: npt.NDArray[np.floating[Any]]) -> float:
    """How surprised log odds are by the results, in bits per position."""
    chances = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return float(-np.mean(results * np.log2(chances) + (1 - results) * np.log2(1 - chances)))


@compiled
def read_features(states, index, lead, address, like, found):
    """Write which entries of the tables a position has; returns its stage."""
    header = int64_at(address, HEADER)
    tables = int32_at(address + header[TABLES], 2 * header[FEATURES])
    small = found[1]
    small[:] = 0
    stage = find_features(states[index : index + 1], address, lead, small, like)
    entries = found[0]
    for feature in range(header[FEATURES]):
        number = np.int64(small[feature]) & 0xFFFF
        entries[feature] = tables[2 * feature] + number if number < tables[2 * feature + 1] else -1
    return stage


@compiled
def sum_of(entries, weights):
    """The tables' value of a position."""
    total = 0.0
    for feature in range(len(entries)):
        if entries[feature] >= 0:
            total += weights[entries[feature]]
    return total


@compiled
def new_room(address):
    """Room for the features of a position."""
    features = int64_at(address, HEADER)[FEATURES]
    return np.zeros(features, np.int64), np.zeros(features, np.int16)


@compiled
def learn(states, leads, offsets, targets, order, address, like, weights, squares, step):
    """One pass over the positions, in an order: each weight moves less the more it has been moved."""
    found = new_room(address)
    for place in range(len(order)):
        index = order[place]
        stage = read_features(states, index, leads[index], address, like, found)
        if stage < 0:
            continue
        own, entries = weights[stage], found[0]
        worth = min(max(offsets[index] + sum_of(entries, own), -30.0), 30.0)
        error = targets[index] - 1.0 / (1.0 + np.exp(-worth))
        for feature in range(len(entries)):
            entry = entries[feature]
            if entry >= 0:
                slope = error - SHRINK * own[entry]
                squares[stage, entry] += slope * slope
                own[entry] += step * slope / np.sqrt(squares[stage, entry] + 1.0)


@compiled
def judge_all(states, leads, offsets, order, address, like, weights, out):
    """The model's value of each position, as log odds."""
    found = new_room(address)
    for place in range(len(order)):
        index = order[place]
        stage = read_features(states, index, leads[index], address, like, found)
        out[place] = offsets[index] + (sum_of(found[0], weights[stage]) if stage >= 0 else 0.0)


@compiled
def count_entries(states, leads, order, address, like, out):
    """By stage and entry, in how many positions it was looked up."""
    found = new_room(address)
    for place in range(len(order)):
        index = order[place]
        stage = read_features(states, index, leads[index], address, like, found)
        if stage >= 0:
            for entry in found[0]:
                if entry >= 0:
                    out[stage, entry] += 1


def abridged(model: Model, lesson: Lesson, weights: Weights) -> Weights:
    """Weights for storage: those learned from a few positions are dropped and the others rounded, to half the size."""
    counts = np.zeros(weights.shape, np.int32)
    learned = np.flatnonzero(~lesson.is_held_out)
    count_entries(lesson.states, lesson.leads, learned, model.body.ctypes.data, model.like, counts)
    return np.where(counts >= RARE, np.rint(weights / ROUNDED_TO) * ROUNDED_TO, 0).astype(np.float32)


def judged(model: Model, lesson: Lesson, weights: Weights, which: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The values of a model with weights for some positions of a lesson, as log odds."""
    out = np.empty(len(which))
    judge_all(lesson.states, lesson.leads, lesson.offsets, which, model.body.ctypes.data, model.like, weights, out)
    return out


def regress(
    model: Model,
    lesson: Lesson,
    weights: Weights,
    *,
    seed: int,
    passes: int = PASSES,
    tell: Callable[[int, float], None] | None = None,
) -> Learned:
    """Continue learning from some weights; the best of all passes on the held-out games is taken."""
    chance = np.random.default_rng(seed)
    learned, held_out = (np.flatnonzero(lesson.is_held_out == told) for told in (False, True))

    def error(of: Weights) -> float:
        return log_loss(judged(model, lesson, of, held_out), lesson.results[held_out])

    def go_through(which: npt.NDArray[np.int64], of: Weights, squares: Weights, step: float) -> None:
        order = chance.permutation(which)
        parts = lesson.states, lesson.leads, lesson.offsets, lesson.targets
        learn(*parts, order, model.body.ctypes.data, model.like, of, squares, step / model.features)

    def tried(step: float) -> float:
        own = weights.copy()
        go_through(chance.permutation(learned)[:TRIED_ON], own, np.zeros_like(own), step)
        return error(own)

    first_step = min(STEPS, key=tried)
    weights, squares = weights.copy(), np.zeros_like(weights)
    best, since = Learned(weights.copy(), error(weights)), 0
    for number in range(passes):
        go_through(learned, weights, squares, first_step * (1 - number / passes))
        now = error(weights)
        if tell is not None:
            tell(number + 1, now)
        if now < best.error:
            best, since = Learned(weights.copy(), now), 0
        else:
            since += 1
            if since >= PATIENCE:
                break
    return best
