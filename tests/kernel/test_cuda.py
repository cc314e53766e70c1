"""The rules of every game compile for CUDA: typed, lowered, with no allocation and no instruction of one processor.

No GPU is needed to know that: Numba's CUDA compiler runs up to the code it would hand to the driver.
`tools/gpu_compile.py` takes NVIDIA's own compiler, and `make gpu` a GPU.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest
from cuda_code import cuda_code, pretend_device
from numba.core import types

from ludoteca.compiler import bits, layouts, move_lists, set_operators
from ludoteca.compiler.set_arrays import SetArrayType
from ludoteca.compiler.set_types import SetType
from ludoteca.games import find_game, game_names
from ludoteca.kernel import SquareBoard, board_figures, cell_sets, verbs
from ludoteca.kernel.moves import Cell, Move, Way, kinds
from ludoteca.kernel.patterns import pushes
from ludoteca.search.learned_tables import learned_value

ROOM = types.Array(types.int32, 1, "C")
RANDOM = types.Array(types.uint64, 1, "C")
BOARD = SquareBoard(9, 9)
PLACE, GO = kinds(Move(cell=Cell(BOARD)), Move(cell=Cell(BOARD), way=Way(BOARD)))


@pytest.fixture(autouse=True)
def a_device_to_compile_for(monkeypatch):
    pretend_device(monkeypatch)


@pytest.mark.parametrize("name", game_names())
def test_rules_compile_for_cuda(name):
    game = find_game(name)
    state = numba.from_dtype(game.state)
    functions = [
        (game.own(verbs.start), (state, RANDOM)),
        (game.own(verbs.moves), (state, ROOM)),
        (game.own(verbs.play), (state, types.int64)),
        (game.own(verbs.ending), (state,)),
        (game.own(verbs.terms), (state,)),
        (game.own(verbs.pick), (state, RANDOM)),
    ]
    for function, arguments in functions:
        if function is not None:
            code = cuda_code(function.py_func, *arguments)
            assert "NRT_" not in code, f"{name}.{function.__name__} allocates memory"
            assert "llvm.x86" not in code, f"{name}.{function.__name__} needs an x86 processor"


def test_tables_are_in_main_memory_and_equal_ones_are_one():
    table, same = np.arange(40_000), np.arange(40_000)

    def mentioned(number):
        return table[number] + same[number] + table[number + 1]

    code = cuda_code(mentioned, types.int64)
    (line,) = [line for line in code.splitlines() if "constant [320000 x i8]" in line]
    assert "addrspace(1)" in line and "linkonce_odr" in line  # constant memory has room for 65,536


def test_verbs_find_the_rules_on_cuda():
    game = find_game("gekitai")

    def one_ply(state, random, room):
        if verbs.ending(state) == verbs.Ending.NONE:
            verbs.play(state, verbs.pick(state, random, room))
            verbs.moves(state, room)
        return verbs.key(state)

    state = numba.from_dtype(game.state)
    assert "NRT_" not in cuda_code(one_ply, state, RANDOM, ROOM)


@pytest.mark.parametrize("like", [types.none, SetType(2, 64)], ids=["patterns", "joining"])
def test_learned_tables_compile_for_cuda(like):
    code = cuda_code(learned_value.py_func, NEAR_WORDS, types.int64, types.int64, like)
    assert "NRT_" not in code and "llvm.x86" not in code


def test_typed_moves_compile_for_cuda():
    def step(move):
        return GO.code(GO.cell(move), GO.way(move)) if GO.has(move) else PLACE.cell(move)

    code = cuda_code(step, types.int32)
    assert "NRT_" not in code and "llvm.x86" not in code


def test_an_allocation_would_be_noticed():
    def wasteful(state):
        return [1, 2, 3][state.mover]

    state = numba.from_dtype(find_game("gekitai").state)
    with pytest.raises(Exception, match="build_list"):  # its type depends on the compiler
        cuda_code(wasteful, state)


def test_a_record_is_a_whole_number_of_words():
    for name in game_names():
        assert layouts.new_state(find_game(name).state).dtype.itemsize % 8 == 0


WORDS = types.Array(types.uint64, 1, "C")
PAIR = types.UniTuple(types.uint64, 2)
LARGE, NEAR_LARGE = SetType(2, 64), SetArrayType((81,), 2, 64)
STEP = types.Array(types.int16, 2, "C")
NEAR_WORDS = types.Array(types.uint64, 2, "C")
DRAW = types.Array(types.int16, 1, "C")
SIZES = ((types.uint64, WORDS), (LARGE, NEAR_LARGE))  # a set, and its neighbours


def many(cells, others):
    """Every operator, and a walk."""
    total = 0
    for cell in set_operators.each((cells | others) & ~(cells ^ others)):
        total += cell if bits.has(cells, cell) else 0
    return total + bits.lowest(cells) + bits.highest(cells) if cells and cells != others else 0


HELPERS = [
    *[(function, (kind, kind)) for function in (numba.njit(many),) for kind, _ in SIZES],
    *[(cell_sets.shifted, (kind, types.int64)) for kind, _ in SIZES],
    *[(cell_sets.only, (kind, types.int64)) for kind, _ in SIZES],
    *[(cell_sets.count_cells, (kind,)) for kind in (types.uint64, LARGE, PAIR)],
    *[(cell_sets.random_cell, (kind, RANDOM)) for kind, _ in SIZES],
    *[(cell_sets.group_of, (types.int64, *kinds)) for kinds in SIZES],
    *[(cell_sets.flood, (kind, kind, near)) for kind, near in SIZES],
    *[(cell_sets.connected, (kind, kind, kind, near)) for kind, near in SIZES],
    (pushes.pushed_away, (types.uint64, types.uint64, types.int64)),
    (bits.nth_bit, (types.uint64, types.int64)),
    *[(move_lists.list_cells, (kind, ROOM, *[types.int64] * 2)) for kind in (types.uint64, LARGE, PAIR)],
    *[(board_figures.draw_lines, (DRAW, kind, STEP, types.int64)) for kind, _ in SIZES],
    *[(board_figures.draw_open_lines, (DRAW, kind, kind, STEP, types.int64)) for kind, _ in SIZES],
    *[(board_figures.draw_chain, (DRAW, kind, kind, kind, STEP)) for kind, _ in SIZES],
]


@pytest.mark.parametrize("arity", range(1, 6))
def test_helpers_for_sets_and_figures_compile_for_cuda(arity):
    for helper, arguments in HELPERS:
        if len(arguments) == arity:
            names = ", ".join(f"a{number}" for number in range(arity))
            space = {"helper": helper}
            exec(f"def calling({names}):\n    helper({names})", space)  # CUDA takes no *arguments
            code = cuda_code(space["calling"], *arguments)
            assert "NRT_" not in code, f"{helper.__name__} allocates memory"
            assert "llvm.x86" not in code, f"{helper.__name__} needs an x86 processor"
