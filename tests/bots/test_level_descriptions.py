"""The sentences of the levels, which are shown for every game alike."""

from __future__ import annotations

import re

from ludoteca.bots.families import LEVEL_DESCRIPTIONS
from ludoteca.bots.levels import LEVELS


def test_every_level_has_a_sentence_of_its_own_that_fits_on_a_line():
    assert len(set(LEVEL_DESCRIPTIONS)) == len(LEVELS)
    assert all(sentence.endswith(".") and len(sentence) <= 80 for sentence in LEVEL_DESCRIPTIONS)


def test_no_sentence_claims_a_depth_that_a_game_with_more_moves_would_deny():
    claims = re.compile(r"ahead|depth|deep|ply|plies|your answer|threat|combination", re.IGNORECASE)
    assert [sentence for sentence in LEVEL_DESCRIPTIONS if claims.search(sentence)] == []
