"""Training: rounds of self-play and regression, each round judged by what was learned in those before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.arena.evaluation_scale import Outlook, fit_outlook
from ludoteca.arena.executors import Executor
from ludoteca.kernel import verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.learned_tables import Block
from ludoteca.learning.model import Model, Weights, new_model
from ludoteca.learning.regression import Learned, Lesson, abridged, judged, log_loss, regress
from ludoteca.learning.self_play import Played, SelfPlay, play_games, states_in
from ludoteca.play import Variant
from ludoteca.search.evaluation_file import LearnedEvaluation, rules_digest

HELD_OUT = 10  # every tenth game is kept for checking
KEPT_ROUNDS = 3  # that are learned from; older games were played worse
TRUST = 0.6  # in the result; the rest is what the search thought
SCOUTS = 300  # random games, which show what positions are like
SCOUT_STATES = 500
SEED_STEP = 1_000_003
MOST_ROUNDS = 100


@dataclass(frozen=True)
class Plan:
    """How an evaluation is learned."""

    positions: int = 1_000_000
    rounds: int = 6
    nodes: int = 500  # for a move of self-play
    batch: int = 100  # games
    seed: int = 1
    adds_own: bool = False  # learn what is missing in the game's own evaluation, rather than all of it


@dataclass(frozen=True)
class Batch:
    """Some games of a round, as another process is asked for them."""

    variant: Variant
    how: SelfPlay
    games: int
    seed: int
    block: bytes | None

    def play(self) -> Played:
        """Play them."""
        block = None if self.block is None else np.frombuffer(bytearray(self.block), np.uint8)
        return play_games(self.variant, self.how, self.games, self.seed, block)


def play_batch(batch: Batch) -> Played:
    """Play a batch, wherever this is called."""
    return batch.play()


@compiled
def judge_states(states: Any, out: Any) -> None:
    """What a game's own evaluation says of positions."""
    for index in range(len(states)):
        out[index] = verbs.own_evaluation(states[index])


class Training:
    """The learning of one evaluation, kept on disk as it goes on, so that it can be interrupted at any time."""

    def __init__(self, variant: Variant, plan: Plan, folder: Path, others: Sequence[Variant] = ()) -> None:
        """`others` have the same board with other options; their games are learned from in turn with the usual ones."""
        self.variant, self.plan, self.variants = variant, plan, (variant, *others)
        for other in others:
            if other.board.names != variant.board.names:
                changed = " ".join(f"{name}={value}" for name, value in other.changed_options.items())
                raise LudotecaError(f"{other.title} with {changed} has another board; an evaluation is for one board")
        self.model = self._new_model()
        self.folder = folder / f"{variant.name}-{self._digest()}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.weights: Weights = self.model.new_weights()
        self.error = 1.0  # on games held out, in bits a position
        self.lessons: list[Lesson] = []  # of the last rounds
        self.done = 0  # positions so far

    def _digest(self) -> str:
        """Of everything that decides which games are played and which weights are learned."""
        told = json.dumps([*map(rules_digest, self.variants), asdict(self.plan)])
        return hashlib.blake2b(told.encode() + self.model.body.tobytes(), digest_size=4).hexdigest()

    def _new_model(self) -> Model:
        how, games = SelfPlay(nodes=1, opening=0, noise=100), SCOUTS // len(self.variants)
        scouts = [play_games(each, how, games, self.plan.seed, None).states for each in self.variants]
        seen = np.concatenate(scouts)
        chosen = seen[:: max(1, len(seen) // SCOUT_STATES)]
        return new_model(self.variant, list(states_in(chosen, self.variant.game.state)), adds_own=self.plan.adds_own)

    # --- rounds

    def run(self, on: Executor) -> Iterator[str]:
        """Go through all rounds, with the games played by an executor; what is being done is told on the way."""
        for number in range(self.plan.rounds):
            path = self.folder / f"round{number}.npz"
            if not path.exists():
                yield from self._play_round(number, on)
            self._learn(number, path)
            yield f"round {number + 1} of {self.plan.rounds}: {self.error:.4f} bits on games held out"

    def _play_round(self, number: int, on: Executor) -> Iterator[str]:
        """Play games until there are enough positions; which games these are does not depend on who is quicker."""
        wanted = self.plan.positions // self.plan.rounds
        found = self._saved_batches(number)
        missing: list[int] = []
        block = None if number == 0 else self.block().tobytes()

        def batches() -> Iterator[Batch]:
            for place in (place for place in count() if place not in found):
                missing.append(place)
                yield self._batch(number, place, block)

        with closing(on.run_all(play_batch, batches())) as results:
            while (batch := _enough(found, wanted)) is None:
                place, played = next(results)
                found[missing[place]] = played
                _save(self._batch_file(number, missing[place]), played)
                so_far = min(sum(len(one.states) for one in found.values()), wanted)
                yield f"round {number + 1} of {self.plan.rounds}: {so_far:,} of {wanted:,} positions"
        _save(self.folder / f"round{number}.npz", _joined([found[place] for place in range(batch)], self.plan.batch))
        for path in self.folder.glob(f"games{number}-*.npz"):
            path.unlink()

    def _batch(self, number: int, place: int, block: bytes | None) -> Batch:
        how = SelfPlay(nodes=self.plan.nodes)
        seed = SEED_STEP * (self.plan.seed * MOST_ROUNDS + number) + place
        return Batch(self.variants[place % len(self.variants)], how, self.plan.batch, seed, block)

    def _batch_file(self, number: int, place: int) -> Path:
        return self.folder / f"games{number}-{place}.npz"

    def _saved_batches(self, number: int) -> dict[int, Played]:
        paths = self.folder.glob(f"games{number}-*.npz")
        return {int(path.stem.partition("-")[2]): _loaded(path) for path in paths if path.stem.count(".") == 0}

    def _learn(self, number: int, path: Path) -> None:
        """Learn from the games of a round and of those before it, unless that is done already."""
        self.lessons = [*self.lessons, self._lesson(_loaded(path))][-KEPT_ROUNDS:]
        self.done += len(self.lessons[-1].states)
        saved = self.folder / f"weights{number}.npz"
        if saved.exists():
            with np.load(saved) as file:
                self.weights, self.error = file["weights"], float(file["error"])
            if len(self.weights) > self.model.stages:
                self.model = self.model.with_sides()
            return
        lesson = together(self.lessons)
        learned = self._regress(self.model, lesson, self.weights, number)
        if number == 0 and not self.model.has_sides:  # are the players better told apart?
            sided = self.model.with_sides()
            apart = self._regress(sided, lesson, np.tile(self.weights, (2, 1)), number)
            if apart.error < learned.error:
                self.model, learned = sided, apart
        self.weights, self.error = learned.weights, learned.error
        temporary = saved.with_suffix(".new.npz")
        np.savez(temporary, weights=learned.weights, error=learned.error)
        temporary.replace(saved)

    def _regress(self, model: Model, lesson: Lesson, weights: Weights, number: int) -> Learned:
        """Learn in a round; at first what patterns do not say, else their many weights take the credit for it."""
        seed = self.plan.seed + number
        if number == 0:
            weights = regress(model.without_patterns(), lesson, weights, seed=seed).weights
        return regress(model, lesson, weights, seed=seed)

    def _lesson(self, played: Played) -> Lesson:
        offsets = np.zeros(len(played.states), np.float32)
        if self.plan.adds_own:
            worths = np.zeros(len(played.states))
            judge_states(states_in(played.states, self.variant.game.state), worths)
            offsets = worths.astype(np.float32)
        thought = 1 / (1 + np.exp(-played.values))
        targets = (TRUST * played.results + (1 - TRUST) * thought).astype(np.float32)
        return Lesson(played.states, played.leads, offsets, targets, played.results, played.games % HELD_OUT == 0)

    # --- what came of it

    def block(self) -> Block:
        """The tables, as they are now."""
        return self.model.block(self.weights)

    def result(self, search: str, command: str) -> LearnedEvaluation:
        """What was learned."""
        weights = abridged(self.model, together(self.lessons), self.weights)
        outlook, error = self._outlook(weights)
        return LearnedEvaluation(
            self.model.block(weights),
            self.variant.name,
            rules_digest(self.variant),
            tuple(self.variant.board.names),
            search,
            draw_band=outlook.draw_band,
            points_per_unit=outlook.points_per_unit,
            most_points=outlook.most_points,
            positions=self.done,
            held_out_error=error,
            command=command,
        )

    def _outlook(self, weights: Weights) -> tuple[Outlook, float]:
        last = self.lessons[-1]
        held_out = np.flatnonzero(last.is_held_out)
        worths = judged(self.model, last, weights, held_out)
        error = log_loss(worths, last.results[held_out])
        with np.load(self.folder / f"round{self.plan.rounds - 1}.npz") as file:
            leads = file["final_leads"][held_out]
        return fit_outlook(worths, last.results[held_out].astype(np.float64), leads), error


def _enough(found: Mapping[int, Played], wanted: int) -> int | None:
    """How many batches, from the first on, have the positions that are wanted; None while they are not all there."""
    have = 0
    for place in range(len(found)):
        if place not in found:
            return None
        have += len(found[place].states)
        if have >= wanted:
            return place + 1
    return None


def together(lessons: Sequence[Lesson]) -> Lesson:
    """Several lessons as one."""
    names = list(Lesson.__dataclass_fields__)
    return Lesson(*(np.concatenate([getattr(lesson, name) for lesson in lessons]) for name in names))


def _joined(batches: Sequence[Played], games: int) -> Played:
    """Batches as one, their games numbered through."""
    names = [name for name in Played.__dataclass_fields__ if name != "games"]
    parts = {name: np.concatenate([getattr(batch, name) for batch in batches]) for name in names}
    numbers = np.concatenate([batch.games + place * games for place, batch in enumerate(batches)])
    return Played(games=numbers, **parts)


def _save(path: Path, played: Played) -> None:
    temporary = path.with_suffix(".new.npz")
    np.savez(temporary, **{name: getattr(played, name) for name in Played.__dataclass_fields__})
    temporary.replace(path)


def _loaded(path: Path) -> Played:
    with np.load(path) as file:
        return Played(**{name: file[name] for name in Played.__dataclass_fields__})
