"""Games to learn a network from: first those of the search the game has, then those the network plays itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots import find_bot
from ludoteca.kernel import random_numbers
from ludoteca.kernel.random_numbers import Random, below
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import Encoder
from ludoteca.search.batched import BatchedSearch
from ludoteca.search.batched.network_file import NetworkFile

MOST_OPENING = 8  # random moves at the beginning of a game, up to this many
BLUNDERS = 10  # per cent of the teacher's moves that are random
TRUST = 0.5  # in the result of a game; the rest of a position's value is what the search said
SEED_STEP = 1_000_003


@dataclass(frozen=True)
class Lessons:
    """Positions to learn from."""

    planes: npt.NDArray[np.uint8]
    policies: npt.NDArray[np.float16]
    values: npt.NDArray[np.float32]
    games: npt.NDArray[np.int32]  # by position: which game it is from

    def where(self, is_chosen: npt.NDArray[np.bool_]) -> Lessons:
        """Some of the positions."""
        return Lessons(*(getattr(self, name)[is_chosen] for name in self.__dataclass_fields__))


def joined(parts: Sequence[Lessons]) -> Lessons:
    """Several lessons as one, their games numbered through."""
    firsts = np.cumsum([0, *(int(part.games.max(initial=-1)) + 1 for part in parts)])
    return Lessons(
        np.concatenate([part.planes for part in parts]),
        np.concatenate([part.policies for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.games + first for part, first in zip(parts, firsts, strict=False)]).astype(np.int32),
    )


@dataclass(frozen=True)
class Batch:
    """Some games to be played, as requested from another process."""

    variant: Variant
    games: int
    seed: int
    nodes: int  # per move of the search that the game has
    simulations: int  # per move, with the network
    network: bytes | None  # None: games of the search


def play_batch(batch: Batch) -> Lessons:
    """Play a batch, in whatever process this is called."""
    return play_by_search(batch) if batch.network is None else play_by_network(batch, NetworkFile(batch.network))


@dataclass
class GameNotes:
    """What is remembered of a game while it is played."""

    planes: list[Any] = field(default_factory=list)
    policies: list[Any] = field(default_factory=list)
    values: list[float] = field(default_factory=list)  # what the search said, for the player to move
    movers: list[int] = field(default_factory=list)

    def lessons(self, how: int, trust: float) -> Lessons:
        """What the game says about its positions once it is over."""
        first = {Ending.FIRST_WINS: 1.0, Ending.SECOND_WINS: -1.0}.get(Ending(how), 0.0)
        results = np.where(np.array(self.movers) == 0, first, -first)
        return Lessons(
            np.array(self.planes, np.uint8),
            np.array(self.policies, np.float16),
            (trust * results + (1 - trust) * np.array(self.values)).astype(np.float32),
            np.zeros(len(self.movers), np.int32),
        )


def opening_of(variant: Variant, seed: int, random: Random) -> Position:
    """A start with some random moves, and a game that goes on."""
    start = position = variant.start(seed)
    for _ in range(below(random, MOST_OPENING + 1)):
        position = position.after(position.codes[below(random, len(position.codes))])
        if position.outcome is not None:
            return start
    return position


def play_by_search(batch: Batch) -> Lessons:
    """Games of the search that suits the game, with random openings and blunders; it teaches its own moves."""
    random, encoder, parts = random_numbers.new_random(batch.seed), Encoder(batch.variant), []
    bot = find_bot(f"search:{batch.nodes}", seed=batch.seed)
    for number in range(batch.games):
        position = opening_of(batch.variant, batch.seed * SEED_STEP + number, random)
        notes = GameNotes()
        while position.outcome is None:
            best = bot.choose_code(position)
            policy = np.zeros(encoder.actions, np.float16)
            policy[encoder.tables.actions[best]] = 1
            notes.planes.append(encoder.show(position))
            notes.policies.append(policy)
            notes.values.append(0.0)
            notes.movers.append(position.mover)
            is_blunder = below(random, 100) < BLUNDERS
            position = position.after(position.codes[below(random, len(position.codes))] if is_blunder else best)
        how = {0: Ending.FIRST_WINS, 1: Ending.SECOND_WINS}.get(position.outcome.winner, Ending.DRAW)  # type: ignore[arg-type]
        parts.append(notes.lessons(how, 1.0))
    return joined(parts)


def play_by_network(batch: Batch, network: NetworkFile) -> Lessons:
    """Games that the network plays itself, all at once; the search's improved policies are what it is to learn."""
    random = random_numbers.new_random(batch.seed)
    starts = [opening_of(batch.variant, batch.seed * SEED_STEP + number, random) for number in range(batch.games)]
    notes = [GameNotes() for _ in starts]
    search = BatchedSearch(starts, network, simulations=batch.simulations, method="gumbel", noise=1.0, seed=batch.seed)
    while not search.is_over.all():
        open_rows, planes, movers, found = (
            np.flatnonzero(~search.is_over),
            search.planes(),
            search.to_move,
            search.run(),
        )
        for row in open_rows.tolist():
            notes[row].planes.append(planes[row])
            notes[row].policies.append(found.policies[row].astype(np.float16))
            notes[row].values.append(float(found.values[row]))
            notes[row].movers.append(int(movers[row]))
        search.advance(found.actions)
    return joined([one.lessons(how, TRUST) for one, how in zip(notes, search.endings.tolist(), strict=True)])
