"""A game's module says what Python says: its rules, its descriptions, its searches and its levels."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest
from commands import answer
from compare_wasm import (
    compare_explanations,
    compare_positions,
    compare_records,
    compare_searches,
    in_node,
    random_positions,
    variants_of,
)

from ludoteca.games import game_names
from ludoteca.wasm import linker
from ludoteca.wasm.build import build_game

HEXAPAWN = str(Path(__file__).parents[2] / "examples" / "hexapawn.py")
HEX = "hex"
TURNS = str(Path(__file__).parents[1] / "toy_games" / "turns_toy.py")  # swaps, passes, lengths that decide
OTHERS = game_names()
SEARCHED = [
    "gekitai",
    "reversi",
    HEXAPAWN,
]  # by alpha-beta, with exact endings, by a tree; `make wasm` compares all
MOST_COMPRESSED = 160_000  # bytes, with what was learned


def play_lines(variant, games):
    """The positions of random games."""
    chance = random.Random(1)
    for _ in range(games):
        position = variant.start(1)
        while not position.outcome:
            yield position
            position = position.after(chance.choice(position.codes))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A function that builds a game once; it gives the folder."""
    folder = tmp_path_factory.mktemp("wasm")

    @cache
    def build(name):
        assert build_game(name, folder).compressed < MOST_COMPRESSED
        return folder

    return build


@pytest.mark.parametrize("name", [*OTHERS, HEXAPAWN, TURNS], ids=lambda name: Path(name).stem)
def test_a_module_says_what_python_says_of_positions(built, name):
    count, differences = compare_positions(built(name), name, 80 + 4 * len(variants_of(name)))
    assert count >= 80 and not differences[:3]


@pytest.mark.parametrize("name", SEARCHED, ids=lambda name: Path(name).stem)
def test_a_module_searches_and_plays_levels_as_python_does(built, name):
    count, differences = compare_searches(built(name), name, 8)
    assert count > 40 and not differences[:3]


@pytest.mark.parametrize("name", SEARCHED, ids=lambda name: Path(name).stem)
def test_a_page_reads_and_writes_records_as_python_does(built, name):
    count, differences = compare_records(built(name), name, 12)
    assert count == 84 and not differences[:3]


@pytest.mark.parametrize(
    "name",
    [*OTHERS, *(pytest.param(name, marks=pytest.mark.thorough) for name in (HEXAPAWN, TURNS))],
    ids=lambda name: Path(name).stem,
)
def test_a_page_explains_moves_and_reviews_games_as_python_does(built, name):
    count, differences = compare_explanations(built(name), name, 6)
    assert count == 31 and not differences[:3]  # five explanations of each position, and two reviews


def test_a_page_knows_how_far_a_chain_is(built):
    count, differences = compare_explanations(built(HEX), HEX, 6)
    assert count == 31 and not differences[:3]


def test_the_command_builds_a_game_in_a_file(built, tmp_path):
    report = answer("build", "wasm", HEXAPAWN, "--out", str(tmp_path))
    assert report["game"] == "hexapawn" and 0 < report["compressed"] < report["bytes"]
    module, described = map(Path, report["files"])
    assert module.read_bytes() == (built(HEXAPAWN) / "hexapawn.wasm").read_bytes()
    assert json.loads(described.read_text())["module"]["method"] == "mcts"


def test_without_a_linker_it_is_said_how_to_get_one(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("WASM_LD", raising=False)
    monkeypatch.setattr(linker, "find_spec", lambda _: None)
    with pytest.raises(linker.NoLinker, match=r"apt install lld.*ludoteca\[wasm\]"):
        build_game("gekitai", tmp_path)


def test_an_answer_that_differs_is_told(built):
    wrong = next(random_positions("gekitai", 1))
    wrong["steps"][0]["view"]["facts"][0]["value"] = "9"
    wrong["steps"][0]["typed"] = [["c3", "c4"]]
    (told,) = in_node(built("gekitai"), "compare_wasm_positions.mjs", "gekitai", iter([wrong]))
    assert len(told["differences"]) == 2 and 'facts.0.value: "8" instead of "9"' in told["differences"][0]
