"""The moves of levels in compiled code, for callers that need many of them: the vector environment.

A move is drawn as by a `LevelBot` made for this one move.  Nothing is remembered between moves, so the choice depends
only on the game so far and on the generator.  `LevelBot` itself remembers its search, can be interrupted and obeys a
clock; levels that solve endings or have a time limit are not played here.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludoteca.bots.levels import LEVELS, rung
from ludoteca.kernel import layouts, random_numbers, verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.declare import Game
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Variant
from ludoteca.search.alphabeta import score_root, search_root
from ludoteca.search.auto_search import auto_method
from ludoteca.search.iterative_deepening import WINDOW
from ludoteca.search.mcts import DEEPEST, LONGEST, PAST, REPETITION, grow, is_win
from ludoteca.search.ordering import order_root, value_after
from ludoteca.search.stop_flag import new_stop
from ludoteca.search.transposition_table import new_transposition_table
from ludoteca.search.tree import BYTES_PER_NODE, UNEXPANDED, new_tree
from ludoteca.search.tree_search import TreeSearch
from ludoteca.search.values import INFINITE, PROVEN, UNIT, UNTIMED, WIN
from ludoteca.search.workspace import MAX_PLY, MOST_PAST, new_workspace

NODES, EACH, SPREAD, AMONG, STRENGTHS = range(5)  # indices of a level's strength; 0 where there is none
CODES, VALUES, NEW_CODES, NEW_VALUES, ROWS = range(5)  # rows of what was found: so far, and by the current iteration
UNKNOWN = 1 << 20  # no value is this large
ENTRIES_A_NODE = 4  # of the transposition table
MOST_MEGABYTES = {"alphabeta": 16, "mcts": 32}  # what a `LevelBot` uses to search one move
AT_ONCE = {"alphabeta": 400_000, "mcts": 8_000}  # nodes per compiled call: about a second, during which Ctrl-C waits


def level_number(game: Game, bot: str) -> int | None:
    """The number of a level that can be played here: without solved endings and without a clock."""
    number = {f"level{level}": level for level in LEVELS[:-1]}.get(bot)
    return None if number is None or rung(game, number).time_ms is not None else number


class LevelTools:
    """What compiled code needs to play a level in one variant: made once, used for every move."""

    def __init__(self, variant: Variant, level: int) -> None:
        self._variant, self._level = variant, level
        self.method = auto_method(variant)
        strength, most = rung(variant.game, level), variant.game.most_moves
        nodes = strength.limits(most).nodes
        assert nodes is not None
        self.games_at_once = max(1, AT_ONCE[self.method] // nodes)
        given = (strength.nodes, strength.each or 0.0, strength.spread, strength.among or 0)
        strengths, found, weights = np.array(given, np.float64), np.zeros((ROWS, most), np.int64), np.zeros(most)
        self.arrays: tuple[Any, ...]
        if self.method == "alphabeta":
            work = new_workspace(variant.start(1))
            table = new_transposition_table(min(nodes * ENTRIES_A_NODE * 16 / 2**20, MOST_MEGABYTES["alphabeta"]))
            self.arrays = (strengths, work, table, new_stop(), found, weights)
            self.states = work.states
        else:
            tree = new_tree(min((nodes + 1) * most * BYTES_PER_NODE / 2**20, MOST_MEGABYTES["mcts"]))
            self.states = layouts.new_states(3, variant.game.state).view(np.ndarray)
            keys = np.zeros((variant.longest if variant.repetition != "off" else 0) + DEEPEST + 2, np.uint64)
            settings, done = TreeSearch(megabytes=0).settings_for(variant), np.zeros(1, np.int64)
            room = np.zeros_like(variant.room)
            self.arrays = (strengths, tree, self.states, keys, settings, done, new_stop(), found, weights, room)

    def __reduce__(self) -> tuple[Any, ...]:
        return LevelTools, (self._variant, self._level)  # they hold nothing between two moves


@compiled
def lines_for(strength: Any, count: int) -> int:
    """How many of a number of moves a level weighs."""
    among = int(strength[AMONG])
    if strength[SPREAD] == 0:
        return 1
    return min(among, count) if among > 0 else count


@compiled
def nodes_for(strength: Any, count: int) -> int:
    """What a level may spend on a position with this many moves, like `Rung.limits`."""
    nodes, each = int(strength[NODES]), strength[EACH]
    return max(nodes, 2 * count) if each == 0 else min(nodes, math.ceil(each * count))


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
def lay_out(
    work: Any, state: Any, codes: Any, count: int, keys: Any, plies: int, longest: int, repetition: int, nodes: int
) -> None:
    """Set up a position in a workspace that was used before; keys are those of the game so far."""
    work.states[0] = state
    for index in range(count):
        work.moves[0, index] = codes[index]
    work.repetition = repetition
    work.past = min(plies, MOST_PAST) if repetition != 0 else 0
    for place in range(work.past):
        work.keys[place] = keys[plies - work.past + place]
    work.killers[:] = -1
    work.history[:] = 0
    work.plies_left = longest - plies
    work.node_limit = nodes
    work.nodes = 0
    work.next_look = 0
    work.evaluated = 0
    work.deepest = 0
    work.is_aborted = 0


@compiled
def aspire(work: Any, table: Any, stop: Any, depth: int, expected: int, first: int, count: int) -> int:
    """The value of the best move from `first` on, by a window around the expected value, as `AlphaBeta` searches."""
    low, high = -INFINITE, INFINITE
    if expected != UNKNOWN and depth > 3 and abs(expected) < PROVEN:
        low, high = max(-INFINITE, expected - WINDOW), min(INFINITE, expected + WINDOW)
    while True:
        value = search_root(work, table, stop, depth, low, high, first, count)
        if work.is_aborted:
            return UNKNOWN if value == -INFINITE or -PROVEN < value <= low else value
        if low < value < high or (low == -INFINITE and high == INFINITE):
            return value
        if value <= low:
            low = -INFINITE
        else:
            high = INFINITE


@compiled
def search_best(work: Any, table: Any, stop: Any, depth: int, count: int, lines: int, held: int, found: Any) -> int:
    """One iteration that finds the best moves one after the other; returns how many were found."""
    number = 0
    for first in range(lines):
        expected = found[VALUES, first] if first < held else UNKNOWN
        value = aspire(work, table, stop, depth, expected, first, count)
        if value == UNKNOWN:
            break
        move = work.line[0, 0]
        if work.is_aborted and value <= -PROVEN:  # what was tried is lost, and nothing is known about the rest
            if lines > 1 or (held > 0 and abs(found[VALUES, 0]) >= PROVEN):
                break
            move = work.moves[0, work.root_index]
        place = number
        while place > 0 and found[NEW_VALUES, place - 1] < value:
            found[NEW_CODES, place], found[NEW_VALUES, place] = (
                found[NEW_CODES, place - 1],
                found[NEW_VALUES, place - 1],
            )
            place -= 1
        found[NEW_CODES, place], found[NEW_VALUES, place] = move, value
        number += 1
    for place in range(number if lines > 1 else 0):  # the best first in the next iteration
        work.moves[0, place] = found[NEW_CODES, place]
    return number


@compiled
def score_all(work: Any, table: Any, stop: Any, depth: int, count: int, found: Any) -> int:
    """One iteration that scores each move separately."""
    score_root(work, table, stop, depth, count, found[NEW_VALUES])
    for index in range(count):
        found[NEW_CODES, index] = work.moves[0, index]
    return count


@compiled
def is_settled(values: Any, count: int, depth: int) -> bool:
    """Whether searching deeper cannot change anything: every line ends by force."""
    for index in range(count):
        if abs(values[index]) < PROVEN or WIN - abs(values[index]) > depth:
            return False
    return True


@compiled
def look_ahead(work: Any, table: Any, stop: Any, count: int, lines: int, found: Any) -> int:
    """The best moves and their values, by iterative deepening until the nodes are spent; returns how many there are."""
    order_root(work, count)
    held, depth, deepest = 0, 0, min(MAX_PLY - 2, work.plies_left)
    while depth < deepest and work.is_aborted == 0:
        depth += 1
        if lines == count:
            number = score_all(work, table, stop, depth, count, found)
        else:
            number = search_best(work, table, stop, depth, count, lines, held, found)
        if number == 0 or (work.is_aborted and lines > 1):  # values of different depths cannot be compared
            break
        held = number
        for index in range(number):
            found[CODES, index], found[VALUES, index] = found[NEW_CODES, index], found[NEW_VALUES, index]
        if is_settled(found[VALUES], held, depth):
            break
    if held > 0:
        return held
    for index in range(lines):  # no time for more than a glance
        work.states[1] = work.states[0]
        verbs.play(work.states[1], work.moves[0, index])
        found[CODES, index] = work.moves[0, index]
        found[VALUES, index] = value_after(work.states[0].mover, work.states[1], 1)
    return lines


@compiled
def searched_move(
    state: Any,
    codes: Any,
    count: int,
    keys: Any,
    plies: int,
    longest: int,
    repetition: int,
    random: Any,
    strength: Any,
    work: Any,
    table: Any,
    stop: Any,
    found: Any,
    weights: Any,
) -> Any:
    """The move of a level that searches, one of the first `count` codes."""
    if count == 1:
        return np.int64(codes[0])
    spread, lines = strength[SPREAD], lines_for(strength, count)
    table[:] = 0
    lay_out(work, state, codes, count, keys, plies, longest, repetition, nodes_for(strength, count))
    number = look_ahead(work, table, stop, count, lines, found)
    if number == 1:
        return found[CODES, 0]
    for index in range(number):
        weights[index] = found[VALUES, index] / UNIT
    return draw_by_liking(found[CODES], weights, number, spread, random)


@compiled
def grow_afresh(
    tree: Any,
    states: Any,
    room: Any,
    line: Any,
    settings: Any,
    done: Any,
    stop: Any,
    keys: Any,
    plies: int,
    longest: int,
    repetition: int,
    random: Any,
    playouts: int,
) -> None:
    """Grow a tree from states[0], as `TreeSearch` does; keys are those of the game."""
    tree.first[0] = UNEXPANDED
    tree.count[0] = 0
    tree.visits[0] = 0
    tree.totals[0] = 0
    tree.proof[0] = Ending.NONE
    tree.used[0] = 1
    past = plies if repetition != 0 else 0
    for place in range(past):
        line[place] = keys[place]
    settings[LONGEST], settings[PAST], settings[REPETITION] = longest - plies, past, repetition
    done[0] = 0
    grow(tree, states, room, line, random, stop, done, playouts, settings)


@compiled
def rank(tree: Any, child: int, mover: int) -> int:
    """Proven wins rank first, proven losses last; a proven draw ranks above the rest only if the root is a draw too."""
    proof = tree.proof[child]
    if proof == Ending.NONE or proof == Ending.DRAW:
        return 1 if proof == Ending.DRAW and tree.proof[0] == Ending.DRAW else 0
    return 2 if is_win(proof, mover) else -1


@compiled
def is_better(tree: Any, child: int, other: int, mover: int) -> bool:
    """Whether one of the root's children ranks before another: by certainty, then by visits, then by results."""
    if rank(tree, child, mover) != rank(tree, other, mover):
        return rank(tree, child, mover) > rank(tree, other, mover)
    if tree.visits[child] != tree.visits[other]:
        return bool(tree.visits[child] > tree.visits[other])
    return bool(tree.totals[child] > tree.totals[other])


@compiled
def best_child(tree: Any, mover: int) -> Any:
    """The best of the root's children."""
    best = tree.first[0]
    for child in range(best + 1, tree.first[0] + tree.count[0]):
        if is_better(tree, child, best, mover):
            best = child
    return best


@compiled
def liking_in_tree(tree: Any, child: int, states: Any) -> float:
    """How good a move of states[0] looks: by its visits, or by what is proven about it."""
    proof, mover = tree.proof[child], states[0].mover
    if proof == Ending.NONE or proof == Ending.DRAW:
        return math.log(max(1, tree.visits[child]))
    states[1] = states[0]
    verbs.play(states[1], tree.move[child])
    value = UNTIMED if verbs.ending(states[1]) == Ending.NONE else WIN - 1
    return (value if is_win(proof, mover) else -value) / UNIT


@compiled
def weigh_tree(tree: Any, states: Any, lines: int, found: Any, likings: Any) -> int:
    """The root's best moves and how good they look; returns how many there are.

    Untried moves are left out, except the best one, which may be untried if all others are lost.
    """
    first, mover, number = tree.first[0], states[0].mover, 0
    best = best_child(tree, mover)
    for child in range(first, first + tree.count[0]):
        if tree.visits[child] == 0 and tree.proof[child] == Ending.NONE and child != best:
            continue
        place = number
        while place > 0 and is_better(tree, child, found[VALUES, place - 1], mover):
            if place < lines:
                found[VALUES, place] = found[VALUES, place - 1]
            place -= 1
        if place < lines:
            found[VALUES, place] = child
            number = min(number + 1, lines)
    for place in range(number):
        child = found[VALUES, place]
        found[CODES, place], likings[place] = tree.move[child], liking_in_tree(tree, child, states)
    return number


@compiled
def played_out_move(
    state: Any,
    codes: Any,
    count: int,
    keys: Any,
    plies: int,
    longest: int,
    repetition: int,
    random: Any,
    strength: Any,
    tree: Any,
    states: Any,
    line: Any,
    settings: Any,
    done: Any,
    stop: Any,
    found: Any,
    weights: Any,
    room: Any,
) -> Any:
    """The move of a level that plays games out, one of the first `count` codes."""
    if count == 1:
        return np.int64(codes[0])
    spread, lines = strength[SPREAD], lines_for(strength, count)
    states[0] = state
    playouts = nodes_for(strength, count)
    grow_afresh(tree, states, room, line, settings, done, stop, keys, plies, longest, repetition, random, playouts)
    if tree.first[0] < 0:
        return np.int64(codes[random_numbers.below(random, count)])
    number = weigh_tree(tree, states, lines, found, weights)
    if number == 1:
        return found[CODES, 0]
    return draw_by_liking(found[CODES], weights, number, spread, random)
