"""What `greedy` plays: the turn that leads to the best position by the game's own evaluation.

Of a turn of more than two moves it considers the next two.
"""

from __future__ import annotations

from typing import Any

from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.verbs import Ending
from ludoteca.search.values import judged

WIN = 1e12  # larger than any evaluation


@compiled
def standing(state: Any, player: int) -> float:
    """The value of a position for a player: by its ending, or by its evaluation."""
    ending = verbs.ending(state)
    if ending == Ending.NONE:
        worth = judged(state)
        return worth if state.mover == player else -worth
    if ending == Ending.DRAW:
        return 0.0
    return WIN if (ending == Ending.FIRST_WINS) == (player == 0) else -WIN


@compiled
def worth_of(states: Any, move: int, room: Any) -> float:
    """The best value after a move from states[0] and, if the turn continues, one more move.

    states[1], states[2] and `room` are scratch space.
    """
    player = states[0].mover
    states[1] = states[0]
    verbs.play(states[1], move)
    if states[1].mover != player or verbs.ending(states[1]) != Ending.NONE:
        return standing(states[1], player)
    best = -2 * WIN
    for second in range(verbs.moves(states[1], room)):
        states[2] = states[1]
        verbs.play(states[2], room[second])
        best = max(best, standing(states[2], player))
    return best


@compiled
def weigh_moves(states: Any, codes: Any, room: Any, worths: Any) -> None:
    """Write the value of each move from states[0]."""
    for index in range(len(codes)):
        worths[index] = worth_of(states, codes[index], room)


@compiled
def greedy_move(states: Any, codes: Any, count: int, room: Any, random: Any) -> Any:
    """The best of the first `count` moves from states[0]; ties are broken at random."""
    best, equals, chosen = -3 * WIN, 0, codes[0]
    for index in range(count):
        worth = worth_of(states, codes[index], room)
        if worth > best:
            best, equals, chosen = worth, 1, codes[index]
        elif worth == best:
            equals += 1
            if random_numbers.below(random, equals) == 0:
                chosen = codes[index]
    return chosen
