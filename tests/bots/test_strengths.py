"""Strengths: the usual ladder as a slope that only climbs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludoteca.bots.levels import STRONGEST, USUAL, WEAKEST, bot_at, rung_at


@pytest.mark.parametrize("method", USUAL)
def test_the_whole_numbers_are_the_usual_levels(method):
    assert tuple(rung_at(method, strength) for strength in range(10)) == USUAL[method]


@pytest.mark.parametrize("method", USUAL)
def test_more_strength_looks_further_and_is_choosier(method):
    rungs = [rung_at(method, WEAKEST + (STRONGEST - WEAKEST) * step / 40) for step in range(41)]
    for lower, higher in pairwise(rungs):
        assert higher.limits(30).nodes >= lower.limits(30).nodes and higher.spread <= lower.spread
        assert higher != lower


def test_the_strongest_works_out_endings_as_the_last_level_does():
    assert [bot_at("mcts", strength).level for strength in (0.0, 8.9, STRONGEST)] == [1, 1, 10]


@pytest.mark.parametrize(
    ("method", "most"), [("alphabeta", 60_000), ("alphabeta", 50), ("mcts", 30_000), ("mcts", 900)]
)
def test_where_the_strongest_looks_at_less_all_strengths_still_differ(method, most):
    rungs = [rung_at(method, float(strength), most) for strength in range(int(WEAKEST), 10)]
    assert rungs[-1].nodes == most == max(rung.nodes for rung in rungs)
    assert len(set(rungs)) >= len(rungs) - 2  # without a spread, nodes alone tell strengths apart
    assert [rung.nodes for rung in rungs] == sorted(rung.nodes for rung in rungs)
    assert rung_at(method, STRONGEST, 10**9) == USUAL[method][-1]
