"""Typed moves: the same arithmetic compiled and not, and the moves of the six games declared with them."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys

import numba
import numpy as np
import pytest
from strategies import play_randomly

from ludoteca.compiler.compile_errors import CannotCompile
from ludoteca.errors import BadDeclaration, MoveError
from ludoteca.games import game_names
from ludoteca.kernel import HexBoard, SquareBoard, compiled
from ludoteca.kernel.boards import SIX_WAY_NAMES, Region
from ludoteca.kernel.moves import NOT_GIVEN, UNKNOWN, Cell, Choice, Move, MoveKinds, Target, Way, kinds
from ludoteca.kernel.scene import Pick, choice
from ludoteca.play import load_game

# Kinds of moves as games have them, declared here.

SQUARE, HEXAGON = SquareBoard(6, 6, 8), HexBoard(5)
DIVISIONS = ("", *(f"1+{other}" for other in range(2, 7)), "2+3", "1+2+3", *map(str, range(10, 258)))
STONE = MoveKinds({"STONE": Move(cell=Cell(SQUARE))})
LONG = Move(cell=Cell(SquareBoard(10, 10, word=50)))

PLACE, SPLIT = kinds(
    Move(cell=Cell(HEXAGON)),
    Move(
        cell=Cell(HEXAGON),
        way=Way(HEXAGON),
        division=Choice(DIVISIONS, unordered="+", otherwise="{0} is not a division of any stack"),
        text="{cell}-{way}:{division}",
    ),
)
SPLITS = MoveKinds({"PLACE": PLACE, "SPLIT": SPLIT})

NINE = SquareBoard(9, 9)


@compiled
def next_cell(state, origin, way):
    """The neighbour."""
    return NINE_STEP[origin, way]


NINE_STEP = NINE.step
CAPTURE, PASS, PUT = kinds(
    Move(origin=Cell(NINE), target=Target(next_cell, ways=4), text="{origin}x{target}"),
    Move("pass"),
    Move(cell=Cell(NINE)),
)
CAPTURES = MoveKinds({"CAPTURE": CAPTURE, "PASS": PASS, "PLACE": PUT})

WHOLE = SquareBoard(10, 10)
INNER = Region(WHOLE, tuple(cell for cell in WHOLE.cells if 0 < cell % 10 < 9 and 0 < cell // 10 < 9))
RING = Region(WHOLE, tuple(cell for cell in WHOLE.cells if cell not in INNER.cells))
DISC, NO_DISC, DONE, BLACK, WALL, JOKER = kinds(
    Move(cell=Cell(INNER, otherwise="{0} is part of the ring")),
    Move("pass", label="Pass"),
    Move("done", label="The map is ready"),
    Move("black", label="Play Black"),
    Move("wall", cell=Cell(INNER), label="Place a wall"),
    Move("joker", cell=Cell(RING), label="Place a joker", text="joker {cell}"),
)
BUILDING = MoveKinds((DISC, NO_DISC, DONE, BLACK, WALL, JOKER))


# The moves of the games.

OPTIONS = [(name, {}) for name in game_names()] + [
    ("squ", {"size": 8}),
    ("greener", {"size": "6x9", "setup": "alternate"}),
    ("mapello", {"map": "build"}),
]


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_moves_of_the_games_are_read_as_they_are_written(name, options):
    variant = load_game(name, **options)
    declared = variant.game.kinds
    table, count = declared.action_table(variant.board.cells)
    for seed in range(8):
        position = play_randomly(variant, 5 * seed, seed)
        state, moves = position.state, position.moves()
        for move in random.Random(seed).sample(moves, min(len(moves), 20)):
            names = tuple(pick.name for pick in move.picks)
            assert declared.of(move.code).has(move.code)
            assert declared.picks(state, move.code) == move.picks
            written = {kind.text(names) for kind, _, _ in declared.named(names)}  # two kinds may have the same picks
            assert declared.text_of(state, move.code) == move.text
            assert {move.text, declared.text(names)} <= written
            assert names in [reading.names for reading in declared.read(move.text.upper())]
            assert 0 <= table[move.code] < count
            for symmetry in variant.board.symmetries:
                turned = declared.turned(move.code, symmetry)
                assert declared.of(turned) is declared.of(move.code) and 0 <= table[turned] < count


@pytest.mark.parametrize(
    ("name", "options", "texts"),
    [
        ("gekitai", {}, ["a1", "b1", "c1"]),
        ("squ", {}, ["a1", "b1", "c1"]),
        ("reversi", {}, ["d3", "c4", "f5"]),
        ("greener", {"setup": "alternate"}, ["a1", "b1", "c1"]),
        ("mapello", {"map": "build"}, ["wall a1"]),
    ],
)
def test_moves_of_the_games_are_written_as_ever(name, options, texts):
    assert [move.text for move in load_game(name, **options).start(1).moves()][: len(texts)] == texts


# What people type.


def read(declared, typed):
    return [(reading.values, reading.names) for reading in declared.read(typed)]


@pytest.mark.parametrize(
    "typed",
    [
        "b1-se:1+2+3",
        "B1 SE 3 2 1",
        "b1 south-east 1+2+3",
        "b1se:3,2,1",
        "b1 > southeast : 3+1+2",
        " b1  south east  1 2 3",
    ],
)
def test_a_split_is_typed_in_many_ways(typed):
    assert read(SPLITS, typed) == [((1, 2, 7), ("b1", "se", "1+2+3"))]


def test_a_move_may_be_typed_in_part():
    assert read(SPLITS, "b1") == [((1,), ("b1",)), ((1, NOT_GIVEN, NOT_GIVEN), ("b1",))]
    assert read(SPLITS, "b1-se") == [((1, 2, NOT_GIVEN), ("b1", "se"))]
    assert read(BUILDING, "Wall") == [((NOT_GIVEN,), ("wall",))]
    assert SPLITS.text(("b1", "se")) == "b1-se"
    assert BUILDING.text(("wall",)) == "wall"


@pytest.mark.parametrize(
    "typed", ["c2xc5", "c2-c5", "c2 to c5", "C2C5", "c2 x c5", "c2:c5", "c2>c5", "c2, c5", "c2 on c5"]
)
def test_a_capture_is_typed_in_many_ways(typed):
    assert read(CAPTURES, typed) == [((11, 38), ("c2", "c5"))]


@pytest.mark.parametrize("typed", ["wall c4", "wall at c4", "WALL ON C4", "place a wall c4", "wall:c4", "wall-c4"])
def test_a_word_and_its_cell_are_typed_in_many_ways(typed):
    assert read(BUILDING, typed) == [((2 * 8 + 1,), ("wall", "c4"))]


@pytest.mark.parametrize(("typed", "word"), [("Done", "done"), ("play black", "black"), ("PASS", "pass")])
def test_a_word_is_typed_by_its_name_or_label(typed, word):
    assert read(BUILDING, typed) == [((), (word,))]


@pytest.mark.parametrize("typed", ["", "b", "hello", "b1-se:1+2+3!", "1+2", "se", "b1 1+2", "passes", "x" * 10_000])
def test_what_is_no_move_is_not_read(typed):
    assert SPLITS.read(typed) == []


def test_what_is_none_of_the_values_is_read_as_such():
    (reading,) = SPLITS.read("b1-se:9+9")
    assert reading.values == (1, 2, UNKNOWN) and reading.names == ("b1", "se", "9+9")
    assert reading.problem == "9+9 is not a division of any stack"
    assert [reading.problem for reading in CAPTURES.read("k9")] == ["k9 is not on the board"] * 2
    assert [reading.problem for reading in BUILDING.read("c1")] == ["c1 is part of the ring"]
    assert SPLITS.named(("b1", "up"))[0].problem.startswith("up is not a direction; the directions are e, w")
    assert [reading.problem for reading in SPLITS.read("b1")] == ["", ""]


def test_meanings_whose_parts_exist_come_first():
    assert [reading.values for reading in MoveKinds(kinds(DISC, Move(spot=Cell(RING)))).read("c1")] == [
        (RING.number_of[WHOLE.number["c1"]],),
        (UNKNOWN,),
    ]


def test_ways_have_names():
    assert Way(HEXAGON).names == SIX_WAY_NAMES
    assert [str(pick) for pick in Way(SQUARE).picks[:5]] == ["east", "west", "south", "north", "south-east"]
    assert Way(4).names == ("e", "w", "s", "n")
    assert Way([(-1, 0), (1, 0)]).names == ("n", "s")
    assert Way(2, names=("on", "back")).picks[1] == choice("back", "back")


def test_listed_ways_turn_with_the_board():
    step = Move(cell=Cell(SQUARE), way=Way([(-1, 0), (0, 1), (1, 0), (0, -1)]))
    for symmetry in SQUARE.symmetries:
        turned = step.turned(step.code(SQUARE.number["c3"], 0), symmetry)
        there = symmetry.cells[SQUARE.number["c2"]]
        assert there == step_from(step, turned)


def step_from(step, move):
    (row, column), (down, right) = SQUARE.spot[step.cell(move)], step.parts["way"].steps[step.way(move)]
    return SQUARE.at[row + down, column + right]


def test_the_default_text_joins_the_parts():
    assert (
        Move("drop", piece=Choice(("pawn", "rook")), cell=Cell(SQUARE)).text(("drop", "pawn", "c3")) == "drop pawn-c3"
    )
    boxed = MoveKinds([Move(cell=Cell(SQUARE), piece=Choice(("Q", "N"), ("queen", "knight")), text="({cell}={piece})")])
    assert boxed.text_of(None, 1) == "(a1=N)"
    assert read(boxed, "(a1=N)") == read(boxed, "a1 knight") == [((0, 1), ("a1", "N"))]


def test_a_description_is_data():
    data = json.loads(json.dumps([declared.description() for declared in (STONE, CAPTURES, BUILDING, SPLITS)]))
    split = data[3][1]
    assert (split["name"], split["first"], split["count"]) == ("SPLIT", 61, 61 * 6 * 256)
    assert [part["type"] for part in split["parts"]] == ["cell", "way", "choice"]
    assert re.fullmatch(split["pattern"], "b1 south-east 1+2").groups() == ("b1", "south-east", "1+2")


@pytest.mark.parametrize(
    ("declare", "complaint"),
    [
        (lambda: Move(), "needs a word or parts"),
        (lambda: Move(cell=3), "a part is declared as in cell=Cell"),
        (lambda: Move(code=Cell(SQUARE)), "cannot be called code"),
        (lambda: Move(first=Cell(SQUARE)), "cannot be called first"),
        (lambda: Move(a=Cell(SQUARE), b=Way(4), text="{b}{a}"), "in this order: a, b"),
        (lambda: Move(a=Way(4), b=Target(next_cell, 4)), "must be a Cell"),
        (lambda: Move(a=Choice(range(1 << 16)), b=Choice(range(1 << 16))), "codes; at most"),
        (lambda: Choice(("a", "a")), "the same name"),
        (lambda: Choice(("a", "b"), labels=("A",)), "2 names has 1 labels"),
        (lambda: Way(4, names=("a",)), "4 ways, but 1 names"),
        (lambda: MoveKinds([Move("a"), Move("b")]), "share codes"),
    ],
)
def test_a_wrong_declaration_is_refused(declare, complaint):
    with pytest.raises(BadDeclaration, match=re.escape(complaint)):
        declare()


def test_a_number_that_is_no_move_is_refused():
    with pytest.raises(MoveError, match="99 is not the number of a move"):
        STONE.of(99)
    with pytest.raises(MoveError):
        STONE.of(-1)


# Compiled code.


@compiled
def there_and_back(cell, way, division):
    move = SPLIT.code(cell, way, division)
    return move, SPLIT.cell(move), SPLIT.way(move), SPLIT.division(move), SPLIT.has(move), PLACE.has(move), PASS.code()


@compiled
def limits():
    return SPLIT.first, SPLIT.count, PLACE.code(5), JOKER.first


@compiled
def way_alone(move):
    return SPLIT.way(move)


@compiled
def too_few():
    return SPLIT.code(1)


@pytest.mark.parametrize("values", [(0, 0, 0), (60, 5, 255), (17, 3, 9)])
def test_codes_are_the_same_compiled_and_not(values):
    expected = there_and_back.py_func(*values)
    assert there_and_back(*values) == expected
    assert there_and_back(np.uint64(values[0]), np.int8(values[1]), np.uint8(values[2])) == expected
    assert expected[1:4] == values and expected[4:] == (True, False, 324)
    assert limits() == limits.py_func() == (61, 61 * 6 * 256, 5, 64 + 3 + 64)
    assert SPLIT.values(expected[0]) == values


def test_has_knows_where_a_kind_begins_and_ends():
    @compiled
    def has(move):
        return CAPTURE.has(move), PASS.has(move), PUT.has(move)

    for move in (-1, 0, 323, 324, 325, 405, 406):
        assert has(move) == has.py_func(move) == (0 <= move < 324, move == 324, 325 <= move < 406)


def test_a_part_is_arithmetic_without_a_call():
    fresh = numba.njit(nogil=True, error_model="numpy")(way_alone.py_func)  # code from the cache cannot be looked at
    fresh(1000)
    (code,) = fresh.inspect_llvm().values()
    body = re.search(r"^define [^@]*@_ZN[^7].*?way_alone.*?^}", code, re.MULTILINE | re.DOTALL)[0]
    assert "lshr" in body and "call" not in body


def test_wrong_calls_are_told():
    with pytest.raises(CannotCompile, match="this move has 3 parts"):
        too_few()
    with pytest.raises(TypeError, match=r"this move has 3 parts \(cell, way, division\); code\(…\) got 1"):
        too_few.py_func()
    with pytest.raises(AttributeError, match="has no way; its parts are cell"):
        PLACE.way(3)


PROGRAM = """
from ludoteca.kernel import SquareBoard, compiled
from ludoteca.kernel.moves import Cell, Move, Way, kinds

BOARD = SquareBoard(3, 3)
PLACE, STEP = kinds(Move(cell=Cell(BOARD)), Move(cell=Cell(BOARD), way=Way(4)))

@compiled
def play(move):
    return STEP.way(move) if STEP.has(move) else PLACE.cell(move)
"""


def test_machine_code_is_found_again(tmp_path):
    (tmp_path / "step.py").write_text(PROGRAM)
    show = (
        "import step; print(step.play(14), sum(step.play.stats.cache_hits.values()), len(step.play.stats.cache_misses))"
    )
    environment = os.environ | {
        "LUDOTECA_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }
    printed = [
        subprocess.run([sys.executable, "-c", show], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert printed == ["1 0 1\n", "1 1 0\n"]


def test_a_pick_is_made_once():
    assert STONE.picks(None, 9)[0] is STONE.picks(None, 9)[0] == Pick("b2")


# --- chains


@pytest.mark.parametrize(
    "declare",
    [
        lambda: Move("jump", target=Cell(SQUARE), chain=True),
        lambda: Move(cell=Cell(SQUARE), chain=True),
        lambda: Move(cell=Cell(SQUARE), target=Cell(HEXAGON), chain=True),
        lambda: Move(cell=Cell(SQUARE), target=Cell(SQUARE), text="{cell}{target}", chain=True),
        lambda: Move(cell=Cell(SQUARE), target=Cell(SQUARE), text="{cell}x{target}!", chain=True),
        lambda: Move(cell=Cell(SQUARE), target=Cell(SQUARE), text="{cell}a{target}", chain=True),
    ],
)
def test_moves_in_a_chain_go_from_cell_to_cell(declare):
    with pytest.raises(BadDeclaration, match="moves in a chain go from a cell to a cell"):
        declare()


def test_all_chains_are_written_alike():
    step, jump = kinds(
        Move(cell=Cell(SQUARE), target=Cell(SQUARE), chain=True),
        Move(cell=Cell(SQUARE), target=Cell(SQUARE), text="{cell}x{target}", chain=True),
    )
    with pytest.raises(BadDeclaration, match="the same text between their cells"):
        MoveKinds({"STEP": step, "JUMP": jump})


def test_the_cells_of_a_chain_are_read_with_any_separators():
    go, jump = kinds(
        Move(cell=Cell(SQUARE), target=Cell(SQUARE)),
        Move(cell=Cell(SQUARE), target=Cell(SQUARE), text="{cell}x{target}", chain=True),
    )
    declared = MoveKinds({"GO": go, "JUMP": jump})
    for typed in ("a1xc3xe5", "a1 c3 e5", "A1-C3-E5", "a1c3e5", "a1 to c3 x e5"):
        assert declared.read_chain(typed) == ("a1", "c3", "e5")
    for typed in ("a1xc3", "a1", "pass", "a1xc3xe5!"):
        assert declared.read_chain(typed) == ()
    assert declared.is_chained(jump.code(0, 18), jump.code(18, 36))
    assert not declared.is_chained(jump.code(0, 18), jump.code(19, 37))
    assert not declared.is_chained(jump.code(0, 18), go.code(18, 36))
