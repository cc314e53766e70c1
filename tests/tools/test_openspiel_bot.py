"""OpenSpiel's search as a bot: it plays every game that both programs know."""

from __future__ import annotations

import openspiel_bot
import pytest

import ludoteca
from ludoteca.bots.foreign_bots import answered
from ludoteca.search.limits import Limits


@pytest.mark.parametrize("name", sorted(openspiel_bot.GAMES))
def test_it_plays_legal_moves_against_itself(name):
    here, bot = ludoteca.game(name).start(), openspiel_bot.OpenSpiel(seed=1)
    bot.prepare(here)
    for _ in range(30):
        if here.outcome is None:
            here = here.play(answered(here, bot.choose(here, Limits(nodes=20))))
            assert (here.outcome is not None) == bot.state_of(here).is_terminal()


def test_it_finds_a_win():
    here = ludoteca.game("gomoku").start()
    for move in ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"):
        here = here.play(move)
    bot = openspiel_bot.OpenSpiel(seed=1)
    bot.prepare(here)
    assert bot.choose(here, Limits(nodes=2000)) == "e1"
