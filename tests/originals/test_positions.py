"""The sample states of the Prolog programs come out as the positions that the rules' worked examples describe."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from originals import state_samples as samples

import ludoteca
from ludoteca.errors import BadOption, LudotecaError, UnknownName
from ludoteca.originals.positions import convert
from ludoteca.originals.prolog import DEEPEST_NESTING, LONGEST_TEXT, UnreadableTerm, read_terms
from ludoteca.play import Position

ALL = {
    "greener": (samples.NUMBERS_START, samples.NUMBERS_MIDDLE, samples.NUMBERS_END,
                samples.LETTERS_START, samples.LETTERS_MIDDLE, samples.LETTERS_END),
    "squ": (samples.SQU_START, samples.SQU_MIDDLE, samples.SQU_END),
    "mapello": (samples.MAPELLO_START,),
    "glaisher": (samples.GLAISHER_START, samples.GLAISHER_MIDDLE, samples.GLAISHER_END),
}  # fmt: skip


def converted(game: str, text: str, mover: str | None = None, **options: object) -> Position:
    return ludoteca.game(game, **options).position(convert(game, text, mover=mover, **options))


# --- Greener


@pytest.mark.parametrize(
    ("text", "black", "white"),
    [
        (samples.NUMBERS_START, 30, 30),
        (samples.NUMBERS_MIDDLE, 26, 26),
        (samples.LETTERS_START, 30, 30),
        (samples.LETTERS_MIDDLE, 11, 6),
    ],
)
def test_greener_samples_have_the_moves_that_the_rules_count(text, black, white):  # 1.3
    assert len(converted("greener", text, mover="black").moves()) == black
    assert len(converted("greener", text, mover="white").moves()) == white


@pytest.mark.parametrize(
    ("text", "greens"),
    [
        (samples.NUMBERS_MIDDLE, (3, 0)),
        (samples.NUMBERS_END, (15, 3)),
        (samples.LETTERS_MIDDLE, (8, 2)),
        (samples.LETTERS_END, (4, 12)),
    ],
)
def test_greener_samples_have_the_greens_that_the_rules_count(text, greens):  # 1.3
    assert converted("greener", text).score == greens


@pytest.mark.parametrize(("text", "winner"), [(samples.NUMBERS_END, 0), (samples.LETTERS_END, 1)])
def test_in_the_last_greener_samples_both_pass_and_the_greener_wins(text, winner):  # GR8, GR10
    position = converted("greener", text)
    for _ in range(2):
        if position.outcome is None:
            assert [str(move) for move in position.moves()] == ["pass"]
            position = position.play("pass")
    assert position.outcome is not None
    assert position.outcome.winner == winner


def test_the_number_after_a_greener_board_is_the_mover():
    assert converted("greener", samples.NUMBERS_START).mover == 0
    assert converted("greener", samples.NUMBERS_MIDDLE).mover == 1
    assert converted("greener", samples.NUMBERS_MIDDLE, mover="b").mover == 0
    assert converted("greener", samples.LETTERS_START).mover == 0


def test_greener_boards_of_other_sizes_bring_their_size_along():
    row = "[[1],[2],[0],[2],[1],[2],[0],[2],[2]]"
    assert convert("greener", f"[{','.join([row] * 9)}], 0").endswith("/b,g,w,g,b,g,w,g,g w 0")
    assert convert("greener", "[[[b],[g],[w]],[[g],[b,w],[]],[[w],[g],[g]]]") == "b,g,w/g,b2:0,./w,g,g b 0"


# --- SQU


@pytest.mark.parametrize(
    ("text", "discs", "best", "fields"),
    [
        (samples.SQU_START, (0, 0), (0, 0), "r 1 -"),
        (samples.SQU_MIDDLE, (17, 16), (4, 3), "b 2 r4:b4"),
        (samples.SQU_END, (23, 24), (8, 6), "r 2 r8:a1"),
    ],
)
def test_squ_samples_have_the_squs_that_the_rules_name(text, discs, best, fields):  # 3.3
    position = converted("squ", text)
    board, rest = str(position).split(" ", 1)
    assert (board.count("r"), board.count("b")) == discs
    assert position.score == best
    assert rest == fields


@pytest.mark.parametrize(
    ("red", "black", "fields"),
    [(1, 0, "b 2"), (1, 1, "b 1"), (1, 2, "r 2"), (2, 2, "r 1"), (3, 2, "b 2"), (0, 3, "r 2"), (4, 0, "b 2")],
)
def test_the_discs_tell_whose_turn_it_is_in_squ(red, black, fields):  # SQ3
    cells = ["red"] * red + ["black"] * black + ["empty"] * (64 - red - black)
    rows = [f"[{','.join(cells[start : start + 8])}]" for start in range(0, 64, 8)]
    assert convert("squ", f"[{','.join(rows)}]").split(" ", 1)[1] == f"{fields} -"


def test_with_one_disc_a_turn_players_alternate():
    rows = ",".join(["[red,black,red,empty,empty,empty,empty,empty]"] + ["[" + ",".join(["empty"] * 8) + "]"] * 7)
    assert convert("squ", f"[{rows}]", discs_per_turn=1).split(" ", 1)[1] == "b 1 -"
    assert convert("squ", f"[{rows}]", discs_per_turn=1, mover="red").split(" ", 1)[1] == "r 1 -"


def test_pyramids_must_mark_a_square():
    text = samples.SQU_MIDDLE.replace("[empty,redP", "[redP,empty", 1)
    with pytest.raises(UnreadableTerm, match="redP should be the four corners"):
        convert("squ", text)


# --- Gekitai, Mapello, Glaisher


@pytest.mark.parametrize(
    "words", [("empty", "red", "black"), ("'.'", "1", "2"), ("' '", "r", "'B'"), ("0", "'R'", "b")]
)
def test_gekitai_boards_are_read_in_several_spellings(words):
    empty, red, black = words
    row = f"[{empty},{red},{black},{empty},{empty},{empty}]"
    board = ",".join([row] + [f"[{','.join([empty] * 6)}]"] * 5)
    assert convert("gekitai", f"initial([{board}]).") == ".rb.../....../....../....../....../...... r"
    assert convert("gekitai", f"state([{board}], {black})") == ".rb.../....../....../....../....../...... b"


def test_the_mapello_sample_is_the_seed_map():  # 5.3 S
    position = converted("mapello", samples.MAPELLO_START)
    rows = (
        "###J##J### ##.*.*..## #.....#.*J #........# #*#.WB...# J...BW...# #*.....#*J #..#.....# ##.*...*## ###JJ##J##"
    )
    assert str(position) == f"{rows.replace(' ', '/')} B 0-0"
    assert sorted(map(str, position.moves())) == sorted(["d3", "c4", "f5", "e6"])  # (3,4) (4,3) (5,6) (6,5)


def test_the_glaisher_start_is_the_usual_one_mirrored():  # GL3, 6.2
    position = converted("glaisher", samples.GLAISHER_START, reserve=57)
    assert str(position).endswith(" r split 57")
    usual = ludoteca.game("glaisher").start()
    assert stacks(position) == {(j, i): stack for (i, j), stack in stacks(usual).items()}
    assert len(position.moves()) == 21


def stacks(position: Position) -> dict[tuple[int, int], str]:
    """What position text says on each occupied hex."""
    tokens = str(position).split()[0].replace("/", ",").split(",")
    return {spot: token for spot, token in zip(position.variant.board.spots, tokens, strict=True) if token != "."}


def test_the_middle_glaisher_sample_has_the_splits_that_the_rules_count():  # 6.3
    red = converted("glaisher", samples.GLAISHER_MIDDLE)
    yellow = converted("glaisher", samples.GLAISHER_MIDDLE, mover="yellow")
    assert (len(red.moves()), len(yellow.moves())) == (12, 14)
    assert sum(len(red.play(split).moves()) for split in red.moves()) == 476
    assert sum(len(yellow.play(split).moves()) for split in yellow.moves()) == 556


def test_in_the_last_glaisher_sample_red_is_connected():  # 6.3
    position = converted("glaisher", samples.GLAISHER_END, mover="yellow")  # Red has just moved
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_a_number_outside_the_hexagon_is_an_error():
    text = samples.GLAISHER_START.replace("[ '_', '_', '_', '_',   0", "[   0, '_', '_', '_',   0", 1)
    with pytest.raises(UnreadableTerm, match="line 3, column 9: this is not a hex"):
        convert("glaisher", text)


# --- errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: there is no term"),
        ("[[1,2]", "line 1, column 1: this bracket is never closed"),
        ("[1 2]", "line 1, column 4: a comma is missing before '2'"),
        ("[1,]", "line 1, column 4: something is missing before ']'"),
        ("[1,\n ?]", r"line 2, column 2: '\?' does not belong here"),
        ("['a]", "line 1, column 2: this quote is never closed"),
        ("[1]. [2]", "line 1, column 6: nothing comes after the full stop"),
        ("[1)", r"line 1, column 3: '\)' does not belong here"),
        ("f()", r"line 1, column 3: something is missing before '\)'"),
        ("[" * 30, f"column {DEEPEST_NESTING}: lists are nested more than"),
        ("[" * 200_000, f"a state has at most {LONGEST_TEXT} characters"),
    ],
)
def test_unreadable_terms_are_named_with_their_place(text, message):
    with pytest.raises(UnreadableTerm, match=message):
        read_terms(text)


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("greener", "[[[1],[0]],[[2]]]", "line 1, column 12: row 2 should be a list of 2 cells"),
        ("greener", "[[[7]]]", "a cell is one of .*; found 7"),
        ("greener", "17", "a board is a list of rows"),
        ("greener", "[[[1]]], 5", "the player to move must follow the board: black or white"),
        ("greener", "[[[1]]], 1, 2", "optionally followed by the player"),
        ("gekitai", "[[empty]]", "a board has 6 rows; this has 1"),
        ("glaisher", "[[0]]", r"written \[Reserve, Board\]"),
        ("mapello", samples.MAPELLO_START.replace("'W'", "'X'", 1), "found 'x'"),
    ],
)
def test_terms_that_are_no_state_are_named_with_their_place(game, text, message):
    with pytest.raises(UnreadableTerm, match=message):
        convert(game, text)


def test_unknown_games_and_movers_are_errors():
    with pytest.raises(UnknownName, match="game with states in Prolog"):
        convert("reversi", "[]")
    with pytest.raises(BadOption, match="mover must be black or white, not 'red'"):
        convert("greener", samples.LETTERS_START, mover="red")


@given(st.sampled_from(sorted(ALL)), st.text("[]()',._-019abgrwP% \n<>`\"", max_size=60))
@example("greener", "[[]]")
@example("squ", "[[]]")
def test_any_text_gives_a_position_or_a_named_error(game, text):
    try:
        position = convert(game, text)
    except LudotecaError:
        return
    assert ludoteca.game(game, **({"size": "3x3"} if game == "greener" else {})).position(position)


@given(st.data())
def test_a_damaged_state_gives_a_position_or_a_named_error(data):
    game = data.draw(st.sampled_from(sorted(ALL)))
    text = data.draw(st.sampled_from(ALL[game]))
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 20)))
    with suppress(LudotecaError):
        assert convert(game, text[:start] + data.draw(st.text("[](),.'01 x", max_size=3)) + text[end:])
