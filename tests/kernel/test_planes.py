"""Planes that follow from typed fields: the six games' states, drawn as their own functions used to draw them."""

from __future__ import annotations

import random

import numpy as np
import pytest
from ludoteca.games.mapello_maps import BOARD as RINGED
from ludoteca.games.mapello_maps import INNER, RING

import ludoteca
from ludoteca.games import find_game
from ludoteca.games.squ import BOARDS
from ludoteca.kernel import HexBoard, Piece, SquareBoard, new_state
from ludoteca.kernel.boards import Region
from ludoteca.kernel.fields import (
    CellAt,
    Cells,
    Count,
    Counts,
    Flag,
    Hidden,
    Numbers,
    Phase,
    Ruling,
    Scenery,
    Seat,
    Setting,
    State,
    Together,
)
from ludoteca.kernel.planes import StatePlanes, draw, words_in
from ludoteca.play.encoder import Encoder

SMALL, HEXES, LARGEST = SquareBoard(6, 6, 8), HexBoard(5), SquareBoard(9, 9)
INSIDE, AROUND = Region(RINGED, INNER), Region(RINGED, RING)
CHOICE = {"one": "one", "two": "two"}

MAPELLO = {
    "taken": Counts(0, 8, label="Bonuses"),
    "phase": Phase({"play": "place a disc", "over": "", "build": "build the map", "choose": "choose a colour"}),
    "swapped": Flag("swapped", swaps_sides=True),
    "owner_rule": Ruling("Whose.", **CHOICE),
    "limits": Hidden("u1", 3),
    "corners": Setting("Jokers in corners.", 1, 0),
    "drawn": Hidden("u1"),
    "empties_count": Ruling("Empty cells.", **CHOICE),
}
STATES = {
    "gekitai": State(stones=Cells(SMALL, per_player=True), double_win=Ruling("Both.", **CHOICE)),
    "glaisher": State(
        heights=Numbers(HEXES, "u2", 999),
        stacks=Cells(HEXES, per_player=True, heights="heights"),
        tall=Hidden(),
        big=Hidden(),
        reserve=Count(0, 999, "i2", unlimited=-1),
        phase=Phase({"start": "put a stack", "split": "split a stack", "place": "place a piece"}),
        joined=Hidden("u1"),
        min_parts=Setting("Parts.", 2, 1),
        exhausted=Ruling("No pieces.", **CHOICE),
    ),
    "greener": State(
        rows=Hidden("i1"),
        columns=Hidden("i1"),
        each=Hidden("u1"),
        first=Hidden("u1"),
        alternate=Hidden("u1"),
        tiebreak=Ruling("Ties.", **CHOICE),
        placing=Flag("placing"),
        passes=Count(0, 2),
        owned=Cells(
            LARGEST,
            per_player=True,
            piece="pyramid",
            label="Stacks",
            heights="heights",
            inside=("green", "greens"),
            nobody=Piece("pyramid", "green", None, "●", "g"),
        ),
        open=Hidden("u8", (4, 2)),
        heights=Numbers(LARGEST),
        greens=Numbers(LARGEST),
    ),
    "mapello": State(
        discs=Cells(INSIDE, per_player=True),
        walls=Cells(INSIDE, piece="wall", letter="#"),
        bonuses=Cells(INSIDE, piece="bonus", letter="*"),
        covered=Cells(INSIDE, mark="covered", listed="on", label="Covered bonuses"),
        jokers=Cells(AROUND, piece="joker", letter="J"),
        closers=Hidden("u8", 8),
        choices=Hidden(),
        **MAPELLO,
        ring=Scenery(AROUND),
    ),
    "reversi": State(
        discs=Cells(SquareBoard(8, 8), per_player=True),
        **{name: Hidden() for name in ("walls", "bonuses", "covered", "jokers")},
        closers=Hidden("u8", 8),
        choices=Hidden(),
        **{name: Hidden("u1", 2 if name == "taken" else 3 if name == "limits" else ()) for name in MAPELLO},
    ),
    "squ": State(
        discs=Cells(BOARDS[10], per_player=True, word=50),
        left=Count(0, 2, label="Discs left"),
        side=Count(0, 9, is_written=False),
        owner=Seat(is_written=False),
        corner=CellAt(BOARDS[10], side="side", is_written=False),
        width=Hidden("u1"),
        per_turn=Setting("Discs a turn.", 2, 1),
        ties=Ruling("Ties.", **CHOICE),
        markers=Ruling("Markers.", **CHOICE),
        record=Together("{owner}{side}:{corner}", given="side"),
    ),
}
NAMES = {
    "gekitai": "own stones, other stones, to move, first player",
    "glaisher": "own stacks, other stacks, own heights, other heights, reserve, split, place, the board, to move, "
    "first player",
    "greener": "own stacks, other stacks, green pyramids, heights, greens, passes, placing, to move, first player",
    "mapello": "own discs, other discs, walls, bonuses, jokers, covered bonuses, own bonuses, other bonuses, over, "
    "build, choose, is Black, to move, first player",
    "reversi": "own discs, other discs, to move, first player",
    "squ": "own discs, other discs, discs left, own record, other record, to move, first player",
}
FORMERLY = {"place": "placing a piece", "build": "building", "choose": "choosing"}  # planes that had other names
VARIANTS = [
    ludoteca.game("gekitai"),
    ludoteca.game("glaisher"),
    ludoteca.game("glaisher", start="free", min_parts=1, reserve="unlimited"),
    ludoteca.game("greener"),
    ludoteca.game("greener", size="6x9", setup="alternate"),
    ludoteca.game("greener", size="9x9"),
    ludoteca.game("mapello"),
    ludoteca.game("mapello", map="build", bonus="owner"),
    ludoteca.game("reversi"),
    ludoteca.game("squ"),
    ludoteca.game("squ", size=8),
]


def label(variant):
    return " ".join([variant.name, *(f"{name}={value}" for name, value in variant.changed_options.items())])


def planes_of(variant):
    board = SquareBoard(8, 8) if variant.name == "reversi" else variant.board
    return StatePlanes(STATES[variant.name], board, variant.game.players[0].name)


def drawn(planes, state, viewer, function=draw):
    out = np.full(planes.shape, 7, np.uint8)
    words = words_in(np.atleast_1d(np.asarray(state)))
    function(words, np.array([viewer], np.int8), planes.program, out.reshape(1, -1))
    return dict(zip((plane.name for plane in planes.planes), out, strict=True))


def some_positions(variant, seed=5):
    chance = random.Random(seed)
    position = variant.start(seed)
    while position.outcome is None:
        yield position
        position = position.play(chance.choice(position.moves()))
    yield position


@pytest.mark.parametrize("name", STATES)
def test_a_declared_state_is_stored_as_before(name):
    declared, present = STATES[name].layout, find_game(name).state
    assert [place[1] for place in declared.fields.values()] == [place[1] for place in present.fields.values()]


@pytest.mark.parametrize("name", STATES)
def test_the_planes_have_names_in_a_fixed_order(name):
    names = [plane.name for plane in planes_of(ludoteca.game(name)).planes]
    assert ", ".join(names) == NAMES[name]


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_planes_of_fields_are_what_functions_drew(variant):  # TO BE DELETED with games/encodings
    planes, formerly = planes_of(variant), Encoder(variant)
    compared = set()
    for position in some_positions(variant):
        for viewer in range(2):
            now = drawn(planes, position.state, viewer)
            before = dict(zip((plane.name for plane in formerly.planes), formerly.show(position, viewer), strict=True))
            for name, plane in now.items():
                if (known := FORMERLY.get(name, name)) in before:
                    assert (plane == before[known]).all(), (name, str(position))
                    compared.add(known)
    assert set(before) - compared <= {"putting stacks"}  # the first phase has no plane: it is when the others are not


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_planes_are_the_same_compiled_and_not(variant):
    planes = planes_of(variant)
    highest = {plane.name: plane.most for plane in planes.planes}
    for position in list(some_positions(variant))[::9]:
        for viewer in range(2):
            plain = drawn(planes, position.state, viewer, draw.py_func)
            for name, plane in drawn(planes, position.state, viewer).items():
                assert (plane == plain[name]).all()
                assert plane.max() <= highest[name]


def filled(state, **values):
    made = new_state(state.layout)
    for name, value in values.items():
        made[name] = value
    return made


def test_numbers_of_every_size_are_read_where_they_are():
    kinds = ("u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8")
    state = State(**{kind: Count(-9, 300, kind, unlimited=-1) for kind in kinds}, both=Counts(0, 300, "u2"))
    planes = StatePlanes(state, SMALL, "Red")
    made = filled(state, both=(3, 299), **dict.fromkeys(kinds, 5))
    assert {name: plane.max() for name, plane in drawn(planes, made, 1).items()} == {
        **dict.fromkeys(kinds, 5),
        "own both": 255,
        "other both": 3,
        "to move": 0,
        "first player": 0,
    }
    made = filled(state, i1=-1, i2=-1, i4=-2, i8=-1, u2=300, u8=255)
    shown = drawn(planes, made, 0)
    assert {kind: shown[kind].min() for kind in kinds} == {
        **dict.fromkeys(("i1", "i2", "i8", "u2", "u8"), 255),
        **dict.fromkeys(("u1", "u4", "i4"), 0),
    }


def test_a_cell_a_seat_and_numbers_of_cells_have_planes():
    state = State(
        last=CellAt(SMALL), host=Seat(), value=Numbers(SMALL, "i2", 40), best=Together("{at}", given="shown"),
        at=CellAt(SMALL, is_written=False), shown=Count(0, 1, is_written=False),
    )  # fmt: skip
    planes = StatePlanes(state, SMALL, "Red")
    assert [plane.name for plane in planes.planes] == ["value", "own host", "last", "best", "to move", "first player"]
    made = filled(state, last=SMALL.number["c2"], host=1, at=SMALL.number["f6"])
    made.value[SMALL.number["b1"]] = 33
    shown = drawn(planes, made, 1)
    assert {name: np.argwhere(plane).tolist() for name, plane in shown.items() if plane.sum() < 36} == {
        "value": [[0, 1]], "last": [[1, 2]], "best": [], "to move": [], "first player": [],
    }  # fmt: skip
    assert shown["value"].max() == 33 and shown["own host"].all()
    made["shown"] = 1
    assert np.argwhere(drawn(planes, made, 1)["best"]).tolist() == [[5, 5]]


def test_scenery_has_a_plane_of_its_own_and_gives_way_to_pieces():
    state = State(
        tower=Cells(
            SMALL, per_player=True, piece="rook", heights="high", nobody=Piece("rook", "stone", None, "◍", "t")
        ),
        high=Numbers(SMALL),
        pond=Scenery(Region(SMALL, (0, 1, 2, 3)), piece="ring", letter="o"),
    )
    planes = StatePlanes(state, SMALL, "Red")
    made = filled(state, tower=(1, 2))
    made.high[:3] = 1
    shown = drawn(planes, made, 0)
    places = {
        name: np.argwhere(shown[name])[:, 1].tolist() for name in ("own tower", "other tower", "stone rooks", "pond")
    }
    assert places == {"own tower": [0], "other tower": [1], "stone rooks": [2], "pond": [3]}
