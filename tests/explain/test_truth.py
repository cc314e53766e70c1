"""Every claim is true: explanations held against the rules by `tools/check_explanations.py`, with few positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_explanations import check_game, table
from claim_checks import CHECKS, is_true
from example_games import example
from full_width import FullWidth

from ludoteca.explain import Claim, explain
from ludoteca.explain.templates import TEMPLATES
from ludoteca.play import load_game
from ludoteca.search.analysis import analyse

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", [str(EXAMPLES / "hexapawn.py"), "gekitai", "greener"])
def test_no_claim_is_false(name):
    found = check_game(name, positions=6, nodes=2000, limit=200_000, seed=3, is_watched=False)
    assert sum(row["claims"] for row in found.values()) >= 12
    assert [row["examples"] for row in found.values() if row["false"]] == [], table(found)


def test_every_kind_of_claim_has_a_check():
    assert set(CHECKS) == set(TEMPLATES)


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("only_move", {}),
        ("wins_at_once", {"player": 1, "reason": "three in line"}),
        ("wins_by_force", {"player": 1, "plies": 3}),
        ("lets_win", {"player": 0, "line": ["f6"]}),
        ("loses_by_force", {"player": 0, "plies": 2}),
        ("blocks", {"player": 0, "line": ["d2"]}),
        ("threatens", {"player": 1, "line": ["d4"]}),
        ("captures", {"count": 2, "piece": "disc", "player": 0}),
        ("flips", {"count": 2, "piece": "disc", "player": 0}),
        ("removes", {"count": 1, "piece": "disc", "player": 0}),
        ("gives_up", {"count": 1, "piece": "disc", "player": 1}),
        ("takes", {"count": 1, "colour": "red", "piece": "disc"}),
        ("sets_up", {"cells": ["a1", "b1"]}),
        ("sets_up_by_push", {"cells": ["a1", "b1"]}),
        ("completes", {"cells": ["a1", "b1"]}),
        ("completes_by_push", {"cells": ["a1", "b1"]}),
        ("completes_theirs", {"cells": ["a1", "b1"], "player": 0}),
        ("loses_at_once", {"player": 1, "reason": "three in line"}),
        ("chances", {"player": 1, "percent": 3, "depth": 3}),
        ("terms", {"terms": [{"words": "improves the stone count", "term": "", "player": 0, "change": 9.0}]}),
    ],
)
def test_a_false_claim_is_found_out(kind, arguments):
    variant = load_game("gekitai")
    position = variant.position("rr..../....../...b../....../....../...... b")
    report = analyse(position, None, nodes=2000, lines=2, seed=1)
    told = explain(position, report.best, report)  # b2 pushes both stones off the board
    assert str(report.best) == "b2"
    assert is_true(told, Claim(kind, arguments), report, FullWidth(variant, 200_000)) is False


@pytest.mark.parametrize("kind", ["all_lose", "only_move_not_losing", "only_winning_move", "holds_draw", "lets_win"])
def test_a_false_claim_about_the_result_is_found_out(kind):
    variant = example("hexapawn")
    position = variant.position("bbb/.w./w.w b")  # Black may take with either pawn, and wins
    report = analyse(position, None, nodes=20_000, lines=2)
    told = explain(position, "a3-b2", report)
    claim = Claim(kind, {"player": 1, "line": ["a1-b2"]})
    assert is_true(told, claim, report, FullWidth(variant, 200_000)) is False
    assert is_true(told, Claim("wins_surely", {"player": 1}), report, FullWidth(variant, 200_000)) is True
