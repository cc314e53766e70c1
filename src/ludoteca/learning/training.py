"""Training: rounds of self-play and regression, each round evaluated by what was learned in those before."""

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

from ludoteca.arena.executors import Executor
from ludoteca.compiler.compiled import compiled
from ludoteca.errors import LudotecaError
from ludoteca.folders import make_private_folder
from ludoteca.kernel import verbs
from ludoteca.learning.fitting import Outlook, fit_outlook
from ludoteca.learning.model import Model, Weights, new_model
from ludoteca.learning.regression import Floats, Learned, Lesson, abridged, judged, log_loss, regress
from ludoteca.learning.self_play import Played, SelfPlay, play_games, states_in
from ludoteca.play import Variant
from ludoteca.play.encoder import Encoder
from ludoteca.play.planes import Words, draw
from ludoteca.search.batched.batched_search import Network
from ludoteca.search.learned_evaluation import LearnedEvaluation, rules_digest
from ludoteca.search.learned_tables import Block

HELD_OUT = 10  # every tenth game is held out for checking
KEPT_ROUNDS = 3  # that are learned from; older games were played worse
TRUST = 0.6  # in the result; the rest is the search's value
SCOUTS = 300  # random games, which show typical positions
SCOUT_STATES = 500
SEED_STEP = 1_000_003
MOST_ROUNDS = 100
QUICK_GAME = 25  # plies of a random game, up to which playing out takes no longer than searching
PLAYED_OUT_SHARE = 8  # longer games that are played out take up to a hundred times as long, so fewer positions will do
PLAYED_OUT_GAMES = 100  # at least, before anything can be learned from their results
PLAYED_OUT_BATCH = 10  # games; an interruption costs those in progress
PLAYED_OUT_NODES = 4  # the part of a move's nodes that are playouts: to begin with, quick games will do
SHOWN_AT_ONCE = 1024  # positions, to a network
ROUNDS_TO_CHOOSE = 2  # in which all models are tried; the first may have too few positions to tell


@dataclass(frozen=True)
class Plan:
    """How an evaluation is learned."""

    positions: int = 1_000_000
    rounds: int = 6
    nodes: int = 500  # per move of self-play
    batch: int = 100  # games
    seed: int = 1
    adds_own: bool = False  # learn what is missing in the game's own evaluation, rather than all of it
    teacher: str = ""  # identifies the network whose values are learned instead of results; "" for none

    def is_enough(self, positions: int, games: int, wanted: int, *, is_played_out: bool) -> bool:
        """Whether a round has enough positions, or if its games are played out, enough to begin with."""
        is_begun = games >= PLAYED_OUT_GAMES and PLAYED_OUT_SHARE * positions >= wanted
        return positions >= wanted or (is_played_out and is_begun)


@dataclass(frozen=True)
class Batch:
    """Some games of a round, as requested from another process."""

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
    """Play a batch, in whatever process this is called."""
    return batch.play()


@compiled
def judge_states(states: Any, out: Any) -> None:
    """A game's own evaluation of positions."""
    for index in range(len(states)):
        out[index] = verbs.own_evaluation(states[index])


class Training:
    """The learning of one evaluation, stored on disk as it proceeds, so that it can be interrupted at any time."""

    def __init__(
        self,
        variant: Variant,
        plan: Plan,
        folder: Path,
        others: Sequence[Variant] = (),
        teacher: Network | None = None,
    ) -> None:
        """`others` have the same board with other options; their games are learned from in turn with the usual ones.

        With a teacher, the weights approximate what this network predicts, not how the games ended.
        """
        self.variant, self.plan, self.variants, self.teacher = variant, plan, (variant, *others), teacher
        for other in others:
            if other.board.names != variant.board.names:
                changed = " ".join(f"{name}={value}" for name, value in other.changed_options.items())
                raise LudotecaError(f"{other.title} with {changed} has a different board; an evaluation fits one board")
        self.models = self._new_models()
        self.model = self.models[0]
        self.folder = folder / f"{variant.name}-{self._digest()}"
        make_private_folder(self.folder)
        self.weights: Weights = self.model.new_weights()
        self.error = 1.0  # on held-out games, in bits per position
        self.lessons: list[Lesson] = []  # of the last rounds
        self.done = 0  # positions so far
        self.positions_so_far = 0  # including those of the current round
        self.first_round = 0  # positions of it

    @property
    def _begins_played_out(self) -> bool:
        """Whether nothing can evaluate the games of the first of several rounds, and they are long."""
        return not self.variant.game.has_evaluation and self.plan.rounds > 1 and self._random_plies > QUICK_GAME

    def _is_played_out(self, number: int) -> bool:
        return number == 0 and self._begins_played_out

    def _games_a_batch(self, number: int) -> int:
        return min(self.plan.batch, PLAYED_OUT_BATCH) if self._is_played_out(number) else self.plan.batch

    def _nodes_a_move(self, number: int) -> int:
        nodes = self.plan.nodes
        return min(nodes, max(2, nodes // PLAYED_OUT_NODES)) if self._is_played_out(number) else nodes

    def _digest(self) -> str:
        """Of everything that determines which games are played and which weights are learned."""
        first = self._games_a_batch(0), self._nodes_a_move(0)
        told = json.dumps([*map(rules_digest, self.variants), asdict(self.plan), *first])
        bodies = b"".join(model.body.tobytes() for model in self.models)
        return hashlib.blake2b(told.encode() + bodies, digest_size=4).hexdigest()

    def _new_models(self) -> list[Model]:
        """The models that are tried: with patterns of several kinds, each also with separate weights per player."""
        how, games = SelfPlay(nodes=1, opening=0, noise=100), SCOUTS // len(self.variants)
        scouts = [play_games(each, how, games, self.plan.seed, None).states for each in self.variants]
        seen = np.concatenate(scouts)
        self._random_plies = len(seen) / (games * len(self.variants))
        chosen = list(states_in(seen[:: max(1, len(seen) // SCOUT_STATES)], self.variant.game.state))
        own = self.plan.adds_own
        plain = [new_model(self.variant, chosen, adds_own=own, are_shared=shared) for shared in (False, True)]
        return [*plain, *(model.with_sides() for model in plain if not model.has_sides)]

    @property
    def positions_kept(self) -> int:
        """Positions of games that were played before, in an interrupted run of the same plan."""
        rounds = [len(_loaded(path).states) for path in self.folder.glob("round*.npz")]
        parts = [len(_loaded(path).states) for path in self.folder.glob("games*-*.npz") if path.stem.count(".") == 0]
        return sum(rounds) + sum(parts)

    # --- rounds

    def run(self, on: Executor) -> Iterator[str]:
        """Run all rounds, with the games played by an executor; progress is reported on the way."""
        for number in range(self.plan.rounds):
            path = self.folder / f"round{number}.npz"
            if not path.exists():
                yield from self._play_round(number, on)
            self._learn(number, path)
            yield f"round {number + 1} of {self.plan.rounds}: {self.error:.4f} bits on games held out"

    def _play_round(self, number: int, on: Executor) -> Iterator[str]:
        """Play games until there are enough positions; which games these are does not depend on who is quicker."""
        wanted = self._wanted(number) // (PLAYED_OUT_SHARE if self._is_played_out(number) else 1)  # or a little more
        found = self._saved_batches(number)
        missing: list[int] = []
        block = None if number == 0 else self.block().tobytes()

        def batches() -> Iterator[Batch]:
            for place in (place for place in count() if place not in found):
                missing.append(place)
                yield self._batch(number, place, block)

        with closing(on.run_all(play_batch, batches())) as results:
            while (batch := self._enough(found, number)) is None:
                place, played = next(results)
                found[missing[place]] = played
                _save(self._batch_file(number, missing[place]), played)
                self.positions_so_far = self.done + sum(len(one.states) for one in found.values())
                so_far = min(self.positions_so_far - self.done, wanted)
                yield f"round {number + 1} of {self.plan.rounds}: {so_far:,} of {wanted:,} positions"
        batches_in_order = [found[place] for place in range(batch)]
        _save(self.folder / f"round{number}.npz", _joined(batches_in_order, self._games_a_batch(number)))
        for path in self.folder.glob(f"games{number}-*.npz"):
            path.unlink()

    def _wanted(self, number: int) -> int:
        """The positions of a round: what is left, as many in each."""
        if number == 0:
            return self.plan.positions // self.plan.rounds
        return max(1, (self.plan.positions - self.first_round) // (self.plan.rounds - 1))

    def _enough(self, found: Mapping[int, Played], number: int) -> int | None:
        """How many batches, from the first on, are enough for a round; None while they are not all there."""
        wanted, is_played_out = self._wanted(number), self._is_played_out(number)
        have, games = 0, 0
        for place in range(len(found)):
            if place not in found:
                return None
            have += len(found[place].states)
            games += self._games_a_batch(number)
            if self.plan.is_enough(have, games, wanted, is_played_out=is_played_out):
                return place + 1
        return None

    def _batch(self, number: int, place: int, block: bytes | None) -> Batch:
        how = SelfPlay(nodes=self._nodes_a_move(number))
        seed = SEED_STEP * (self.plan.seed * MOST_ROUNDS + number) + place
        return Batch(self.variants[place % len(self.variants)], how, self._games_a_batch(number), seed, block)

    def _batch_file(self, number: int, place: int) -> Path:
        return self.folder / f"games{number}-{place}.npz"

    def _saved_batches(self, number: int) -> dict[int, Played]:
        paths = self.folder.glob(f"games{number}-*.npz")
        return {int(path.stem.partition("-")[2]): _loaded(path) for path in paths if path.stem.count(".") == 0}

    def _learn(self, number: int, path: Path) -> None:
        """Learn from the games of a round and of those before it, unless that is done already."""
        self.lessons = [*self.lessons, self._lesson(_loaded(path))][-KEPT_ROUNDS:]
        self.done += len(self.lessons[-1].states)
        self.positions_so_far = self.done
        self.first_round = self.done if number == 0 else self.first_round
        saved = self.folder / f"weights{number}.npz"
        if saved.exists():
            with np.load(saved) as file:
                self.weights, self.error = file["weights"], float(file["error"])
                self.model = self.models[int(file["model"])]
            return
        lesson = together(self.lessons)
        candidates = self.models if number < ROUNDS_TO_CHOOSE else [self.model]
        tried = [(model, self.learn_anew(model, lesson, number)) for model in candidates]
        if number > 0:
            tried.append((self.model, regress(self.model, lesson, self.weights, seed=self.plan.seed + number)))
        self.model, learned = min(tried, key=lambda one: one[1].error)
        self.weights, self.error = learned.weights, learned.error
        temporary = saved.with_suffix(".new.npz")
        place = next(place for place, model in enumerate(self.models) if model is self.model)
        np.savez(temporary, weights=learned.weights, error=learned.error, model=place)
        temporary.replace(saved)

    def learn_anew(self, model: Model, lesson: Lesson, number: int) -> Learned:
        """Learn from nothing; first what patterns do not say, else their many weights take the credit for it."""
        seed = self.plan.seed + number
        first = regress(model.without_patterns(), lesson, model.new_weights(), seed=seed)
        return regress(model, lesson, first.weights, seed=seed)

    def _lesson(self, played: Played) -> Lesson:
        offsets = np.zeros(len(played.states), np.float32)
        if self.plan.adds_own:
            worths = np.zeros(len(played.states))
            judge_states(states_in(played.states, self.variant.game.state), worths)
            offsets = worths.astype(np.float32)
        is_held_out = played.games % HELD_OUT == 0
        if self.teacher is not None:
            chances = expected_by(self.teacher, self.variant, played.states)
            return Lesson(played.states, played.leads, offsets, chances, chances, is_held_out)
        thought = 1 / (1 + np.exp(-played.values))
        targets = (TRUST * played.results + (1 - TRUST) * thought).astype(np.float32)
        return Lesson(played.states, played.leads, offsets, targets, played.results, is_held_out)

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
        with np.load(self.folder / f"round{self.plan.rounds - 1}.npz") as file:
            leads, results = file["final_leads"][held_out], file["results"][held_out]
        return fit_outlook(worths, results.astype(np.float64), leads), log_loss(worths, results)

    def distance(self) -> float:
        """How far expected results are from the teacher's on average, in the last round's held-out games."""
        last = self.lessons[-1]
        held_out = np.flatnonzero(last.is_held_out)
        chances = 1 / (1 + np.exp(-judged(self.model, last, self.weights, held_out)))
        return float(np.abs(chances - last.targets[held_out]).mean())


def expected_by(network: Network, variant: Variant, states: Words) -> Floats:
    """What a network expects for the player to move: from 0, lost, to 1, won."""
    encoder, chances = Encoder(variant), np.empty(len(states), np.float32)
    for begin in range(0, len(states), SHOWN_AT_ONCE):
        words = np.ascontiguousarray(states[begin : begin + SHOWN_AT_ONCE])
        movers = np.array(states_in(words, variant.game.state).mover).astype(np.int8)
        planes = np.zeros((len(words), *encoder.shape), np.uint8)
        draw(words, movers, np.zeros(len(words), np.int32), encoder.tables.program, planes.reshape(len(words), -1))
        _, values = network(planes)
        chances[begin : begin + len(words)] = (1 + np.asarray(values).ravel()) / 2
    return chances


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
