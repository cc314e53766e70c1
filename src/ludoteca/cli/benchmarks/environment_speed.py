"""How fast the vector environment runs beside other libraries, for `ludoteca bench --environments`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from ludoteca.adapters.vector import VectorEnv
from ludoteca.play import Variant

GAMES = 1024
ROUNDS = 5

Stepping = Callable[[float], float]  # from seconds to steps a second


@dataclass(frozen=True, slots=True)
class Steps:
    """Random games stepped with planes and masks: how many steps a second, on one core."""

    what: str
    steps_per_s: float
    ratio: float | None = None  # ours on Reversi to this, in the same rounds


def vector_steps(variant: Variant) -> Stepping:
    """Ours: random legal actions in all games, then one step of all games."""
    games = VectorEnv(variant, GAMES, seed=1)
    actions = np.zeros(GAMES, np.int32)
    games.step(games.random_actions(actions))  # compile

    def run(seconds: float) -> float:
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            games.step(games.random_actions(actions))
            steps += GAMES
        return steps / (time.perf_counter() - begun)

    return run


def open_spiel_steps(*, has_planes: bool) -> Stepping:
    """OpenSpiel's Othello stepped from Python; with planes, its observation tensor too."""
    import pyspiel

    othello = pyspiel.load_game("othello")
    choose = random.Random(1).choice

    def run(seconds: float) -> float:
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            state = othello.new_initial_state()
            while not state.is_terminal():
                if has_planes:
                    state.observation_tensor()
                state.apply_action(choose(state.legal_actions()))
                steps += 1
        return steps / (time.perf_counter() - begun)

    return run


def pgx_steps() -> Stepping:
    """Pgx's Othello, as many games at once, compiled by JAX for this processor, with autoreset."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    othello = pgx.make("othello")
    stepped = jax.vmap(auto_reset(othello.step, othello.init))

    def advance(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        choosing, beginning = jax.random.split(key)
        actions = jax.random.categorical(choosing, logits, axis=-1)
        return stepped(state, actions, jax.random.split(beginning, GAMES))

    compiled_step = jax.jit(advance)
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    state = jax.jit(jax.vmap(othello.init))(keys)
    state = jax.block_until_ready(compiled_step(state, keys[0]))

    def run(seconds: float) -> float:
        nonlocal state
        key = jax.random.PRNGKey(2)
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            key, now = jax.random.split(key)
            state = jax.block_until_ready(compiled_step(state, now))
            steps += GAMES
        return steps / (time.perf_counter() - begun)

    return run


def others() -> dict[str, Stepping]:
    """The other libraries that are installed."""
    found: dict[str, Stepping] = {}
    if find_spec("pyspiel"):
        found["OpenSpiel othello, from Python"] = open_spiel_steps(has_planes=False)
        found["OpenSpiel othello, with its tensor"] = open_spiel_steps(has_planes=True)
    if find_spec("pgx") and find_spec("jax"):
        found["Pgx othello, jitted"] = pgx_steps()
    return found


def measured_steps(variants: list[Variant], seconds: float) -> list[Steps]:
    """Ours for every game, then others'; each round steps Reversi and the others, so that all see the same machine."""
    answer = []
    for variant in variants:
        stepping = vector_steps(variant)
        answer.append(Steps(variant.name, median(stepping(seconds) for _ in range(ROUNDS))))
    ours = [vector_steps(variant) for variant in variants if variant.name == "reversi"]
    for what, stepping in others().items() if ours else ():
        rounds = [(ours[0](seconds), stepping(seconds)) for _ in range(ROUNDS)]
        ratio = median(own / theirs for own, theirs in rounds)
        answer.append(Steps(what, median(theirs for _, theirs in rounds), ratio))
    return answer
