"""Games that a shallow search plays against itself, and what they say about their positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler import layouts
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.declare import Game
from ludoteca.kernel.random_numbers import Random, below
from ludoteca.kernel.verbs import Ending
from ludoteca.play.planes import Words, words_in
from ludoteca.play.position import Position, Variant
from ludoteca.search.alphabeta import search_root
from ludoteca.search.learned_evaluation import OWN, judged_by
from ludoteca.search.learned_tables import Block, use_tables
from ludoteca.search.mcts import DEEPEST, LONGEST, best_child, grow, is_win
from ludoteca.search.ordering import order_root
from ludoteca.search.threads import StopFlag, run_interruptible
from ludoteca.search.transposition_table import new_transposition_table
from ludoteca.search.tree import clear, mean_value, new_tree
from ludoteca.search.tree_search import Settings, TreeSearch
from ludoteca.search.values import INFINITE, MOST, UNIT
from ludoteca.search.workspace import MAX_PLY, new_workspace

LONGEST_KEPT = 600  # plies of a game
TREE_MEGABYTES = 16
PLAYOUTS_A_MOVE = 5  # at least, in games that are played out
UNLIMITED = 1 << 60  # nodes
CHOSEN, BLUNDERED, OPENED = range(3)  # how a move was chosen: by search, at random despite a search, or at random

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class SelfPlay:
    """How games are played: nodes per move, random moves at the beginning, and per cent of random ones later."""

    nodes: int = 500
    opening: int = 8
    noise: int = 5
    depth: int | None = None  # plies to search, however many nodes that takes


@dataclass(frozen=True)
class Played:
    """The positions of some games, in the order they were played, without the random opening.

    What follows a random move is not the fault of the position before it: there the result is what the search expected
    before that move.
    """

    states: Words
    results: Floats  # for the mover: 1 won, 0.5 drawn, 0 lost
    values: Floats  # the search's value, as log odds for the mover
    games: npt.NDArray[np.int32]
    leads: npt.NDArray[np.int32]  # the first player's lead in points, in the position itself
    final_leads: Floats  # the mover's at the end of the game; NaN if there is none


@compiled
def best_move(work: Any, table: Any, stop: Any, moves: int, nodes: int, deepest: int, random: Any) -> int:
    """Put the best move first, searching as deep as this many nodes allow, up to a limit; returns its value."""
    for last in range(moves - 1, 0, -1):  # ties are broken at random
        other = below(random, last + 1)
        work.moves[0, last], work.moves[0, other] = work.moves[0, other], work.moves[0, last]
    order_root(work, moves)
    work.nodes = 0
    work.next_look = 0
    value, depth = 0, 1
    while True:
        before = work.nodes
        value = search_root(work, table, stop, depth, -INFINITE, INFINITE, 0, moves)
        spent = work.nodes - before
        depth += 1
        if stop[0] != 0 or abs(value) > MOST or depth > deepest or work.nodes + 4 * spent > nodes:
            return value


@compiled
def play_one(
    work: Any,
    table: Any,
    stop: Any,
    random: Any,
    kept: Any,
    values: Any,
    ways: Any,
    leads: Any,
    opening: int,
    noise: int,
    nodes: int,
    deepest: int,
) -> int:
    """Play one game from states[0]; its positions are stored, with value, lead and how the move was chosen."""
    count = 0
    while count < len(kept) and stop[0] == 0 and verbs.ending(work.states[0]) == Ending.NONE:
        kept[count] = work.states[0]
        leads[count] = verbs.margin(work.states[0])
        moves = verbs.moves(work.states[0], work.moves[0])
        values[count], ways[count] = 0, OPENED
        if count >= opening:
            values[count] = best_move(work, table, stop, moves, nodes, deepest, random)
            ways[count] = BLUNDERED if below(random, 100) < noise else CHOSEN
        move = work.moves[0, 0 if ways[count] == CHOSEN else below(random, moves)]
        verbs.play(work.states[0], move)
        count += 1
    return count


class GameNotes:
    """Room for the positions of a game, each with value, lead and how its move was chosen."""

    def __init__(self, variant: Variant) -> None:
        longest, layout = min(variant.longest, LONGEST_KEPT) + 1, variant.game.state
        self.states, self.last = layouts.new_states(longest, layout), layouts.new_state(layout)
        self.values, self.leads = np.zeros(longest, np.int32), np.zeros(longest, np.int32)
        self.ways = np.zeros(longest, np.int8)
        self.count = 0


class AlphaBetaPlayer:
    """Searches, and evaluates by learned tables or by the game's own evaluation."""

    def __init__(self, how: SelfPlay, random: Random, stop: Any) -> None:
        self._how, self._random, self._stop = how, random, stop
        self._table = new_transposition_table(4)

    def play(self, start: Position, opening: int, notes: GameNotes) -> None:
        """Play a game."""
        work = new_workspace(start)
        work.repetition = 0  # the history of the game is not stored here; long games are cut off
        arrays, how = (notes.states, notes.values, notes.ways, notes.leads), self._how
        limits = (how.nodes, MAX_PLY // 2) if how.depth is None else (UNLIMITED, how.depth)
        with BrokenRulesReporter(start.variant.game, work.states):
            notes.count = play_one(work, self._table, self._stop, self._random, *arrays, opening, how.noise, *limits)
        notes.last = layouts.copied(work.states[0])


class TreePlayer:
    """Plays games out, for a game about which nothing is known yet."""

    def __init__(self, how: SelfPlay, random: Random, stop: Any) -> None:
        self._how, self._random, self._stop = how, random, stop
        self._tree, self._done = new_tree(TREE_MEGABYTES), np.zeros(1, np.int64)
        self._keys = np.zeros(DEEPEST + 2, np.uint64)

    def play(self, start: Position, opening: int, notes: GameNotes) -> None:
        """Play a game."""
        variant, random = start.variant, self._random
        states, room = layouts.new_states(3, variant.game.state), np.zeros_like(variant.room)
        state, here = layouts.copied(start.state), 0
        settings = TreeSearch(megabytes=0).settings_for(variant)
        settings[LONGEST] = variant.longest
        with BrokenRulesReporter(variant.game, states):
            while here < len(notes.states) and self._stop[0] == 0 and verbs.ending(state) == Ending.NONE:
                notes.states[here], notes.leads[here] = state, verbs.margin(state)
                notes.values[here], notes.ways[here] = 0, OPENED
                if here >= opening:
                    states[0] = state
                    move, notes.values[here] = self._choose(states, room, settings)
                    notes.ways[here] = BLUNDERED if below(random, 100) < self._how.noise else CHOSEN
                verbs.play(state, move if notes.ways[here] == CHOSEN else verbs.pick(state, random, room))
                here += 1
        notes.last, notes.count = state, here

    def _choose(self, states: Any, room: Any, settings: Settings) -> tuple[int, int]:
        """The most visited move, and its value."""
        tree, mover = self._tree, int(states[0]["mover"])
        clear(tree)
        self._done[0] = 0
        playouts = max(self._how.nodes, PLAYOUTS_A_MOVE * verbs.moves(states[0], room))
        grow(tree, states, room, self._keys, self._random, self._stop, self._done, playouts, settings)
        if tree.first[0] < 0:  # stopped before it searched anything
            return verbs.pick(states[0], self._random, room), 0
        best = int(best_child(tree, 0, mover))
        proof = int(tree.proof[best])
        if proof not in (Ending.NONE, Ending.DRAW):
            return int(tree.move[best]), MOST if is_win(proof, mover) else -MOST
        return int(tree.move[best]), 0 if proof == Ending.DRAW else mean_value(tree, best)


def expected(values: Floats, ways: npt.NDArray[np.int8], movers: npt.NDArray[np.int64], won: int | None) -> Floats:
    """The result of each position for its mover, as far as it was not random."""
    first = 0.5 if won is None else 1.0 - won  # for the first player
    out = np.empty(len(values), np.float32)
    for place in range(len(values) - 1, -1, -1):
        if ways[place] == BLUNDERED:
            chance = 1 / (1 + np.exp(-values[place]))
            first = chance if movers[place] == 0 else 1 - chance
        out[place] = first if movers[place] == 0 else 1 - first
    return out


def states_in(words: Words, layout: np.dtype[Any]) -> Any:
    """Positions of `Played` as states: the same memory."""
    return np.ascontiguousarray(words).view(layout).view(np.recarray).reshape(-1)


def play_games(variant: Variant, how: SelfPlay, games: int, seed: int, block: Block | None) -> Played:
    """Play this many games, evaluated by a block of learned tables, or by the game's own evaluation if it has one.

    Without either, games are played out.
    """
    is_judged = block is not None or variant.game.has_evaluation or how.nodes == 1  # one node: nothing is searched
    with judged_by(variant.game, OWN):  # whatever evaluation the game has in its folder
        use_tables(variant.game.state, block)
        return _play_games(variant, how, games, seed, AlphaBetaPlayer if is_judged else TreePlayer)


def _play_games(
    variant: Variant, how: SelfPlay, games: int, seed: int, player_class: type[AlphaBetaPlayer | TreePlayer]
) -> Played:
    random, stop, chance = random_numbers.new_random(seed), StopFlag(), np.random.default_rng(seed)
    player = player_class(how, random, stop.flag)
    notes, parts = GameNotes(variant), []
    for number in range(games):
        start, opening = variant.start(seed * 1_000_003 + number), int(chance.integers(0, how.opening + 1))
        run_interruptible(partial(player.play, start, opening, notes), stop)
        parts.append(_told(variant.game, notes, number))
    return Played(*(np.concatenate([getattr(part, name) for part in parts]) for name in Played.__dataclass_fields__))


def _told(game: Game, one: GameNotes, number: int) -> Played:
    """What a game says about its positions."""
    count, ways = one.count, one.ways[: one.count]
    ending, movers = verbs.ending(one.last), np.array(one.states.mover[:count]).astype(np.int64)
    won = {Ending.FIRST_WINS: 0, Ending.SECOND_WINS: 1}.get(ending)
    values = (np.clip(one.values[:count], -MOST, MOST) / UNIT).astype(np.float32)
    lead = game.in_points(int(verbs.margin(one.last))) if game.has_points and ending != Ending.NONE else np.nan
    learned = np.flatnonzero(ways != OPENED)
    return Played(
        words_in(one.states[:count])[learned],
        expected(values, ways, movers, won)[learned],
        values[learned],
        np.full(len(learned), number, np.int32),
        one.leads[learned],
        np.where(movers == 0, lead, -lead).astype(np.float32)[learned],
    )
