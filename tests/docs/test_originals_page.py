"""docs/originals.md: every command, option, bot and set of rules that it names exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import call

import ludoteca
from ludoteca.bots import bot_names
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game, game_names

FOLDER = Path(__file__).parents[2]
PAGE = (FOLDER / "docs" / "originals.md").read_text()
CODES = sorted(set(re.findall(r"`([^`]+)`", PAGE)))
README = (FOLDER / "README.md").read_text()


@pytest.mark.parametrize("line", [code for code in CODES if code.startswith("ludoteca ")])
def test_every_command_of_the_page_exists_with_its_options(line):
    command, *words = shlex.split(line)[1:]
    described = call(command, "--help")
    assert described.exit_code == 0
    for flag in (word for word in words if word.startswith("--")):
        assert flag in described.stdout
    assert words[0] in game_names()
    if "--rules" in words:
        ludoteca.game(words[0], rules=words[words.index("--rules") + 1])
    for flag in {"--first", "--second"} & set(words):
        assert words[words.index(flag) + 1] in (*bot_names(words[0]), "human")


@pytest.mark.parametrize("setting", [code for code in CODES if re.fullmatch(r"[a-z_]+=[a-z0-9]+", code)])
def test_every_option_of_the_page_is_one_of_a_game_with_original_rules(setting):
    name, value = setting.split("=")
    taken = []
    for game in map(find_game, game_names()):
        try:
            game.choose({name: value})
        except LudotecaError:
            continue
        taken.append(game)
    assert any(game.rule_sets for game in taken)


def test_the_rules_stand_for_what_the_page_says():
    table = PAGE.split("## What the rules mean")[1].split("##")[0]
    for title, options in re.findall(r"^\| (\w+) \| (`.*) \|$", table, re.MULTILINE):
        game = find_game(title.lower())
        listed = set(re.findall(r"`(\w+=\w+)`", options))
        for rule_set in game.rule_sets[1:]:
            values = {f"{name}={text}" for name, text in game.rule_texts(rule_set).items()}
            assert values <= listed
        assert listed == {
            f"{name}={text}" for rule_set in game.rule_sets[1:] for name, text in game.rule_texts(rule_set).items()
        }


def test_every_bot_of_the_page_plays():
    named = {code for code in CODES if re.fullmatch(r"easy|hard|dumb|(level|classic)\d+", code)}
    assert named == {"easy", "hard", "dumb", "classic1", "classic5", "level1", "level10"}
    assert named <= set(bot_names())


def test_every_set_of_rules_has_its_command_on_the_page_and_its_bots_play():
    for game in map(find_game, game_names()):
        for rule_set in game.rule_sets[1:]:
            assert f"`ludoteca play {game.name} --rules {rule_set.name}`" in PAGE
            assert set(rule_set.bots) <= set(bot_names(game.name))


def test_the_readme_names_the_five_programs_and_their_commands():
    section = README.split("## The original programs")[1].split("\n## ")[0]
    for program in ("Greener_5", "Greener1", "T04_Gekitai5", "Mapello_4", "Glaisher_1"):
        assert program in section
        assert program in PAGE
    for command in re.findall(r"ludoteca play .*? --rules \S+", section):
        assert f"`{command}`" in PAGE
    assert "docs/originals.md" in section
