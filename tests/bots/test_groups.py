"""Bots in groups: every one of them in just one, in the order in which a newcomer should meet them."""

from __future__ import annotations

import pytest

from ludoteca.bots import bot_names, registry
from ludoteca.bots.registry import OTHERS, bot_groups, bot_label
from ludoteca.games import game_names


@pytest.mark.parametrize("game", [None, *game_names()])
def test_every_bot_of_a_game_is_in_one_group_with_a_label_of_its_own(game):
    choices = [choice for group in bot_groups(game) for choice in group.bots]
    assert sorted(choice.spec for choice in choices) == sorted(bot_names(game))
    assert len({choice.label for choice in choices}) == len(choices)
    assert all(choice.explain.endswith(".") for choice in choices)


def test_levels_come_first_and_what_is_not_a_level_never_looks_like_the_next_one():
    titles = [group.title for group in bot_groups("gekitai")]
    assert titles[:3] == ["Levels", "From the original program", "For experts"]
    levels, originals, experts = bot_groups("gekitai")[:3]
    assert [choice.label for choice in levels.bots] == [f"Level {number}" for number in range(1, 11)]
    assert [choice.label for choice in originals.bots] == ["Original Easy", "Original Hard"]
    assert [choice.spec for choice in experts.bots] == ["random", "greedy", "search", "alphabeta", "mcts"]


def test_a_game_without_an_original_program_has_no_such_group(monkeypatch):
    monkeypatch.setattr(registry, "package_bots", dict)
    assert [group.title for group in bot_groups("hexapawn")] == ["Levels", "For experts"]


def test_bots_of_other_packages_come_last(monkeypatch):
    class Point:
        dist = None

    monkeypatch.setattr(registry, "package_bots", lambda: {"stranger": Point()})
    group = bot_groups("gekitai")[-1]
    assert (group.title, [choice.spec for choice in group.bots]) == (OTHERS[0], ["stranger"])


def test_a_bot_with_settings_is_called_by_its_spec():
    assert bot_label("mcts:500ms") == "mcts:500ms"
    assert bot_label("classic4") == "Original Level 4"
