"""Nine men's morris: each rule by its number, published counts, and random games in lockstep with OpenSpiel."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest
from games.lockstep import GAMES, play_in_lockstep
from pictures import position as drawn

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.explain import explain
from ludoteca.play import Position
from ludoteca.play.perft import count_sequences
from ludoteca.play.records import read_record

morris = ludoteca.game("morris")


def texts(position: Position) -> list[str]:
    return [str(move) for move in position.moves()]


def test_the_published_counts():
    assert [count_sequences(morris.start(), depth) for depth in (1, 2, 3, 4)] == [24, 552, 12144, 255024]


@pytest.mark.thorough
def test_the_published_count_of_five_moves():
    assert count_sequences(morris.start(), 5) == 5100480


def test_the_board_has_24_points_on_16_lines_and_white_begins():  # NM1
    start, board = morris.start(), morris.board
    assert (len(start.moves()), len(board.lines), start.mover) == (24, 16, 0) and str(start).split()[2] == "9-9"
    assert {line.bit_count() for line in map(int, board.lines)} == {3}


def test_men_are_placed_until_none_are_left():  # NM2, NM3
    position = morris.position("b.w/.../w../....../.../.../b.w w 1-1 place 0")
    assert len(texts(position)) == 19
    after = position.play("d2").play("d6")
    assert texts(after) == (
        ["g7-d7", "g7-g4", "c5-d5", "c5-c4"] + ["d2-d3", "d2-b2", "d2-f2", "d2-d1"] + ["g1-g4", "g1-d1"]
    )
    with pytest.raises(IllegalMove, match="a4 is not next to d2 on a line"):
        after.play("d2-a4")


def test_a_turn_that_closes_a_mill_is_read_as_players_write_it():
    start = "..b/.b./bb./....../.b./w.w/.w. w 0-0 move 0"
    record = read_record(f'[Game "morris"]\n[Position "{start}"]\n\n1. d1-d2xg7 *')
    assert [ply.move for ply in record.main.plies] == ["d1-d2", "xg7"]
    record = read_record('[Game "morris"]\n\na1 d6 d1 d5 g1xd6 *')
    assert [ply.move for ply in record.main.plies] == ["a1", "d6", "d1", "d5", "g1", "xd6"]


def test_three_men_fly():  # NM4
    text = "b.b/b../b../....../.../.../www w 0-0 move 0"
    assert len(texts(morris.position(text))) == 3 * 17
    assert len(texts(ludoteca.game("morris", flying="never").position(text))) == 3


def test_a_mill_takes_a_man_that_is_in_none():  # NM5, NM6
    position = morris.position("bbb/.../.../....b./.../ww./... w 5-5 place 0").play("f2")
    assert position.mover == 0 and texts(position) == ["xf4"]
    with pytest.raises(IllegalMove, match="the man at d7 is in a mill; take one that is not"):
        position.play("xd7")
    assert str(position.play("xf4")) == "bbb/.../.../....../.../www/... b 4-5 place 0"


def test_if_all_are_in_mills_any_can_be_taken():  # NM6
    position = morris.position("bbb/.../.../....../.../ww./... w 5-5 place 0").play("f2")
    assert texts(position) == ["xa7", "xd7", "xg7"]


def test_a_mill_that_was_there_before_takes_nothing():  # NM5
    after = morris.position("b.b/.b./.../.b..../.../.../www w 3-3 place 4").play("a4")
    assert after.mover == 1 and str(after).endswith("b 2-3 place 5")


def test_a_mill_that_is_broken_and_closed_again_takes_once_more():  # NM5, NM6
    here = drawn(
        morris,
        """
        b     .     b
          .   b   .
            . . .
        b b .   . . .
            . . .
          .   .   .
        w     w     w   white to move | 0-0 move 0""",
    )
    opened = here.play("d1-d2").play("a7-d7")  # the mill on the lowest line is open
    assert "xd2" not in texts(opened) and opened.mover == 0
    closed = opened.play("d2-d1")
    assert closed.mover == 0 and texts(closed) == ["xd7", "xg7", "xd6", "xa4", "xb4"]
    assert closed.play("xg7") == drawn(
        morris,
        """
        .     b     .
          .   b   .
            . . .
        b b .   . . .
            . . .
          .   .   .
        w     w     w   black to move | 0-0 move 0""",
    )
    again = closed.play("xg7").play("d7-a7").play("g1-g4").play("a7-d7").play("g4-g1")
    assert again.mover == 0 and texts(again) == ["xd7", "xd6", "xa4", "xb4"]


def test_two_mills_at_once_take_one_man():  # NM7
    here = drawn(
        morris,
        """
        .     .     w
          b   .   .
            b . .
        . . .   . . w
            b . .
          b   .   .
        w     w     .   white to move | 1-2 place 0""",
    ).play("g1")
    assert here.mover == 0 and texts(here) == ["xb6", "xc5", "xc3", "xb2"]
    assert here.play("xb6") == drawn(
        morris,
        """
        .     .     w
          .   .   .
            b . .
        . . .   . . w
            b . .
          b   .   .
        w     w     w   black to move | 0-2 place 0""",
    )


def test_a_player_with_two_men_loses():  # NM8
    end = morris.position(".../.b./..b/w....w/.b./.../ww. w 0-0 move 0").play("g4-g1").play("xd3")
    assert end.outcome is not None and (end.outcome.winner, end.outcome.reason) == (0, "Black has two men left")


def test_men_in_hand_count():  # NM8
    after = morris.position("b.b/.../.../....../.../.../ww. w 6-6 place 0").play("g1").play("xa7")
    assert after.outcome is None


def test_a_player_without_a_move_loses():  # NM8
    end = morris.position("b.w/.../.../w.w..w/.../.../b.b w 0-0 move 0").play("c4-b4")
    assert end.outcome is None
    stuck = morris.position("bwb/.../.../w..w../.../.../bwb w 0-0 move 0").play("e4-f4").play("g7-g4")
    assert stuck.outcome is None
    closed = morris.position("bwb/.../.../w...w./.../.../bwb w 0-0 move 0").play("f4-g4")
    assert closed.outcome is not None
    assert (closed.outcome.winner, closed.outcome.reason) == (0, "Black cannot move")


def test_fifty_moves_without_a_mill_are_a_draw():  # NM9
    position = morris.position("bwb/.../.../w..w../.../.../bww w 0-0 move 49")
    end = position.play("e4-f4")
    assert end.outcome is not None and (end.outcome.winner, end.outcome.reason) == (None, "fifty moves without a mill")
    assert morris.position("..b/.b./bb./....../.b./w.w/.w. w 0-0 move 49").play("d1-d2").outcome is None


def test_the_third_occurrence_is_a_draw():  # NM9
    position = morris.position("b.b/.../b.b/....../w.w/.../w.w w 0-0 move 0")
    for move in ["a1-d1", "a7-d7", "d1-a1", "d7-a7"] * 2:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome is not None and position.outcome.winner is None


def moves_of_men(here):
    """The plies so far; taking a man is the end of a move."""
    return here.ply - sum(str(position.last_move).startswith("x") for position in here.line())


def action_of(position, text):
    points = [position.variant.board.number[name] for name in text.lstrip("x").split("-")]
    return points[0] if len(points) == 1 else 24 + 24 * points[0] + points[1]


def test_openspiel_draws_after_200_moves_and_we_go_on():  # NM9
    """As long as mills are closed, no number of moves ends our games."""
    chance, here, there = Random(8), morris.start(), pyspiel.load_game("nine_mens_morris").new_initial_state()
    while not there.is_terminal():
        move = chance.choice(here.moves())
        there.apply_action(action_of(here, move.text))
        here = here.play(move)
    assert (moves_of_men(here), there.returns(), here.outcome) == (200, [0, 0], None)


def test_we_draw_after_fifty_moves_without_a_mill_and_openspiel_goes_on():  # NM9
    chance, here, there = Random(0), morris.start(), pyspiel.load_game("nine_mens_morris").new_initial_state()
    while here.outcome is None:
        move = chance.choice(here.moves())
        there.apply_action(action_of(here, move.text))
        here = here.play(move)
    assert (here.outcome.reason, there.is_terminal()) == ("fifty moves without a mill", False)
    assert not any(str(position.last_move).startswith("x") for position in list(here.line())[:50])


def test_a_mill_is_called_a_mill():
    position = morris.position(".../.../.../....../.../b.b/ww. w 7-7 place 0")
    assert "It closes a mill." in explain(position, "g1").text
    assert "closes a mill" not in explain(position, "a7").text


@GAMES
def test_in_lockstep(games):
    """OpenSpiel has no rule about repetition, and neither do these games of ours."""

    def ended_otherwise(here, there):  # fifty moves without a mill, or OpenSpiel's 200 in all [NM9]
        if here.outcome is None:
            return there.returns() == [0, 0] and moves_of_men(here) == 200
        return here.outcome.reason == "fifty moves without a mill" and moves_of_men(here) < 200

    play_in_lockstep(
        ludoteca.game("morris", repetition="off"),
        "nine_mens_morris",
        action_of,
        games=games,
        may_differ_in_ending=ended_otherwise,
    )
