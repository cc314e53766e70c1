"""Compiling ahead of time, so that nobody waits later: all verbs, counting and playouts of each game.

Packages above this one are compiled by steps passed as `more`, such as `ludoteca.search.analysis.search_steps`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ludoteca.compiler import layouts
from ludoteca.errors import LudotecaError
from ludoteca.games import game_names
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.play.perft import count_sequences
from ludoteca.play.playouts import collect_statistics, play_random
from ludoteca.play.position import Variant, load_game

THREAD = "warming"  # the name of threads that compile ahead; a program may end while they run


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of work: what it compiles, for which game, and how."""

    game: str
    what: str  # "rules", "counting", "playouts", "search"
    work: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Warmed:
    """A completed step."""

    game: str
    what: str
    seconds: float


def warm_rules(variant: Variant) -> None:
    """Compile the rules, which `Position` calls."""
    state = layouts.copied(variant.blank)
    random = random_numbers.new_random(0)
    room = np.zeros_like(variant.room)
    with BrokenRulesReporter(variant.game, state):
        verbs.start(state, random)
        verbs.ending(state)
        verbs.settled(state)
        verbs.key(state)
        verbs.moves(state, room)
        variant.game.spelt(state, int(room[0]))
        verbs.play(state, int(room[0]))


MoreSteps = Callable[[Variant], Iterable[Step]]


def steps(names: Iterable[str] | None = None, more: MoreSteps | None = None) -> list[Step]:
    """Everything to compile for these games, or for every installed game."""
    found: list[Step] = []
    for name in game_names() if names is None else names:
        variant = load_game(name)
        found += _steps_of(variant)
        found += more(variant) if more is not None else ()
    return found


def _steps_of(variant: Variant) -> Iterator[Step]:
    def count() -> None:
        count_sequences(variant.start(0), 1)

    def play() -> None:
        play_random(variant, 1, seed=0)
        play_random(variant, 1, seed=0, start=variant.start(0))
        collect_statistics(variant, 1, seed=0)

    yield Step(variant.name, "rules", lambda: warm_rules(variant))
    yield Step(variant.name, "counting", count)
    yield Step(variant.name, "playouts", play)


def run_step(step: Step) -> Warmed:
    """Do one step and return how long it took."""
    begun = time.perf_counter()
    step.work()
    return Warmed(step.game, step.what, time.perf_counter() - begun)


class BackgroundWarming:
    """Compiles in a thread of its own, while a person reads a menu.

    Leaving `with` stops it after the current step, which nobody waits for: it may take seconds.
    """

    def __init__(self, names: Iterable[str] | None = None, more: MoreSteps | None = None) -> None:
        self._names = tuple(game_names() if names is None else names)
        self._more = more
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=THREAD, daemon=True)

    def __enter__(self) -> BackgroundWarming:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()

    def wait(self) -> None:
        """Wait until everything is compiled."""
        self._thread.join()

    def _run(self) -> None:
        for name in self._names:
            try:
                for step in steps([name], self._more):
                    if self._is_over.is_set():
                        return
                    run_step(step)
            except LudotecaError:  # reported when someone chooses the game
                continue
