"""The moves of levels in compiled code, for callers that need many of them: the vector environment.

A move is drawn as by a `LevelBot` made for this one move.  Nothing is remembered between moves, so the choice depends
only on the game so far and on the generator.  `LevelBot` itself remembers its search, can be interrupted and obeys a
clock; levels that solve endings or have a time limit are not played here.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.bots.levels import LEVELS, nodes_for, rung
from ludoteca.compiler import layouts
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import random_numbers
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.declare import Game
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Variant
from ludoteca.search.alphabeta import DONE, STOPPED, deepen
from ludoteca.search.auto_search import auto_method
from ludoteca.search.mcts import DEEPEST, LONGEST, PAST, REPETITION, best_children, child_value, grow
from ludoteca.search.threads import StopFlag
from ludoteca.search.transposition_table import ENTRY_BYTES, new_transposition_table
from ludoteca.search.tree import BYTES_PER_NODE, UNEXPANDED, new_tree
from ludoteca.search.tree_search import TreeSearch
from ludoteca.search.values import UNIT
from ludoteca.search.workspace import MAX_PLY, new_workspace, set_up

ENTRIES_A_NODE = 4  # of the transposition table
MOST_MEGABYTES = {"alphabeta": 16, "mcts": 32}  # what a `LevelBot` uses to search one move
AT_ONCE = {"alphabeta": 400_000, "mcts": 8_000}  # nodes per compiled call: about a second, during which Ctrl-C waits


class Turn(NamedTuple):
    """Where a level chooses a move: one of the first `count` codes, after this many plies of a game.

    The state is given beside it, since a compiled function cannot return a tuple with a record in it.
    """

    codes: Any
    count: Any
    keys: Any  # of the game so far
    plies: Any
    longest: Any
    repetition: Any
    random: Any


class Strength(NamedTuple):
    """What a level may spend and how it chooses, like `Rung`; 0 for what does not apply."""

    nodes: float
    each: float
    spread: float
    among: float


class SearchTools(NamedTuple):
    """What a level that searches needs; `codes`, `values` and `weights` are for the moves that it finds."""

    strength: Strength
    work: Any
    table: Any
    stop: Any
    codes: Any
    values: Any
    weights: Any


class PlayoutTools(NamedTuple):
    """What a level that plays games out needs, likewise."""

    strength: Strength
    tree: Any
    states: Any
    line: Any
    settings: Any
    done: Any
    stop: Any
    codes: Any
    values: Any
    weights: Any
    room: Any


def level_number(game: Game, bot: str) -> int | None:
    """The number of a level that can be played here: without solved endings and without a clock."""
    number = {f"level{level}": level for level in LEVELS[:-1]}.get(bot)
    return None if number is None or rung(game, number).time_ms is not None else number


def megabytes_for(method: str, nodes: int, most_moves: int) -> float:
    """The memory of a search for one move: a table, or a tree."""
    table, tree = nodes * ENTRIES_A_NODE * ENTRY_BYTES, (nodes + 1) * most_moves * BYTES_PER_NODE
    return min((table if method == "alphabeta" else tree) / 2**20, MOST_MEGABYTES[method])


class LevelTools:
    """What compiled code needs to play a level in one variant: made once, used for every move."""

    def __init__(self, variant: Variant, level: int) -> None:
        self._variant, self._level = variant, level
        self.method = auto_method(variant)
        strength, most = rung(variant.game, level), variant.game.most_moves
        nodes = strength.limits(most).nodes
        assert nodes is not None
        self.games_at_once = max(1, AT_ONCE[self.method] // nodes)
        given = Strength(float(strength.nodes), strength.each or 0.0, strength.spread, float(strength.among or 0))
        found = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most)
        self.tools: SearchTools | PlayoutTools
        if self.method == "alphabeta":
            work = new_workspace(variant.start(1))
            table = new_transposition_table(megabytes_for(self.method, nodes, most))
            self.tools = SearchTools(given, work, table, StopFlag().flag, *found)
            self.states = work.states
        else:
            tree = new_tree(megabytes_for(self.method, nodes, most))
            self.states = layouts.new_states(3, variant.game.state).view(np.ndarray)
            keys = np.zeros((variant.longest if variant.repetition != "off" else 0) + DEEPEST + 2, np.uint64)
            settings, done = TreeSearch(megabytes=0).settings_for(variant), np.zeros(1, np.int64)
            room = np.zeros_like(variant.room)
            self.tools = PlayoutTools(given, tree, self.states, keys, settings, done, StopFlag().flag, *found, room)

    def __reduce__(self) -> tuple[Any, ...]:
        return LevelTools, (self._variant, self._level)  # they hold nothing between two moves


@compiled
def strength_of(numbers: Any) -> Strength:
    """A strength whose numbers are given in a row."""
    return Strength(numbers[0], numbers[1], numbers[2], numbers[3])


@compiled
def lines_for(strength: Strength, count: int) -> int:
    """How many of this many moves a level weighs."""
    among = int(strength.among)
    if strength.spread == 0:
        return 1
    return min(among, count) if among > 0 else count


@compiled
def draw_by_weight(codes: Any, weights: Any, count: int, random: Any) -> Any:
    """Draw one of these moves with a probability proportional to its weight."""
    total = 0.0
    for index in range(count):
        total += weights[index]
    left = (random_numbers.next_word(random) >> np.uint64(11)) * 2.0**-53 * total
    for index in range(count - 1):
        left -= weights[index]
        if left < 0:
            return np.int64(codes[index])
    return np.int64(codes[count - 1])


@compiled
def draw_by_liking(codes: Any, likings: Any, count: int, spread: float, random: Any) -> Any:
    """Draw one of these moves, better ones more likely; `likings` is overwritten."""
    best = likings[0]
    for index in range(1, count):
        best = max(best, likings[index])
    for index in range(count):
        likings[index] = math.exp(max((likings[index] - best) / spread, -50.0))
    return draw_by_weight(codes, likings, count, random)


@compiled
def look_ahead(work: Any, table: Any, stop: Any, count: int, lines: int, codes: Any, values: Any) -> None:
    """The best moves and their values, by iterative deepening until the nodes are spent."""
    depth, deepest = 0, min(MAX_PLY - 2, work.plies_left)
    while True:
        end = deepen(work, table, stop, depth, count, lines)
        if end != STOPPED:
            for place in range(lines):
                codes[place], values[place] = work.root_lines[place, 0], work.root_values[place]
        if end != DONE or depth >= deepest:
            return
        depth += 1


@compiled
def searched_move(state: Any, turn: Any, tools: Any) -> Any:
    """The move of a level that searches."""
    strength, work, table, stop, codes, values, weights = tools
    count = turn.count
    if count == 1:
        return np.int64(turn.codes[0])
    spread, lines = strength.spread, lines_for(strength, count)
    nodes = nodes_for(int(strength.nodes), strength.each, count)
    table[:] = 0
    set_up(work, state, turn.codes, count, turn.keys, turn.plies, turn.longest, turn.repetition, nodes)
    look_ahead(work, table, stop, count, lines, codes, values)
    if lines == 1:
        return codes[0]
    for index in range(lines):
        weights[index] = values[index] / UNIT
    return draw_by_liking(codes, weights, lines, spread, turn.random)


@compiled
def begin_tree(
    tree: Any, line: Any, settings: Any, done: Any, keys: Any, plies: int, longest: int, repetition: int
) -> None:
    """An empty tree, to be grown as `TreeSearch` does; keys are those of the game."""
    tree.first[0] = UNEXPANDED
    tree.count[0] = 0
    tree.visits[0] = 0
    tree.totals[0] = 0
    tree.proof[0] = Ending.NONE
    tree.move[0] = OFF
    tree.used[0] = 1
    past = plies if repetition != 0 else 0
    for place in range(past):
        line[place] = keys[place]
    settings[LONGEST], settings[PAST], settings[REPETITION] = longest - plies, past, repetition
    done[0] = 0


@compiled
def liking_in_tree(tree: Any, child: int, states: Any) -> float:
    """How good a move of states[0] looks: by its visits, or by what is proven about it."""
    proof = tree.proof[child]
    if proof == Ending.NONE or proof == Ending.DRAW:
        return math.log(max(1, tree.visits[child]))
    return child_value(tree, child, states) / UNIT


@compiled
def weigh_tree(tree: Any, states: Any, lines: int, codes: Any, children: Any, likings: Any) -> int:
    """The root's best moves and how good they look; returns how many there are."""
    number = best_children(tree, states[0].mover, lines, children)
    for place in range(number):
        codes[place], likings[place] = tree.move[children[place]], liking_in_tree(tree, children[place], states)
    return number


@compiled
def played_out_move(state: Any, turn: Any, tools: Any) -> Any:
    """The move of a level that plays games out."""
    strength, tree, states, line, settings, done, stop, codes, values, weights, room = tools
    count = turn.count
    if count == 1:
        return np.int64(turn.codes[0])
    spread, lines = strength.spread, lines_for(strength, count)
    nodes = nodes_for(int(strength.nodes), strength.each, count)
    states[0] = state
    begin_tree(tree, line, settings, done, turn.keys, turn.plies, turn.longest, turn.repetition)
    grow(tree, states, room, line, turn.random, stop, done, nodes, settings)
    if tree.first[0] < 0:
        return np.int64(turn.codes[random_numbers.below(turn.random, count)])
    number = weigh_tree(tree, states, lines, codes, values, weights)
    if number == 1:
        return codes[0]
    return draw_by_liking(codes, weights, number, spread, turn.random)
