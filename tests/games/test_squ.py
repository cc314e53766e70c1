"""SQU: each rule by its number, the worked positions, and squares counted one by one."""

from __future__ import annotations

import doctest
import random
import re
from pathlib import Path

import numpy as np
import pytest
from golden_files import games, leaf_counts, positions
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import position
from strategies import play_randomly, reachable

import ludoteca
from ludoteca.compiler.bits import popcount
from ludoteca.compiler.set_types import words_of
from ludoteca.errors import GameOver, IllegalMove
from ludoteca.games.squ import evaluation, rules
from ludoteca.kernel import BadOption, UnreadablePosition, copied, new_random, verbs
from ludoteca.kernel.patterns.squares import TOP_LEFT, moved_up
from ludoteca.play import Position
from ludoteca.play.perft import count_sequences
from ludoteca.play.symmetry import turned, turned_move

squ = ludoteca.game("squ")
small = ludoteca.game("squ", size=8)
single = ludoteca.game("squ", size=8, discs_per_turn=1)
BOTH = {10: squ, 8: small}
DOCS = Path(__file__).parents[2] / "src" / "ludoteca" / "games" / "squ" / "rules.md"

EMPTY_8 = "/".join(["........"] * 8)
NO_SQU_8 = "rbbbrrrr/bbrrrbrb/rbbrbbrb/rrbbbrrr/bbrrrrbb/brrbrbbr/rrbbrrbb/bbbrbrbr"
NO_SQU_10 = (
    "rrrrrbbbbb/brbrbrbrrb/brbbrbrrbr/brrbbrrbrb/bbrrrrbbbr/rbrbbrbrbb/brbrbbrrbr/rbbrrbbrrb/bbrbrbrbrb/rrrrrrbrbb"
)


def squs(at: Position | str, colour: str) -> list[tuple[int, int, int]]:
    """Every squ of a colour as (size, row, column), counted one by one, large ones first and in reading order."""
    rows = str(at).split()[0].split("/")
    return [
        (side, row, column)
        for side in range(len(rows) - 1, 0, -1)
        for row in range(len(rows) - side)
        for column in range(len(rows) - side)
        if {rows[row][column], rows[row][column + side], rows[row + side][column], rows[row + side][column + side]}
        == {colour}
    ]


def best(at: Position | str) -> tuple[int, int]:
    """The size of each colour's largest squ."""
    return tuple(max((side for side, *_ in squs(at, colour)), default=0) for colour in "rb")


def square(row: int, column: int) -> str:
    """The name of a golden cell."""
    return f"{'abcdefghij'[column]}{row + 1}"


def turn_of(at: Position) -> tuple[int, int]:
    """Whose turn it is, and how many discs are left of it."""
    return at.mover, int(at.state.left)


def record(at: Position) -> str:
    """The record as position text has it."""
    return str(at).split()[3]


def discs_placed(at: Position) -> list[int]:
    """How many discs each colour has on the board."""
    board = str(at).split()[0]
    return [board.count("r"), board.count("b")]


def play_all(at: Position, moves: str) -> Position:
    """The position after several moves."""
    for move in moves.split():
        at = at.play(move)
    return at


def play_out(at: Position, seed: int) -> Position:
    """The end of the game after random moves."""
    chance = random.Random(seed)
    while at.outcome is None:
        at = at.play(chance.choice(at.moves()))
    return at


# --- the rules, one by one


def test_the_board_starts_empty_and_red_has_one_disc_to_place():  # SQ1, SQ3
    assert str(squ.start()) == "/".join([".........."] * 10) + " r 1 -"
    assert str(small.start()) == EMPTY_8 + " r 1 -"
    assert [len(variant.start().moves()) for variant in (squ, small)] == [100, 64]


def test_red_places_one_disc_and_then_each_player_two():  # SQ3
    at, turns = small.start(), []
    for move in ("a1", "b1", "c1", "d1", "e1", "f1"):
        turns.append(turn_of(at))
        at = at.play(move)
    assert turns == [(0, 1), (1, 2), (1, 1), (0, 2), (0, 1), (1, 2)]
    assert str(at).startswith("rbbrrb../")


@pytest.mark.parametrize("variant", [squ, small])
def test_the_last_turn_is_a_single_red_disc_and_both_colours_are_equal_in_number(variant):  # SQ3, SQ6
    end = play_out(variant.start(), 1)
    assert turn_of(end.previous) == (0, 1)
    assert turn_of(end.previous.previous) == (1, 1)
    assert discs_placed(end) == [variant.longest // 2] * 2


def test_a_disc_goes_on_any_empty_cell_only():  # SQ3
    after = squ.start().play("C4")
    assert len(after.moves()) == 99
    with pytest.raises(IllegalMove, match=r"^c4 is taken$"):
        after.play("c4")
    with pytest.raises(IllegalMove, match="i9 is not on the board"):
        small.start().play("i9")


def test_one_disc_a_turn_is_an_option():  # SQ3
    at, turns = single.start(), []
    for move in ("a1", "b1", "c1"):
        turns.append(turn_of(at))
        at = at.play(move)
    assert turns == [(0, 1), (1, 1), (0, 1)]
    end = play_out(at, 2)
    assert discs_placed(end) == [32, 32]


def test_the_smallest_squ_is_a_block_of_four():  # SQ2
    at = small.position("rr....../r......./......../......../......../......../......../........ r 1 -")
    assert record(at.play("b2")) == "r1:a1"


def test_only_the_corners_of_a_squ_matter():  # SQ2
    at = position(
        small,
        """
        . . . . . . . .
        . r b b r . . .
        . b r b . . . .
        . . b b . . . .
        . r . b . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .   red to move | 1 -""",
    )
    assert record(at.play("e5")) == "r3:b2"


def test_a_tilted_square_is_no_squ():  # SQ2
    at = position(
        small,
        """
        . . r . . . . .
        . . . . . . . .
        . r . . . . . .
        . . . r . . . .
        . . . . r . . .
        . . . r . r . .
        . . . . . . . .
        . . . . . . . .   red to move | 2 -""",
    )
    after = play_all(at, "e2 e7")  # c1 e2 d4 b3 is a square, and so is e5 f6 e7 d6
    assert (record(after), after.score) == ("-", (0, 0))


def test_a_squ_does_not_reach_around_the_edge():  # SQ2
    at = squ.position("/".join(["........rr", "rr......rr"] + [".........."] * 8) + " r 1 -")
    assert best(at) == (1, 0)
    assert at.score == (1, 0)
    at = squ.position("/".join([".........r", "r........r", "r........."] + [".........."] * 7) + " r 1 -")
    assert at.score == (0, 0)


@pytest.mark.parametrize(("size", "total"), [(10, 285), (8, 140)])
def test_the_number_of_squares_of_each_size(size, total):  # SQ2
    counts = [popcount(upper) + popcount(lower) for upper, lower in TOP_LEFT[size]]
    assert counts[1:size] == [(size - side) ** 2 for side in range(1, size)]
    assert (counts[0], sum(counts[1:])) == (size**2, total)
    one_colour = "/".join(["r" * size] * size) + " r 2 -"
    assert len(squs(BOTH[size].position(one_colour), "r")) == total


def test_a_squ_made_by_the_first_disc_counts_at_the_end_of_the_turn():  # SQ5
    at = small.position("r..r..../......../......../r......./......../......../......../bb...... r 2 -")
    half_way = at.play("d4")
    assert (record(half_way), turn_of(half_way)) == ("-", (0, 1))
    assert half_way.score == (3, 0)
    assert record(half_way.play("h8")) == "r3:a1"


@pytest.mark.parametrize("order", ["d4 h8", "h8 d4"])
def test_of_two_squs_made_in_a_turn_the_larger_is_the_record(order):  # SQ5
    at = small.position("r..r...r/......../......../r......./......../......../......../r....... r 2 -")
    assert record(play_all(at, order)) == "r7:a1"


def test_of_equal_new_squs_the_first_in_reading_order_is_the_record():  # SQ5
    at = small.position("......../rr.rr.../r..r..../......../......../......../......../........ r 2 -")
    assert record(play_all(at, "e3 b3")) == "r1:a2"


def test_a_record_must_be_strictly_larger():  # SQ5, SQ7
    at = small.position("r..r..../......../......../r......./b..b..../......../......../b....... r 1 -")
    at = at.play("d4")
    assert record(at) == "r3:a1"
    at = play_all(at, "d8 b3")  # Black's own squ of size 3 comes too late
    assert (record(at), at.score) == ("r3:a1", (3, 3))
    at = play_all(at, "g1 g2 f3 b7 h1 h2 f7 h8")
    assert (record(at), at.score) == ("b4:b3", (3, 4))


def test_a_larger_squ_of_the_other_colour_takes_the_record():  # SQ5
    at = small.position("b......b/......../..rr..../..rr..../......../......../......../b....... b 2 r1:c3")
    assert record(play_all(at, "h8 h7")) == "b7:a1"


def test_a_smaller_squ_made_after_a_larger_one_is_no_record():  # SQ5
    at = small.position("r..r..../......../......../r..r..../......../......../......../bb.....b b 2 r3:a1")
    assert record(play_all(at, "a7 b7")) == "r3:a1"


def test_a_disc_under_a_pyramid_counts_for_later_squs():  # SQ4, SQ5
    at = small.position("rr....../rr....../......../......../......../......../......../bb.....b r 2 r1:a1")
    assert record(play_all(at, "c1 c3")) == "r1:a1"
    at = small.position("rrr...../rr....../r......./......../......../......../......../bb.....b r 2 r1:a1")
    assert record(play_all(at, "c3 h1")) == "r2:a1"


def test_the_record_is_taken_as_written():  # SQ5
    at = small.position("rr....../......../......../......../......../......../......../bb...... r 2 b5:c3")
    assert record(play_all(at, "a2 b2")) == "b5:c3"
    at = small.position("r......r/......../......../......../......../......../......../r......r r 1 -")
    assert record(at.play("d4")) == "r7:a1"  # made unrecorded, recorded when the turn ends


def test_a_full_board_ends_the_game_and_the_owner_of_the_record_wins():  # SQ6, SQ7
    end = play_out(squ.start(), 5)
    assert end.outcome.winner == "rb".index(record(end)[0])
    assert end.moves() == []
    with pytest.raises(GameOver):
        end.play("a1")


@pytest.mark.parametrize(("variant", "board"), [(small, NO_SQU_8), (squ, NO_SQU_10)])
def test_a_full_board_without_a_squ_is_a_draw(variant, board):  # SQ7
    end = variant.position(f"{board} b 0 -")
    assert (end.outcome.winner, end.outcome.reason, end.score) == (None, "there is no squ", (0, 0))
    nearly = variant.position(f".{board[1:]} {board[0]} 1 -")
    assert nearly.outcome is None
    assert nearly.play("a1").outcome == end.outcome


@given(st.integers(0, 2**32 - 1))
def test_equal_largest_squs_go_to_the_first_or_are_a_draw(seed):  # SQ7
    end = play_out(small.start(), seed)
    drawing = ludoteca.game("squ", size=8, ties="draw").position(str(end))
    red, black = best(end)
    assert end.outcome.winner == "rb".index(record(end)[0])
    assert (red, black)[end.outcome.winner] == max(red, black) == int(record(end)[1])
    assert drawing.outcome.winner == (None if red == black else int(black > red))


FULL = "r" * 4 + "b" * 4  # rows of four red and four black cells: both colours have squs of size 3


@pytest.mark.parametrize(
    ("ties", "written", "winner", "reason"),
    [
        ("first", "r3:a1", 0, "Red's squ of size 3 at a1 was made first"),
        ("first", "b3:e2", 1, "Black's squ of size 3 at e2 was made first"),
        ("first", "r7:a1", 0, "Red's squ of size 7 at a1 is the largest"),
        ("first", "-", None, "no squ was recorded"),
        ("draw", "b3:e2", None, "the largest squ of either colour has size 3"),
    ],
)
def test_the_reason_names_the_squ_that_wins(ties, written, winner, reason):  # SQ7
    end = ludoteca.game("squ", size=8, ties=ties).position("/".join([FULL] * 8) + f" b 0 {written}")
    assert (end.outcome.winner, end.outcome.reason) == (winner, reason)


def test_with_ties_as_draws_the_larger_squ_wins_whatever_the_record():  # SQ7
    board = "/".join(["rrrrrrrr", *["rrrrbbbb"] * 6, "rrrrbbbr"])
    end = ludoteca.game("squ", size=8, ties="draw").position(f"{board} b 0 b3:e2")
    assert (end.outcome.winner, end.outcome.reason) == (0, "Red's squ of size 7 at a1 is the largest")


# --- worked positions

SEED_MIDDLE = """
    . r b . . . . . r b
    b . b r . . . b . .
    . b . . . . . r . .
    . r . . . r r . . r
    . . r . . . . b . .
    . . . . r . . . . .
    . . b b . b . r b .
    . r . . . r . . . r
    r b . . . . r b . .
    . . b . . b . b r .   black to move | 2 """
SEED_FINAL = """
    r r b . . . . . r b
    b . b r . . b b . .
    r b b b . . r r . .
    . r . . . r r . . r
    . . r b . . . b . .
    . . . . r . . . . .
    . . b b . b . r b .
    b r . . . r b . b r
    r b . b . . r b r .
    r . b . . b . b r r   red to move | 2 """


def test_the_published_middle_board():
    at = position(squ, SEED_MIDDLE + "r4:b4")
    assert at.score == (4, 3)
    assert [squs(at, colour)[0] for colour in "rb"] == [(4, 3, 1), (3, 6, 2)]
    assert [side for side, *_ in squs(at, "r")] == [4, 4]


def test_the_published_final_board():
    at = position(squ, SEED_FINAL + "r8:a1")
    assert at.score == (8, 6)
    assert sorted(side for side, *_ in squs(at, "r")) == [4, 4, 6, 8]
    assert sorted(side for side, *_ in squs(at, "b")) == [3, 4, 6]


def marked(at: Position, word: str) -> str:
    """The cells with a mark."""
    return " ".join(name for name, look in at.scene().cells.items() if word in look.marks)


def test_pyramids_mark_the_record_or_also_each_colours_largest_squ():  # SQ5
    at = position(squ, SEED_FINAL + "r8:a1")
    assert (marked(at, "record"), marked(at, "best")) == ("a1 i1 a9 i9", "")
    at = position(ludoteca.game("squ", markers="per_colour"), SEED_FINAL + "r8:a1")
    assert (marked(at, "record"), marked(at, "best")) == ("a1 i1 a9 i9", "a2 g2 a8 g8")
    at = position(ludoteca.game("squ", markers="per_colour"), SEED_FINAL + "b6:a2")
    assert (marked(at, "record"), marked(at, "best")) == ("a2 g2 a8 g8", "a1 i1 a9 i9")


def test_of_a_colours_equal_squs_only_the_record_is_marked():  # SQ5
    board = "rr.rr.../rr.rr.../......../......../......../......../bb....../bb......"
    at = ludoteca.game("squ", size=8, markers="per_colour").position(f"{board} r 2 r1:d1")
    assert (marked(at, "record"), marked(at, "best")) == ("d1 e1 d2 e2", "a7 b7 a8 b8")


def test_the_facts_beside_the_board():
    at = position(squ, SEED_FINAL + "r8:a1")
    assert [(fact.name, fact.value, fact.player) for fact in at.scene().facts] == [
        ("To do", "two discs to place", None),
        ("Record", "8 (a1 i1 a9 i9); Black can no longer beat it", 0),
        ("Largest squ", "8", 0),
        ("Largest squ", "6", 1),
        ("Discs placed", "23", 0),
        ("Discs placed", "24", 1),
    ]
    assert [fact.value for fact in squ.start().scene().facts][1:] == ["none", "none", "none", "0", "0"]


def test_a_diagram_shows_discs_and_marks():
    rows = position(squ, SEED_FINAL + "r8:a1").board(ascii_only=True).splitlines()
    assert rows[1].split() == ["1", "r*", "r", "b", ".", ".", ".", ".", ".", "r*", "b"]


# --- the answers of independent counts


def test_golden_positions():
    for entry in positions("squ"):
        here = BOTH[entry["size"]].position("/".join(entry["board"]) + " r 2 -")
        assert {colour: len(squs(here, colour)) for colour in "rb"} == entry["squares"]
        assert dict(zip("rb", best(here), strict=True)) == entry["best"]
        assert dict(zip("rb", here.score, strict=True)) == entry["best"]


@pytest.mark.parametrize("game", games("squ"), ids=lambda game: f"{game['size']}-{game['winner']}")
def test_golden_game(game):
    at, records = BOTH[game["size"]].start(), []
    for turn, discs in enumerate(game["turns"]):
        assert turn_of(at) == (turn % 2, len(discs))
        before = record(at)
        for cell in discs:
            assert record(at) == before
            at = at.play(square(*cell))
        if record(at) != before:
            owner, size = re.fullmatch(r"(.)(\d):.*", record(at)).groups()
            records.append([turn, owner, int(size)])
    assert records == game["records"]
    assert str(at).split()[0] == "/".join(game["final"])
    assert dict(zip("rb", at.score, strict=True)) == game["best"]
    assert {None: "draw", 0: "r", 1: "b"}[at.outcome.winner] == game["winner"]


@pytest.mark.parametrize("entry", leaf_counts("squ"), ids=lambda entry: str(entry["options"]["size"]))
def test_leaf_counts_of_turns(entry):
    variant = BOTH[entry["options"]["size"]]
    one, two, three = entry["counts"]
    assert count_sequences(variant.start(), 1) == one
    assert count_sequences(variant.start(), 3) == 2 * two  # two discs come in two orders
    after_two_turns = play_all(variant.start(), "a1 b2 c3")
    assert count_sequences(after_two_turns, 2) * two == 2 * three


# --- properties


@settings(max_examples=20)
@given(st.sampled_from([squ, small, single]), st.integers(0, 2**32 - 1))
def test_a_record_is_the_largest_squ_at_the_end_of_a_turn_and_never_shrinks(variant, seed):  # SQ5
    at, expected = variant.start(), "-"
    chance = random.Random(seed)
    while at.outcome is None:
        mover = at.mover
        at = at.play(chance.choice(at.moves()))
        if at.mover != mover:
            found = squs(at, "rb"[mover])
            if found and (expected == "-" or found[0][0] > int(expected[1])):
                side, row, column = found[0]
                expected = f"{'rb'[mover]}{side}:{square(row, column)}"
        assert record(at) == expected


@given(st.one_of(reachable(squ, 100), reachable(small, 64)))
def test_the_score_is_each_colours_largest_squ(here):  # SQ2
    assert here.score == best(here)


@given(st.one_of(reachable(squ, 100), reachable(small, 64), reachable(single, 64)))
def test_compiled_and_uncompiled_rules_agree(here):
    lists = np.zeros((2, 100), np.int32)
    state = here.state
    count = squ.game.own(verbs.moves)(state, lists[0])
    assert squ.game.own(verbs.moves).py_func(state, lists[1]) == count
    assert (lists[0] == lists[1]).all()
    assert rules.ending(state) == rules.ending.py_func(state)
    assert evaluation.terms(state) == evaluation.terms.py_func(state)
    sample = squ.game.own(verbs.pick)
    assert sample(state, new_random(here.ply)) == sample.py_func(state, new_random(here.ply))
    for move in lists[0, :count:7]:
        once, again = copied(state), copied(state)
        rules.play(once, move)
        rules.play.py_func(again, move)
        assert once.tobytes() == again.tobytes()


@given(reachable(squ, 99), st.integers(1, 9), st.integers(0, 1))
def test_helpers_agree_with_their_uncompiled_selves(here, side, player):
    upper, lower = words_of(here.state.discs[player])
    whole = (int(upper) | int(lower) << 50) >> 10 * side
    for move_up in (moved_up, moved_up.py_func):
        assert move_up(upper, lower, side) == (whole & (1 << 50) - 1, whole >> 50)
    assert rules.largest_squ(here.state, player, side - 1) == rules.largest_squ.py_func(here.state, player, side - 1)
    for discs in (0, 1, 2):
        assert evaluation.prospects(here.state, player, discs) == evaluation.prospects.py_func(
            here.state, player, discs
        )


@given(st.one_of(reachable(squ, 90), reachable(small, 60)))
def test_the_evaluation_counts_every_live_square_above_the_record(here):
    rows, size = str(here).split()[0].split("/"), len(here.variant.board.rows)
    record = int(here.state.best_side)
    counted, reach, live = [[0.0] * 5, [0.0] * 5], [0.0, 0.0], [0, 0]
    worth = [(side / (size - 1)) ** 4 for side in range(size)]
    discs = {here.mover: int(here.state.left), 1 - here.mover: int(here.state.per_turn)}
    for side in range(record + 1, size):
        for row in range(size - side):
            for column in range(size - side):
                corners = [rows[r][c] for r in (row, row + side) for c in (column, column + side)]
                for player in range(2):
                    own = corners.count("rb"[player])
                    if "rb"[1 - player] not in corners:
                        live[player] += 1
                        counted[player][own] += worth[side]
                        if own + min(discs[player], 2) >= 4:
                            reach[player] = max(reach[player], worth[side] - worth[record])
    me, you = here.mover, 1 - here.mover
    sign = 1 if here.state.best_owner == here.mover else -1
    expected = (0.0, 1.0, worth[record] * sign, reach[me], reach[you], *counted[me][1:4], *counted[you][1:4])
    if record and live[1 - here.state.best_owner] == 0:
        expected = (float(sign), *[0.0] * 10)
    assert evaluation.terms(here.state) == pytest.approx(expected)


@given(reachable(squ, 90), st.integers(0, 2**32))
def test_a_record_that_cannot_be_beaten_wins_whatever_is_played(here, seed):
    certain = evaluation.terms(here.state)[0]
    if certain:
        winner = here.mover if certain > 0 else 1 - here.mover
        while here.outcome is None:
            here = here.play(here.moves()[seed % len(here.moves())])
            seed = seed * 6364136223846793005 % 2**64 + 1
        assert here.outcome.winner == winner


@given(st.one_of(reachable(squ, 100), reachable(small, 64)), st.integers(0, 7))
def test_a_turned_board_plays_the_same(here, number):
    symmetry = here.variant.board.symmetries[number]
    there = turned(here, symmetry)
    assert there.score == here.score
    assert record(there)[:2] == record(here)[:2]
    for move in here.moves()[::5]:
        after, expected = there.play(turned_move(here, move, symmetry)), turned(here.play(move), symmetry)
        if str(after) == str(expected):
            continue
        # equal new squs: which of them is first in reading order depends on the turn
        assert str(after).split(":")[0] == str(expected).split(":")[0]
        colour, size = record(after)[0], int(record(after)[1])
        assert [side for side, *_ in squs(after, colour)].count(size) > 1


@pytest.mark.parametrize("symmetry", small.board.symmetries, ids=range(8))
def test_the_records_corners_turn_with_the_board(symmetry):
    number, name = small.board.number, small.board.name
    at = small.position(EMPTY_8 + " r 2 b2:b3")
    expected = {name[symmetry.cells[number[corner]]] for corner in ("b3", "d3", "b5", "d5")}
    assert set(marked(turned(at, symmetry), "record").split()) == expected


def test_a_sampled_move_is_any_legal_move_equally_often():
    for variant, plies in ((squ, 93), (small, 40), (squ, 0)):
        here = play_randomly(variant, plies, 4)
        codes = sorted(move.code for move in here.moves())
        chance = new_random(9)
        rounds = 400 * len(codes)
        drawn = np.bincount([squ.game.own(verbs.pick)(here.state, chance) for _ in range(rounds)], minlength=100)
        assert np.flatnonzero(drawn).tolist() == codes
        assert abs(drawn[codes] - 400).max() < 110  # five and a half standard deviations


# --- text and options


@given(st.sampled_from([squ, small, single]), st.integers(0, 100), st.integers(0, 2**32 - 1))
def test_a_position_reads_back_as_itself(variant, plies, seed):
    here = play_randomly(variant, plies, seed)
    again = variant.position(str(here))
    assert again == here
    assert str(variant.position(str(here).upper())) == str(here)
    if len(here.moves()) == 1:
        end = here.play(here.moves()[0])
        assert variant.position(str(end)) == end


def test_the_discs_left_are_never_more_than_the_empty_cells():
    full = "/".join([FULL] * 8)
    assert {str(small.position(f"{full} r {left} -")) for left in (0, 1, 2)} == {f"{full} r 0 -"}
    assert str(small.position(f".{full[1:]} r 2 -")).endswith(" r 1 -")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "four fields"),
        (EMPTY_8 + " r 2", r"four fields \(board, mover, discs left this turn, record\)"),
        ("......../........ r 2 -", "8 rows"),
        (EMPTY_8[:-1] + " r 2 -", "row 8 has 8 cells; found 7"),
        ("..x....." + EMPTY_8[8:] + " r 2 -", "c1 must hold one of"),
        (EMPTY_8 + " w 2 -", "the mover must be one of r, b"),
        (EMPTY_8 + " r 0 -", "the number of discs left this turn must be from 1 to 2"),
        (EMPTY_8 + " r 3 -", "discs left this turn must be a number from 0 to 2"),
        (EMPTY_8 + " r ² -", "discs left this turn must be a number"),
        (EMPTY_8 + " r 2 r8", "as in r8:a1; found 'r8'"),
        (EMPTY_8 + " r 2 w3:a1", "as in r8:a1"),
        (EMPTY_8 + " r 2 r8:a1", "a squ of size 8 does not fit on the board at a1"),
        (EMPTY_8 + " r 2 r0:a1", "the size of the record must be a number from 1 to 9"),
        (EMPTY_8 + " r 2 r3:i1", "the corner of the record must be a cell of the board"),
        (EMPTY_8 + " r 2 r3:f1", "a squ of size 3 does not fit on the board at f1"),
        (EMPTY_8 + " r 2 r3:a6", "a squ of size 3 does not fit on the board at a6"),
    ],
)
def test_unreadable_text_says_where(text, complaint):
    with pytest.raises(UnreadablePosition, match=complaint):
        small.position(text)


def test_with_one_disc_a_turn_two_cannot_be_left():
    with pytest.raises(UnreadablePosition, match="the number of discs left this turn must be from 1 to 1"):
        single.position(EMPTY_8 + " r 2 -")


def read_or_refuse(text: str) -> None:
    """A text is either a position, which then reads back as itself, or refused in the one proper way."""
    for variant in (squ, small):
        try:
            here = variant.position(text)
        except UnreadablePosition:
            continue
        assert variant.position(str(here)) == here
        here.scene()


@given(st.text())
def test_any_text_is_read_or_refused(text):
    read_or_refuse(text)


@given(
    st.sampled_from([f"{NO_SQU_8} b 0 r7:a1", EMPTY_8 + " r 2 -", f"{NO_SQU_10} r 1 b9:a1"]),
    st.lists(st.tuples(st.integers(0, 140), st.text(alphabet="rb./ :-019ajRİ²\n", max_size=2)), min_size=1, max_size=3),
)
def test_a_damaged_position_is_read_or_refused(text, changes):
    for place, put in changes:
        text = text[:place] + put + text[place + 1 :]
    read_or_refuse(text)


@pytest.mark.parametrize("size", [8, "8", "8x8", " 8X8 "])
def test_a_size_can_be_written_in_several_ways(size):
    assert ludoteca.game("squ", size=size) == small


def test_a_wrong_size_is_refused():
    with pytest.raises(BadOption, match="size cannot be '9x9'; it can be 10 or 8"):
        ludoteca.game("squ", size="9x9")


def test_the_examples_on_the_rule_page_work():
    page = DOCS.read_text()
    assert "\n## How to play\n" in page
    for block in re.findall(r"```pycon\n(.*?)```", page, re.DOTALL):
        example = doctest.DocTestParser().get_doctest(block, {}, "squ.md", None, None)
        assert doctest.DocTestRunner().run(example).failed == 0
        assert example.examples


def shown_record(at: Position) -> str:
    """The record as people see it."""
    [value] = [fact.value for fact in at.scene().facts if fact.name == "Record"]
    return value


def test_the_record_says_when_the_other_side_can_no_longer_beat_it():  # SQ5, SQ7
    squ = ludoteca.game("squ", size=8)
    at = squ.position("......../.r.....r/......../......../......../......../......../.r.....r b 2 r6:b2")
    assert shown_record(at) == "6 (b2 h2 b8 h8); Black can no longer beat it"  # h8 is Red's, and a corner of size 7
    at = squ.position("......../......../..r...r./......../......../......../..r...r./........ b 2 r4:c3")
    assert shown_record(at) == "4 (c3 g3 c7 g7)"


def test_where_equal_squs_draw_a_record_that_can_be_equalled_does_not_stand():  # SQ7
    rows = "......../.r.....r/......../......../......../......../......../.r.....r b 2 r6:b2"
    assert "beat" not in shown_record(ludoteca.game("squ", size=8, ties="draw").position(rows))
