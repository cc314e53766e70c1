"""Four in a row: each rule by its number, moves by column, and the same games as in OpenSpiel."""

from __future__ import annotations

import pytest
from games.lockstep import GAMES, play_in_lockstep
from pictures import position

import ludoteca
from ludoteca.errors import IllegalMove, UnreadablePosition
from ludoteca.play.perft import count_sequences
from ludoteca.terminal.move_entry import Entry

game = ludoteca.game("fourinarow")


def test_a_disc_falls_to_the_lowest_free_cell():  # FR1, FR2
    assert [str(move) for move in game.start().moves()] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]
    assert str(game.start().play("d1").play("d2")) == "......./......./......./......./...y.../...r... r"


@pytest.mark.parametrize("said", ["d", "D", "d1", "d2", "d6"])
def test_any_cell_of_a_column_and_its_letter_mean_the_lowest_free_cell(said):  # FR2
    before = game.start().play("d1")
    assert before.play(said).last_move.text == "d2"
    assert Entry(before).type(said).text == "d2"


def test_a_click_anywhere_in_a_column_is_a_move():  # FR2
    assert [Entry(game.start()).pick(cell).text for cell in ("a6", "g3", "c1")] == ["a1", "g1", "c1"]


def test_a_full_column_takes_no_disc():  # FR2
    full = game.start()
    for _ in range(6):
        full = full.play("d")
    for said in ("d", "d6", "d1"):
        with pytest.raises(IllegalMove, match="is taken"):
            full.play(said)
    with pytest.raises(IllegalMove, match="not on the board"):
        full.play("h1")


@pytest.mark.parametrize(
    ("picture", "move", "line"),
    [
        ("....... ....... ....... ....... .yy.... rrr.y..", "d", ["a1", "b1", "c1", "d1"]),
        ("....... ....... ....... r.y.... r.y.... r.y....", "a", ["a4", "a3", "a2", "a1"]),
        ("....... ....... ....... ..ry... .ryr... ryyry..", "d", ["d4", "c3", "b2", "a1"]),
        ("....... ....... ....... ..yr... ..ryr.. y.yryr.", "c", ["c4", "d3", "e2", "f1"]),
        ("....... ....... ....... ....... yyy..yy rrr.rrr", "d", ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]),
    ],
)
def test_four_or_more_in_line_win(picture, move, line):  # FR3
    end = game.position(picture.replace(" ", "/") + " r").play(move)
    assert (end.outcome.winner, end.outcome.reason) == (0, "four in line")
    assert sorted(end.decided[0]) == sorted(line)


def test_a_line_does_not_go_around_the_edge():  # FR3
    before = position(
        game,
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        r . . . y y y
        y . . . r r r   red to move""",
    )
    assert before.play("b2").outcome is None


def test_a_full_board_without_four_in_line_is_a_draw():  # FR4
    end = game.position("rryyrr./yyrryyr/rryyrry/yyrryyr/rryyrry/yyrryyr y")
    assert len(end.moves()) == 1
    end = end.play("g")
    assert (end.outcome.winner, end.outcome.reason) == (None, "the board is full")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("......./......./......./......./...r.../....... y", "the disc at d2 would fall"),
        ("......./......./......./......./yyy..../rrrr... r", "Red has four in line and cannot be to move"),
    ],
)
def test_positions_that_no_game_leads_to_are_refused(text, said):  # FR2, FR3
    with pytest.raises(UnreadablePosition, match=said):
        game.position(text)


def test_leaf_counts():
    assert [count_sequences(game.start(), depth) for depth in range(1, 7)] == [7, 49, 343, 2401, 16807, 117649]


@GAMES
def test_the_same_games_as_in_openspiel(games):
    play_in_lockstep(game, "connect_four", lambda _, text: "abcdefg".index(text[0]), games=games)
