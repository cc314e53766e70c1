"""How far a player is from joining two sides, against plain Python that tries everything."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable

import numpy as np
import pytest

import ludoteca
from ludoteca.compiler import layouts
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.learning.model import new_model
from ludoteca.play.planes import words_in
from ludoteca.search import learned_tables as tables
from ludoteca.search.learned_tables import FAR, find_features


def costs_from(board, side, cost):
    """By cell, the fewest stones on a way from a side, the cell's own among them."""
    best, waiting = {}, sorted((cost[cell], cell) for cell in board.sides[side].cells if cell in cost)
    while waiting:
        far, cell = heapq.heappop(waiting)
        if cell in best:
            continue
        best[cell] = far
        for near in map(int, board.step[cell]):
            if near in cost and near not in best:
                heapq.heappush(waiting, (far + cost[near], near))
    return best


def plain_way(board, sides, own, other):
    """The fewest stones that join the sides, and on how many cells they can lie."""
    cost = {cell: 0 if cell in own else 1 for cell in board.cells if cell not in other}
    here, there = (costs_from(board, side, cost) for side in sides)
    ways = {cell: here[cell] + there[cell] - cost[cell] for cell in here if cell in there}
    least = min([FAR - 1, *ways.values()])
    return least, min(FAR - 1, sum(1 for cell, needed in ways.items() if needed == least and cost[cell]))


def sure_costs_from(board, side, own, free):
    """By free cell, one more than the second least of those it is next to, or joined to by own stones."""

    def around(cells):
        """The free cells next to some cells, and to the own stones that can be reached from them."""
        seen, waiting, found = set(), list(cells), set()
        while waiting:
            for near in map(int, board.step[waiting.pop()]):
                if near in own and near not in seen:
                    seen.add(near)
                    waiting.append(near)
                elif near in free:
                    found.add(near)
        return found

    edge = set(board.sides[side].cells)
    best = dict.fromkeys((edge & free) | around(edge & own), 1)
    near = {cell: around([cell]) - {cell} for cell in free}
    for far in range(2, FAR):
        reached = [cell for cell in free - set(best) if sum(best.get(other, FAR) < far for other in near[cell]) >= 2]
        best.update(dict.fromkeys(reached, far))
    return best


def plain_sure_way(board, sides, own, other):
    """The fewest stones that join the sides though the better way to each cell is cut, and on how many cells."""
    free = set(board.cells) - own - other
    here, there = (sure_costs_from(board, side, own, free) for side in sides)
    ways = [here[cell] + there[cell] - 1 for cell in here if cell in there]
    least = min([FAR - 1, *ways])
    return least, min(FAR - 1, ways.count(least) if least < FAR - 1 else 0)


@pytest.mark.parametrize(("number", "plainly"), [(0, plain_way), (1, plain_sure_way)])
def test_the_way_to_join_is_the_shortest(number: int, plainly: Callable[..., tuple[int, int]]) -> None:
    variant = ludoteca.game("hex")
    game, board, chance = variant.game, variant.board, random.Random(3)
    room, states = np.empty(game.most_moves, np.int32), []
    while len(states) < 150:
        state = variant.start().state
        while verbs.ending(state) == Ending.NONE:
            states.append(layouts.copied(state))
            verbs.play(state, int(room[chance.randrange(verbs.moves(state, room))]))
    model = new_model(variant, states, adds_own=False)
    first = model.features - (2 - number) * tables.JOINING_FEATURES
    kept = layouts.new_states(1, game.state)
    for state in states[::5]:
        kept[0] = state
        found = np.zeros(model.features, np.int16)
        find_features(words_in(kept), model.body.ctypes.data, 0, found, model.like)
        mover = int(state["mover"])
        stones = [
            {cell for cell in board.cells if state["stones"][seat][cell // 64] >> np.uint64(cell % 64) & 1}
            for seat in (0, 1)
        ]
        (own, choice), (other, other_choice) = (
            plainly(board, game.goals[seat], stones[seat], stones[1 - seat]) for seat in (mover, 1 - mover)
        )
        told = found[first : first + tables.JOINING_FEATURES].tolist()
        assert told == [own * FAR + other, own * FAR + choice, other * FAR + other_choice]
