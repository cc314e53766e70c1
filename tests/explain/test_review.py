"""Reviews of whole games: what mattered, what was better, and what is to be learned."""

from __future__ import annotations

import json

import pytest

from ludoteca.explain import learning_positions, review, review_json, review_text
from ludoteca.explain.reviews import NothingToReview
from ludoteca.play import Position, load_game
from ludoteca.search.threads import StopFlag

LIMITS = {"ms": None, "again_ms": None, "nodes": 3000, "seed": 1}


WIN_IN_ONE = "....../.rr.../....../...b../....../..b... r"  # a2, or d2


def played(*moves: str) -> Position:
    position = load_game("gekitai").position(WIN_IN_ONE)
    for move in moves:
        position = position.play(move)
    return position


GAME = ("f1", "a1", "f6", "d3", "e5", "b5")


@pytest.fixture(scope="module")
def missed():
    """Red misses a win, Black does not stop it, Red misses it again."""
    return review(played(*GAME), **LIMITS)


def test_the_moves_that_missed_a_win_mattered_and_the_win_is_named(missed):
    by_ply = {moment.played.ply: moment for moment in missed.moments}
    assert {1, 3} <= set(by_ply)
    for ply in (1, 3):
        assert by_ply[ply].better.claims[0].kind == "wins_at_once"
        assert by_ply[ply].played.had == 1.0 and by_ply[ply].played.grade == "blunder"
        assert by_ply[ply].better_line[0] == by_ply[ply].better.move


def test_the_move_that_did_not_stop_a_win_says_what_it_allowed(missed):
    [moment] = [moment for moment in missed.moments if moment.played.ply == 2]
    assert "It lets Red win with " in moment.mistake.harm
    assert moment.played.before.play(moment.played.move).play(moment.refutation[0]).outcome.winner == 0
    assert moment.better.text.startswith("It stops Red from winning with ")


def test_a_move_that_made_the_loss_certain_mattered_though_one_was_behind():
    position = load_game("gekitai").start()
    for move in ("c3", "c4", "d5"):
        position = position.play(move)
    position = load_game("gekitai").position(str(position))
    for move in ("e5", "c4", "a5", "c1", "a4", "c2"):
        position = position.play(move)
    [moment] = review(position, **{**LIMITS, "nodes": 3_000_000}).moments
    assert moment.played.ply == 1 and moment.played.had < 0.4 and moment.played.left == 0


def test_every_move_has_a_grade_and_chances_go_from_start_to_end(missed):
    assert len(missed.chances) == len(missed.moves) + 1 == len(GAME) + 1
    assert {move.grade for move in missed.moves} <= {"best", "good", "inaccuracy", "mistake", "blunder", "forced"}
    assert all(move.loss == 0 for move in missed.moves if move.grade == "best")
    assert all(move.cost >= 0 and move.stake >= 0 for move in missed.moves)


def test_phases_are_thirds_that_cover_the_game(missed):
    assert [phase.name for phase in missed.phases] == ["opening", "middle", "ending"]
    assert [phase.first for phase in missed.phases][1:] == [phase.last + 1 for phase in missed.phases][:-1]
    assert (missed.phases[0].first, missed.phases[-1].last) == (1, len(GAME))


def test_the_same_nodes_and_seed_give_the_same_review(missed):
    again = review(played(*GAME), **LIMITS)
    assert review_json(again) == review_json(missed)


def test_positions_to_learn_from_accept_better_moves_alone(missed):
    assert [each.ply for each in learning_positions(missed)] == [moment.played.ply for moment in missed.moments]
    for each in learning_positions(missed):
        assert each.played not in each.accepted and each.accepted
        assert each.accepted[0] == each.explanation.move
        assert set(each.accepted) <= set(each.position.moves())
    assert {each.position.mover for each in learning_positions(missed, player=1)} == {1}


def test_a_review_is_text_and_json(missed):
    text = review_text(missed)
    assert "Accuracy: Red " in text and "Opening (moves 1–2): " in text
    told = json.loads(json.dumps(review_json(missed)))
    assert told["game"] == "gekitai" and len(told["chances"]) == len(GAME) + 1 and len(told["moves"]) == len(GAME)
    for point in told["points"]:
        assert set(point) >= {"ply", "words", "loss", "better", "better_line", "refutation"}
        assert point["words"] in text


def test_a_review_that_is_stopped_has_the_moves_it_came_to():
    stop = StopFlag()

    def enough(_: str, done: int, of: int) -> None:
        if done == 3:
            stop.set()

    found = review(played(*GAME), **LIMITS, stop=stop, listener=enough)
    assert not found.is_complete and len(found.moves) == 3
    assert "stopped after move 3" in review_text(found) and "No single move" not in review_text(found)


def test_a_game_without_moves_cannot_be_reviewed():
    with pytest.raises(NothingToReview, match="no move"):
        review(load_game("gekitai").start())
