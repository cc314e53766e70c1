"""Games that a shallow search plays against itself, and what they tell of the positions they come to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel import layouts, random_numbers, verbs
from ludoteca.kernel.broken_rules import explained
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.learned_tables import Block, use_tables
from ludoteca.kernel.planes import Words, words_in
from ludoteca.kernel.random_numbers import below
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Variant
from ludoteca.search.alphabeta import search_root
from ludoteca.search.ordering import order_root
from ludoteca.search.stop_flag import new_stop
from ludoteca.search.threads import run_interruptible
from ludoteca.search.transposition_table import new_transposition_table
from ludoteca.search.values import INFINITE, MOST, UNIT
from ludoteca.search.workspace import MAX_PLY, new_workspace

LONGEST = 600  # plies that are kept of a game
CHOSEN, BLUNDERED, OPENED = range(3)  # how a move came about: by search, by chance in spite of it, or by chance

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class SelfPlay:
    """How games are played: nodes for a move, random moves at the beginning, and per cent of random ones later."""

    nodes: int = 500
    opening: int = 8
    noise: int = 5


@dataclass(frozen=True)
class Played:
    """The positions of some games, in the order they were played, those of the random opening left out.

    What comes after a random move is not the fault of the position before it: there the result is what the search
    expected before that move.
    """

    states: Words
    results: Floats  # for the mover: 1 won, 0.5 drawn, 0 lost
    values: Floats  # what the search thought of it, as log odds for the mover
    games: npt.NDArray[np.int32]
    leads: npt.NDArray[np.int32]  # the first player's lead in points, in the position itself
    final_leads: Floats  # the mover's at the end of the game; NaN where there is none


@compiled
def best_move(work: Any, table: Any, stop: Any, moves: int, nodes: int, random: Any) -> int:
    """Put the best move first, looking as deep as so many nodes allow; its value."""
    for last in range(moves - 1, 0, -1):  # equal moves are chosen among by chance
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
        if stop[0] != 0 or abs(value) > MOST or depth > MAX_PLY // 2 or work.nodes + 4 * spent > nodes:
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
) -> int:
    """Play one game from states[0]; its positions are kept, with value, lead and the way the move was found."""
    count = 0
    while count < len(kept) and stop[0] == 0 and verbs.ending(work.states[0]) == Ending.NONE:
        kept[count] = work.states[0]
        leads[count] = verbs.margin(work.states[0])
        moves = verbs.moves(work.states[0], work.moves[0])
        values[count], ways[count] = 0, OPENED
        if count >= opening:
            values[count] = best_move(work, table, stop, moves, nodes, random)
            ways[count] = BLUNDERED if below(random, 100) < noise else CHOSEN
        move = work.moves[0, 0 if ways[count] == CHOSEN else below(random, moves)]
        verbs.play(work.states[0], move)
        count += 1
    return count


def expected(values: Floats, ways: npt.NDArray[np.int8], movers: npt.NDArray[np.int64], won: int | None) -> Floats:
    """The result of each position for its mover, as far as chance had no part in it."""
    first = 0.5 if won is None else 1.0 - won  # for the first player
    out = np.empty(len(values), np.float32)
    for place in range(len(values) - 1, -1, -1):
        if ways[place] == BLUNDERED:
            chance = 1 / (1 + np.exp(-values[place]))
            first = chance if movers[place] == 0 else 1 - chance
        out[place] = first if movers[place] == 0 else 1 - first
    return out


def play_games(variant: Variant, how: SelfPlay, games: int, seed: int, block: Block | None) -> Played:
    """Play so many games; with a block of learned tables these judge, else the game's own evaluation if it has one."""
    game = variant.game
    use_tables(game.state, block)
    random, table, stop = random_numbers.new_random(seed), new_transposition_table(4), new_stop()
    chance = np.random.default_rng(seed)
    kept = layouts.new_states(min(variant.longest, LONGEST) + 1, game.state)
    values, leads = np.zeros(len(kept), np.int32), np.zeros(len(kept), np.int32)
    ways = np.zeros(len(kept), np.int8)
    states: list[Words] = []
    results, found, numbers, now, final = [], [], [], [], []
    for number in range(games):
        work = new_workspace(variant.start(seed * 1_000_003 + number))
        work.repetition = 0  # the line of the game is not kept here; long games are cut off
        opening = int(chance.integers(0, how.opening + 1))
        given = work, table, stop, random, kept, values, ways, leads, opening, how.noise, how.nodes
        with explained(game, work.states):
            count = run_interruptible(partial(play_one, *given), stop)
        ending, mover = verbs.ending(work.states[0]), np.array(kept.mover[:count]).astype(np.int64)
        won = {Ending.FIRST_WINS: 0, Ending.SECOND_WINS: 1}.get(ending)
        told = (np.clip(values[:count], -MOST, MOST) / UNIT).astype(np.float32)
        learned = np.flatnonzero(ways[:count] != OPENED)
        results.append(expected(told, ways[:count], mover, won)[learned])
        has_lead = game.has_points and ending != Ending.NONE
        lead = float(verbs.margin(work.states[0])) if has_lead else np.nan
        final.append(np.where(mover == 0, lead, -lead).astype(np.float32)[learned])
        found.append(told[learned])
        states.append(words_in(kept[:count])[learned])
        now.append(leads[learned])
        numbers.append(np.full(len(learned), number, np.int32))
    return Played(
        np.concatenate(states),
        np.concatenate(results),
        np.concatenate(found),
        np.concatenate(numbers),
        np.concatenate(now),
        np.concatenate(final),
    )
