"""Lines of Action."""

from __future__ import annotations

import pyspiel
import pytest
from games.lockstep import GAMES, has_come_back, play_in_lockstep

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.play.perft import count_sequences

lines = ludoteca.game("linesofaction")


def test_leaf_counts():
    assert [count_sequences(lines.start(), depth) for depth in range(1, 5)] == [36, 1244, 44952, 1563208]


def test_twelve_men_each_start_on_opposite_sides_and_black_begins():  # LA1
    assert str(lines.start()) == ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b"


def moves_of(at, cell):
    return {str(move).split("-")[1] for move in at.moves() if str(move).startswith(cell)}


def test_a_man_moves_as_many_cells_as_there_are_men_on_the_line():  # LA2, LA3
    at = lines.position("......../......../......../...b..b./......../......../...w..../w......w b")
    assert moves_of(at, "d5") == {"b5", "f5", "d3", "d7", "b7", "f3", "c4", "e6"}
    with pytest.raises(IllegalMove, match="there are 2 men on this line, so a man moves 2 cells along it"):
        at.play("d5-e5")


def test_a_man_jumps_over_its_own_but_not_over_enemies():  # LA4
    own = lines.position("......../......../......../.bb...../......../......../.....b../w......w b")
    assert "d5" in moves_of(own, "b5")
    enemy = lines.position("......../......../......../.bw...../......../......../.....b../w......w b")
    assert "d5" not in moves_of(enemy, "b5")
    with pytest.raises(IllegalMove, match="a man does not jump over enemy men"):
        enemy.play("b5-d5")


def test_a_capture_is_written_with_an_x_and_read_with_either():
    at = lines.position("b......./......../......../...b.w../......../......../......../w......w b")
    assert at.play("d5xf5") == at.play("d5-f5")
    assert [at.written(at.named(text)) for text in ("d5-f5", "d5-b5")] == ["d5xf5", "d5-b5"]


def test_a_man_takes_by_landing_and_not_its_own():  # LA4
    at = lines.position("......../......../......../.b.w..../......../......../b......./w......w b")
    assert "d5" in moves_of(at, "b5")
    assert str(at.play("b5-d5")).startswith("......../......../......../...b..../")
    own = lines.position("......../......../......../.b.b..../......../......../b......./w......w b")
    assert "d5" not in moves_of(own, "b5")


def test_all_men_in_one_group_win_diagonals_included():  # LA5
    at = lines.position("......../......../...b..../..b...../......../.b....../......../w......w b")
    outcome = at.play("b3-b4").outcome
    assert (outcome.winner, outcome.reason) == (0, "Black's men are all connected")


def test_whoever_is_taken_down_to_one_man_has_won():  # LA5
    at = lines.position("......../......../w......./......../b.....b./......../......../w....... b")
    at = at.play("a4-a1")
    assert at.outcome.winner == 1


@pytest.mark.parametrize(("both", "winner"), [("mover", 0), ("draw", None)])
def test_a_capture_that_gathers_both(both, winner):  # LA6
    at = ludoteca.game("linesofaction", both=both).position(
        "......../......../......../.b.w..../....b.../......../......../w....... b"
    )
    assert at.play("b5-d5").outcome.winner == winner


@pytest.mark.parametrize("stuck", ["loses", "passes"])
def test_a_player_who_cannot_move(stuck):  # LA7
    blocked = "bw....../ww....../......../......../......../......../......ww/......wb b"
    at = ludoteca.game("linesofaction", stuck=stuck).position(blocked)
    if stuck == "loses":
        assert (at.outcome.winner, at.outcome.reason) == (1, "Black cannot move")
    else:
        assert [str(move) for move in at.moves()] == ["pass"]


def test_the_third_occurrence_is_a_draw_and_in_openspiel_the_second():  # LA8
    """OpenSpiel also ignores whose turn it is."""
    cycle = ("b1-b3", "a2-c2", "b3-b1", "c2-a2")
    at, there = lines.start(), pyspiel.load_game("lines_of_action").new_initial_state()
    for move in cycle:
        at = at.play(move)
        there.apply_action(there.string_to_action(move))
    assert (at.repetitions, at.outcome, there.returns()) == (2, None, [0, 0])
    for move in cycle:
        assert at.outcome is None
        at = at.play(move)
    assert at.outcome is not None and at.outcome.winner is None


@GAMES
def test_in_lockstep_with_openspiel(games):
    """Each also writes moves as the other does."""

    def action_of(here, text):
        return here.written(here.named(text))

    def has_only_come_back(here, there):  # OpenSpiel draws then [LA8]
        return here.outcome is None and there.returns() == [0, 0] and has_come_back(here)

    play_in_lockstep(lines, "lines_of_action", action_of, games=games, may_differ_in_ending=has_only_come_back)
