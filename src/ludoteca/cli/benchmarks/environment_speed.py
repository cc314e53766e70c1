"""How fast the vector environment runs beside other libraries, for `ludoteca bench --environments`."""

from __future__ import annotations

import json
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
OPPONENTS = (None, "random", "greedy")  # those that answer in compiled code
ROUNDS = 5

Stepping = Callable[[float], float]  # from seconds to steps a second


@dataclass(frozen=True, slots=True)
class Steps:
    """Random games stepped with planes and masks: how many steps a second, on one core."""

    what: str
    steps_per_s: float
    ratio: float | None = None  # ours on the same game to this, in the same rounds


def vector_steps(variant: Variant, opponent: str | None = None) -> Stepping:
    """Ours: random legal actions in all games, then one step of all games."""
    games = VectorEnv(variant, GAMES, seed=1, opponent=opponent)
    actions = np.zeros(GAMES, np.int32)
    games.step(games.random_actions(actions))  # compile

    def run(seconds: float) -> float:
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            games.step(games.random_actions(actions))
            steps += GAMES
        return steps / (time.perf_counter() - begun)

    return run


def open_spiel_steps(name: str, *, has_planes: bool) -> Stepping:
    """OpenSpiel's game stepped from Python; with planes, its observation tensor too."""
    import pyspiel

    game = pyspiel.load_game(name)
    choose = random.Random(1).choice

    def run(seconds: float) -> float:
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if has_planes:
                    state.observation_tensor()
                state.apply_action(choose(state.legal_actions()))
                steps += 1
        return steps / (time.perf_counter() - begun)

    return run


def pgx_steps(name: str) -> Stepping:
    """Pgx's game, as many games at once, compiled by JAX for this processor, with autoreset."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(name)
    stepped = jax.vmap(auto_reset(game.step, game.init))

    def advance(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        choosing, beginning = jax.random.split(key)
        actions = jax.random.categorical(choosing, logits, axis=-1)
        return stepped(state, actions, jax.random.split(beginning, GAMES))

    compiled_step = jax.jit(advance)
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    state = jax.jit(jax.vmap(game.init))(keys)
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


def others(variant: Variant) -> dict[str, Stepping]:
    """The same game in other libraries that are installed; `elsewhere.json` beside a game has its name there."""
    listed = variant.game.resource("elsewhere.json")
    names = {} if listed is None else json.loads(listed.read_text(encoding="utf-8"))
    found: dict[str, Stepping] = {}
    if (name := names.get("OpenSpiel")) and find_spec("pyspiel"):
        found[f"OpenSpiel {name}, from Python"] = open_spiel_steps(name, has_planes=False)
        found[f"OpenSpiel {name}, with its tensor"] = open_spiel_steps(name, has_planes=True)
    if (name := names.get("Pgx")) and find_spec("pgx") and find_spec("jax"):
        found[f"Pgx {name}, jitted"] = pgx_steps(name)
    return found


def measured_steps(variants: list[Variant], seconds: float) -> list[Steps]:
    """Ours for every game, then others'; each round steps ours and the other, so that both see the same machine."""
    answer = []
    for opponent in OPPONENTS:
        for variant in variants:
            stepping = vector_steps(variant, opponent)
            what = variant.name if opponent is None else f"{variant.name} against {opponent}"
            answer.append(Steps(what, median(stepping(seconds) for _ in range(ROUNDS))))
    for variant in variants:
        for what, stepping in others(variant).items():
            ours = vector_steps(variant)
            rounds = [(ours(seconds), stepping(seconds)) for _ in range(ROUNDS)]
            ratio = median(own / theirs for own, theirs in rounds)
            answer.append(Steps(what, median(theirs for _, theirs in rounds), ratio))
    return answer
