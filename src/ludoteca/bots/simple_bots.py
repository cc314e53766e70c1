"""Bots without a search: one that plays at random, and one that looks only at its own next turn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from ludoteca.bots.bot import Bot
from ludoteca.bots.greedy import weigh_moves
from ludoteca.bots.specs import Limits, Spec
from ludoteca.kernel import new_states
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.play import Move, Position

Thing = TypeVar("Thing")


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
        return one_of_the_best(codes, self._values(position, codes), self.chance)

    def prepare(self, position: Position) -> None:
        """Compile what it needs for this game."""
        self._values(position, position.codes[:1])

    def _values(self, position: Position, codes: tuple[int, ...]) -> list[float]:
        game = position.variant.game
        states = new_states(3, game.state)
        states[0] = position.state
        worths = np.zeros(len(codes))
        with BrokenRulesReporter(game, states):
            weigh_moves(states, np.array(codes, np.int32), np.zeros_like(position.variant.room), worths)
        return worths.tolist()
