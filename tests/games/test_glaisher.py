"""Glaisher: each rule by its number, the worked positions, and the answers of independent programs."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from golden_files import games, leaf_counts, positions
from hypothesis import given
from hypothesis import strategies as st
from pictures import position
from strategies import play_randomly, reachable

import ludoteca
from ludoteca.compiler import inspection
from ludoteca.errors import AmbiguousMove, GameOver, IllegalMove, UnreadableMove
from ludoteca.games.glaisher import evaluation, rules
from ludoteca.kernel import BadOption, Ending, UnreadablePosition, copied, has, new_random, verbs
from ludoteca.originals.bots import widest_span
from ludoteca.play import Position, Variant
from ludoteca.play.move_input import choose
from ludoteca.play.perft import count_sequences
from ludoteca.play.symmetry import turned, turned_move

glaisher = ludoteca.game("glaisher")
free = ludoteca.game("glaisher", start="free")
whole_stacks = ludoteca.game("glaisher", min_parts=1)

BOARD = glaisher.board
WAYS = {(0, 1): "e", (0, -1): "w", (1, 1): "se", (-1, -1): "nw", (1, 0): "sw", (-1, 0): "ne"}
START = (
    ".,r6,.,.,./.,.,.,.,.,y6/.,.,.,.,.,.,./y6,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,./"
    ".,.,.,.,.,.,.,r6/.,.,.,.,.,.,./r6,.,.,.,.,./.,.,.,y6,. r split 39"
)


def name(i: int, j: int) -> str:
    return f"{'abcdefghi'[j]}{i + 1}"


def board_of(stacks: dict[str, int]) -> str:
    """The board field: heights by cell name, red positive, yellow negative."""
    tokens = {cell: f"{'r' if height > 0 else 'y'}{abs(height)}" for cell, height in stacks.items() if height}
    return "/".join(",".join(tokens.get(BOARD.name[cell], ".") for cell in row) for row in BOARD.rows)


def golden_board(board: list[list[int | None]]) -> str:
    return board_of({name(i, j): height for i, row in enumerate(board) for j, height in enumerate(row) if height})


def with_stacks(stacks: dict[str, int], rest: str = "r split 39", variant: Variant = glaisher) -> Position:
    return variant.position(f"{board_of(stacks)} {rest}")


def split_text(i: int, j: int, di: int, dj: int, parts: list[int]) -> str:
    return f"{name(i, j)}-{WAYS[di, dj]}:{'+'.join(map(str, parts))}"


def codes(state) -> list[int]:
    """The moves by the rules alone, also where the game is decided."""
    room = glaisher.room.copy()
    return room[: verbs.moves(state, room)].tolist()


def texts(state) -> list[str]:
    return [glaisher.game.kinds.text_of(state, code) for code in codes(state)]


def after(state, code: int):
    reached = copied(state)
    verbs.play(reached, code)
    return reached


def in_cells(cells: str, height: int) -> dict[str, int]:
    return dict.fromkeys(cells.split(), height)


def ring(distance: int, height: int) -> dict[str, int]:
    """Six stacks around the centre, one in each direction."""
    return {name(4 + di * distance, 4 + dj * distance): height for di, dj in WAYS}


# --- the rules


def test_the_board_has_61_hexes_and_lines_of_nine_at_most():  # GL1
    assert len(BOARD.cells) == 61
    assert [len(row) for row in BOARD.rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert max(len(BOARD.ray(cell, way)) for cell in BOARD.cells for way in range(6)) == 8


def test_there_are_75_pieces_in_stacks_of_one_colour():  # GL2
    start = glaisher.start()
    stacks = [look for look in start.scene().cells.values() if look.top]
    assert sum(look.height for look in stacks) + int(START.split()[-1]) == 75
    assert {look.top.owner for look in stacks} == {0, 1} and str(start) == START


def test_six_stacks_of_six_stand_in_their_places():  # GL3
    assert str(glaisher.start()) == START


def test_a_free_start_puts_three_stacks_each_and_then_red_splits():  # GL4
    at = free.start()
    assert str(at) == f"{board_of({})} r start 75"
    for turn, cell in enumerate(["e5", "a1", "i9", "d4", "f6", "b2"]):
        assert (at.mover, len(at.moves())) == (turn % 2, 61 - turn)
        at = at.play(cell)
    stacks = {"e5": 6, "i9": 6, "f6": 6, "a1": -6, "d4": -6, "b2": -6}
    assert at == with_stacks(stacks, variant=free)


def test_a_stack_is_put_on_an_empty_hex_only():  # GL4
    with pytest.raises(IllegalMove, match=r"^e5 is taken$"):
        free.start().play("e5").play("e5")


def test_a_turn_is_a_split_and_then_a_placement():  # GL5
    split = glaisher.start().play("b1-se:1+2+3")
    assert (split.mover, str(split).split()[2:]) == (0, ["place", "39"])
    placed = split.play("b1")  # the hex just vacated is allowed [GL8]
    assert (placed.mover, str(placed).split()[2:]) == (1, ["split", "38"])
    assert placed.scene().cells["b1"].height == 1


def test_parts_fly_as_far_as_they_are_high_over_anything_and_nothing_stays():  # GL6
    before = position(
        glaisher,
        """
            .   .   .   .   .
          .   .   .   .   .   .
        .   .   .   .   .   .   .
      .   .   .   .   .   .   .   .
    r9  r1  y9  y3  .   y1  .   .   .
      .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .
          .   .   .   .   .   .
            .   .   .   .   .   red to move | split 20""",
    )
    assert before.play("a5-e:1+3+5") == position(
        glaisher,
        """
            .   .   .   .   .
          .   .   .   .   .   .
        .   .   .   .   .   .   .
      .   .   .   .   .   .   .   .
    .   r2  y9  r6  .   r6  .   .   .
      .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .
          .   .   .   .   .   .
            .   .   .   .   .   red to move | place 20""",
    )


def test_a_part_captures_a_stack_no_taller_than_itself():  # GL7
    assert "e5-e:1+2" in texts(with_stacks({"e5": 3, "g5": -2}).state)
    assert "e5-e:1+2" not in texts(with_stacks({"e5": 3, "g5": -3}).state)
    captured = with_stacks({"e5": 3, "g5": -2, "a1": -6}).play("e5-e:1+2")
    assert captured == with_stacks({"f5": 1, "g5": 4, "a1": -6}, "r place 39")


def test_a_part_merges_with_an_own_stack_however_tall():  # GL7
    merged = with_stacks({"e5": 3, "f5": 40, "a1": -6}).play("e5-e:1+2")
    assert merged == with_stacks({"f5": 41, "g5": 2, "a1": -6}, "r place 39")


def test_a_piece_goes_on_any_empty_hex():  # GL8
    split = glaisher.start().play("b1-se:1+2+3")
    assert len(split.moves()) == 61 - 8
    with pytest.raises(IllegalMove, match=r"^f2 is taken$"):
        split.play("f2")


def test_nothing_is_placed_once_the_reserve_is_empty():  # GL8
    at = with_stacks({"e5": 6, "a1": -6}, "r split 1").play("e5-e:2+4").play("e5")
    assert str(at).endswith("y split 0")
    assert at.play("a1-e:1+2+3") == with_stacks({"e5": 1, "g5": 2, "i5": 4, "b1": -1, "c1": -2, "d1": -3}, "r split 0")


ALMOST = in_cells("a5 b5 c5 e5 f5 g5 h5 i5", 1)  # d5 is missing


def test_a_chain_between_opposite_sides_wins():  # GL9
    at = with_stacks(ALMOST | {"a1": 3, "e9": -6}).play("a1-e:1+2").play("d5")
    assert at.outcome is not None
    assert (at.outcome.winner, at.outcome.reason) == (0, "a red chain from the north-west side to the south-east side")
    with pytest.raises(GameOver):
        at.play("e9-e:2+4")


def test_a_split_that_connects_wins_once_the_turn_is_over():  # GL9
    connecting = with_stacks(ALMOST | {"c4": 3, "e9": -6}).play("c4-se:1+2")
    assert connecting.outcome is None and len(connecting.moves()) == 61 - 11
    assert {connecting.play(move).outcome.winner for move in connecting.moves()} == {0}


def test_a_split_that_connects_wins_at_once_when_nothing_is_left_to_place():  # GL9
    for exhausted in ("skip", "draw"):
        variant = ludoteca.game("glaisher", exhausted=exhausted)
        won = with_stacks(ALMOST | {"c4": 3, "e9": -6}, "r split 0", variant).play("c4-se:1+2")
        assert won.outcome.winner == 0


@pytest.mark.parametrize(
    ("chain", "sides"),
    [
        ("a1 a2 a3 a4 a5 b6 c7 d8 e9", "from the north side to the south side"),
        ("e1 d1 c1 b1 a1 a2 a3 a4 a5", "from the north-east side to the south-west side"),  # corners count for both
        ("a3 b3 c3 d3 e4 f5 g6 h6 i6", "from the north-west side to the south-east side"),
    ],
)
def test_each_pair_of_sides_can_be_joined_and_a_corner_belongs_to_two(chain, sides):  # GL9
    for player, sign in enumerate((1, -1)):
        stacks = in_cells(chain, sign)
        assert with_stacks(stacks, f"{'yr'[player]} split 39").outcome.winner == player
        assert with_stacks(stacks, f"{'ry'[player]} split 39").outcome.winner == player
        assert sides in with_stacks(stacks).outcome.reason
        for missing in stacks:
            broken = with_stacks({cell: height for cell, height in stacks.items() if cell != missing})
            assert "chain" not in broken.outcome.reason


def test_a_side_and_its_neighbour_are_not_a_connection():  # GL9
    around_a_corner = in_cells("a1 b1 c1 d1 e1 f2 g3 h4", 1)
    assert with_stacks(around_a_corner | {"e5": 3, "e9": -6}).outcome is None


def test_on_a_board_where_both_are_connected_the_last_to_move_has_won():
    both = in_cells("a4 b4 c4 d4 e4 f4 g4 h4 i5", 1) | in_cells("a5 b6 c6 d6 e6 f6 g6 h6 i6", -1)
    assert [with_stacks(both, f"{mover} split 9").outcome.winner for mover in "ry"] == [1, 0]


def test_a_player_who_cannot_split_loses():  # GL10
    stuck = with_stacks({"e5": 2, "e6": 1, "a1": -6})
    assert (stuck.outcome.winner, stuck.outcome.reason) == (1, "Red cannot split any stack")
    assert with_stacks({"e5": 2, "e6": 1, "a1": -6}, "y split 39").outcome is None
    assert with_stacks({"a1": -6}, "r place 39").outcome is None  # only at the start of a turn


def shuttle(variant: Variant, rounds: int) -> Position:
    """With whole-stack moves and no reserve, each player moves one piece out and back, over and over."""
    at = with_stacks({"a1": 1, "i9": -1}, "r split 0", variant)
    for _ in range(rounds):
        for move in ("a1-e:1", "i9-w:1", "b1-w:1", "h9-e:1"):
            at = at.play(move)
    return at


def test_the_third_time_a_position_stands_is_a_draw():  # GL11
    assert shuttle(whole_stacks, 1).outcome is None
    end = shuttle(whole_stacks, 2)
    assert (end.outcome.winner, end.outcome.reason) == (None, "the same position for the third time")
    assert shuttle(ludoteca.game("glaisher", min_parts=1, repetition="off"), 5).outcome is None


def test_the_cap_counts_turns():  # GL11
    assert ludoteca.game("glaisher", max_turns=10).longest == 20
    assert ludoteca.game("glaisher", max_turns=100).longest == 139  # once the reserve is empty a turn is a split alone
    assert ludoteca.game("glaisher", max_turns=100, reserve=None).longest == 200
    assert ludoteca.game("glaisher", max_turns=100, start="free").longest == 145
    assert ludoteca.game("glaisher", max_turns=0).longest == 10_000
    at = ludoteca.game("glaisher", max_turns=1).start().play("b1-se:1+2+3")
    assert at.outcome is None
    assert at.play("b1").outcome.winner is None


# --- options


def test_a_whole_stack_may_move_where_one_part_is_enough():  # 6.2 D1
    assert len(glaisher.start().moves()) == 21
    assert len(whole_stacks.start().moves()) == 24
    lone = {"e5": 2, "a1": -6}
    assert with_stacks(lone).outcome.winner == 1
    assert [str(move) for move in with_stacks(lone, variant=whole_stacks).moves()] == [
        f"e5-{way}:2" for way in WAYS.values()
    ]


@pytest.mark.parametrize(
    ("given", "shown"),
    [(39, "39"), ("57", "57"), (None, "unlimited"), ("Unlimited", "unlimited"), (0, "0"), (200, "200")],
)
def test_the_reserve_can_be_chosen(given, shown):  # 6.2 D2
    variant = ludoteca.game("glaisher", reserve=given)
    assert str(variant.start()).split()[3] == shown
    assert variant.position(str(variant.start())) == variant.start()


def test_an_unlimited_reserve_stays_unlimited():  # 6.2 D2
    at = play_randomly(ludoteca.game("glaisher", reserve=None, start="free"), 40, seed=3)
    assert str(at).endswith("unlimited")


@pytest.mark.parametrize("given", ["201", "-1", "many", "3.5", True])
def test_a_reserve_that_is_no_number_of_pieces_is_refused(given):
    with pytest.raises(BadOption, match="from 0 to 200, or unlimited"):
        ludoteca.game("glaisher", reserve=given)


@pytest.mark.parametrize("given", ["-1", "5001", "soon"])
def test_a_cap_that_is_no_number_of_turns_is_refused(given):
    with pytest.raises(BadOption, match="max_turns"):
        ludoteca.game("glaisher", max_turns=given)


def test_an_empty_reserve_can_end_the_game():  # 6.2 D7
    stacks, rest = {"e5": 6, "a1": -6}, "r split 0"
    assert with_stacks(stacks, rest).play("e5-e:2+4").outcome is None
    drawn = with_stacks(stacks, rest, ludoteca.game("glaisher", exhausted="draw")).play("e5-e:2+4")
    assert (drawn.outcome.winner, drawn.outcome.reason) == (None, "the reserve is empty")


# --- worked positions of the rules, 6.3


def test_the_first_turn():
    start = glaisher.start()
    divisions = Counter(move.picks[2].name for move in start.moves())
    assert divisions == {"1+2+3": 9, "1+5": 6, "2+4": 6}
    assert {move.picks[0].name for move in start.moves()} == {"b1", "i6", "d8"}
    turns = [split.play(place) for split in map(start.play, start.moves()) for place in split.moves()]
    assert len(turns) == len(set(turns)) == 1125


@pytest.mark.parametrize(("height", "splits"), list(enumerate([0, 0, 6, 6, 12, 12, 12, 6, 6, 6, 0, 0], 1)))
def test_a_lone_stack_at_the_centre(height, splits):
    here = with_stacks({"e5": height, "a1": -1})
    assert len(here.moves()) == splits
    turns = {3: 348, 5: 697, 6: 691, 10: 337}
    if height in turns:
        assert sum(len(here.play(move).moves()) for move in here.moves()) == turns[height]


@pytest.mark.parametrize(
    ("height", "splits", "most"),
    [
        (3, 3, 2),
        (4, 3, 2),
        (5, 6, 2),
        (6, 7, 3),
        (9, 9, 3),
        (10, 10, 4),
        (15, 13, 5),
        (16, 13, 5),
        (36, 1, 8),
        (37, 0, 0),
    ],
)
def test_a_lone_stack_in_a_corner(height, splits, most):
    moves = with_stacks({"a5": height, "i9": -1}).moves()
    assert len(moves) == splits
    assert max((move.picks[2].name.count("+") + 1 for move in moves), default=0) == most


@pytest.mark.parametrize(
    ("height", "distance", "around", "splits"), [(3, 1, 2, 0), (4, 1, 2, 0), (3, 1, 1, 6), (3, 2, 3, 0), (3, 2, 2, 6)]
)
def test_neighbours_that_block(height, distance, around, splits):
    here = with_stacks({"e5": height} | ring(distance, -around))
    assert len(here.moves()) == splits
    assert (here.outcome is None) == (splits > 0)


SAMPLE = {
    "a1": -1, "c1": -1, "e1": 1, "c2": -1, "d3": -6, "f3": 3, "g3": 1, "c4": 2, "d4": 3, "e4": 5, "f4": -1,
    "a5": 1, "b5": 2, "c5": 1, "e5": -3, "f5": 1, "c6": -3, "d6": -1, "e6": -3, "d7": -1, "f7": 2, "d8": -1, "h8": 1,
}  # fmt: skip


def test_an_intermediate_position_in_print():
    for mover, splits, turns, loose in (("r", 14, 529, 2405), ("y", 14, 530, 2368)):
        here = with_stacks(SAMPLE, f"{mover} split 39")
        assert len(here.moves()) == splits
        assert sum(len(here.play(move).moves()) for move in here.moves()) == turns
        state = with_stacks(SAMPLE, f"{mover} split 39", whole_stacks).state
        assert sum(len(codes(after(state, code))) for code in codes(state)) == loose


def test_a_final_position_in_print():
    ended = with_stacks(SAMPLE | {"f4": 1, "f5": 0}, "y split 39")
    assert (ended.outcome.winner, ended.moves()) == (0, [])


# --- independent programs


def board_field(state) -> str:
    return glaisher.game.write(state, BOARD).split()[0]


def test_golden_positions():
    for entry in positions("glaisher"):
        here = glaisher.position(f"{golden_board(entry['board'])} {entry['mover'][0]} split {entry['reserve']}")
        expected = [split_text(*split) for split in entry["splits"]]
        reached = {
            text: after(here.state, code) for text, code in zip(texts(here.state), codes(here.state), strict=True)
        }
        assert sorted(reached) == sorted(expected)
        for split, board in zip(expected, entry["after"], strict=True):
            assert board_field(reached[split]) == golden_board(board)
        placements = sum(len(codes(state)) if entry["reserve"] else 1 for state in reached.values())
        assert placements == entry["turns"]
        connected = [bool(rules.joined_sides(stacks, stacks)) for stacks in here.state.stacks]
        assert connected == [entry["connected"]["red"], entry["connected"]["yellow"]]
        mover = "ry".index(entry["mover"][0])
        winner = connected.index(True) if any(connected) else None if expected else 1 - mover
        assert winner == (None if here.outcome is None else here.outcome.winner)
        assert len(here.moves()) == (len(expected) if winner is None else 0)


@pytest.mark.parametrize("game", games("glaisher"), ids=lambda game: f"{game['start']}{len(game['moves'])}")
def test_golden_game(game):
    at = (free if game["start"] == "B" else glaisher).start()
    for i, j in game["placements"]:
        at = at.play(name(i, j))
    assert str(at) == f"{golden_board(game['initial'])} {game['first'][0]} split {game['reserve']}"
    for *split, pi, pj in game["moves"]:
        at = at.play(split_text(*split))
        if pi is not None:
            at = at.play(name(pi, pj))
    assert str(at).split()[::3] == [golden_board(game["final"]), str(game["reserve_left"])]
    assert at.outcome.winner == ("red", "yellow").index(game["winner"])
    assert ("chain" if game["reason"] == "connection" else "cannot split") in at.outcome.reason


def test_leaf_counts():
    def expected(**options) -> list[int]:
        return next(entry["counts"] for entry in leaf_counts("glaisher") if entry["options"] == options)

    for variant, least in ((glaisher, 2), (whole_stacks, 1)):
        by_ply = [count_sequences(variant.start(), plies) for plies in range(1, 5)]
        assert by_ply[1::2] == expected(start="A", unit="turn", min_parts=least)
        assert by_ply[::2] == expected(start="A", unit="split", min_parts=least)
    first, second = 0, 0
    for split in glaisher.start().moves():
        between = glaisher.start().play(split)
        for place in between.moves():
            first += 1
            second += count_sequences(whole_stacks.position(str(between.play(place))), 2)
    assert [first, second] == expected(start="A", unit="turn", min_parts=[2, 1])
    placements = expected(start="B", unit="placement")
    assert [count_sequences(free.start(), plies) for plies in range(1, 5)] == placements[:4]


# --- what always holds


def pieces(here: Position) -> int:
    return sum(int(height) for height in here.state.heights)


@given(reachable(glaisher, 120))
def test_pieces_are_conserved(here):
    assert pieces(here) + int(here.state.reserve) == 75


@given(reachable(glaisher, 120))
def test_cached_sets_follow_from_the_heights(here):
    state = here.state
    for cell in BOARD.cells:
        owners = [has(state.stacks[player], cell) for player in range(2)]
        assert sum(owners) == (state.heights[cell] > 0)
        assert has(state.tall, cell) == (state.heights[cell] >= 2)
        assert has(state.big, cell) == (state.heights[cell] >= 3)


@given(reachable(glaisher, 120))
def test_a_turn_never_adds_an_enemy_stack_nor_connects_the_enemy(here):
    enemy = here.state.stacks[1 - here.mover]
    for move in here.moves():
        reached = here.play(move)
        assert int(reached.state.stacks[1 - here.mover]) & ~int(enemy) == 0
        assert reached.outcome is None or reached.outcome.winner == here.mover
        if len(move.picks) == 3:
            assert reached.scene().cells[move.picks[0].name].height == 0  # the origin is empty
            assert pieces(reached) == pieces(here)


@given(reachable(glaisher, 120))
def test_joined_is_what_a_search_through_neighbours_finds(here):
    def chains(player: int):
        left = {cell for cell in BOARD.cells if has(here.state.stacks[player], cell)}
        while left:
            group, edge = set(), {left.pop()}
            while edge:
                group |= edge
                edge = {int(near) for cell in edge for near in BOARD.step[cell]} & left
                left -= edge
            yield [BOARD.spot[cell] for cell in group]

    for player in range(2):
        lines = [[(i, j, i - j + 4) for i, j in chain] for chain in chains(player)]
        spans = [set(axis) for chain in lines for axis in zip(*chain, strict=True)]
        stacks = here.state.stacks[player]
        assert bool(rules.joined_sides(stacks, stacks)) == any({0, 8} <= span for span in spans)
        assert widest_span(stacks, BOARD) == max(map(len, spans), default=0)


@given(st.one_of(reachable(glaisher, 120), reachable(whole_stacks, 120)))
def test_moves_have_different_numbers_for_learners(here):
    actions, count = glaisher.game.kinds.action_table(BOARD.cells)
    assert count == 61 + 61 * 6 * 14  # no height has more than 14 divisions
    numbers = {int(actions[code]) for code in codes(here.state)}
    assert len(numbers) == len(codes(here.state)) and min(numbers, default=0) >= 0


def test_no_list_of_moves_outgrows_its_room():
    for variant in (glaisher, whole_stacks):
        for height in range(1, 40):
            full = with_stacks(dict.fromkeys(BOARD.names, height), variant=variant)
            assert len(codes(full.state)) <= variant.game.most_moves


# --- text


@given(st.one_of(reachable(glaisher, 120), reachable(free, 12), reachable(whole_stacks, 120)))
def test_positions_are_read_as_they_are_written(here):
    again = here.variant.position(str(here))
    assert again == here and str(again) == str(here)
    assert here.variant.position(str(here).upper().replace(" ", "   ")) == here


@given(reachable(glaisher, 120))
def test_moves_are_read_as_they_are_written(here):
    for move in here.moves():
        assert here.play(str(move)) == here.play(move) == here.play(str(move).upper())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "four fields"),
        (START.replace("r6,", "g6,", 1), "b1 must hold one of ., r, y"),
        (START.replace("r6,", "r0,", 1), "height of the stack at b1 must be a number from 1 to 999"),
        (START.replace("r6,", "r,", 1), "height of the stack at b1"),
        (START.replace("r6,", ",", 1), "b1 must hold one of"),
        (START.replace("r6,", "", 1), "row 1 has 5 cells; found 4"),
        (START.replace(" r ", " x "), "mover must be one of r, y"),
        (START.replace("split", "think"), "the task must be start, split or place"),
        (START.replace("39", "-1"), "reserve must be a number from 0 to 999"),
        (START.replace("split", "start"), "once all six stacks are on the board"),
        (f"{board_of({'e5': 6})} y start 29", "need 30 pieces"),
        (START.replace("split 39", "place 0"), "when the reserve is empty"),
        (f"{board_of(dict.fromkeys(BOARD.names, 1))} r place 9", "no hex is empty"),
    ],
)
def test_an_unreadable_position_says_where(text, complaint):
    with pytest.raises(UnreadablePosition, match=complaint):
        glaisher.position(text)


def read_or_refuse(text: str) -> None:
    for variant in (glaisher, free):
        try:
            here = variant.position(text)
        except UnreadablePosition:
            continue
        assert variant.position(str(here)) == here
        assert (here.outcome is None) == bool(here.moves())


@given(st.text())
def test_no_text_breaks_the_reader(text):
    read_or_refuse(text)
    read_or_refuse(START.replace("39", text))


@given(reachable(glaisher), st.data())
def test_no_damaged_text_breaks_the_reader(here, data):
    text = str(here)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 4)))
    read_or_refuse(text[:start] + data.draw(st.text("ry.,/019 splitacun²٣", max_size=4)) + text[end:])


@pytest.mark.parametrize(
    "text",
    [
        "b1-se:1+2+3", "B1 SE 1+2+3", "b1se3+2+1", "b1 - se : 3 + 1 + 2", "b1 se 1 2 3", "b1, south-east, 1,2,3",
        "b1 southeast 01+02+03",
    ],
)  # fmt: skip
def test_a_split_can_be_typed_in_many_ways(text):
    assert glaisher.start().play(text) == glaisher.start().play("b1-se:1+2+3")


def test_the_beginning_of_a_split_is_never_completed_unasked():
    with pytest.raises(AmbiguousMove, match="b1-e is not a complete move; it continues with 1\\+2\\+3"):
        glaisher.start().play("b1 e")
    with pytest.raises(AmbiguousMove, match="b1-se is not a complete move; it continues with 1\\+5, 2\\+4, 1\\+2\\+3"):
        glaisher.start().play("b1 se")
    with pytest.raises(IllegalMove, match="the stack has 6"):
        glaisher.start().play("b1 se 1+2")
    with pytest.raises(AmbiguousMove) as caught:
        glaisher.start().play("b1")
    assert caught.value.continuations == ("e", "se", "sw")
    with pytest.raises(UnreadableMove, match="a move looks like b1-e:1\\+2\\+3"):
        glaisher.start().play("b1 up 6")


BLOCKED = {"e5": 6, "g5": -5, "b2": 2, "a1": -3, "d4": 12, "e4": -2, "f5": -2}
NO_DIVISION = "is not a valid split; the parts must all be different, from 1 to 8"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1-e:1+2", "a1 is not yours"),
        ("a2", "a2 is empty"),
        ("b2-e:2", "a stack of 2 cannot be split"),
        ("e5-e:2+4", "the yellow stack of 5 at g5 is taller than the part of 2 that would land on it"),
        ("e5-e:1+2", "these parts add up to 3; the stack has 6"),
        ("e5-se:0+6", f"0+6 {NO_DIVISION}"),
        ("e5-e:3+3", f"3+3 {NO_DIVISION}"),
        ("e5-se:6", "a stack must be split into at least two parts"),
        ("e5-se:1+5", "a part of 5 would leave the board to the south-east"),
        ("e5-e", "a stack of 6 cannot be split to the east here"),
        ("d4-nw:3+9", f"3+9 {NO_DIVISION}"),
        ("d4-nw", "a stack of 12 cannot be split to the north-west here"),
        ("j5-e:1+2", "j5 is not on the board"),
        ("e12", "e12 is not on the board"),
    ],
)
def test_a_refusal_says_why(text, reason):
    with pytest.raises(IllegalMove, match=f"^{re.escape(reason)}$"):
        with_stacks(BLOCKED).play(text)


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        (["e5", "up"], "up is not a direction; the directions are e, w, se, nw, sw, ne"),
        (["e5", "se", "six"], f"six {NO_DIVISION}"),
    ],
)
def test_picks_that_no_text_spells_are_refused_too(picks, reason):
    with pytest.raises(IllegalMove, match=f"^{re.escape(reason)}$"):
        choose(with_stacks(BLOCKED), picks)


def test_a_stack_too_high_to_move_says_so():
    with pytest.raises(IllegalMove, match=r"^a stack of 11 at e5 cannot be split in any direction$"):
        with_stacks({"e5": 11, "a1": 3, "i9": -6}).play("e5")


def test_a_split_out_of_turn_says_what_to_do():
    with pytest.raises(IllegalMove, match=r"^place a piece: choose an empty hex$"):
        glaisher.start().play("b1-e:1+2+3").play("i6-w:1+5")
    with pytest.raises(IllegalMove, match=r"^place a stack of 6: choose an empty hex$"):
        free.start().play("i6-w:1+5")


@given(reachable(glaisher, 120), st.sampled_from(BOARD.names), st.sampled_from(list(WAYS.values())), st.data())
def test_every_refusal_has_a_reason(here, cell, way, data):
    height = here.scene().cells[cell].height
    division = data.draw(st.sampled_from([d for d in rules.SPLIT.parts["division"].names if d]))
    names = (cell, way, division)
    legal = {tuple(pick.name for pick in move.picks) for move in here.moves()}
    if here.state.phase == rules.PHASE.split and has(here.state.stacks[here.mover], BOARD.number[cell]):
        assert names in legal or here.variant.game.refusal(here.state, names), (height, names)


def test_the_scene_shows_stacks_and_facts():
    scene = glaisher.start().play("b1-se:1+2+3").scene()
    assert [(fact.name, fact.value, fact.player) for fact in scene.facts] == [
        ("To do", "place a piece", None), ("Reserve", "39", None), ("Pieces", "18", 0), ("Pieces", "18", 1),
    ]  # fmt: skip
    assert (scene.cells["e4"].height, scene.cells["e4"].top.colour) == (3, "red")
    assert (scene.cells["f2"].height, scene.cells["f2"].top.glyph) == (6, "○")
    assert [str(pick) for pick in glaisher.start().moves()[0].picks] == ["b1", "east", "1+2+3"]


def test_the_examples_of_the_rule_page_hold():
    page = (Path(__file__).parents[2] / "src" / "ludoteca" / "games" / "glaisher" / "rules.md").read_text(
        encoding="utf-8"
    )
    notation = page.partition("## Notation")[2].partition("\n## ")[0]
    before, *moves, end = re.findall(r"^    (.+)$", notation, re.MULTILINE)
    at = glaisher.position(before)
    assert at == glaisher.start()
    for move in moves:
        at = at.play(move)
    assert str(at) == end
    for number in range(1, 12):
        assert f"**GL{number} " in page
    for option in glaisher.game.options:
        assert f"`{option.name}" in page


# --- compiled, turned, sampled


@given(reachable(glaisher, 120), st.sampled_from(BOARD.symmetries))
def test_a_turned_board_plays_the_same(here, turn):
    assert len(BOARD.symmetries) == 12
    there = turned(here, turn)
    assert verbs.evaluate(there.state) == pytest.approx(verbs.evaluate(here.state))
    mapped = [turned_move(here, move, turn) for move in here.moves()]
    assert {str(move) for move in mapped} == {str(move) for move in there.moves()}
    for move, image in list(zip(here.moves(), mapped, strict=True))[:12]:
        assert turned(here.play(move), turn) == there.play(image)


@given(reachable(glaisher, 120))
def test_with_colours_swapped_the_game_is_the_same(here):
    board, mover, *rest = str(here).split()
    swapped = glaisher.position(" ".join([board.translate(str.maketrans("ry", "yr")), "yr"["ry".index(mover)], *rest]))
    assert verbs.evaluate(swapped.state) == pytest.approx(verbs.evaluate(here.state))
    assert [str(move) for move in swapped.moves()] == [str(move) for move in here.moves()]


COMPILED = [
    (module, key, value)
    for module in (rules, evaluation)
    for key, value in vars(module).items()
    if hasattr(value, "py_func")
]


@pytest.mark.parametrize("variant", [glaisher, free, whole_stacks], ids=["usual", "free", "whole stacks"])
def test_compiled_rules_and_plain_python_agree(variant, monkeypatch):
    lines = [[(play_randomly(variant, plies, seed).state) for plies in range(0, 120, 11)] for seed in range(4)]
    answers = [answers_of(state) for line in lines for state in line]
    setups = [variant.start(seed).state.tobytes() for seed in range(2)]
    for module, key, function in COMPILED:
        monkeypatch.setattr(module, key, function.py_func)
    plain = {key: getattr(rules, key) for key in ("start", "play", "ending")}
    plain |= {key: inspection.plain(glaisher.game.functions[key]) for key in ("moves", "sample")}
    plain["terms"] = evaluation.terms
    assert answers == [answers_of(state, **plain) for line in lines for state in line]
    state = copied(variant.blank)
    rules.start(state, new_random(0))
    assert [state.tobytes()] * 2 == setups


def answers_of(
    state,
    start=rules.start,
    moves=glaisher.game.functions["moves"],
    sample=glaisher.game.functions["sample"],
    play=rules.play,
    ending=rules.ending,
    terms=evaluation.terms,
):
    """Everything the rules say about a state and its successors."""
    room = np.zeros(glaisher.game.most_moves, np.int32)
    listed = room[: moves(state, room)].tolist()
    successors = []
    for code in listed[:9]:
        reached = copied(state)
        play(reached, code)
        successors.append((reached.tobytes(), int(ending(reached))))
    random = new_random(5)
    sampled = [int(sample(state, random)) for _ in range(9)] if listed else []
    return listed, successors, sampled, int(ending(state)), tuple(map(float, terms(state)))


@pytest.mark.parametrize("variant", [glaisher, whole_stacks], ids=["usual", "whole stacks"])
@pytest.mark.parametrize("plies", [0, 20, 31, 50, 61])
def test_samples_are_uniform_over_the_legal_moves(variant, plies):
    state, random = play_randomly(variant, plies, seed=8).state, new_random(2)
    legal, each = codes(state), 400
    counts = Counter(int(glaisher.game.own(verbs.pick)(state, random)) for _ in range(each * len(legal)))
    assert set(counts) == set(legal)
    chi_square = sum((count - each) ** 2 / each for count in counts.values())
    degrees = len(legal) - 1
    assert chi_square < degrees + 4 * (2 * degrees) ** 0.5  # four standard deviations above what chance gives


def test_evaluation_prefers_room_to_move_pieces_and_a_chain_nearly_made():
    def worth(stacks: dict[str, int], rest: str = "r split 39") -> float:
        return verbs.evaluate(with_stacks(stacks, rest).state)

    even = verbs.evaluate(glaisher.start().state)
    assert even == pytest.approx(evaluation.WEIGHTS[0, 0])  # only the right to split
    assert worth({"b2": 6, "h8": -2}) > even > worth({"b2": 2, "h8": -6})
    assert worth({"e5": 7, "h8": -6}) > worth({"e5": 6, "h8": -6})
    nearly = in_cells("a5 b5 c5 d5 e5 f5 g5", 1) | {"e9": 6, "e1": -6}
    assert worth(nearly | {"h5": 1}) - worth(nearly) > worth(nearly | {"a1": 1}) - worth(nearly)
    joined = with_stacks(ALMOST | {"d5": 1, "a1": 3, "e9": -6}, "r place 9")
    assert joined.outcome is None and verbs.evaluate(joined.state) > 3
    assert verbs.ending(joined.play("a2").state) == Ending.FIRST_WINS


def test_a_gap_is_what_a_chain_misses_an_enemy_stack_counting_twice():
    from ludoteca.games.glaisher.evaluation import FAR, narrowest_gap

    def gap(mine, yours=""):
        bits = [glaisher.board.bits(glaisher.board.number[name] for name in names.split()) for names in (mine, yours)]
        return int(narrowest_gap(*bits))

    assert gap("a5 b5 c5 d5 e5 f5 g5 h5 i5") == 0
    assert gap("a5 b5 c5 e5 f5 g5 h5 i5") == 1
    assert gap("a5 b5 c5 f5 g5 h5 i5", "d4 d5 d6 e4 e5 e6") == 4  # through two enemy stacks, or round them
    assert gap("") == FAR
