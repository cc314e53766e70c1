"""Bots without a search: one that plays at random, and one that looks at its own next turn and no further."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from ludoteca.bots.bot import Bot
from ludoteca.bots.specs import Limits, Spec
from ludoteca.kernel import compiled, new_states, verbs
from ludoteca.kernel.broken_rules import explained
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Move, Position
from ludoteca.search.values import judged

WIN = 1e12  # larger than any evaluation
Thing = TypeVar("Thing")


def one_of_the_best(things: Sequence[Thing], values: Sequence[float], chance: random.Random) -> Thing:
    """One of those with the highest value, all of them equally likely."""
    best = max(values)
    return chance.choice([thing for thing, value in zip(things, values, strict=True) if value == best])


class RandomBot(Bot):
    """Any legal move, all equally likely."""

    def __init__(self, spec: Spec, seed: int | None) -> None:
        spec.only()
        self.name = spec.text
        self.chance = random.Random(seed)

    def choose(self, position: Position, limits: Limits | None = None) -> Move:  # noqa: ARG002
        """A legal move."""
        return self.chance.choice(position.moves())

    def reseed(self, seed: int) -> None:
        """Begin its chance anew."""
        self.chance.seed(seed)


@compiled
def standing(state: Any, player: int) -> float:
    """What a position is worth to a player: by its ending, else by its evaluation."""
    ending = verbs.ending(state)
    if ending == Ending.NONE:
        worth = judged(state)
        return worth if state.mover == player else -worth
    if ending == Ending.DRAW:
        return 0.0
    return WIN if (ending == Ending.FIRST_WINS) == (player == 0) else -WIN


@compiled
def weigh_turns(states: Any, codes: Any, room: Any, worths: Any) -> None:
    """For each move from states[0], the best standing after it and, when the turn goes on, one more move."""
    player = states[0].mover
    for index in range(len(codes)):
        states[1] = states[0]
        verbs.play(states[1], codes[index])
        if states[1].mover != player or verbs.ending(states[1]) != Ending.NONE:
            worths[index] = standing(states[1], player)
            continue
        worths[index] = -2 * WIN
        for second in range(verbs.moves(states[1], room)):
            states[2] = states[1]
            verbs.play(states[2], room[second])
            worths[index] = max(worths[index], standing(states[2], player))


class GreedyBot(Bot):
    """The turn after which the game's own evaluation is best; of equal ones any.

    Of a turn that takes more than two moves it looks at the next two.
    """

    def __init__(self, spec: Spec, seed: int | None) -> None:
        spec.only()
        self.name = spec.text
        self.chance = random.Random(seed)

    def choose(self, position: Position, limits: Limits | None = None) -> Move:  # noqa: ARG002
        """The move with which the best turn begins."""
        legal = position.moves()
        return one_of_the_best(legal, self._worths(position, legal), self.chance)

    def prepare(self, position: Position) -> None:
        """Have compiled what it needs for this game."""
        self._worths(position, position.moves()[:1])

    def reseed(self, seed: int) -> None:
        """Begin its chance anew."""
        self.chance.seed(seed)

    def _worths(self, position: Position, legal: list[Move]) -> list[float]:
        game = position.variant.game
        states = new_states(3, game.state)
        states[0] = position.state
        worths = np.zeros(len(legal))
        codes = np.array([move.code for move in legal], np.int32)
        with explained(game, states):
            weigh_turns(states, codes, np.zeros_like(position.variant.room), worths)
        return worths.tolist()
