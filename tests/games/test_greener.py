"""Greener: each rule by its number, the worked positions, and the answers of independent programs."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from golden_files import games, leaf_counts, positions
from hypothesis import given
from hypothesis import strategies as st
from pictures import position
from strategies import reachable

import ludoteca
from ludoteca.errors import (
    AmbiguousMove,
    BadOption,
    GameOver,
    IllegalMove,
    UnreadableMove,
    UnreadablePosition,
)
from ludoteca.games.greener import evaluation, rules
from ludoteca.kernel import copied, new_random, verbs
from ludoteca.play import Position
from ludoteca.play.perft import count_sequences
from ludoteca.play.symmetry import turned, turned_move

greener = ludoteca.game("greener")
BY_SIZE = {size: ludoteca.game("greener", size=size) for size in ("6x6", "9x9", "6x9", "3x3")}
PLACING = ludoteca.game("greener", size="3x3", setup="alternate")


def token(stack: str) -> str:
    """A stack of the golden files, its pyramids from the top down, as position text has it."""
    if len(stack) < 2:
        return stack or "."
    return f"{stack[0]}{len(stack)}:{stack.count('g')}"


def from_stacks(board: list[list[str]], mover: str, passes: int = 0, **options) -> Position:
    """A position of the golden files."""
    variant = ludoteca.game("greener", size=f"{len(board)}x{len(board[0])}", **options)
    return variant.position("/".join(",".join(map(token, row)) for row in board) + f" {mover} {passes}")


def from_rows(rows: str, mover: str = "b", **options) -> Position:
    """A board as rules.md writes it: `bbw . g / …`."""
    board = [["" if stack == "." else stack for stack in row.split()] for row in rows.split("/")]
    return from_stacks(board, mover, **options)


def text_of(move: list[int] | str) -> str:
    """A golden move as move text."""
    if isinstance(move, str):
        return move
    row, column, row2, column2 = move
    return f"{'abcdefghi'[column]}{row + 1}x{'abcdefghi'[column2]}{row2 + 1}"


def board_text(at: Position) -> str:
    """The board alone."""
    return str(at).split()[0]


def play_out(at: Position) -> Position:
    """Both players pass."""
    return at.play("pass").play("pass")


A = "g w g b w g/w w g b g w/b b g b g g/b g g g w g/b w g b g g/b w g g w g"
A_MID = "bbw . . g w g/w w g b g w/b b g b g g/bggg . . . w g/g w g b g g/b w g g w g"
B = "b w b g g g/g w b g b w/w g g g w g/g g w b g b/g g w b g w/w b g g b g"
C = "b g b w g b/b g g w w b/g g b g b g/b g w g b w/g w w w w g/g g g g g g"


# --- the rules one by one


@pytest.mark.parametrize(
    ("size", "black", "white", "green"),
    [("6x6", 9, 9, 18), ("9x9", 20, 20, 41), ("6x9", 18, 18, 18), ("3x3", 2, 2, 5)],
)
def test_a_random_start_is_full_and_has_the_counts(size, black, white, green):  # GR1, GR3, GR4
    rows, columns = map(int, size.split("x"))
    for seed in range(5):
        at = BY_SIZE[size].start(seed)
        board = [row.split(",") for row in board_text(at).split("/")]
        assert [len(row) for row in board] == [columns] * rows
        assert Counter(token for row in board for token in row) == {"b": black, "w": white, "g": green}
        assert (at.mover, at.score) == (0, (0, 0))


def test_a_random_setup_favours_no_cell():  # GR4
    tops = Counter()
    for seed in range(1800):
        tokens = re.split("[,/]", board_text(BY_SIZE["3x3"].start(seed)))
        tops.update(enumerate(tokens))
    for cell in range(9):  # expected 400, 400 and 1000, each with a spread of about 18, 18 and 21
        assert 310 < tops[cell, "b"] < 490
        assert 310 < tops[cell, "w"] < 490
        assert 895 < tops[cell, "g"] < 1105


def test_a_seed_gives_the_same_start_again():  # GR4
    assert greener.start(7) == greener.start(7)
    assert len({str(greener.start(seed)) for seed in range(20)}) == 20


def test_the_players_place_in_turn_and_green_fills_the_rest():  # GR4
    at = PLACING.start()
    assert str(at) == ".,.,./.,.,./.,.,. b setup"
    assert sorted(map(str, at.moves())) == sorted(f"{column}{row}" for column in "abc" for row in "123")
    todo = "place a black pyramid"
    shown = [("To do", todo), ("To place", "2"), ("To place", "2")]
    assert [(fact.name, fact.value) for fact in at.scene().facts] == shown
    at = at.play("b2").play("A1").play("c3")
    assert str(at) == "w,.,./.,b,./.,.,b w setup"
    assert str(at.play("c1")) == "w,g,w/g,b,g/g,g,b b 0"
    with pytest.raises(IllegalMove, match=r"^b2 is taken$"):
        at.play("b2")
    for text in ("pass", "a1xc1"):
        with pytest.raises(IllegalMove, match=r"^place a pyramid on an empty cell$"):
            at.play(text)


def test_the_alternating_setup_takes_as_many_placements_as_there_are_pyramids():  # GR3, GR4
    at = ludoteca.game("greener", setup="alternate", size="6x9").start()
    for ply in range(36):
        assert str(at).endswith(" setup") and at.mover == ply % 2
        at = at.play(at.moves()[ply % 7])
    assert str(at).endswith(" b 0") and board_text(at).count("g") == 18


def test_a_capture_goes_over_empty_cells_to_the_first_stack():  # GR5, GR6
    before = position(
        greener,
        """
        b3:1 .  .  g    w    g
        .    .  .  .    .    .
        .    .  .  b    .    .
        w    .  .  .    .    .
        .    .  .  .    .    .
        .    .  .  w2:1 .    .   black to move | 0""",
    )
    assert [str(move) for move in before.moves()] == ["a1xd1", "a1xa4", "d3xd6", "d3xd1"]
    assert before.play("a1xd1") == position(
        greener,
        """
        .    .  .  b4:2 w    g
        .    .  .  .    .    .
        .    .  .  b    .    .
        w    .  .  .    .    .
        .    .  .  .    .    .
        .    .  .  w2:1 .    .   white to move | 0""",
    )


def test_any_colour_can_be_captured_and_own_stacks_too():  # GR6
    at = from_rows("w b g/. b ./. . .")
    assert {str(move): str(at.play(move)) for move in at.moves()} == {
        "b1xc1": "w,.,b2:1/.,b,./.,.,. w 0",
        "b1xa1": "b2:0,.,g/.,b,./.,.,. w 0",
        "b1xb2": "w,.,g/.,b2:0,./.,.,. w 0",
        "b2xb1": "w,b2:0,g/.,.,./.,.,. w 0",
    }


def test_green_is_nobodys_and_never_moves():  # GR2, GR6
    at = from_rows("g g b/. . ./. . .")
    assert [str(move) for move in at.moves()] == ["c1xb1"]
    with pytest.raises(IllegalMove, match=r"^a1 is not yours$"):
        at.play("a1xb1")


def test_a_pass_is_forced_and_only_then_allowed():  # GR7
    stuck = from_rows("b . ./. w ./. g .")
    assert [str(move) for move in stuck.moves()] == ["pass"]
    assert str(stuck.play("PASS")) == "b,.,./.,w,./.,g,. w 1"
    with pytest.raises(IllegalMove, match=r"^you must capture when you can$"):
        stuck.play("pass").play("pass")


def test_a_capture_ends_a_run_of_passes():  # GR7, GR8
    at = from_rows("b . ./. w ./. g .").play("pass").play("b2xb3")
    assert str(at) == "b,.,./.,.,./.,w2:1,. b 0"
    assert at.outcome is None


def test_two_passes_end_the_game():  # GR8
    at = from_rows("b . ./. . ./. wg .")
    assert at.play("pass").outcome is None
    end = play_out(at)
    assert (end.outcome.winner, end.outcome.reason) == (1, "1 green pyramid to 0")
    assert end.moves() == []
    with pytest.raises(GameOver, match="the game is over: 1 green pyramid to 0"):
        end.play("pass")


def test_only_greens_in_owned_stacks_count():  # GR9
    at = from_rows("bgg g ./. . wgwgb/g . .")
    assert at.score == (2, 2)
    assert [(fact.name, fact.value, fact.player) for fact in at.scene().facts] == [
        ("Greens", "2", 0),
        ("Greens", "2", 1),
        ("Tallest stack", "3", 0),
        ("Tallest stack", "5", 1),
        ("Uncaptured greens", "2", None),
        ("Passes in a row", "0", None),
    ]


def test_with_equal_greens_the_taller_stack_wins_unless_the_ruling_says_no():  # GR10
    board = "bgw . ./. . ./. wg ."
    end = play_out(from_rows(board))
    assert (end.outcome.winner, end.outcome.reason) == (0, "taller stack, 3 to 2 (one green pyramid each)")
    end = play_out(from_rows(board, tiebreak="no"))
    assert (end.outcome.winner, end.outcome.reason) == (None, "1 green pyramid each")


def test_equal_greens_and_equal_stacks_are_a_draw():  # GR10
    end = play_out(from_rows("bgg . ./. . ./. wgg ."))
    assert (end.outcome.winner, end.outcome.reason) == (
        None,
        "two green pyramids each, and the tallest stacks are tied at 3",
    )


def test_more_greens_beat_a_taller_stack():  # GR10
    assert play_out(from_rows("bgg . ./. . ./. wgwwww .")).outcome.winner == 0


# --- options


def test_white_may_start():  # D5
    for setup in ("random", "alternate"):
        at = ludoteca.game("greener", size="3x3", first="white", setup=setup).start(1)
        assert at.mover == 1
    for cell in ("a1", "b1", "c1", "a2"):
        at = at.play(cell)
    assert str(at) == "w,b,w/b,g,g/g,g,g w 0"


@pytest.mark.parametrize("counts", [(27, 27, 27), [27, 27, 27], "27,27,27", " 27, 27, 27 "])
def test_counts_can_be_chosen(counts):  # D3
    variant = ludoteca.game("greener", size="9x9", counts=counts)
    board = board_text(variant.start(1))
    assert [board.count(letter) for letter in "bwg"] == [27, 27, 27]
    assert variant.changed_options == {"size": "9x9", "counts": "27,27,27"}


@pytest.mark.parametrize(
    "counts",
    ["9,9,17", "9,8,19", "13,13,10", "0,0,36", "-1,-1,38", "9,9", "9,9,18,0", "9,9,x", "", 9, None, (9.0, 9, 18)],
)
def test_counts_that_do_not_fit_are_refused(counts):  # GR3
    with pytest.raises(BadOption, match=r"^counts cannot be "):
        ludoteca.game("greener", counts=counts)


def test_counts_must_fit_the_size():  # GR3
    assert ludoteca.game("greener", counts="9,9,18").start(1).outcome is None
    with pytest.raises(BadOption, match="9x9 needs 81 pyramids, one per cell"):
        ludoteca.game("greener", counts="9,9,18", size="9x9")


@pytest.mark.parametrize(
    ("name", "value"), [("size", "5x5"), ("setup", "x"), ("first", "green"), ("tiebreak", "maybe")]
)
def test_unknown_values_of_options_are_refused(name, value):
    with pytest.raises(BadOption, match=f"^{name} cannot be '{value}'"):
        ludoteca.game("greener", **{name: value})


# --- what people type


@pytest.mark.parametrize("text", ["c2xc5", "C2 c5", "c2-c5", "c2c5", " c2 x c5 ", "c2 to c5", "c2>c5", "c2:c5"])
def test_a_capture_can_be_written_in_many_ways(text):
    at = from_rows(". . . . . ./. . b g . ./. . . . . ./. . . . . ./. . w . . ./. . . . . .")
    assert at.play(text) == at.play("c2xc5")
    assert str(at.play(text)).split("/")[4] == ".,.,b2:0,.,.,."


def test_the_origin_alone_is_not_a_capture():
    with pytest.raises(AmbiguousMove, match="a3 is not a complete move; it continues with a1"):
        from_rows("b . w/. g ./b . .").play("a3")
    with pytest.raises(AmbiguousMove) as error:
        from_rows("b . w/. g ./b . .").play("a1")
    assert error.value.continuations == ("c1", "a3")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c2xc5", "c2 is empty"),
        ("b2xb4", "b2 is not yours"),
        ("d4xd1", "d4 is not yours"),
        ("a1xf1", "the stack on d1 is in the way"),
        ("a1xa6", "the stack on a3 is in the way"),
        ("a1xb2", "a1 and b2 are not in the same row or column"),
        ("a1xc1", "there is nothing to capture at c1"),
        ("a1xa1", "a stack cannot capture itself"),
        ("e5xe6", "there is nothing to capture in the row or column of e5"),
        ("e5", "there is nothing to capture in the row or column of e5"),
        ("a1xa7", "a7 is not on the board"),
        ("pass", "you must capture when you can"),
    ],
)
def test_an_illegal_move_says_why(text, reason):
    at = from_rows("b . . b . g/. w . . . ./g . . . . ./. g . g . ./. . . . b ./g . . . . .")
    with pytest.raises(IllegalMove) as error:
        at.play(text)
    assert str(error.value) == reason


def test_a_text_that_is_no_move_shows_what_one_looks_like():
    with pytest.raises(UnreadableMove, match="a move looks like a1x"):
        from_rows("b g ./. . ./. w .").play("resign")


def test_the_scene_tells_tops_heights_and_hidden_greens():
    at = from_rows("bgw w ./. g ./. . .")
    cells = at.scene().cells
    assert (cells["a1"].top.glyph, cells["a1"].height, cells["a1"].inside) == ("▲", 3, (("green", 1),))
    assert (cells["b1"].top.glyph, cells["b1"].top.owner, cells["b1"].inside) == ("△", 1, ())
    assert (cells["b2"].top.glyph, cells["b2"].top.owner) == ("●", None)
    assert cells["c1"].top is None
    assert at.board(ascii_only=True).splitlines()[1].split() == ["1", "b3:1", "w", "."]


# --- position text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b,b,b/b,b,b/b,b,b b", "three fields"),
        ("b,b,b/b,b,b b 0", "3 rows"),
        ("b,b,b/b,b/b,b,b b 0", "row 2 has 3 cells"),
        ("b,b,b/b,,b/b,b,b b 0", "b2 must hold one of ., b, w, g"),
        ("b,b,b/b,r,b/b,b,b b 0", "b2 must hold one of ., b, w, g"),
        ("b,b,b/b,b1:0,b/b,b,b b 0", "the height of the stack at b2"),
        ("b,b,b/b,b4,b/b,b,b b 0", "the number of greens in the stack at b2"),
        ("b,b,b/b,b4:4,b/b,b,b b 0", "the number of greens in the stack at b2"),
        ("b,b,b/b,g2:1,b/b,b,b b 0", "green pieces never move, so they never form stacks; found 'g2:1' at b2"),
        ("b200:1,b200:1,b/b,b,b/b,b,b b 0", "at most 255 pyramids"),
        ("b,b,b/b,b,b/b,b,b g 0", "the mover"),
        ("b,b,b/b,b,b/b,b,b b 3", "the number of passes"),
        ("b,g,./.,.,./.,.,. b setup", "single black and white pyramids"),
        ("b,w2:0,./.,.,./.,.,. b setup", "single black and white pyramids"),
        ("b,b,b/.,.,./.,.,. w setup", "Black has only 2 pyramids"),
        ("b,b,w/.,.,./.,.,. b setup", "Black has placed every pyramid"),
    ],
)
def test_unreadable_positions_name_the_place(text, message):
    with pytest.raises(UnreadablePosition, match=message):
        PLACING.position(text)


def test_reading_does_not_mind_case_and_writing_is_canonical():
    assert str(PLACING.position("B3:1,G,W/.,.,./.,.,.   W 1")) == "b3:1,g,w/.,.,./.,.,. w 1"
    assert str(PLACING.position("B,.,W/.,.,./.,.,. B SETUP")) == "b,.,w/.,.,./.,.,. b setup"


def test_the_example_of_the_rule_page_is_played_as_it_says():
    page = (Path(__file__).parents[2] / "src/ludoteca/games/greener/rules.md").read_text()
    before, move, after = re.search(r"```\n(.+)\n(.+)\n(.+)\n```", page.split("## Notation")[1]).groups()
    assert str(BY_SIZE["3x3"].position(before).play(move)) == after
    assert str(BY_SIZE["3x3"].position(before)) == before


@given(st.text())
def test_any_text_is_a_position_or_unreadable(text):
    try:
        PLACING.position(text)
    except UnreadablePosition:
        return
    raise AssertionError(f"{text!r} was read")


@given(reachable(BY_SIZE["3x3"]), st.integers(0, 60), st.integers(0, 3), st.text("bwg.,/:0129 setup²", max_size=3))
def test_a_spoilt_text_is_read_back_or_unreadable(at, place, cut, put):
    text = str(at)
    spoilt = text[:place] + put + text[place + cut :]
    try:
        read = PLACING.position(spoilt)
    except UnreadablePosition:
        return
    assert PLACING.position(str(read)) == read
    for move in read.moves():
        read.play(move)


# --- worked positions


@pytest.mark.parametrize(
    ("rows", "black", "white", "greens"),
    [
        (A, 30, 30, (0, 0)),
        (A_MID, 26, 26, (3, 0)),
        (B, 30, 30, (0, 0)),
        (C, 28, 34, (0, 0)),
    ],
)
def test_worked_position(rows, black, white, greens):  # GR6, GR9
    assert [len(from_rows(rows, mover).moves()) for mover in "bw"] == [black, white]
    assert from_rows(rows).score == greens


@cache
def complete_games(at: Position) -> int:
    """How many games go on from here to the end."""
    return sum(complete_games(at.play(move)) for move in at.moves()) if at.outcome is None else 1


@cache
def best_result(at: Position) -> int:
    """1, 0 or -1 for the mover with the best play of both."""
    if at.outcome is not None:
        return 0 if at.outcome.winner is None else 1 if at.outcome.winner == at.mover else -1
    return max(-best_result(at.play(move)) for move in at.moves())


@pytest.mark.parametrize(
    ("rows", "mover", "count", "result"),
    [
        ("b g w/g b g/w g g", "b", 1898, -1),
        ("b g w/g b g/w g g", "w", 1694, -1),
        ("b w g/g w b/g g g", "b", 1536, 1),
        ("b w g/g w b/g g g", "w", 2350, 1),
        ("b g w/g g g/w g b", "b", 992, -1),
        ("b g w/g g g/w g b", "w", 992, -1),
    ],
)
def test_small_boards_are_counted_and_solved(rows, mover, count, result):  # GR6-GR10
    at = from_rows(rows, mover)
    assert complete_games(at) == count
    assert best_result(at) == result


def test_one_capture_alone_wins_for_black():
    at = from_rows("b w g/g w b/g g g")
    assert [str(move) for move in at.moves() if best_result(at.play(move)) == -1] == ["a1xb1"]


# --- the answers of independent programs


def test_golden_positions():
    for entry in positions("greener"):
        here = from_stacks(entry["board"], entry["mover"])
        other = "w" if entry["mover"] == "b" else "b"
        assert sorted(map(str, here.moves())) == sorted(map(text_of, entry["moves"] or ["pass"]))
        for move, after in zip(entry["moves"], entry["after"], strict=True):
            assert here.play(text_of(move)) == from_stacks(after, other)
        assert here.score == (entry["greens"]["b"], entry["greens"]["w"])
        assert [rules.tallest(here.state, player) for player in (0, 1)] == [entry["tallest"][side] for side in "bw"]
        moves_of_both = [str(move) for mover in "bw" for move in from_stacks(entry["board"], mover).moves()]
        assert (entry["winner"] is None) == (moves_of_both != ["pass", "pass"])
        if entry["winner"] is not None:
            assert play_out(here).outcome.winner == {"b": 0, "w": 1, "draw": None}[entry["winner"]]


@pytest.mark.parametrize("game", games("greener"), ids=lambda game: str(len(game["moves"])))
def test_golden_game(game):
    at = from_stacks(game["initial"], game["first"])
    for move in game["moves"]:
        at = at.play(text_of(move))
    assert board_text(at) == board_text(from_stacks(game["final"], "b"))
    assert at.score == (game["greens"]["b"], game["greens"]["w"])
    assert at.outcome.winner == {"b": 0, "w": 1, "draw": None}[game["winner"]]


@pytest.mark.parametrize("entry", leaf_counts("greener"), ids=lambda entry: f"{entry['mover']} {entry['counts']}")
def test_leaf_counts(entry):
    here = from_stacks(entry["position"], entry["mover"])
    if entry["options"]:
        assert [complete_games(here)] == entry["counts"]
    else:
        assert [count_sequences(here, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


# --- what is always true


def plain_captures(at: Position, player: int) -> set[str]:
    """The captures by the letter of the rules, from the text alone: row by row and column by column."""
    grid = [row.split(",") for row in board_text(at).split("/")]
    spots = [(row, column) for row in range(len(grid)) for column in range(len(grid[0]))]
    lines = [[spot for spot in spots if spot[0] == row] for row in range(len(grid))]
    lines += [[spot for spot in spots if spot[1] == column] for column in range(len(grid[0]))]
    found = set()
    for line in lines:
        stacks = [(row, column) for row, column in line if grid[row][column] != "."]
        for near, far in [*pairwise(stacks), *pairwise(stacks[::-1])]:
            if grid[near[0]][near[1]][0] == "bw"[player]:
                found.add(text_of([*near, *far]))
    return found


SOME = st.sampled_from([*BY_SIZE.values(), PLACING, ludoteca.game("greener", size="9x9", setup="alternate")])
ANYWHERE = SOME.flatmap(lambda variant: reachable(variant, 3 * len(variant.board.cells)))
FULL = st.sampled_from(list(BY_SIZE.values())).flatmap(lambda variant: reachable(variant, 160))


@given(FULL)
def test_captures_are_those_of_the_plain_reading(at):  # GR6, GR7
    assert {str(move) for move in at.moves()} == (plain_captures(at, at.mover) or {"pass"})


@given(FULL)
def test_each_capture_empties_one_cell_and_loses_no_pyramid(at):  # GR5, GR6
    for move in at.moves():
        after = at.play(move)
        before_heights, heights = at.state.heights, after.state.heights
        assert heights.sum() == before_heights.sum() == len(at.variant.board.cells)
        assert after.state.greens.sum() == at.state.greens.sum()
        assert (heights > 0).sum() == (before_heights > 0).sum() - (str(move) != "pass")
        assert all(before_heights[heights > 0])


@given(FULL)
def test_who_cannot_move_now_can_never_move_again_nor_lose_a_stack(at):  # GR7, GR8
    for player in range(2):
        if not evaluation.captures(at.state, player):
            for move in at.moves():
                after = at.play(move)
                assert not evaluation.captures(after.state, player)
                assert after.state.owned[player] == at.state.owned[player]


@given(st.sampled_from(list(BY_SIZE.values())), st.integers(0, 2**32))
def test_a_game_ends_with_every_stack_alone_in_its_row_and_column(variant, seed):  # GR8
    at, chance, captures = variant.start(seed), new_random(seed), 0
    while at.outcome is None:
        code = greener.game.own(verbs.pick)(at.state, chance)
        captures += code != rules.PASS.code()
        at = at.play(next(move for move in at.moves() if move.code == code))
    assert captures <= len(variant.board.cells) - 1
    assert plain_captures(at, 0) == plain_captures(at, 1) == set()


@given(ANYWHERE)
def test_text_reads_back_to_the_same_bytes(at):
    again = at.variant.position(str(at))
    assert again == at and str(again) == str(at)
    for move in at.moves():
        after = at.play(move)
        assert at.variant.position(str(after)) == after


@given(ANYWHERE)
def test_a_turned_board_plays_the_same(at):
    for symmetry in at.variant.board.symmetries:
        other = turned(at, symmetry)
        assert len(other.moves()) == len(at.moves())
        for move in at.moves()[:3]:
            assert other.play(turned_move(at, move, symmetry)) == turned(at.play(move), symmetry)


@given(ANYWHERE, st.integers(0, 2**32))
def test_uncompiled_rules_give_the_same_answers(at, seed):
    lists = np.zeros((2, at.variant.game.most_moves), np.int32)
    count = greener.game.own(verbs.moves)(at.state, lists[0])
    assert greener.game.own(verbs.moves).py_func(at.state, lists[1]) == count
    assert (lists[0] == lists[1]).all()
    assert rules.ending.py_func(at.state) == rules.ending(at.state)
    assert evaluation.terms.py_func(at.state) == pytest.approx(evaluation.terms(at.state))
    chosen = greener.game.own(verbs.pick)(at.state, new_random(seed))
    assert greener.game.own(verbs.pick).py_func(at.state, new_random(seed)) == chosen
    compiled, plain = copied(at.state), copied(at.state)
    rules.play(compiled, chosen)
    rules.play.py_func(plain, chosen)
    assert compiled.tobytes() == plain.tobytes()


@given(SOME, st.integers(0, 2**32))
def test_an_uncompiled_start_is_the_same(variant, seed):
    compiled, plain = copied(variant.blank), copied(variant.blank)
    rules.start(compiled, new_random(seed))
    rules.start.py_func(plain, new_random(seed))
    assert compiled.tobytes() == plain.tobytes()


@given(FULL)
def test_the_evaluation_is_fair_to_both(at):
    board, mover, passes = str(at).split()
    swapped = at.variant.position(f"{board.translate(str.maketrans('bw', 'wb'))} {'wb'['bw'.index(mover)]} {passes}")
    assert verbs.evaluate(swapped.state) == pytest.approx(verbs.evaluate(at.state))
    theirs = evaluation.terms(at.variant.position(f"{board} {'wb'['bw'.index(mover)]} {passes}").state)
    mine = evaluation.terms(at.state)
    assert mine[0] == theirs[0] == 1.0  # to move
    assert theirs[1:7] == pytest.approx([-term for term in mine[1:7]])  # mine less yours
    assert theirs[7:] == mine[:6:-1]  # greens that face an enemy, of either side


@pytest.mark.parametrize(
    "rows",
    ["bg . ./. w ./. . g", "b . b/. . ./. w .", "b . ./. w ./g . ."],
    ids=["more greens", "more stacks", "more captures"],
)
def test_the_evaluation_prefers(rows):
    assert verbs.evaluate(from_rows(rows, "b").state) > 0 > verbs.evaluate(from_rows(rows, "w").state)


@pytest.mark.parametrize(
    "at",
    [from_rows(A_MID), BY_SIZE["9x9"].start(5), PLACING.position(".,b,./.,.,w/.,.,. b setup")],
    ids=["6x6", "9x9", "setup"],
)
def test_random_moves_are_all_equally_likely(at):
    room, chance = at.variant.room, new_random(11)
    legal = room[: greener.game.own(verbs.moves)(at.state, room)].tolist()
    drawn = Counter(int(greener.game.own(verbs.pick)(at.state, chance)) for _ in range(400 * len(legal)))
    assert set(drawn) == set(legal)
    chi_square = sum((drawn[move] - 400) ** 2 / 400 for move in legal)
    assert chi_square < len(legal) + 4 * (2 * len(legal)) ** 0.5
