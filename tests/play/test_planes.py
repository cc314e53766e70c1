"""Planes that follow from typed fields."""

from __future__ import annotations

import random

import numpy as np
import pytest
from strategies import VARIANTS, label

import ludoteca
from ludoteca.kernel import OFF, Piece, Player, PositionText, SquareBoard, new_state
from ludoteca.kernel.boards import Region
from ludoteca.kernel.fields import (
    CellAt,
    Cells,
    Count,
    Counts,
    Numbers,
    Scenery,
    Seat,
    State,
    Together,
)
from ludoteca.play.encoder import Encoder
from ludoteca.play.planes import StatePlanes, draw, words_in

SMALL = SquareBoard(6, 6, 8)

NAMES = {
    "gekitai": "own stones, other stones, to move, first player",
    "glaisher": "own stacks, other stacks, own heights, other heights, size of the reserve, split, place, "
    "the board, to move, first player",
    "greener": "own stacks, other stacks, green pyramids, heights, greens, number of passes, "
    "placing, to move, first player",
    "mapello": "own discs, other discs, walls, bonuses, jokers, covered bonuses, own bonuses taken, "
    "other bonuses taken, over, setup, choose, is Black, to move, first player",
    "reversi": "own discs, other discs, to move, first player",
    "squ": "own discs, other discs, discs left this turn, own record, other record, to move, first player",
}


def planes_of(variant):
    return StatePlanes(variant.game.fields, variant.board, variant.game.players[0].name)


def drawn(planes, state, viewer, function=draw):
    out = np.full(planes.shape, 7, np.uint8)
    words = words_in(np.atleast_1d(np.asarray(state)))
    function(words, np.array([viewer], np.int8), np.zeros(1, np.int32), planes.program, out.reshape(1, -1))
    return dict(zip((plane.name for plane in planes.planes), out, strict=True))


def some_positions(variant, seed=5):
    chance = random.Random(seed)
    position = variant.start(seed)
    while position.outcome is None:
        yield position
        position = position.play(chance.choice(position.moves()))
    yield position


@pytest.mark.parametrize("name", NAMES)
def test_the_planes_have_names_in_a_fixed_order(name):
    names = [plane.name for plane in planes_of(ludoteca.game(name)).planes]
    assert ", ".join(names) == NAMES[name]


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_planes_show_the_heights_and_contents_of_stacks(variant):
    planes = planes_of(variant)
    for position in list(some_positions(variant))[::5]:
        shown = drawn(planes, position.state, 0)
        for name, look in position.scene().cells.items():
            spot = variant.board.spot[variant.board.number[name]]
            if "heights" in shown:
                assert shown["heights"][spot] == look.height
                assert not look.inside or shown["greens"][spot] == look.inside[0][1]
            elif "own heights" in shown:
                assert shown["own heights"][spot] + shown["other heights"][spot] == look.height


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
    counts = {
        kind: Count(max(-9, np.iinfo(kind).min), min(300, np.iinfo(kind).max), kind, unlimited=-1) for kind in kinds
    }
    state = State(**counts, both=Counts(0, 300, "u2"))
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


def test_a_cell_that_need_not_exist_is_written_turned_and_drawn():
    fields = State(stones=Cells(SMALL, per_player=True), ko=CellAt(SMALL, none="-"))
    text = PositionText(fields, (Player("Black", "b"), Player("White", "w")))
    planes, state = StatePlanes(fields, SMALL, "Black"), new_state(fields.layout)
    rows = "/".join(["......"] * 6)
    for word, turned, drawn_cells in (("-", "-", 0), ("a2", "b6", 1)):
        text.read(state, f"{rows} b {word}", SMALL)
        assert text.write(state, SMALL) == f"{rows} b {word}"
        assert (state.ko == OFF) == (word == "-")
        quarter = next(each for each in SMALL.symmetries if SMALL.name[each.cells[SMALL.number["a2"]]] == "b6")
        assert text.write(fields.turned(state, quarter), SMALL) == f"{rows} b {turned}"
        assert drawn(planes, state, 0)["ko"].sum() == drawn_cells


def test_a_part_of_a_board_has_planes_of_its_own_size():
    variant = ludoteca.game("go", size="9x9")
    encoder = Encoder(variant)
    planes = encoder.show(variant.start(1).play("a1").play("j9").play("c2"), 0)
    shown = dict(zip((plane.name for plane in encoder.planes), planes, strict=True))
    assert planes.shape[1:] == (9, 9)
    assert np.argwhere(shown["own stones"]).tolist() == [[7, 2], [8, 0]]
    assert np.argwhere(shown["other stones"]).tolist() == [[0, 8]]
