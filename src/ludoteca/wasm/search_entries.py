"""The entry points that search: one step per call, so that a page can report in between."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.bots.compiled_levels import (
    PlayoutTools,
    SearchTools,
    Strength,
    Turn,
    begin_tree,
    played_out_move,
    searched_move,
    strength_of,
)
from ludoteca.compiler.addresses import (
    float32_at,
    float64_at,
    int32_at,
    int64_at,
    int64_rows_at,
    marks_at,
    record_at,
    records_at,
    word_rows_at,
    words_at,
)
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.entry_points import INTEGER, STOP, Entry, entry
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import Game
from ludoteca.search.alphabeta import deepen
from ludoteca.search.exact_search import IS_OVER, solve_lines
from ludoteca.search.mcts import LINE_ROOM, SETTINGS, best_lines, grow
from ludoteca.search.transposition_table import known_move as move_in
from ludoteca.search.tree import Tree
from ludoteca.search.workspace import set_up, workspace_type

TREE_START = 16  # bytes of a tree's memory before its arrays: how many nodes it has
STRENGTHS = len(Strength._fields)


def request_of(*names: str) -> np.dtype[Any]:
    """What a page asks of `level_move`: a turn, a strength, room for what is found, and these; 32-bit numbers."""
    turn = ("state", "codes", "count", "keys", "plies", "longest", "repetition", "random")
    return np.dtype([(name, "i4") for name in (*turn, "strength", "found", "weights", *names)])


SEARCH_REQUEST = request_of("work", "table", "entries")
TREE_REQUEST = request_of("tree", "capacity", "states", "line", "line_count", "settings", "done", "room")


@compiled
def turn_of(asked):
    """The turn in a request."""
    return Turn(
        int32_at(asked.codes, asked.count),
        np.int64(asked.count),
        words_at(asked.keys, asked.plies),
        np.int64(asked.plies),
        np.int64(asked.longest),
        np.int64(asked.repetition),
        words_at(asked.random, 1),
    )


def alphabeta_entries(game: Game) -> list[Entry]:
    """Alpha-beta, one depth per call."""
    state_at, work_at = record_at(game.state), record_at(workspace_type(game))
    most = game.most_moves
    request_at = record_at(SEARCH_REQUEST)

    def prepare(work, state, codes, count, keys, plies, longest, repetition, nodes):
        here, earlier = work_at(work), words_at(keys, plies)
        set_up(here, state_at(state), int32_at(codes, count), count, earlier, plies, longest, repetition, nodes)
        here.is_exact = 0

    def step(work, table, entries, depth, count, lines):
        return deepen(work_at(work), word_rows_at(table, entries, 2), STOP, depth, count, lines)

    def known_move(table, entries, state):
        return move_in(word_rows_at(table, entries, 2), verbs.key(state_at(state)))

    def level_move(request):
        asked = request_at(request)
        tools = SearchTools(
            strength_of(float64_at(asked.strength, STRENGTHS)),
            work_at(asked.work),
            word_rows_at(asked.table, asked.entries, 2),
            STOP,
            int64_at(asked.found, most),
            int64_at(asked.found + 8 * most, most),
            float64_at(asked.weights, most),
        )
        return searched_move(state_at(asked.state), turn_of(asked), tools)

    return [
        entry("prepare", prepare),
        entry("deepen", step, INTEGER),
        entry("known_move", known_move, INTEGER),
        entry("level_move", level_move, INTEGER),
    ]


def tree_entries(game: Game) -> list[Entry]:
    """A tree of playouts, some more per call."""
    state_at, states_at = record_at(game.state), records_at(game.state)
    most = game.most_moves
    request_at = record_at(TREE_REQUEST)

    def begin(tree, capacity, keys, plies, longest, repetition, line, line_count, settings, done):
        begin_tree(
            tree_at(tree, capacity),
            words_at(line, line_count),
            float64_at(settings, SETTINGS),
            int64_at(done, 1),
            words_at(keys, plies),
            plies,
            longest,
            repetition,
        )

    def grow_tree(tree, capacity, states, room, keys, keys_count, random, done, playouts, settings):
        grow(
            tree_at(tree, capacity),
            states_at(states, 3),
            int32_at(room, most),
            words_at(keys, keys_count),
            words_at(random, 1),
            STOP,
            int64_at(done, 1),
            playouts,
            float64_at(settings, SETTINGS),
        )

    def proof(tree, capacity):
        return tree_at(tree, capacity).proof[0]

    def lines(tree, capacity, states, wanted, children, found):
        rows = int64_rows_at(found, most, LINE_ROOM)
        return best_lines(tree_at(tree, capacity), states_at(states, 3), wanted, int64_at(children, most), rows)

    def level_move(request):
        asked = request_at(request)
        tools = PlayoutTools(
            strength_of(float64_at(asked.strength, STRENGTHS)),
            tree_at(asked.tree, asked.capacity),
            states_at(asked.states, 3),
            words_at(asked.line, asked.line_count),
            float64_at(asked.settings, SETTINGS),
            int64_at(asked.done, 1),
            STOP,
            int64_at(asked.found, most),
            int64_at(asked.found + 8 * most, most),
            float64_at(asked.weights, most),
            int32_at(asked.room, most),
        )
        return played_out_move(state_at(asked.state), turn_of(asked), tools)

    return [
        entry("begin_tree", begin),
        entry("grow", grow_tree),
        entry("tree_proof", proof, INTEGER),
        entry("tree_lines", lines, INTEGER),
        entry("level_move", level_move, INTEGER),
    ]


@compiled
def tree_at(tree, capacity):
    """The arrays of a tree."""
    wide, narrow = tree + TREE_START, tree + TREE_START + 16 * capacity
    step = 4 * capacity
    return Tree(
        first=int32_at(narrow, capacity),
        count=int32_at(narrow + step, capacity),
        move=int32_at(narrow + 2 * step, capacity),
        visits=int32_at(narrow + 3 * step, capacity),
        totals=int64_at(wide, capacity),
        proof=marks_at(narrow + 6 * step, capacity),
        prior=float32_at(narrow + 5 * step, capacity),
        later_visits=int32_at(narrow + 4 * step, capacity),
        later_totals=int64_at(wide + 8 * capacity, capacity),
        used=int64_at(tree, 1),
    )


def exact_entries(game: Game) -> list[Entry]:
    """Exact endings."""
    state_at, work_at = record_at(game.state), record_at(workspace_type(game))
    states_at = records_at(game.state)

    def solve(work, table, entries, state, codes, count, here, plies, longest, nodes, known, told):
        return solve_lines(
            work_at(work),
            word_rows_at(table, entries, 2),
            STOP,
            state_at(state),
            int32_at(codes, count),
            count,
            states_at(here, 1),
            plies,
            longest,
            nodes,
            known,
            int64_at(told, IS_OVER + max(1, count)),
        )

    return [entry("solve_lines", solve, INTEGER)]
