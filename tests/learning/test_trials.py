"""Trials: what is said of a learned evaluation is what its match shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from example_games import example

from ludoteca.arena.match import Standing
from ludoteca.bots import find_bot
from ludoteca.learning.trials import WAYS, Trial
from ludoteca.search import tree_search
from ludoteca.search.learned_evaluation import LearnedEvaluation, rules_digest
from ludoteca.search.mcts import CUT_OFF, RAVE, SHARE, TRUST, USES_PRIORS
from ludoteca.search.tree_search import TreeSearch

PLAYED = {
    "stronger with it": (0, 0, 2, 0, 10),
    "weaker with it": (10, 0, 2, 0, 0),
    "not certain": (3, 0, 5, 0, 4),
    "not tried": (0, 0, 0, 0, 0),
}


@pytest.mark.parametrize("words", PLAYED)
def test_the_verdict_is_as_sure_as_the_match(words: str, learned: LearnedEvaluation) -> None:
    counts = PLAYED[words]
    wins, losses = counts[2] + 2 * counts[4], counts[2] + 2 * counts[0]
    trial = Trial(learned, Standing(("with", "without"), counts, wins, 0, losses, (0, 0), (0, 0)))
    assert words in trial.verdict
    assert trial.is_surely_better == (words == "stronger with it")


def test_trees_that_play_on_use_it_as_the_trial_did(
    learned: LearnedEvaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written beside a game plays as what won."""
    variant = example("hexapawn")
    file = tmp_path / "evaluation.bin"
    file.write_bytes(learned.to_bytes())
    (way,) = (way for way in WAYS if way.plays_out)
    tried = find_bot(way.bot(100, file), seed=1).searcher  # type: ignore[attr-defined]
    monkeypatch.setattr(tree_search, "learned_for", lambda _: replace(learned, plays_out=True))
    monkeypatch.setattr(tree_search, "has_evaluation", lambda _: True)
    settings = TreeSearch(megabytes=1).settings_for(variant)
    assert settings.tolist() == tried.settings_for(variant).tolist()
    assert settings[TRUST] > 0 and settings[SHARE] > 0 and settings[RAVE] > 0
    assert settings[CUT_OFF] == settings[USES_PRIORS] == 0


@pytest.fixture
def learned() -> LearnedEvaluation:
    """One that knows nothing."""
    variant = example("hexapawn")
    block = np.zeros(64, np.uint8)
    return LearnedEvaluation(block, variant.name, rules_digest(variant), tuple(variant.board.names), "mcts")
