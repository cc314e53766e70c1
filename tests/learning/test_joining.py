"""How far a player is from joining two sides, against plain Python that tries everything."""

from __future__ import annotations

import heapq
import random

import numpy as np
from example_games import example

from ludoteca.kernel import layouts, verbs
from ludoteca.kernel import learned_tables as tables
from ludoteca.kernel.learned_tables import FAR, find_features
from ludoteca.kernel.planes import words_in
from ludoteca.kernel.verbs import Ending
from ludoteca.learning.model import new_model


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


def test_the_way_to_join_is_the_shortest() -> None:
    variant = example("hex")
    game, board, chance = variant.game, variant.board, random.Random(3)
    room, states = np.empty(game.most_moves, np.int32), []
    while len(states) < 150:
        state = variant.start().state
        while verbs.ending(state) == Ending.NONE:
            states.append(layouts.copied(state))
            verbs.play(state, int(room[chance.randrange(verbs.moves(state, room))]))
    model = new_model(variant, states, adds_own=False)
    first = model.features - tables.JOINING_FEATURES
    kept = layouts.new_states(1, game.state)
    for state in states[::5]:
        kept[0] = state
        found = np.zeros(model.features, np.int16)
        find_features(words_in(kept), model.body.ctypes.data, 0, found)
        mover = int(state["mover"])
        stones = [
            {cell for cell in board.cells if state["stones"][seat][cell // 64] >> np.uint64(cell % 64) & 1}
            for seat in (0, 1)
        ]
        (own, choice), (other, other_choice) = (
            plain_way(board, game.goals[seat], stones[seat], stones[1 - seat]) for seat in (mover, 1 - mover)
        )
        assert found[first:].tolist() == [own * FAR + other, own * FAR + choice, other * FAR + other_choice]
