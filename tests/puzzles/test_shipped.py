"""The puzzles that come with the games: whole, legal, unlike each other, and a sample of them verified."""

from __future__ import annotations

import pytest

from ludoteca.games import game_names
from ludoteca.play import load_game
from ludoteca.puzzles.mining import Seen
from ludoteca.puzzles.puzzle import HARDEST, NAME, NoPuzzles, puzzles_of
from ludoteca.puzzles.verification import Verifier

LEAST = 200  # puzzles of a game
LARGEST = 150_000  # bytes of a file
VERIFIED = 3  # puzzles of a game, spread over its file


@pytest.mark.parametrize("name", game_names())
def test_every_puzzle_can_be_solved_and_every_refutation_played(name):
    variant = load_game(name)
    found = puzzles_of(variant.game)
    assert found.game == name and found.command.startswith(f"ludoteca puzzles {name} ")
    assert len(found.puzzles) >= LEAST
    for puzzle in found.puzzles:
        position = puzzle.opened(variant)
        assert str(position) == puzzle.position and position.outcome is None
        assert puzzle.answer not in puzzle.refutations
        for line in (puzzle.solution, *((move, *after) for move, after in puzzle.refutations.items())):
            here = position
            for move in line:
                code = here.named(move)
                assert code is not None, (puzzle.position, line, move)
                here = here.after(code.code)


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


def test_a_game_without_puzzles_says_how_to_make_some():
    from example_games import example

    with pytest.raises(NoPuzzles, match="ludoteca puzzles hexapawn"):
        puzzles_of(example("hexapawn").game)
