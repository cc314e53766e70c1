"""What follows from a declaration: swapping sides, passing by choice, quiet moves, prompts, points, ends by length."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from turns_toy import GAME as TURNS

import ludoteca
from ludoteca.adapters.vector import VectorEnv
from ludoteca.errors import BadDeclaration, IllegalMove
from ludoteca.explain import explain
from ludoteca.kernel import Cell, Cells, Move, SquareBoard, State, compiled, game, kinds, swapping
from ludoteca.play import Variant
from ludoteca.play.conformance import check_game
from ludoteca.play.playouts import play_random
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.tree_search import TreeSearch

turns, endless, gomoku = Variant(TURNS), Variant(TURNS, again=True), ludoteca.game("gomoku", swap="on")


def played(variant, text):
    position = variant.start()
    for move in text.split():
        position = position.play(move)
    return position


def test_the_second_player_may_take_over_the_first_move():
    before = played(turns, "b2")
    after = before.play("swap")
    assert str(before.moves()[-1]) == "swap"
    assert [player.name for player in after.players] == ["Blue", "Red"]
    assert after.scene().cells["b2"].top.owner == 1 and after.score == (0, 1)
    assert str(after) == ".../.r./... b 1-0 1 swapped" and turns.position(str(after)) == after
    with pytest.raises(IllegalMove, match="only the second player may swap, in answer to the first move"):
        after.play("swap")
    with pytest.raises(IllegalMove):
        played(turns, "b2 a1 c3").play("swap")


def test_a_swap_needs_a_flag_in_the_state():
    with pytest.raises(BadDeclaration, match=r"Pie has a swap, so its state needs a flag for it: swapped="):
        declare_without_flag()


def declare_without_flag():
    board = SquareBoard(2, 2)
    place, swap = kinds(Move(cell=Cell(board)), swapping())
    names = {"BOARD": board, "STATE": STATE, "PLACE": place, "SWAP": swap, "play": play, "ending": play, "reason": play}
    module = type(sys)("pie")
    vars(module).update(names)
    game(title="Pie", designer="", players=("Red", "Blue"), summary=".", longest=9, modules=(module,))


STATE = State(stones=Cells(SquareBoard(2, 2), per_player=True))


@compiled
def play(state, move):
    """Nothing."""


def test_a_pass_by_choice_is_always_possible():
    assert [str(move) for move in turns.start().moves()][-1] == "pass"
    assert played(turns, "pass").mover == 1


def test_nothing_happens_for_four_moves():
    after = played(turns, "a1 pass pass pass")
    assert after.outcome is None and int(after.state.quiet) == 3
    end = after.play("pass")
    assert end.outcome is not None and end.outcome.winner is None
    assert end.outcome.reason == "nothing has happened for four moves"
    assert int(after.play("b1").state.quiet) == 0


def test_what_to_do_and_points_are_facts():
    facts = [(fact.name, fact.value, fact.player, fact.role) for fact in played(turns, "b2").scene().facts]
    assert facts == [("To do", "place a stone", None, "task"), ("Points", "1", 0, ""), ("Points", "0", 1, "")]


def test_a_repetition_means_what_the_game_says():
    end = played(turns, "pass pass a1 pass pass")
    assert end.outcome is None
    again = played(endless, "pass pass pass pass")
    assert again.outcome is not None and (again.outcome.winner, again.outcome.reason) == (
        1,
        "the same position for the third time",
    )


def test_a_game_that_reaches_its_length_is_decided_as_it_says():
    end = played(endless, "a1 b1 c1 pass a2 pass")
    assert end.outcome is not None and end.outcome.is_cut_off
    assert end.outcome.winner == 0 and end.score == (3, 1)
    played_out = play_random(endless, 200, seed=1)
    assert played_out.first_wins > 20 and played_out.second_wins > 20


def test_searches_know_about_both():
    behind = played(endless, "a1 b1 c1 pass a2")
    for search in (AlphaBeta(megabytes=4), TreeSearch(megabytes=4, seed=1)):
        assert search.search(behind, Limits(nodes=2000)).score < 0.1  # Blue has one stone to three, and one move
        repeats = search.search(played(endless, "pass pass pass"), Limits(nodes=2000), lines=9)
        assert next(line.value for line in repeats.lines if str(line.moves[0]) == "pass") > 1000


def test_vector_environments_know_about_both():
    environment = VectorEnv(endless, 1)
    environment.reset(seed=1)
    environment.set_position(0, played(endless, "a1 b1 c1 pass a2"))
    encoder, position = environment.encoder_of(0), environment.position(0)
    action = encoder.action(position, next(move for move in position.moves() if str(move) == "pass"))
    _, _, rewards, is_over = environment.step(np.array([action]))
    assert abs(rewards[0]) == 1 and is_over[0]


def test_an_extra_turn_is_said():
    told = explain(turns.start(), "a3")
    assert "It lets Red move again." in [told.sentence(claim) for claim in told.claims]
    assert "moves_again" not in {claim.kind for claim in explain(turns.start(), "b2").claims}


@pytest.mark.parametrize("variant", [turns, endless, gomoku], ids=["turns", "endless", "gomoku"])
def test_they_conform(variant):
    assert check_game(variant, games=4).games == 4
