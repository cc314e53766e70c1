"""The puzzles that come with the games: whole, legal, unlike each other, and a sample of them verified."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludoteca.games import find_game, game_names
from ludoteca.play import load_game
from ludoteca.puzzles.mining import Seen
from ludoteca.puzzles.puzzle import HARDEST, NAME, NoPuzzles, puzzles_of
from ludoteca.puzzles.verification import Verifier

LEAST = 60  # puzzles of a game
FIRST_SIX = ("gekitai", "glaisher", "greener", "mapello", "reversi", "squ")
LEAST_OF_FIRST_SIX = 200
LARGEST = 150_000  # bytes of a file
VERIFIED = 3  # puzzles of a game, spread over its file
PAGE = Path(__file__).parents[2] / "docs" / "puzzles.md"
KINDS = ("win", "save", "points", "chance")
GRADES = (range(1, 3), range(3, 4), range(4, 7), range(7, HARDEST + 1))


@pytest.mark.parametrize("name", game_names())
def test_every_puzzle_can_be_solved_and_every_refutation_played(name):
    variant = load_game(name)
    found = puzzles_of(variant.game)
    assert found.game == name and found.command.startswith(f"ludoteca puzzles {name} ")
    assert len(found.puzzles) >= (LEAST_OF_FIRST_SIX if name in FIRST_SIX else LEAST)
    for puzzle in found.puzzles:
        position = puzzle.opened(variant)
        assert str(position) == puzzle.position and position.outcome is None
        assert puzzle.answer not in puzzle.refutations
        for line in (puzzle.solution, *((move, *after) for move, after in puzzle.refutations.items())):
            here = position
            for move in line:
                assert move in [each.text for each in here.whole_moves()], (puzzle.position, line, move)
                here = here.play(move)


@pytest.mark.parametrize("name", game_names())
def test_no_two_are_alike_and_the_file_is_small(name):
    variant = load_game(name)
    seen = Seen(variant)
    for puzzle in puzzles_of(variant.game).puzzles:
        position = puzzle.opened(variant)
        assert not seen.has_like(position), puzzle.position
        seen.keep(position)
    file = variant.game.resource(NAME)
    assert file is not None and len(file.read_bytes()) < LARGEST


@pytest.mark.parametrize("name", game_names())
def test_they_are_of_several_grades(name):
    grades = {puzzle.grade for puzzle in puzzles_of(load_game(name).game).puzzles}
    assert len(grades) >= 3 and grades <= set(range(1, HARDEST + 1))


@pytest.mark.parametrize("name", game_names())
def test_a_sample_is_verified(name):
    variant = load_game(name)
    puzzles = puzzles_of(variant.game).puzzles
    for puzzle in puzzles[7 :: len(puzzles) // VERIFIED][:VERIFIED]:
        verdict = Verifier(puzzle.nodes).verdict(puzzle.opened(variant))
        assert verdict is not None
        assert (verdict.kind, verdict.best.moves[0].text) == (puzzle.kind, puzzle.answer)


def row_of(game):
    """The row of the table of puzzles for a game."""
    puzzles = puzzles_of(game).puzzles
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    exact = sum(puzzle.method == "solver" for puzzle in puzzles)
    by_grade = [sum(puzzle.grade in grades for puzzle in puzzles) for grades in GRADES]
    numbers = [len(puzzles), *(kinds[kind] for kind in KINDS), exact, *by_grade]
    return f"| {game.title} | {' | '.join(map(str, numbers))} |"


def test_the_page_counts_the_puzzles_of_every_game():
    table = [line for line in PAGE.read_text("utf-8").splitlines() if line.count("|") == 12][2:]
    games = [find_game(name) for name in game_names()]
    assert table == sorted(row_of(game) for game in games if game.resource(NAME) is not None)


def test_a_game_without_puzzles_says_how_to_make_some():
    from example_games import example

    with pytest.raises(NoPuzzles, match="ludoteca puzzles hexapawn"):
        puzzles_of(example("hexapawn").game)
