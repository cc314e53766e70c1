"""Gomoku: each rule by its number, and the same games as in OpenSpiel."""

from __future__ import annotations

import pytest
from games.lockstep import FEWER_GAMES, GAMES, play_in_lockstep

import ludoteca
from ludoteca.errors import IllegalMove, UnreadablePosition
from ludoteca.play import Position, Variant
from ludoteca.play.perft import count_sequences

game = ludoteca.game("gomoku")


def stones(black: str, white: str = "", variant: Variant = game) -> Position:
    """A position with these stones, Black to move."""
    rows = {}
    for letter, names in (("b", black), ("w", white)):
        rows |= dict.fromkeys(names.split(), letter)
    lines = range(variant.board.spots[-1][0] + 1)
    names = [[variant.board.name[variant.board.at[row, column]] for column in lines] for row in lines]
    return variant.position("/".join("".join(rows.get(name, ".") for name in row) for row in names) + " b")


@pytest.mark.parametrize(("size", "points"), [("15x15", 225), ("19x19", 361)])
def test_a_stone_goes_on_any_free_point(size, points):  # GM1, GM2
    start = ludoteca.game("gomoku", size=size).start()
    assert len(start.moves()) == points and len(start.play("h8").moves()) == points - 1
    with pytest.raises(IllegalMove, match="h8 is taken"):
        start.play("h8").play("h8")


@pytest.mark.parametrize(
    ("four", "fifth"),
    [
        ("a1 b1 c1 e1", "d1"),
        ("o11 o12 o13 o14", "o15"),
        ("c3 d4 f6 g7", "e5"),
        ("c7 d6 e5 f4", "g3"),
    ],
)
def test_five_in_line_win(four, fifth):  # GM3
    end = stones(four).play(fifth)
    assert (end.outcome.winner, end.outcome.reason) == (0, "five in line")
    assert [sorted(line) for line in end.decided] == [sorted([*four.split(), fifth])]


@pytest.mark.parametrize("four", ["m8 n8 o8 a7", "o3 a5 b6 c7"])
def test_a_line_does_not_go_around_the_edge(four):  # GM3
    assert stones(four).play("b7").outcome is None
    assert stones(four).play("o4").outcome is None


def test_six_in_line_win_or_do_not_count():  # GM4
    six = "c8 d8 e8 g8 h8"
    assert stones(six).play("f8").outcome.winner == 0
    strict = ludoteca.game("gomoku", overline="nothing")
    after = stones(six, variant=strict).play("f8")
    assert after.outcome is None
    assert after.play("a1").play("a2").outcome is None
    both = stones(f"{six} f9 f10 f11 f12", variant=strict).play("f8")
    assert both.outcome.winner == 0 and [len(line) for line in both.decided] == [5]


def test_a_full_board_is_a_draw():  # GM5
    rows = ["bbwwbbwwbbwwbbw", "wwbbwwbbwwbbwwb"] * 7 + ["bbwwbbwwbbwwbb."]
    end = game.position("/".join(rows) + " b").play("o1")
    assert (end.outcome.winner, end.outcome.reason) == (None, "the board is full")


def test_the_second_player_may_take_over_black():  # GM6
    first = ludoteca.game("gomoku", swap="on").start().play("h8")
    swapped = first.play("swap")
    assert str(swapped).endswith(" w swapped") and swapped.mover == 0
    assert [player.name for player in swapped.players] == ["White", "Black"]
    assert swapped.scene().cells["h8"].top.owner == 1 and swapped.scene().cells["h8"].top.colour == "black"
    for late in (swapped, first.play("a1"), game.start().play("h8")):
        with pytest.raises(IllegalMove, match="only the second player may swap"):
            late.play("swap")


def test_positions_of_a_finished_game_are_refused():  # GM3
    with pytest.raises(UnreadablePosition, match="Black has five in line and cannot be to move"):
        stones("a1 b1 c1 d1 e1")


def test_leaf_counts():
    assert [count_sequences(game.start(), depth) for depth in (1, 2)] == [225, 50400]


@pytest.mark.thorough
def test_leaf_counts_further():
    assert count_sequences(game.start(), 3) == 11239200


def play_on(size, games):
    def action_of(_, text):
        return ord(text[0]) - 97 + size * (int(text[1:]) - 1)

    play_in_lockstep(ludoteca.game("gomoku", size=f"{size}x{size}"), f"gomoku(size={size})", action_of, games=games)


@GAMES
def test_the_same_games_as_in_openspiel(games):
    play_on(15, games)


@pytest.mark.parametrize("games", [5, pytest.param(FEWER_GAMES, marks=pytest.mark.thorough)])
def test_the_same_games_on_the_large_board(games):  # each takes three times as long
    play_on(19, games)
