"""What a game says can be done gives the list of its moves, random moves, and whether there are any."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from ludoteca.errors import BadDeclaration
from ludoteca.kernel import (
    Cell,
    Cells,
    Choice,
    Flag,
    Move,
    SquareBoard,
    State,
    Way,
    compiled,
    has,
    kinds,
    new_random,
    new_state,
    passing,
)
from ludoteca.kernel.legal_moves import functions_of
from ludoteca.kernel.moves import MoveKinds

BOARD = SquareBoard(3, 3)
NEIGHBOURS = BOARD.neighbours
STATE = State(
    stones=Cells(BOARD, per_player=True), blocked=Cells(BOARD, letter="x"), waits=Flag("waits"), stops=Flag("stops")
)
PLACE, GO, PUSH, WAIT, STOP, PASS = kinds(
    Move(cell=Cell(BOARD), when="waits"),
    Move(stone=Cell(BOARD, own="stones"), target=Cell(BOARD), when="not waits"),
    Move(stone=Cell(BOARD), way=Way(4), when="not waits"),
    Move("wait", when="not waits"),
    Move("stop", when="not waits"),
    passing(),
)


@compiled
def can_place(state):
    return state.blocked


@compiled
def can_go(state, stone):
    return NEIGHBOURS[stone] & ~(state.stones[0] | state.stones[1])


@compiled
def can_push(state, way):
    return state.stones[1 - state.mover] if way == 2 else state.blocked


@compiled
def can_stop(state):
    return state.stops


FOUND = {name: thing for name, thing in globals().items() if isinstance(thing, Move) or name.startswith("can_")}
FOUND["__name__"] = __name__
MADE = SimpleNamespace(**functions_of(FOUND, STATE, MoveKinds({k: v for k, v in FOUND.items() if k.isupper()}), "Toy"))


def legal(function, **fields) -> tuple[list[int], SimpleNamespace]:
    state = new_state(STATE.layout)
    for name, value in fields.items():
        state[name] = value
    room = np.zeros(99, np.int32)
    return room[: function(state, room)].tolist(), state


STONES = [0b000000001, 0b100000000]  # a1 and c3


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, [WAIT.code()]),
        ({"waits": 1}, [PASS.code()]),
        ({"waits": 1, "blocked": 0b101}, [PLACE.code(0), PLACE.code(2)]),
        (
            {"stones": STONES, "blocked": 0b10, "stops": 1},
            [
                *[GO.code(0, cell) for cell in (1, 3, 4)],
                *[PUSH.code(1, way) for way in (0, 1, 3)],
                PUSH.code(8, 2),
                WAIT.code(),
                STOP.code(),
            ],
        ),
        ({"stones": STONES, "mover": 1}, [*[GO.code(8, cell) for cell in (4, 5, 7)], PUSH.code(0, 2), WAIT.code()]),
    ],
)
def test_moves_are_listed_drawn_and_counted(fields, expected):
    for function in (MADE.moves, MADE.moves.py_func):
        listed, state = legal(function, **fields)
        assert listed == expected
    assert bool(MADE.has_moves(state)) == (expected != [PASS.code()])
    chance, again = new_random(1), new_random(1)
    drawn = [int(MADE.sample(state, chance)) for _ in range(60 * len(expected))]
    assert drawn[:20] == [int(MADE.sample.py_func(state, again)) for _ in range(20)]
    assert set(Counter(drawn)) == set(expected)
    assert min(Counter(drawn).values()) > 30


@compiled
def can_put(state):
    return BOARD.all & ~state.stones[0]


@compiled
def may_put(state, cell):
    return cell % 2 == 0


def test_cells_that_come_into_question_are_examined_one_by_one():
    put, stay = kinds(Move(cell=Cell(BOARD)), passing())
    found = {"PUT": put, "PASS": stay, "can_put": can_put, "may_put": may_put, "__name__": __name__}
    made = SimpleNamespace(**functions_of(found, STATE, MoveKinds({"PUT": put, "PASS": stay}), "Toy"))
    for function in (made.moves, made.moves.py_func):
        listed, state = legal(function, stones=STONES)
        assert listed == [put.code(cell) for cell in (2, 4, 6, 8)]
    drawn = Counter(int(made.sample(state, chance)) for chance in [new_random(1)] for _ in range(240))
    assert set(drawn) == set(listed) and min(drawn.values()) > 30
    _, full = legal(made.moves, stones=[0b101010101, 0])
    assert not made.has_moves(full) and made.sample(full, new_random(1)) == stay.code()


def declared(kind: Move, name: str, **functions):
    found = {name: kind, "__name__": "toy", **functions}
    return functions_of(found, STATE, MoveKinds({name: kind}), "Toy")


TOGETHER = kinds(Move("a", when="waits"), Move("b", when=("waits", "stops")))


@pytest.mark.parametrize(
    ("declare", "complaint"),
    [
        (
            lambda: declared(Move(cell=Cell(BOARD)), "PUT"),
            "Toy needs a function can_put that says where PUT is possible",
        ),
        (
            lambda: declared(Move(cell=Cell(BOARD), way=Way(4)), "PUT", can_put=can_go),
            "can_put takes state, stone; for a move of cell, way it must take state, cell",
        ),
        (
            lambda: declared(Move(a=Cell(BOARD, own="pawns"), stone=Cell(BOARD)), "PUT", can_put=can_push_a),
            "begins at own='pawns', which is neither a set of cells per player nor a compiled function",
        ),
        (
            lambda: declared(Move(cell=Cell(BOARD)), "PUT", can_put=can_place.py_func),
            "can_put is not compiled; write @compiled above its def",
        ),
        (
            lambda: functions_of({"__name__": "toy"}, STATE, MoveKinds(TOGETHER), "Toy"),
            r"Move\('a'\) and Move\('b'\) are possible together, so they need the same `when`",
        ),
        (
            lambda: declared(Move("put", when="phase"), "PUT"),
            "the move PUT names 'phase', but the state has no such field",
        ),
    ],
)
def test_a_wrong_declaration_is_told(declare, complaint):
    with pytest.raises(BadDeclaration, match=complaint):
        declare()


@compiled
def can_push_a(state, a):
    return state.blocked


@compiled
def can_jump(state, stone, player):
    return NEIGHBOURS[stone] & state.stones[1 - player]


@compiled
def jumping(state, player):
    return state.stones[player] & ~np.uint64(1)


def test_a_function_may_be_asked_about_either_player():
    made = declared(
        Move(stone=Cell(BOARD, own="jumping"), target=Cell(BOARD)), "JUMP", can_jump=can_jump, jumping=jumping
    )
    for mover, expected in ((0, [9 * 1 + 4, 9 * 3 + 4]), (1, [9 * 4 + 0, 9 * 4 + 1, 9 * 4 + 3])):
        assert legal(made["moves"], stones=[0b1011, 0b10000], mover=mover)[0] == expected


@compiled
def can_promote(state, stone, target):
    """A rook beside the stone, and a rook or a queen two steps away."""
    if has(state.stones[0] | state.stones[1], target):
        return np.uint64(0)
    return np.uint64(1 if has(NEIGHBOURS[stone], target) else 3)


def test_a_function_of_two_parts_gives_the_values_of_the_third():
    kind = Move(stone=Cell(BOARD, own="stones"), target=Cell(BOARD), to=Choice(("rook", "queen")))
    made = declared(kind, "PROMOTE", can_promote=can_promote)
    expected = sorted(kind.code(0, cell, to) for cell, to in [(1, 0), (3, 0), (4, 0)])
    expected += [kind.code(0, cell, to) for cell in (2, 5, 6, 7) for to in range(2)]
    listed, state = legal(made["moves"], stones=STONES)
    assert sorted(listed) == sorted(expected) == sorted(legal(made["moves"].py_func, stones=STONES)[0])
    assert made["has_moves"](state)
    chance = new_random(1)
    assert {int(made["sample"](state, chance)) for _ in range(500)} == set(expected)


def test_a_set_of_targets_is_not_taken_for_one_of_choices():
    kind = Move(stone=Cell(BOARD, own="stones"), target=Cell(BOARD), to=Choice(("rook", "queen")))
    for wrong, takes in ((can_go, "state, stone"), (can_three, "state, stone, cells")):
        with pytest.raises(
            BadDeclaration,
            match=f"can_promote takes {takes}; for a move of stone, target, to it must take state, stone, target and",
        ):
            declared(kind, "PROMOTE", can_promote=wrong)


@compiled
def can_three(state, stone, cells):
    return cells
