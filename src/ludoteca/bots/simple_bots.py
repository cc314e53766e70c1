"""Bots without a search: one that plays at random, and one that looks only at its own next turn.

If a turn has more than two moves, `greedy` considers the next two.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from ludoteca.bots.bot import Bot
from ludoteca.bots.specs import Limits, Spec
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.layouts import new_states
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Move, Position
from ludoteca.search.values import judged

Thing = TypeVar("Thing")
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


def one_of_the_best(things: Sequence[Thing], values: Sequence[float], chance: random.Random) -> Thing:
    """One of those with the highest value, all equally likely."""
    best = max(values)
    return chance.choice([thing for thing, value in zip(things, values, strict=True) if value == best])


class SimpleBot(Bot):
    """A bot without settings that chooses at once."""

    def __init__(self, spec: Spec, seed: int | None) -> None:
        spec.only()
        self.name = spec.text
        self.chance = random.Random(seed)

    def choose(self, position: Position, limits: Limits | None = None) -> Move:  # noqa: ARG002
        """A legal move."""
        return position.named_code(self.choose_code(position))

    def choose_code(self, position: Position) -> int:
        """Its code."""
        raise NotImplementedError

    def reseed(self, seed: int) -> None:
        """Restart its random choices with this seed."""
        self.chance.seed(seed)


class RandomBot(SimpleBot):
    """Any legal move, all equally likely."""

    def choose_code(self, position: Position) -> int:
        """Any code."""
        return self.chance.choice(position.codes)


class GreedyBot(SimpleBot):
    """The turn that leads to the best position by the game's own evaluation; ties are random.  See `greedy`."""

    def choose_code(self, position: Position) -> int:
        """The code of the first move of the best turn."""
        codes = position.codes
        return one_of_the_best(codes, self.values(position, codes), self.chance)

    def prepare(self, position: Position) -> None:
        """Compile what it needs for this game."""
        self.values(position, position.codes[:1])

    def values(self, position: Position, codes: tuple[int, ...]) -> list[float]:
        """The values of these moves to whoever is to move; it plays one with the highest."""
        game = position.variant.game
        states = new_states(3, game.state)
        states[0] = position.state
        worths = np.zeros(len(codes))
        with BrokenRulesReporter(game, states):
            weigh_moves(states, np.array(codes, np.int32), np.zeros_like(position.variant.room), worths)
        return worths.tolist()
