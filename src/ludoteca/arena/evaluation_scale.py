"""Fits what an evaluation means: how often a game at this value is drawn, and how many points a unit is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludoteca.search.values import MOST, UNIT

Floats = npt.NDArray[np.float64]
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
