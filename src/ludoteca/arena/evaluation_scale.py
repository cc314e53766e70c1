"""Fitting what an evaluation means: how often a game is drawn about it, and how many points a unit of it is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludoteca.search.values import MOST, UNIT

Floats = npt.NDArray[np.float64]
WIDEST = MOST / UNIT  # all but certain to be drawn
CLOSE = 4.0  # units of evaluation, 98 in 100: beyond, a game is as good as over
STEPS = 200  # tried on the way to the largest lead
NARROWED = 60  # times the interval of the band is cut by a third


@dataclass(frozen=True)
class Outlook:
    """What turns an evaluation into chances and points (see `search.values`)."""

    draw_band: float
    points_per_unit: float
    most_points: float


def fit_outlook(sums: Floats, results: Floats, leads: Floats) -> Outlook:
    """Fit all of it to evaluations, results (1, 0.5, 0) and final leads of the mover (NaN where there is none)."""
    sums = np.clip(sums, -MOST / UNIT, MOST / UNIT)
    slope = fit_slope(sums, leads)
    return Outlook(fit_band(sums, results), slope, fit_most(sums * slope, leads))


def fit_band(sums: Floats, results: Floats) -> float:
    """The band that makes the results most likely; the likelihood has one peak, closed in on from both sides.

    What is neither won, drawn nor lost, an expectation, tells nothing of draws.
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
    """The lead by the evaluation: least squares through the origin, over games that are not as good as over."""
    chosen = np.isfinite(leads) & (np.abs(sums) <= CLOSE)
    squares = float(np.square(sums[chosen]).sum())
    return float((sums[chosen] * leads[chosen]).sum()) / squares if squares > 0 else 0.0


def fit_most(expected: Floats, leads: Floats) -> float:
    """Where leads expected of the evaluation are best cut off: a game that is won for certain may be won by little."""
    chosen = np.isfinite(leads)
    if not chosen.any():
        return 0.0
    limits = np.linspace(0, np.abs(expected[chosen]).max(), STEPS + 1)
    errors = [np.square(np.clip(expected[chosen], -most, most) - leads[chosen]).sum() for most in limits]
    return float(limits[np.argmin(errors)])


def _likelihood(band: float, sums: Floats, results: Floats) -> float:
    """The logarithm of how likely the results are, of won, lost and drawn positions."""
    gap = np.where(results == 0.5, -band, band) - np.where(results == 0, -sums, sums)
    decided = -np.logaddexp(0, gap)  # log s(v - b) where won, log s(-v - b) where lost, log s(v + b) where drawn
    drawn = -np.logaddexp(0, sums - band) + np.log(-np.expm1(-2 * band) if band > 0 else 1e-300)
    return float((decided + np.where(results == 0.5, drawn, 0.0)).sum())
