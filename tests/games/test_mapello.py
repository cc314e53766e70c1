"""Mapello: each rule by its number, the worked positions, and the answers of independent programs."""

from __future__ import annotations

import doctest
import random
import re
from collections import Counter
from pathlib import Path

import numba
import numpy as np
import pytest
from golden_files import games, leaf_counts, positions
from hypothesis import given
from hypothesis import strategies as st
from pictures import position
from strategies import reachable

import ludoteca
from ludoteca.compiler.layouts import copied, new_states
from ludoteca.errors import AmbiguousMove, BadOption, IllegalMove, UnreadableMove
from ludoteca.games.mapello import evaluation, maps, rules
from ludoteca.kernel import UnreadablePosition, count_cells, new_random, verbs
from ludoteca.kernel.patterns.flips import firm as firm_discs
from ludoteca.play import Position
from ludoteca.play.perft import count_sequences
from ludoteca.play.symmetry import turned, turned_move

mapello = ludoteca.game("mapello")
plain = ludoteca.game("mapello", map="none")
by_owner = ludoteca.game("mapello", bonus="owner")
drawn = ludoteca.game("mapello", map="random")
built = ludoteca.game("mapello", map="build")

COLUMNS = "zabcdefghi"
EMPTY_ROWS = ["#" * 10, *["#........#"] * 8, "#" * 10]


def name(row: int, column: int) -> str:
    """The name of a cell that the golden files and the rules number."""
    return f"{COLUMNS[column]}{row}"


def at(rows: list[str] | str, mover: str = "B", taken: str = "0-0", variant=mapello) -> Position:
    """A position from the rows of a board."""
    return variant.position(f"{'/'.join(rows.split() if isinstance(rows, str) else rows)} {mover} {taken}")


def small(mover: str = "B", variant=mapello, **pieces: str) -> Position:
    """A board that is empty but for some pieces: `small(J="d0", W="d1 d2")`; `bonus` and `wall` stand for * and #."""
    board = [list(row) for row in EMPTY_ROWS]
    for kind, names in pieces.items():
        for cell in names.split():
            board[int(cell[1])][COLUMNS.index(cell[0])] = {"bonus": "*", "wall": "#"}.get(kind, kind)
    return at(["".join(row) for row in board], mover, variant=variant)


def moves(here: Position) -> set[str]:
    return {str(move) for move in here.moves()}


# --- the worked positions

R = "###J##J### ##.*.*..## #.....#.*J #*#......# #...BW...# J...WB...# #*.....#*J #..#.....# ##.*..*.## ###JJ##J##"
S = "###J##J### ##.*.*..## #.....#.*J #........# #*#.WB...# J...BW...# #*.....#*J #..#.....# ##.*...*## ###JJ##J##"
X0 = "####J##### ##.*..*.## #.....#..# J*#.....*J J...BW...# #...WB..*# #*.....#.J J..#.....# ##.*...*## ###J###J##"
X = "####J##### ##.*..*.## #.....#..# J*#..WB.*J J...WBB.B# #...BBBB*# #*...BB#.J J..#..B..# ##.*...*## ###J###J##"


NONE = " ".join([*EMPTY_ROWS[:4], "#...BW...#", "#...WB...#", *EMPTY_ROWS[6:]])


@pytest.mark.parametrize(("named", "rows"), [("rulebook", R), ("seed", S), ("example", X0), ("none", NONE)])
def test_named_maps(named, rows):  # MA1-MA3, MA5
    assert ludoteca.game("mapello", map=named).start() == at(rows)


@pytest.mark.parametrize(
    ("rows", "mover", "expected"),
    [
        (R, "B", [(3, 5), (4, 6), (5, 3), (6, 4)]),
        (S, "B", [(3, 4), (4, 3), (5, 6), (6, 5)]),
        (X, "W", [(3, 7), (4, 7), (6, 4), (6, 8), (7, 5), (7, 7)]),
    ],
)
def test_moves_of_worked_position(rows, mover, expected):  # MA6, MA7
    assert moves(at(rows, mover)) == {name(*cell) for cell in expected}


def test_the_rulebooks_example_flips_up_to_a_disc_and_up_to_a_joker():  # MA7, MA8
    before = position(
        mapello,
        """
        # # # # J # # # # #
        # # . * . . * . # #
        # . . . . . # . . #
        J * # . . W B . * J
        J . . . W B B . B #
        # . . . B B B B * #
        # * . . . B B # . J
        J . . # . . B . . #
        # # . * . . . * # #
        # # # J # # # J # #   white to move | 0-0""",
    )
    assert before == at(X, "W")
    assert len(at(X, "B").moves()) == 5
    assert before.play("e7") == position(
        mapello,
        """
        # # # # J # # # # #
        # # . * . . * . # #
        # . . . . . # . . #
        J * # . . W B . * J
        J . . . W W B . W #
        # . . . B W B W * #
        # * . . . W W # . J
        J . . # . W B . . #
        # # . * . . . * # #
        # # # J # # # J # #   black to move | 0-0""",
    )


SMALL = [  # what stands there, who moves, the moves and how many discs each flips
    ({"J": "z0", "W": "a1 b2"}, "B", {"c3": 2}),  # a corner joker, on its diagonal [MA8]
    ({"J": "d0", "W": "d1 d2"}, "B", {"d3": 2}),
    ({"J": "d0", "B": "d1 d2"}, "W", {"d3": 2}),  # a joker is either player's
    ({"J": "z5", "W": "a5 b5 c5 d5 e5 f5 g5"}, "B", {"h5": 7}),
    ({"B": "b3", "W": "c3", "bonus": "d3"}, "B", {"d3": 1}),
]


@pytest.mark.parametrize(("pieces", "mover", "flips"), SMALL)
def test_small_case(pieces, mover, flips):  # MA7, MA8
    here = small(mover, **pieces)
    assert moves(here) == set(flips)
    own = here.mover
    for move, count in flips.items():
        after = here.play(move)
        assert count_cells(after.state.discs[own]) == count_cells(here.state.discs[own]) + 1 + count
        assert count_cells(after.state.discs[1 - own]) == count_cells(here.state.discs[1 - own]) - count


@pytest.mark.parametrize(
    "pieces",
    [
        {"J": "d0", "W": "e5"},  # the joker has no line to it
        {"W": "b3", "bonus": "c3", "B": "d3"},  # an uncollected bonus ends a line [MA7]
        {"W": "b3", "wall": "c3", "B": "d3"},  # so does a wall [MA9]
        {"W": "d1 d2"},  # and the ring without a joker [MA7]
        {"J": "d0", "B": "d1"},  # a joker next to the placed disc encloses nothing [MA8]
    ],
)
def test_small_case_without_a_move(pieces):  # MA7-MA9
    here = small("B", **pieces)
    assert here.outcome is not None or moves(here) == {"pass"}


# --- rules


def test_a_disc_must_flip_something_and_needs_a_free_cell():  # MA6
    start = mapello.start()
    for move, reason in {
        "a2": "a2 would flip nothing: there is no enemy disc next to it",
        "d3": "d3 would flip nothing: no line of enemy discs from there ends at one of your discs or a joker",
        "a1": "a1 is a wall",
        "d4": "d4 is taken",
        "d0": "d0 is part of the ring",
        "z5": "z5 is part of the ring",
        "k5": "k5 is not on the board",
        "pass": "you have a move, so you may not pass",
        "wall a2": "the map is finished",
        "done": "the map is finished",
        "black": "the colours are settled",
    }.items():
        with pytest.raises(IllegalMove, match=f"^{reason}$"):
            start.play(move)
    with pytest.raises(UnreadableMove):
        start.play("castle")


def test_all_directions_flip_from_the_board_before_the_move():  # MA7
    rows = "#B..B..B.# #.W.W.W..# #..WWW...# #BWW.WWB.# #..WWW...# #.W.W.W..# #B..B..B.# #........#"
    after = at(f"{'#' * 10} {rows} {'#' * 10}").play("d4")
    assert count_cells(after.state.discs[1]) == 0
    assert after.score == (25, 0)
    assert after.outcome.winner == 0
    assert after.outcome.reason == "25 points to 0"


def test_the_placer_keeps_a_bonus_and_its_cell_becomes_an_ordinary_disc():  # MA10, MA12
    after = small("B", B="b3", W="c3 h1", bonus="d3").play("d3")
    assert str(after).split()[1:] == ["W", "1-0"]
    assert after.score == (3 + 3, 1)
    assert after.scene().cells["d3"].top.kind == "counter"
    assert after.scene().cells["d3"].marks == ()


CONTESTED = {"B": "f3 a8 c8", "W": "g3 h1", "bonus": "h3", "J": "i3", "wall": "d3"}


def test_a_bonus_belongs_to_its_placer_or_to_the_owner_of_its_cell():  # MA10, D2
    placer, owner = (small("B", variant, **CONTESTED).play("h3") for variant in (mapello, by_owner))
    assert placer.score == owner.score == (5 + 3, 1)
    assert (str(placer).split()[1:], str(owner).split()[1:]) == (["W", "1-0"], ["W", "0-0", "on:h3"])
    assert placer.scene().cells["h3"].marks == ()
    assert owner.scene().cells["h3"].marks == ("bonus",)
    placer, owner = placer.play("e3"), owner.play("e3")  # flips all up to the joker, the bonus cell included
    assert (placer.score, owner.score) == ((2 + 3, 5), (2, 5 + 3))
    assert (placer.outcome.winner, owner.outcome.winner) == (None, 1)
    assert by_owner.position(str(owner)) == owner


def test_a_player_without_a_move_must_pass():  # MA11
    here = small("W", B="a1", W="b1", wall="a2 b2")
    assert moves(here) == {"pass"}
    with pytest.raises(IllegalMove, match="c1 would flip nothing; you have no move, so you must pass"):
        here.play("c1")
    after = here.play("pass")
    assert (after.mover, moves(after)) == (0, {"c1"})
    end = after.play("c1")
    assert end.outcome is not None
    assert end.moves() == []


@pytest.mark.parametrize(
    ("taken", "winner", "reason"),
    [("0-0", 1, "3 points to 2"), ("1-0", 0, "5 points to 3"), ("1-2", 1, "9 points to 5")],
)
def test_more_points_win(taken, winner, reason):  # MA12
    board = str(small(B="a1 a2", W="h6 h7 f8")).split()[0]
    outcome = mapello.position(f"{board} B {taken}").outcome
    assert (outcome.winner, outcome.reason) == (winner, reason)


def test_equal_points_are_a_draw():  # MA12
    outcome = small(B="a1 a2", W="h6 h8").outcome
    assert (outcome.winner, outcome.reason) == (None, "2 points each")


def test_the_facts_beside_the_board():
    facts = at(X, "W", "2-1").scene().facts
    assert [(fact.name, fact.value) for fact in facts if fact.player == 0] == [
        ("Discs", "11"),
        ("Bonuses", "2"),
        ("Points", "17"),
    ]
    assert [fact.value for fact in facts if fact.player == 1] == ["2", "1", "5"]


def test_a_diagram_shows_all_pieces_and_the_names_of_the_ring():
    lines = mapello.start().board().splitlines()
    assert lines[0].split() == list("zabcdefghi")
    assert lines[1] == "0 █ █ █ ★ █ █ ★ █ █ █"
    assert lines[2] == "1 █ █ · ◇ · ◇ · · █ █"
    assert lines[5] == "4 █ · · · ● ○ · · · █"
    assert mapello.start().board(ascii_only=True).splitlines()[6] == "5 J . . . W B . . . #"


# --- options


@pytest.mark.parametrize("named", ["rulebook", "example", "seed", "none"])
@pytest.mark.parametrize(("centre", "corner"), [("map", None), ("rulebook", "B"), ("seed", "W")])
def test_the_centre_is_the_maps_the_rulebooks_or_mirrored(named, centre, corner):  # MA3, D1
    start = ludoteca.game("mapello", map=named, centre=centre).start()
    rows = str(start).split()[0].split("/")
    wanted = corner or ("W" if named == "seed" else "B")
    assert [rows[4][4:6], rows[5][4:6]] == (["BW", "WB"] if wanted == "B" else ["WB", "BW"])
    assert start.score == (2, 2)


@pytest.mark.parametrize("counts", [(0, 0, 0), (8, 8, 8), (3, 0, 5), (0, 7, 1)])
def test_a_random_map_has_the_pieces_asked_for_where_they_may_stand(counts):  # MA2, MA4
    walls, bonuses, jokers = counts
    variant = ludoteca.game("mapello", map="random", walls=walls, bonuses=bonuses, jokers=jokers)
    for seed in range(20):
        rows = str(variant.start(seed)).split()[0].split("/")
        inner = "".join(row[1:9] for row in rows[1:9])
        assert (inner.count("#"), inner.count("*"), "".join(rows).count("J")) == counts
        assert "J" not in inner
        assert rows[4][4:6] + rows[5][4:6] == "BWWB"


def test_random_maps_use_every_cell_equally():  # MA4
    count: Counter[str] = Counter()
    for seed in range(600):
        for cell, token in enumerate(str(drawn.start(seed)).split()[0].replace("/", "")):
            count[f"{token}{cell}"] += token in "*J"
    bonuses = [number for key, number in count.items() if key.startswith("*") and number]
    jokers = [number for key, number in count.items() if key.startswith("J")]
    assert (len(bonuses), len(jokers)) == (60, 36)
    assert 40 < min(bonuses) <= max(bonuses) < 125  # 80 expected
    assert 90 < min(jokers) <= max(jokers) < 180  # 133 expected


def test_corner_jokers_are_an_option():  # D4
    corners = (0, 9, 90, 99)
    with_, without = (
        {seed: str(variant.start(seed)).split()[0].replace("/", "") for seed in range(60)}
        for variant in (drawn, ludoteca.game("mapello", map="random", corner_jokers=False))
    )
    assert any(board[corner] == "J" for board in with_.values() for corner in corners)
    assert not any(board[corner] == "J" for board in without.values() for corner in corners)


def test_the_same_seed_gives_the_same_map_and_another_seed_another():
    assert drawn.start(5) == drawn.start(5) != drawn.start(6)


def test_a_map_of_ones_own():  # MA5
    for text in (X0, X0.lower(), X0.replace(" ", "/"), X0.replace("BW", "..").replace("WB", "..")):
        variant = ludoteca.game("mapello", map=text)
        assert str(variant.start()) == str(at(X0))
    mirrored = ludoteca.game("mapello", map=X0, centre="seed").start()
    assert "#...BW..*#" in str(mirrored)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((4, 4, "#"), "d4 is in the centre"),
        ((5, 4, "*"), "d5 is in the centre"),
        ((3, 3, "B"), "there is a disc at c3"),
        ((4, 4, "W"), "must hold two discs of each colour"),
        ((3, 3, "J"), r"c3 must hold one of ., B, W, #, \*; found 'J'"),
        ((0, 3, "."), r"c0 must hold one of J, #; found '.' \(or name one: rulebook, "),
        ((3, 3, "#"), "at most 8 walls; this has 9"),
        ((3, 3, "*"), "at most 8 bonuses; this has 9"),
        ((0, 0, "J"), "at most 8 jokers; this has 9"),
        ((3, 3, ""), "row 4 has 10 cells; found 9"),
    ],
)
def test_a_map_against_the_rules_is_refused_with_the_place(change, reason):  # MA2-MA4
    row, column, token = change
    rows = R.split()
    rows[row] = rows[row][:column] + token + rows[row][column + 1 :]
    with pytest.raises(BadOption, match=reason):
        ludoteca.game("mapello", map="/".join(rows))


@pytest.mark.parametrize("options", [{"map": "atlantis"}, {"walls": 9}, {"jokers": -1}, {"bonus": "bank"}])
def test_an_option_out_of_range_is_refused(options):
    with pytest.raises(BadOption):
        ludoteca.game("mapello", **options)


# --- building a map


def build(variant, *steps: str) -> Position:
    here = variant.start()
    for step in steps:
        here = here.play(step)
    return here


def test_the_first_player_builds_and_the_second_chooses_the_colour():  # MA4, MA5
    here = build(built, "wall a1", "Bonus at E6", "joker d0", "joker z0")
    assert here.mover == 0
    assert str(here).endswith(" B 0-0 setup")
    choosing = here.play("done")
    assert (choosing.mover, moves(choosing)) == (1, {"black", "white"})
    assert str(choosing).endswith(" W 0-0 choose")
    white = choosing.play("white")
    assert (white.mover, [player.name for player in white.players]) == (0, ["Black", "White"])
    black = choosing.play("black")
    assert (black.mover, [player.name for player in black.players]) == (1, ["White", "Black"])
    assert str(black) == f"{white} swapped"
    assert moves(black) == moves(white)
    assert white == mapello.position(str(white))
    assert black == mapello.position(str(black))


def test_a_chooser_of_black_is_credited_with_blacks_discs():  # MA5, MA12
    for colour, black in (("black", 1), ("white", 0)):
        here = build(built, "bonus e3", "done", colour)
        assert here.scene().cells["d4"].top.owner == black
        after = here.play("e3")
        assert after.score[black] == 4 + 3
        assert after.score[1 - black] == 1
        assert str(after).split()[2] == "1-0"


def test_a_whole_game_after_swapping_is_the_same_game_with_the_seats_exchanged():  # MA5, MA12
    chance = random.Random(3)
    first, second = (build(built, "wall c3", "joker a0", "bonus f6", "done", colour) for colour in ("white", "black"))
    while first.outcome is None:
        move = str(chance.choice(first.moves()))
        first, second = first.play(move), second.play(move)
        assert first.score == second.score[::-1]
        assert str(second) == f"{first} swapped"
    assert first.outcome.reason == second.outcome.reason
    assert {None: None, 0: 1, 1: 0}[first.outcome.winner] == second.outcome.winner


def test_pieces_go_where_the_rules_allow_and_within_the_limits():  # MA4
    variant = ludoteca.game("mapello", map="build", walls=2, bonuses=1, jokers=0, corner_jokers="no")
    here = build(variant, "wall a1", "wall a2")
    for move, reason in {
        "wall a3": "all 2 walls are placed",
        "joker d0": "this map may have no joker",
        "bonus d4": "the centre must stay empty",
        "bonus a1": "a1 is already occupied",
        "bonus d0": "bonuses go inside the ring, and d0 is not inside it",
        "a5": "say what to put on a5: wall a5, bonus a5 or joker a5",
        "pass": "the map is not finished; place a wall, a bonus or a joker, or say done",
        "black": "the map is not finished; place a wall, a bonus or a joker, or say done",
    }.items():
        with pytest.raises(IllegalMove, match=f"^{re.escape(reason)}$"):
            here.play(move)
    with pytest.raises(AmbiguousMove):
        here.play("bonus")
    assert [fact.value for fact in here.scene().facts] == ["building the map", "0", "1", "0"]
    assert moves(here.play("bonus h8")) == {"done"}
    choosing = here.play("done")
    with pytest.raises(IllegalMove, match="choose a colour first"):
        choosing.play("a3")
    assert [fact.value for fact in choosing.scene().facts] == ["choosing a colour"]


def test_jokers_go_on_the_ring_and_on_its_corners_only_by_ruling():  # MA4, D4
    here = built.start()
    assert len(here.moves()) == 60 + 60 + 36 + 1
    assert len(ludoteca.game("mapello", map="build", corner_jokers="no").start().moves()) == 60 + 60 + 32 + 1
    here.play("joker i9")
    with pytest.raises(IllegalMove, match="jokers go on the ring, and c3 is not on it"):
        here.play("joker c3")
    with pytest.raises(IllegalMove, match="jokers may not go in the corners"):
        ludoteca.game("mapello", map="build", corner_jokers="no").start().play("joker i9")


def test_however_a_map_was_made_the_same_board_is_the_same_position():  # MA5
    text = str(drawn.start(9))
    assert drawn.start(9).state.tobytes() == mapello.position(text).state.tobytes()
    assert build(built, "done", "white").state.tobytes() == plain.start().state.tobytes()


# --- independent programs


def golden(entry: dict) -> Position:
    return at(entry["board"], entry["mover"], "{B}-{W}".format(**entry["taken"]))


def test_golden_positions():
    for entry in positions("mapello"):
        here = golden(entry)
        score = {"B": here.score[0], "W": here.score[1]}
        assert score == entry["score"]
        winner = here.outcome and {0: "B", 1: "W", None: "draw"}[here.outcome.winner]
        assert winner == entry["winner"]
        if entry["moves"] or winner:
            assert moves(here) == {name(*cell) for cell in entry["moves"]}
        else:
            assert moves(here) == {"pass"}
        other = {"B": "W", "W": "B"}[entry["mover"]]
        for cell, after in zip(entry["moves"], entry["after"], strict=True):
            assert here.play(name(*cell)) == golden({**after, "mover": other})


@pytest.mark.parametrize("game", games("mapello"), ids=lambda game: f"{len(game['moves'])}-{game['winner']}")
def test_golden_game(game):
    here = at(game["initial"], game["first"])
    for move in game["moves"]:
        here = here.play(move if move == "pass" else name(*move))
    board, _, taken = str(here).split()
    assert (board, taken) == ("/".join(game["final"]), "{B}-{W}".format(**game["taken"]))
    assert here.score == (game["score"]["B"], game["score"]["W"])
    assert {0: "B", 1: "W", None: "draw"}[here.outcome.winner] == game["winner"]


@numba.njit
def finished_after(states, room, ply, depth):
    """Games that are over after exactly `depth` plies."""
    if verbs.ending(states[ply]) != 0:
        return 1 if ply == depth else 0
    if ply == depth:
        return 0
    total = 0
    for index in range(verbs.moves(states[ply], room[ply])):
        states[ply + 1] = states[ply]
        verbs.play(states[ply + 1], room[ply, index])
        total += finished_after(states, room, ply + 1, depth)
    return total


@pytest.mark.parametrize("entry", leaf_counts("mapello"), ids=lambda entry: f"{entry['mover']}{entry['counts'][-1]}")
def test_leaf_counts(entry):
    here = at(entry["position"], entry["mover"])
    for depth, count in enumerate(entry["counts"], 1):
        passes = 0
        if entry["options"].get("pass_when_over"):  # there a finished board has one child: a last pass
            states = new_states(depth + 1, rules.STATE.layout)
            states[0] = here.state
            passes = finished_after(states, np.zeros((depth, 157), np.int32), 0, depth - 1)
        assert count_sequences(here, depth) + passes == count


# --- properties


def reference_moves(rows: list[str], colour: str) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The rule MA7 again, as plainly as it can be said: each move with the discs it flips."""
    found = {}
    for row in range(1, 9):
        for column in range(1, 9):
            flips = []
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    run, r, c = [], row + down, column + right
                    while (down or right) and rows[r][c] in "BW" and rows[r][c] != colour:
                        run.append((r, c))
                        r, c = r + down, c + right
                    if run and rows[r][c] in (colour, "J"):
                        flips += run
            if flips and rows[row][column] in ".*":
                found[row, column] = flips
    return found


def check_against_reference(here: Position) -> None:
    rows, colour = str(here).split()[0].split("/"), str(here).split()[1]
    expected = reference_moves(rows, colour)
    assert moves(here) == ({name(*cell) for cell in expected} or {"pass"})
    for cell, flips in expected.items():
        board = [list(row) for row in rows]
        for row, column in (cell, *flips):
            board[row][column] = colour
        assert str(here.play(name(*cell))).split()[0] == "/".join(map("".join, board))


@given(reachable(drawn))
def test_moves_and_flips_agree_with_the_rule_said_plainly(here):  # MA6-MA9
    check_against_reference(here)


INNER_TOKENS = st.text("..BBBWWW#*", min_size=64, max_size=64)
RING_TOKENS = st.text("##J", min_size=36, max_size=36)


def any_board(inner: str, ring: str) -> list[str]:
    rows = [ring[:10], *(f"{ring[10 + i]}{inner[8 * i : 8 * i + 8]}{ring[18 + i]}" for i in range(8)), ring[26:]]
    assert all(len(row) == 10 for row in rows)
    return rows


@given(INNER_TOKENS, RING_TOKENS, st.sampled_from("BW"))
def test_any_board_at_all_is_played_by_the_rules(inner, ring, mover):  # MA6-MA9
    here = at(any_board(inner, ring), mover)
    if here.outcome is None:
        check_against_reference(here)
    else:
        assert not any(reference_moves(any_board(inner, ring), colour) for colour in "BW")


@given(INNER_TOKENS, RING_TOKENS, st.sampled_from("BW"))
def test_with_colours_exchanged_everything_is_the_same(inner, ring, mover):  # MA7, MA8
    exchanged = str.maketrans("BW", "WB")
    here = at(any_board(inner, ring), mover)
    there = at(any_board(inner.translate(exchanged), ring), mover.translate(exchanged))
    assert moves(here) == moves(there)
    assert here.score == there.score[::-1]
    for move in here.moves():
        assert str(here.play(move)).split()[0].translate(exchanged) == str(there.play(str(move))).split()[0]
    assert verbs.evaluate(here.state) == verbs.evaluate(there.state)


@given(reachable(drawn))
def test_nothing_but_colours_changes_and_each_move_adds_one_disc(here):  # MA6, MA10
    before = str(here).split()
    for move in here.moves():
        after = here.play(move)
        added = 0 if str(move) == "pass" else 1
        assert sum(map(count_cells, after.state.discs)) == sum(map(count_cells, here.state.discs)) + added
        assert not int(after.state.discs[0]) & int(after.state.discs[1])
        bonuses = [count_cells(at_.state.bonuses) + sum(map(int, at_.state.taken)) for at_ in (here, after)]
        assert bonuses[0] == bonuses[1] == 8
        board = str(after).split()[0]
        assert all(new == old for new, old in zip(board, before[0], strict=True) if old in "#J")


@given(reachable(ludoteca.game("mapello", map="random", bonus="owner")))
def test_under_the_owner_rule_covered_bonuses_make_up_the_eight(here):  # D2
    assert count_cells(here.state.bonuses) + count_cells(here.state.covered) == 8
    assert tuple(here.state.taken) == (0, 0)
    discs = sum(map(count_cells, here.state.discs))
    assert sum(here.score) == discs + 3 * count_cells(here.state.covered)


@given(
    st.sampled_from([mapello, drawn, built, by_owner]).flatmap(reachable),
    st.sampled_from(rules.BOARD.symmetries),
)
def test_a_turned_board_plays_the_same(here, symmetry):
    there = turned(here, symmetry)
    assert len(here.moves()) == len(there.moves())
    for move in here.moves()[::5]:
        assert there.play(turned_move(here, move, symmetry)) == turned(here.play(move), symmetry)
    assert verbs.evaluate(here.state) == pytest.approx(verbs.evaluate(there.state))


@given(st.sampled_from([drawn, built]).flatmap(reachable), st.integers(0, 2**32))
def test_compiled_and_uncompiled_functions_agree(here, seed):
    sample = mapello.game.own(verbs.pick)
    assert sample(here.state, new_random(seed)) == sample.py_func(here.state, new_random(seed))
    assert rules.points(here.state, 0) == rules.points.py_func(here.state, 0)
    for kind in range(3):
        assert rules.can_put(here.state, kind) == rules.can_put.py_func(here.state, kind)
    fast, slow = copied(here.state), copied(here.state)
    settling = here.state.phase == rules.PHASE.play
    (rules.settle if settling else rules.begin)(fast)
    (rules.settle if settling else rules.begin).py_func(slow)
    assert fast.tobytes() == slow.tobytes()
    begun = [copied(variant_blank) for variant_blank in (drawn.blank, drawn.blank)]
    rules.start(begun[0], new_random(seed))
    rules.start.py_func(begun[1], new_random(seed))
    assert begun[0].tobytes() == begun[1].tobytes()


@pytest.mark.parametrize(
    "here", [at(X, "W"), built.start(), build(built, "done"), small("W", B="a1", W="b1", wall="a2 b2")]
)
def test_sampled_moves_are_all_legal_moves_equally_often(here):
    chance = new_random(1)
    count = Counter(int(mapello.game.own(verbs.pick)(here.state, chance)) for _ in range(100 * len(here.moves())))
    assert set(count) == {move.code for move in here.moves()}
    assert 60 < min(count.values()) <= max(count.values()) < 145


@given(reachable(drawn))
def test_a_firm_disc_never_flips(here):
    chance = random.Random(str(here))
    firm = [int(firm_discs(discs, here.state.walls, here.state.closers)) for discs in here.state.discs]
    while here.outcome is None:
        here = here.play(chance.choice(here.moves()))
        for discs, held in zip(here.state.discs, firm, strict=True):
            assert int(discs) & held == held


@pytest.mark.parametrize(
    ("pieces", "term"),
    [
        ({"B": "d4", "W": "e4", "wall": "c4"}, "cells to play on, early"),  # only Black can move
        ({"B": "a1", "W": "d4"}, "discs that cannot be flipped, early"),  # only Black's disc is firm
        ({"B": "a2", "W": "d4", "wall": "a1 a3 b1 b3"}, "discs that cannot be flipped, early"),  # walls make corners
        ({"B": "a1", "W": "h8", "J": "i9"}, "discs that cannot be flipped, early"),  # and jokers unmake them
    ],
)
def test_the_evaluation_counts_moves_and_firm_discs(pieces, term):
    exchanged = {"B": "W", "W": "B"}
    other = {exchanged.get(kind, kind): names for kind, names in pieces.items()}
    place = evaluation.TERMS.index(term)
    mine, yours = evaluation.terms(small("B", **pieces).state), evaluation.terms(small("B", **other).state)
    assert mine[place] > 0 > yours[place]


# --- text


@given(st.sampled_from([mapello, by_owner, drawn, built]).flatmap(reachable))
def test_text_round_trip(here):
    text = str(here)
    assert here.variant.position(text) == here
    assert here.variant.position(text.lower()) == here
    assert str(here.variant.position(text)) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "fields"),
        (f"{R.replace(' ', '/')} B", "found 2"),
        (f"{R.replace(' ', '/')} R 0-0", "the mover must be one of B, W; found 'R'"),
        (f"{R.replace(' ', '/')} B 0", "must look like 0-0; found '0'"),
        (f"{R.replace(' ', '/')} B 0-99", "White's bonuses taken must be a number from 0 to 64"),
        (f"{R.replace(' ', '/')} B 0-0 maybe", "found 'maybe'"),
        (f"{R.replace(' ', '/')} B 0-0 swapped swapped", "cannot be combined"),
        (f"{R.replace(' ', '/')} B 0-0 setup choose", "cannot be combined"),
        (f"{R.replace(' ', '/')} W 0-0 setup", "B builds the map"),
        (f"{R.replace(' ', '/')} B 0-0 choose", "W chooses the colour"),
        (f"{R.replace(' ', '/')} B 0-0 on:d4", "only with the option bonus=owner"),
        (f"{R.replace(' ', '/').replace('B', 'X')} B 0-0", "d4 must hold one of ., B, W, #, *; found 'X'"),
        (f".{R.replace(' ', '/')[1:]} B 0-0", "z0 must hold one of J, #; found '.'"),
    ],
)
def test_unreadable_text_names_the_place(text, reason):
    with pytest.raises(UnreadablePosition, match=re.escape(reason)):
        mapello.position(text)


@pytest.mark.parametrize("cells", ["", "k9", "a2", "z0", "d4,,e5"])
def test_covered_bonuses_must_hold_discs(cells):  # D2
    with pytest.raises(UnreadablePosition):
        by_owner.position(f"{R.replace(' ', '/')} B 0-0 on:{cells}")


@given(st.text(max_size=200) | st.text("#J.*BW/ 0-9bwonsetupchoose:,ß", max_size=160))
def test_any_text_is_read_or_refused(text):
    for variant in (mapello, by_owner):
        with pytest.raises(UnreadablePosition):
            variant.position(text)


@given(reachable(by_owner), st.data())
def test_damaged_text_is_read_or_refused(here, data):
    text = str(here)
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(st.text("#J.*BW/ 0-9:,on\0ß", max_size=2)) + text[place + 1 :]
    try:
        again = by_owner.position(damaged)
    except UnreadablePosition:
        return
    assert by_owner.position(str(again)) == again


@given(st.text(max_size=20))
def test_any_map_text_is_read_or_refused(text):
    try:
        ludoteca.game("mapello", map=text)
    except BadOption:
        return
    assert text.strip().lower() in (*maps.MAPS, *maps.OPEN_MAPS)


@pytest.mark.parametrize("page", ["mapello", "reversi"])
def test_the_examples_on_the_rule_page(page):
    text = (Path(__file__).parents[2] / "src/ludoteca/games" / page / "rules.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```pycon\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(example, {}, page, None, 0))
    assert result.attempted >= 4
    assert result.failed == 0


def test_a_missing_field_was_said_to_be_one_of_five_though_three_suffice():
    with pytest.raises(UnreadablePosition, match=r"three fields \(board, mover, bonuses taken\)"):
        plain.position(str(plain.start()).rsplit(" ", 1)[0])
    with pytest.raises(UnreadablePosition, match="may end with setup, choose, swapped, on:CELLS; found 'again'"):
        plain.position(str(plain.start()) + " swapped on:a1 again")


def test_a_map_of_ones_own_was_written_in_lower_case():
    variant = ludoteca.game("mapello", map=X0.lower())
    assert "J" in variant.changed_options["map"]
    assert "j" not in repr(variant).partition("map=")[2]
    assert ludoteca.game("mapello", map=variant.changed_options["map"]) == variant
