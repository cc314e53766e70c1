"""From an empty folder to a game that is played, in one command."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from ludoteca.games import find_game, game_names
from ludoteca.kernel.description import describe, words_of


def ludoteca(folder, *words, typed=""):
    command = [sys.executable, "-m", "ludoteca", *words]
    return subprocess.run(command, cwd=folder, input=typed, capture_output=True, text=True, check=False)


def test_a_new_game_is_played_at_once_and_passes_its_test(tmp_path):
    done = ludoteca(tmp_path, "new-game", "four_up", "--play", "--plain", typed="c3\nquit\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("four_up.py\nfour_up.rules.md\ntest_four_up.py\n") and "Red to move" in done.stdout
    assert "ludoteca play four_up.py" in done.stderr
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_four_up.py"]
    tested = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert tested.returncode == 0 and "2 passed" in tested.stdout, tested.stdout
    (tmp_path / "four_up.py").write_text("mine")
    again = ludoteca(tmp_path, "new-game", "four_up")
    assert again.returncode == 2 and "already exist; nothing was written" in again.stderr
    assert (tmp_path / "four_up.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["Four", "4up", "../four", "four-up"])
def test_a_name_is_a_name(tmp_path, name):
    done = ludoteca(tmp_path, "new-game", name)
    assert done.returncode == 2 and not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["class", "numpy", "random", "gekitai"])
def test_a_name_that_python_or_a_game_has_is_not_taken_from_it(tmp_path, name):
    done = ludoteca(tmp_path, "new-game", name)
    assert done.returncode == 2 and "choose another" in done.stderr and not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", game_names())
def test_a_description_is_complete(name):
    game = find_game(name)
    data = json.loads(json.dumps(describe(game)))
    assert [field["name"] for field in data["state"]["fields"]] == list(game.fields.fields)
    assert [kind["name"] for kind in data["moves"]] == list(game.kinds.by_name)
    assert [fact["name"] for fact in data["facts"]] == [fact.name for fact in game.facts_shown]
    assert [option["name"] for option in data["options"]] == [option.name for option in game.options]
    assert set(data["functions"]) >= {function.__name__ for function, _ in game.refusals.values()} | {"reason"}


@pytest.mark.parametrize("name", game_names())
def test_every_sentence_is_in_the_list_of_words(name):
    game = find_game(name)
    texts = {text for _, text in words_of(game)}
    assert {each.template for each in game.words} <= texts
    assert {option.explain for option in game.options} | {fact.name for fact in game.facts_shown} <= texts


@pytest.mark.parametrize("name", game_names())
def test_values_that_forms_and_sets_of_rules_show_are_in_the_list_of_words(name):
    game = find_game(name)
    offered = {str(option.value_words(value)) for option in game.options for value in option.choices}
    named = {str(text.places["value"]) for each in game.rule_sets for text in game.rules_in_words(each)}
    texts = {text for _, text in words_of(game)}
    assert {text for text in offered | named if any(map(str.isalpha, text))} <= texts


def test_words_and_descriptions_are_printed(tmp_path):
    listed = ludoteca(tmp_path, "words", "gekitai").stdout
    assert "three in line" in listed and "option value" in listed
    assert {"where": "title", "text": "Gekitai"} in json.loads(ludoteca(tmp_path, "words", "gekitai", "--json").stdout)
    assert json.loads(ludoteca(tmp_path, "describe", "gekitai").stdout)["title"] == "Gekitai"
