"""Each numbered rule on a game's page is named where the game carries it out, and where a test shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludoteca.games import find_game, game_names, game_package
from ludoteca.play.rule_pages import FENCE, read_diagram, rule_page

TESTS = Path(__file__).parent
GAMES = [name for name in game_names() if game_package(name).startswith("ludoteca.")]


def named(text: str) -> set[str]:
    """All rules that a text names, also in the middle of a range such as GO4-GO7."""
    found = set(re.findall(r"\b[A-Z]{2}\d+\b", text))
    for letters, first, last in re.findall(r"\b([A-Z]{2})(\d+)-\1(\d+)\b", text):
        found |= {f"{letters}{number}" for number in range(int(first), int(last))}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_each_rule_of_the_page_is_named_in_code_and_in_a_test(name):
    folder = Path(find_game(name).place_of("rules.md")).parent
    rules = set(re.findall(r"^(?:- )?\*\*([A-Z]{2}\d+)\b", (folder / "rules.md").read_text("utf-8"), re.MULTILINE))
    assert len(rules) >= 4
    code = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    tests = (TESTS / f"test_{name}.py").read_text("utf-8")
    assert (rules - named(code), rules - named(tests)) == (set(), set())
    letters = {rule[:2] for rule in rules}
    assert {rule for rule in named(code + tests) if rule[:2] in letters} <= rules


@pytest.mark.parametrize("name", game_names())
def test_the_diagrams_of_a_rule_page_can_be_drawn(name):
    blocks = FENCE.findall(rule_page(name).text)
    assert blocks
    for block in blocks:
        assert read_diagram(block).shown(name).board()  # a move that cannot be played is an error
