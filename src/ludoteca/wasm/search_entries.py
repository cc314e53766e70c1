"""The entry points that search: one step per call, so that a page can report in between."""

from __future__ import annotations

import operator
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

from ludoteca.bots.compiled_levels import ROWS, STRENGTHS, begin_tree, played_out_move, searched_move
from ludoteca.compiler.webassembly import Entry
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import Game
from ludoteca.search.alphabeta import deepen
from ludoteca.search.exact_search import IS_OVER, solve_lines
from ludoteca.search.mcts import LINE_ROOM, SETTINGS, best_lines, grow
from ludoteca.search.transposition_table import known_move as move_in
from ludoteca.search.tree import Tree
from ludoteca.search.workspace import set_up, workspace_type
from ludoteca.wasm.entries import (
    INTEGER,
    array_at,
    entry,
    moves_at,
    reals_at,
    record_at,
    wide_at,
    wide_rows_at,
    word_rows_at,
    words_at,
)

LOOK = "look"  # the name of the function that the page provides


class StopFlagOfHost:
    """Replaces a search's stop flag."""


class StopFlagType(types.Type):
    """Its type in compiled code; it is empty."""

    def __init__(self) -> None:
        super().__init__("StopFlagOfHost")


@register_model(StopFlagType)
class StopFlagModel(models.OpaqueModel):  # type: ignore[misc]
    """Nothing is stored."""


STOP = StopFlagOfHost()
STOP_TYPE = StopFlagType()


@typeof_impl.register(StopFlagOfHost)
def _typeof(flag, context):
    return STOP_TYPE


@lower_constant(StopFlagType)
def _constant(context, builder, kind, value):
    return context.get_dummy_value()


@intrinsic
def _look(typingctx: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        known = builder.module.globals.get(LOOK)
        if known is None:
            known = ir.Function(builder.module, ir.FunctionType(ir.IntType(32), []), LOOK)
        return builder.call(known, [])

    return types.int32(), generate


@overload(operator.getitem)
def _getitem(flag, index):
    if not isinstance(flag, StopFlagType):
        return None
    return lambda flag, index: _look()


floats_at, _ = array_at(types.float32)
marks_at, _ = array_at(types.int8)

TREE_START = 16  # bytes of a tree's memory before its arrays: how many nodes it has


def alphabeta_entries(game: Game) -> list[Entry]:
    """Alpha-beta, one depth per call."""
    state_at, work_at = record_at(game.state), record_at(workspace_type(game))
    most = game.most_moves

    def prepare(work, state, codes, count, keys, plies, longest, repetition, nodes):
        here, earlier = work_at(work), words_at(keys, plies)
        set_up(here, state_at(state), moves_at(codes, count), count, earlier, plies, longest, repetition, nodes)
        here.is_exact = 0

    def step(work, table, entries, depth, count, lines):
        return deepen(work_at(work), word_rows_at(table, entries, 2), STOP, depth, count, lines)

    def known_move(table, entries, state):
        return move_in(word_rows_at(table, entries, 2), verbs.key(state_at(state)))

    def level_move(
        state, codes, count, keys, plies, longest, repetition, random, strength, work, table, entries, found, weights
    ):
        return searched_move(
            state_at(state),
            moves_at(codes, most),
            count,
            words_at(keys, plies),
            plies,
            longest,
            repetition,
            words_at(random, 1),
            reals_at(strength, STRENGTHS),
            work_at(work),
            word_rows_at(table, entries, 2),
            STOP,
            wide_rows_at(found, ROWS, most),
            reals_at(weights, most),
        )

    return [
        entry("prepare", prepare),
        entry("deepen", step, INTEGER),
        entry("known_move", known_move, INTEGER),
        entry("level_move", level_move, INTEGER),
    ]


def tree_entries(game: Game) -> list[Entry]:
    """A tree of playouts, some more per call."""
    state_at, states_at = record_at(game.state), array_at(numba.from_dtype(game.state))[0]
    most = game.most_moves
    tree_at = numba.njit(_tree_at)

    def begin(tree, capacity, keys, plies, longest, repetition, line, line_count, settings, done):
        begin_tree(
            tree_at(tree, capacity),
            words_at(line, line_count),
            reals_at(settings, SETTINGS),
            wide_at(done, 1),
            words_at(keys, plies),
            plies,
            longest,
            repetition,
        )

    def grow_tree(tree, capacity, states, room, keys, keys_count, random, done, playouts, settings):
        grow(
            tree_at(tree, capacity),
            states_at(states, 3),
            moves_at(room, most),
            words_at(keys, keys_count),
            words_at(random, 1),
            STOP,
            wide_at(done, 1),
            playouts,
            reals_at(settings, SETTINGS),
        )

    def proof(tree, capacity):
        return tree_at(tree, capacity).proof[0]

    def lines(tree, capacity, states, wanted, children, found):
        rows = wide_rows_at(found, most, LINE_ROOM)
        return best_lines(tree_at(tree, capacity), states_at(states, 3), wanted, wide_at(children, most), rows)

    def level_move(
        state,
        codes,
        count,
        keys,
        plies,
        longest,
        repetition,
        random,
        strength,
        tree,
        capacity,
        states,
        line,
        line_count,
        settings,
        done,
        found,
        weights,
        room,
    ):
        return played_out_move(
            state_at(state),
            moves_at(codes, most),
            count,
            words_at(keys, plies),
            plies,
            longest,
            repetition,
            words_at(random, 1),
            reals_at(strength, STRENGTHS),
            tree_at(tree, capacity),
            states_at(states, 3),
            words_at(line, line_count),
            reals_at(settings, SETTINGS),
            wide_at(done, 1),
            STOP,
            wide_rows_at(found, ROWS, most),
            reals_at(weights, most),
            moves_at(room, most),
        )

    return [
        entry("begin_tree", begin),
        entry("grow", grow_tree),
        entry("tree_proof", proof, INTEGER),
        entry("tree_lines", lines, INTEGER),
        entry("level_move", level_move, INTEGER),
    ]


def _tree_at(tree, capacity):
    """The arrays of a tree."""
    wide, narrow = tree + TREE_START, tree + TREE_START + 16 * capacity
    step = 4 * capacity
    return Tree(
        first=moves_at(narrow, capacity),
        count=moves_at(narrow + step, capacity),
        move=moves_at(narrow + 2 * step, capacity),
        visits=moves_at(narrow + 3 * step, capacity),
        totals=wide_at(wide, capacity),
        proof=marks_at(narrow + 6 * step, capacity),
        prior=floats_at(narrow + 5 * step, capacity),
        later_visits=moves_at(narrow + 4 * step, capacity),
        later_totals=wide_at(wide + 8 * capacity, capacity),
        used=wide_at(tree, 1),
    )


def exact_entries(game: Game) -> list[Entry]:
    """Exact endings."""
    state_at, work_at = record_at(game.state), record_at(workspace_type(game))
    states_at = array_at(numba.from_dtype(game.state))[0]

    def solve(work, table, entries, state, codes, count, here, plies, longest, nodes, known, told):
        return solve_lines(
            work_at(work),
            word_rows_at(table, entries, 2),
            STOP,
            state_at(state),
            moves_at(codes, count),
            count,
            states_at(here, 1),
            plies,
            longest,
            nodes,
            known,
            wide_at(told, IS_OVER + max(1, count)),
        )

    return [entry("solve_lines", solve, INTEGER)]
