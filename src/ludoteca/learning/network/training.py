"""Training a network: rounds of games, learning, and a match against the best network so far.

Everything is stored on disk as it proceeds, so a training that was killed continues where it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path

import numpy as np

from ludoteca.arena import Contest
from ludoteca.arena.executors import Executor
from ludoteca.arena.match import Standing, play_match
from ludoteca.errors import needs
from ludoteca.folders import make_private_folder
from ludoteca.learning.network.games import Batch, Lessons, joined, play_batch
from ludoteca.learning.network.residual import (
    BATCH,
    ResidualNetwork,
    device_called,
    learn,
    measure,
    onnx_file,
)
from ludoteca.play import Variant
from ludoteca.play.encoder import Encoder
from ludoteca.search.learned_evaluation import rules_digest

with needs("nn"):
    import torch

HELD_OUT = 10  # every tenth game is not learned from, to measure the error
KEPT_ROUNDS = 4  # whose games are learned from
PASSES = 4  # over the positions of a round
MOST_ROUNDS, SEED_STEP = 1000, 1_000_003


@dataclass(frozen=True)
class NetworkPlan:
    """How a network is learned."""

    positions: int = 1_000_000
    rounds: int = 6
    nodes: int = 500  # per move in the games of the first round, which the usual search plays
    simulations: int = 32  # per move in the games of the others
    blocks: int = 4
    channels: int = 32
    games: int = 64  # in a batch, all played at once
    pairs: int = 12  # openings of each match; 0: no matches, the latest network is the best
    ms: int = 100  # per move in matches
    seed: int = 1

    @property
    def positions_a_round(self) -> int:
        """As many in each."""
        return -(-self.positions // self.rounds)


@dataclass(frozen=True)
class Progress:
    """How far a training is: a sentence, and what was measured after how many positions or steps."""

    told: str
    is_lasting: bool = False  # worth keeping on the screen
    step: int = 0
    numbers: Mapping[str, float] = field(default_factory=dict)


class NetworkTraining:
    """The training of one network; only gradient descent uses the device, games are played on processors."""

    def __init__(self, variant: Variant, plan: NetworkPlan, folder: Path, device: str = "auto") -> None:
        self.variant, self.plan, self.encoder = variant, plan, Encoder(variant)
        self.device = device_called(device)
        told = json.dumps([rules_digest(variant), variant.changed_options, asdict(plan)], default=str)
        digest = hashlib.blake2b(told.encode(), digest_size=4).hexdigest()
        self.folder = folder / f"{variant.name}-network-{digest}"
        make_private_folder(self.folder)
        self.best = 0  # the round whose network is the best so far
        self.positions_so_far = 0

    def file(self, number: int) -> Path:
        """The network of a round."""
        return self.folder / f"network{number}.onnx"

    @property
    def best_file(self) -> Path:
        """The best network."""
        return self.file(self.best)

    def run(self, on: Executor, here: Executor) -> Iterator[Progress]:
        """Run all rounds: one executor plays games, the other, which reads files of this machine, matches."""
        for number in range(self.plan.rounds):
            said = f"round {number + 1} of {self.plan.rounds}"
            for have in self._play(number, on):
                wanted = self.plan.positions_a_round
                yield Progress(f"{said}: {min(have, wanted):,} of {wanted:,} positions")
            if not self.file(number).exists():
                yield from self._learn(number, said)
            policy, value = json.loads(self._losses(number).read_text())
            yield Progress(
                f"{said}: losses on games held out: policy {policy:.3f}, value {value:.3f}",
                is_lasting=True,
                step=self.positions_so_far,
                numbers={"policy loss on games held out": policy, "value loss on games held out": value},
            )
            if number > 0:
                yield from self._promote(number, here, said)

    def match(self, name: str, first: str, second: str, on: Executor) -> Iterator[Standing]:
        """A match that goes on where it was interrupted, with openings of its own."""
        seed = self.plan.seed + int.from_bytes(hashlib.blake2b(name.encode(), digest_size=3).digest())
        contest, path = (
            Contest(self.variant, (first, second), self.plan.pairs, seed=seed),
            self.folder / f"{name}.jsonl",
        )
        with closing(play_match(contest, on=on, path=path, resume=path.exists())) as games:
            for _, standing in games:
                yield standing

    def match_search(self, on: Executor) -> Iterator[Standing]:
        """The match of the best network against the search that the game has."""
        opponent = f"search:{self.plan.ms}ms"
        return self.match(f"network{self.best}-against-search", self.bot(self.best), opponent, on)

    def bot(self, number: int) -> str:
        """The bot that plays with the network of a round."""
        return f"net:{self.file(number)}:{self.plan.ms}ms"

    def _play(self, number: int, on: Executor) -> Iterator[int]:
        """Play batches until there are enough positions; which games these are does not depend on who is quicker."""
        before, plan = self.positions_so_far, self.plan
        network = self.best_file.read_bytes() if number > 0 else None
        have = {int(path.stem.partition("-")[2]): _size(path) for path in self.folder.glob(f"games{number}-*.npz")}
        missing: list[int] = []

        def batches() -> Iterator[Batch]:
            for place in (place for place in count() if place not in have):
                missing.append(place)
                seed = SEED_STEP * (plan.seed * MOST_ROUNDS + number) + place
                yield Batch(self.variant, plan.games, seed, plan.nodes, plan.simulations, network)

        with closing(on.run_all(play_batch, batches())) as results:
            while (enough := self._enough(have)) is None:
                index, played = next(results)
                place = missing[index]
                _save(self._games(number, place), played)
                have[place] = len(played.values)
                self.positions_so_far = before + sum(have.values())
                yield sum(have.values())
        for place in (place for place in have if place >= enough):  # by who is quicker
            self._games(number, place).unlink()
        self.positions_so_far = before + sum(have[place] for place in range(enough))

    def _enough(self, have: dict[int, int]) -> int | None:
        """How many batches, from the first on, are enough for a round; None while they are not all there."""
        positions = 0
        for place in range(len(have)):
            if place not in have:
                return None
            positions += have[place]
            if positions >= self.plan.positions_a_round:
                return place + 1
        return None

    def _games(self, number: int, place: int) -> Path:
        return self.folder / f"games{number}-{place}.npz"

    def _learn(self, number: int, said: str) -> Iterator[Progress]:
        """Go on with the network of the round before, and learn from the games of the last rounds."""
        yield Progress(f"{said}: learning")
        torch.manual_seed(self.plan.seed)
        network = ResidualNetwork(self.encoder, self.plan.blocks, self.plan.channels)
        if number > 0:
            network.load_state_dict(torch.load(self._weights(number - 1), weights_only=True))
        rounds = range(max(0, number + 1 - KEPT_ROUNDS), number + 1)
        paths = [path for each in rounds for path in sorted(self.folder.glob(f"games{each}-*.npz"))]
        lessons = joined([_loaded(path) for path in paths])
        is_held_out = lessons.games % HELD_OUT == 0
        steps = PASSES * self.plan.positions_a_round // BATCH + 1
        seed = self.plan.seed + number
        network.to(self.device)
        for step, policy, value in learn(network, lessons.where(~is_held_out), self.encoder, steps=steps, seed=seed):
            yield Progress(
                f"{said}: step {step:,} of {steps:,}, losses: policy {policy:.3f}, value {value:.3f}",
                step=number * steps + step,
                numbers={"policy loss by step of learning": policy, "value loss by step of learning": value},
            )
        losses = measure(network, lessons.where(is_held_out))
        network.cpu()
        _replace(self._losses(number), json.dumps(losses).encode())
        torch.save(network.state_dict(), self._weights(number).with_suffix(".new"))
        self._weights(number).with_suffix(".new").replace(self._weights(number))
        _replace(self.file(number), onnx_file(network, self.variant))  # last, as it says that all is there

    def _weights(self, number: int) -> Path:
        return self.folder / f"network{number}.pt"

    def _losses(self, number: int) -> Path:
        return self.folder / f"losses{number}.json"

    def _promote(self, number: int, here: Executor, said: str) -> Iterator[Progress]:
        """Make a round's network the best if it wins a match against the best at equal time."""
        if self.plan.pairs:
            name = f"network{number}-against-network{self.best}"
            for standing in self.match(name, self.bot(number), self.bot(self.best), here):
                told = f"{said}: against the best so far {told_score(standing)}"
                yield Progress(told)
            is_better = standing.wins > standing.losses
            verdict = "it is the best now" if is_better else "the best stays"
            score = {} if standing.score is None else {"score against the best so far": standing.score}
            yield Progress(f"{told}; {verdict}", is_lasting=True, step=self.positions_so_far, numbers=score)
            if not is_better:
                return
        self.best = number


def told_score(standing: Standing) -> str:
    """A score in words."""
    return f"{standing.wins} won, {standing.draws} drawn, {standing.losses} lost"


def _size(path: Path) -> int:
    with np.load(path) as file:
        return len(file["values"])


def _save(path: Path, played: Lessons) -> None:
    temporary = path.with_suffix(".new")
    with temporary.open("wb") as file:
        np.savez_compressed(file, **vars(played))
    temporary.replace(path)


def _loaded(path: Path) -> Lessons:
    with np.load(path) as file:
        return Lessons(**{name: file[name] for name in Lessons.__dataclass_fields__})


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_suffix(".new")
    temporary.write_bytes(content)
    temporary.replace(path)
