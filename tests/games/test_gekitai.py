"""Gekitai: each rule by its number, the worked positions, and the answers of independent programs."""

from __future__ import annotations

import pytest
from golden_files import games, leaf_counts, positions
from hypothesis import given
from pictures import position
from strategies import reachable

import ludoteca
from ludoteca.errors import GameOver, IllegalMove, LudotecaError, UnreadablePosition
from ludoteca.kernel import count_cells
from ludoteca.play import Position
from ludoteca.play.perft import count_sequences

gekitai = ludoteca.game("gekitai")


def from_ones_and_twos(board: str, mover: int = 1, variant=gekitai) -> Position:
    """A position of the golden files: 36 characters, or rows joined by slashes."""
    flat = board.replace("/", "").translate(str.maketrans("12", "rb"))
    rows = "/".join(flat[start : start + 6] for start in range(0, 36, 6))
    return variant.position(f"{rows} {'rb'[mover - 1]}")


def square(number: int) -> str:
    """The name of a golden square, 0 to 35."""
    return f"{'abcdef'[number % 6]}{number // 6 + 1}"


def test_the_board_starts_empty_and_red_moves_first():  # GK1
    assert str(gekitai.start()) == "....../....../....../....../....../...... r"


def test_a_stone_goes_on_any_empty_cell_only():  # GK2
    after = gekitai.start().play("C3")
    assert len(after.moves()) == 35
    with pytest.raises(IllegalMove, match="c3 is taken"):
        after.play("c3")


def test_a_stone_with_another_behind_it_stays():  # GK3
    before = position(
        gekitai,
        """
        . . . . . .
        . . . . . .
        . . . b . .
        . . . r . .
        . . . . . .
        . . . . . .   red to move""",
    )
    assert before.play("d5") == position(
        gekitai,
        """
        . . . . . .
        . . . . . .
        . . . b . .
        . . . r . .
        . . . r . .
        . . . . . .   black to move""",
    )


def test_a_stone_over_the_edge_returns_to_its_owner():  # GK4
    after = from_ones_and_twos("1...../....../....../....../....../......", 2).play("b2")
    assert after == from_ones_and_twos("....../.2..../....../....../....../......", 1)
    assert [fact.value for fact in after.scene().facts] == ["8", "7"]


def test_eight_stones_are_pushed_at_once_each_to_a_cell_of_its_own():  # GK5
    before = position(
        gekitai,
        """
        . . . . . .
        . r b r . .
        . b . b . .
        . r b r . .
        . . . . . .
        . . . . . .   red to move""",
    )
    assert before.play("c3") == position(
        gekitai,
        """
        r . b . r .
        . . . . . .
        b . r . b .
        . . . . . .
        r . b . r .
        . . . . . .   black to move""",
    )


WORKED = [  # before, Player 1 plays, after, winner (None: goes on; -1: draw)
    ("2...../2.12../.1..../....../....../......", "b2", "....../.112../....../.1..../....../......", None),
    ("....../.21.../...1../....../...2../......", "b1", ".1..../..1.../.2.1../....../...2../......", 0),
    (".1..../22.2../....../....../....../.1....", "e2", ".1..../222.1./....../....../....../.1....", 1),
    (".1..21/..2.../....../.1...1/1.1..1/......", "d1", ".1.121/....../.2..../.1...1/1.1..1/......", 0),
    ("....../.2..../..2.../.21.../.1..../......", "d3", "....../.2..../.2.1../.21.../.1..../......", -1),
    ("...2../.1..2./....2./.1..1./.....1/11..1.", "c1", "..1.2./....2./1...2./.1..1./.....1/11..1.", -1),
    ("..1.../.12.../.12.../.2..1./.1.1../....1.", "a4", "..1.../.12.../.12.../1.2.1./...1../..1.1.", -1),
]


@pytest.mark.parametrize(("before", "move", "after", "winner"), WORKED)
def test_worked_position(before, move, after, winner):  # GK6-GK8
    reached = from_ones_and_twos(before).play(move)
    assert reached == from_ones_and_twos(after, 2)
    if winner is None:
        assert reached.outcome is None
    else:
        assert reached.outcome.winner == (None if winner == -1 else winner)


def test_the_reason_names_the_goals_met():  # GK6-GK8
    before, move, *_ = WORKED[5]
    outcome = from_ones_and_twos(before).play(move).outcome
    assert outcome.reason == "Red has all eight on the board, Black has three in line"


@pytest.mark.parametrize(("ruling", "winner"), [("draw", None), ("mover", 0), ("player1", 0)])
def test_a_double_win_follows_the_ruling(ruling, winner):  # GK8
    variant = ludoteca.game("gekitai", double_win=ruling)
    for before, move, _, result in WORKED:
        if result == -1:
            assert from_ones_and_twos(before, 1, variant).play(move).outcome.winner == winner


def test_a_double_win_on_the_second_players_move():  # GK8
    swapped = str.maketrans("12", "21")
    before, move, *_ = WORKED[4]
    for ruling, winner in (("draw", None), ("mover", 1), ("player1", 0)):
        variant = ludoteca.game("gekitai", double_win=ruling)
        assert from_ones_and_twos(before.translate(swapped), 2, variant).play(move).outcome.winner == winner


def shuttle(variant, rounds: int) -> Position:
    """Each player splits a stone in two and pushes both off again, over and over."""
    at = variant.start().play("b2").play("e5")
    for _ in range(rounds):
        for move in ("a3", "f4", "b2", "e5"):
            at = at.play(move)
    return at


def test_the_third_time_a_position_stands_is_a_draw():  # GK9
    end = shuttle(gekitai, 2)
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.reason) == (None, "the same position for the third time")
    with pytest.raises(GameOver, match="third time"):
        end.play("c3")


def test_repetition_can_be_off_or_forbidden():  # GK9
    assert shuttle(ludoteca.game("gekitai", repetition="off"), 9).outcome is None
    with pytest.raises(IllegalMove, match="repeat an earlier position"):
        shuttle(ludoteca.game("gekitai", repetition="superko"), 1)


def test_golden_positions():
    for entry in positions("gekitai"):
        here = from_ones_and_twos(entry["board"], entry["mover"])
        assert sorted(map(str, here.moves())) == sorted(map(square, entry["moves"]))
        for move, after, result in zip(entry["moves"], entry["after"], entry["result"], strict=True):
            reached = here.play(square(move))
            assert reached == from_ones_and_twos(after, 3 - entry["mover"])
            won = None if reached.outcome is None else {None: 0, 0: 1, 1: 2}[reached.outcome.winner]
            assert won == result


@pytest.mark.parametrize("game", games("gekitai"), ids=lambda game: str(len(game["moves"])))
def test_golden_game(game):
    at = gekitai.start()
    for move in game["moves"]:
        at = at.play(square(move))
    assert str(at).split()[0] == str(from_ones_and_twos(game["final"])).split()[0]
    assert at.outcome.winner == {0: None, 1: 0, 2: 1}[game["winner"]]


@pytest.mark.parametrize("entry", [entry for entry in leaf_counts("gekitai") if not entry["options"]])
def test_leaf_counts(entry):
    assert [count_sequences(gekitai.start(), depth) for depth in range(1, 5)] == entry["counts"]


def test_distinct_boards_after_three_plies():
    seen = {gekitai.start()}
    for expected in (36, 1060, 13898):
        seen = {at.play(move) for at in seen for move in at.moves()}
        assert len(seen) == expected


@given(reachable(gekitai))
def test_the_mover_always_has_a_stone_and_a_move(here):
    on_board = [count_cells(stones) for stones in here.state.stones]
    assert on_board[here.mover] < 8
    assert len(here.moves()) == 36 - sum(on_board) >= 22


def test_nine_stones_of_one_colour_cannot_be_read():  # GK1
    with pytest.raises(UnreadablePosition, match="8 stones"):
        gekitai.position("rr.rr./....../rr.rr./..r.../....../...... r")


def test_a_state_of_another_game_is_refused():
    with pytest.raises(LudotecaError, match="not a state of Gekitai"):
        Position(gekitai, ludoteca.game("squ").start().state)
