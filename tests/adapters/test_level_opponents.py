"""Levels as opponents of the vector environment: they play as the bots of that name do."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from example_games import example

import ludoteca
from ludoteca.adapters.vector import VectorEnv
from ludoteca.bots import compiled_levels
from ludoteca.bots.compiled_levels import LevelTools, level_number
from ludoteca.bots.levels import LevelBot, Rung, rung
from ludoteca.games import find_game


class Noted:
    """Chance that notes what it was offered."""

    def choices(self, lines, weights):
        self.offered = {line.moves[0].code: weight for line, weight in zip(lines, weights, strict=True)}
        return lines


def offered_by_bot(position, strength, random=None):
    """The moves that a level bot chooses among, with their weights; one move if it leaves no choice."""
    bot = LevelBot("new", 1, 1, strength)
    bot.chance = noted = Noted()
    if random is not None:
        bot.prepare(position)
        bot.searcher.searcher_for(position, strength.limits(1)).randoms[0][:] = random
    move = bot.choose(position)
    return getattr(noted, "offered", {move.code: 1.0})


STRENGTHS = [
    Rung(30, 2.0),  # not enough to see every reply: at a glance
    Rung(90, 3.541),
    Rung(860, 0.8),
    Rung(3000, 0.2, each=40),
    Rung(900, 0.5, among=4),
    Rung(700, 0.3, among=1),
    Rung(2500, 0.0),
]


@pytest.mark.parametrize("strength", STRENGTHS, ids=lambda strength: strength.words("alphabeta"))
@pytest.mark.parametrize("options", [{}, {"repetition": "superko"}], ids=["threefold", "superko"])
def test_a_level_in_the_step_chooses_as_a_new_level_bot_does(strength, options, monkeypatch):
    monkeypatch.setattr(compiled_levels, "rung", lambda *_: strength)
    variant = ludoteca.game("gekitai", **options)
    env = VectorEnv(variant, 1, seed=1, opponent="level3", seat=0)
    position = env.position(0)
    for _ in range(12):
        action = int(env.random_actions()[0])
        weights = env.levels[0].tools.weights
        weights[:] = 0
        env.step(np.array([action]))
        asked = env.encoder.play(position, action)
        if env.dones[0]:
            position = env.position(0)
            continue
        expected = offered_by_bot(asked, strength)
        chosen = next(code for code in asked.codes if asked.follow(code)[1] == env.position(0))
        assert chosen in expected
        if len(expected) > 1:
            found = env.levels[0].tools.codes[: len(expected)].tolist()
            assert dict(zip(found, weights.tolist(), strict=False)) == pytest.approx(expected)
        position = asked.follow(chosen)[1]


def test_moves_are_drawn_by_their_weights():
    variant, games = ludoteca.game("gekitai"), 3000
    env = VectorEnv(variant, games, seed=1, opponent="level2", seat=1)
    expected = offered_by_bot(variant.start(), rung(variant.game, 2))
    played = [str(env.position(row)) for row in range(games)]
    for code, weight in expected.items():
        share = games * weight / sum(expected.values())
        assert abs(played.count(str(variant.start().follow(code)[1])) - share) < 6 * share**0.5 + 1


@pytest.mark.parametrize("strength", [Rung(20_000, 1.1, each=2), Rung(500, 0.4), Rung(60, 0.5, among=2), Rung(90, 0.0)])
def test_a_level_of_playouts_in_the_step_chooses_as_a_new_level_bot_does(strength, monkeypatch):
    monkeypatch.setattr(compiled_levels, "rung", lambda *_: strength)
    variant = example("hexapawn")
    env = VectorEnv(variant, 1, seed=1, opponent="level3", seat=0)
    position, compared = env.position(0), 0
    for _ in range(12):
        action, random = int(env.random_actions()[0]), env.save_rows(0).arrays["randoms"][0]
        weights = env.levels[0].tools.weights
        env.step(np.array([action]))
        asked = env.encoder.play(position, action)
        position = env.position(0)
        if asked.outcome is not None or len(asked.codes) == 1:
            continue
        expected = offered_by_bot(asked, strength, random)
        found = env.levels[0].tools.codes[: len(expected)].tolist()
        assert len(expected) == 1 or dict(zip(found, weights.tolist(), strict=False)) == pytest.approx(expected)
        assert found == list(expected)
        compared += 1
    assert compared > 5


def test_levels_that_work_out_endings_or_have_a_clock_are_asked_as_bots():
    gekitai, hexapawn = find_game("gekitai"), example("hexapawn").game
    assert [level_number(gekitai, f"level{level}") for level in range(12)] == [None, *range(1, 10), None, None]
    assert level_number(hexapawn, "level3") == 3 and level_number(hexapawn, "level9") is None
    assert level_number(gekitai, "greedy") is None
    env = VectorEnv(ludoteca.game("gekitai"), 1, opponent="level10", seat=0)
    assert isinstance(env.bot, LevelBot) and not env.levels


def test_tools_are_sent_around_without_what_is_in_them():
    tools = LevelTools(ludoteca.game("gekitai"), 9)
    assert len(pickle.dumps(tools)) < 1000
    assert pickle.loads(pickle.dumps(tools)).tools.strength == tools.tools.strength
