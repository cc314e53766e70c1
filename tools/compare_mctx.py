"""Compare batched search with mctx: the same priors and values, the same policies.

    pip install mctx
    python tools/compare_mctx.py [GAME] [--simulations 100] [--positions 8] [--record tests/search/mctx_answers.json]

mctx searches in JAX; its model calls back into the rules here, so both see the same game.  With --record
its answers are kept for a test that runs without it.  Near the end of a game the two differ by design: mctx knows
nothing of proofs.
"""

from __future__ import annotations

import argparse
import functools
import json
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import mctx
import numpy as np
from fake_network import fake_network

import ludoteca
from ludoteca.kernel.random_numbers import below, new_random
from ludoteca.play import Position
from ludoteca.play.encoder import Encoder
from ludoteca.search.batched import BatchedSearch

jax.config.update("jax_enable_x64", True)
DEEPEST = 64  # plies below the root
ENDED = "the search has seen the end of a game, where mctx proves nothing: take a longer game or fewer simulations"
KEPT = 1e-7  # shares of the policy above this are recorded
NO_MOVE = np.finfo(np.float64).min


class Model:
    """The game and the network as mctx calls them: an embedding is the row's number and the actions so far."""

    def __init__(self, roots: list[Position]) -> None:
        self.roots, self.encoder = roots, Encoder(roots[0].variant)
        self.network = fake_network(self.encoder)

    def look(self, path: Any) -> tuple[Any, Any, Any]:
        """Masked logits and value after a path from a root, and whether the mover differs from the one before."""
        position = before = self.roots[int(path[0])]
        for action in path[1:].tolist():
            if action < 0:
                break
            before, position = position, self.encoder.play(position, action)
        if position.outcome is not None:
            raise SystemExit(ENDED)
        logits, values = self.network(self.encoder.show(position)[None])
        legal = self.encoder.mask(position) == 1
        sign = 1.0 if position.mover == before.mover else -1.0
        logits, values = (each[0].astype(np.float32).astype(np.float64) for each in (logits, values))  # as here
        return np.where(legal, logits, NO_MOVE), values, np.float64(sign)

    def step(self, parameters: Any, key: Any, actions: Any, paths: Any) -> tuple[Any, Any]:
        """What mctx calls a recurrent function."""
        del parameters, key
        place = jnp.argmax(paths == -1, axis=1)
        paths = jax.vmap(lambda path, at, action: path.at[at].set(action))(paths, place, actions)
        shapes = (
            jax.ShapeDtypeStruct((len(self.roots), self.encoder.actions), jnp.float64),
            jax.ShapeDtypeStruct((len(self.roots),), jnp.float64),
            jax.ShapeDtypeStruct((len(self.roots),), jnp.float64),
        )
        logits, values, signs = jax.pure_callback(self._look_all, shapes, paths)
        told = mctx.RecurrentFnOutput(reward=jnp.zeros_like(values), discount=signs, prior_logits=logits, value=values)
        return told, paths

    def _look_all(self, paths: Any) -> tuple[Any, ...]:
        return tuple(np.array(each) for each in zip(*map(self.look, np.asarray(paths)), strict=True))

    def root(self) -> tuple[Any, Any]:
        """What mctx starts from, and which actions are illegal."""
        paths = np.full((len(self.roots), DEEPEST + 2), -1, np.int64)
        paths[:, 0] = range(len(self.roots))
        logits, values, _ = self._look_all(paths)
        told = mctx.RootFnOutput(prior_logits=jnp.array(logits), value=jnp.array(values), embedding=jnp.array(paths))
        return told, jnp.array(logits == NO_MOVE)


def value_or_parents(tree: Any, node: Any) -> Any:
    """The values of moves, and of those not visited yet that of the position they are played from."""
    return jnp.where(tree.children_visits[node] > 0, tree.qvalues(node), tree.node_values[node])


def main() -> None:
    """Print the largest differences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="reversi")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--record", type=Path)
    asked = parser.parse_args()
    roots, random = [], new_random(1)
    for number in range(asked.positions):
        position = ludoteca.game(asked.game).start(1)
        for _ in range(number // 2):
            position = position.after(position.codes[below(random, len(position.codes))])
        roots.append(position)
    model = Model(roots)
    root, illegal = model.root()
    common: dict[str, Any] = {
        "params": None, "rng_key": jax.random.PRNGKey(0), "root": root, "recurrent_fn": model.step,
        "num_simulations": asked.simulations, "invalid_actions": illegal, "max_depth": DEEPEST,
    }  # fmt: skip
    kept: dict[str, Any] = {
        "game": asked.game,
        "simulations": asked.simulations,
        "positions": [str(root) for root in roots],
        "answers": {},
    }
    policies = {
        "puct": functools.partial(mctx.muzero_policy, dirichlet_fraction=0.0, qtransform=value_or_parents),
        "gumbel": functools.partial(mctx.gumbel_muzero_policy, gumbel_scale=0.0),
    }
    for method, policy in policies.items():
        theirs = policy(**common)
        search = BatchedSearch(roots, model.network, simulations=asked.simulations, method=method)
        found = search.run()
        if search.trees.proof.any():
            raise SystemExit(ENDED)
        tree = theirs.search_tree
        visits, values = np.asarray(tree.children_visits[:, 0]), np.asarray(tree.node_values[:, 0])
        weights = np.asarray(theirs.action_weights)
        if method == "puct":
            actions = "the same" if (visits.argmax(1) == found.visits.argmax(1)).all() else "DIFFERENT"
        else:
            actions = "the same" if (np.asarray(theirs.action) == found.actions).all() else "DIFFERENT"
        print(
            f"{method}, {asked.game}, {len(roots)} positions, {asked.simulations} simulations: actions {actions};"
            f" largest difference in policies {abs(weights - found.policies).max():.1e}, in visits"
            f" {abs(visits - found.visits).max()}, in values {abs(values - found.values).max():.1e}"
        )
        kept["answers"][method] = [
            {
                "action": int(theirs.action[row] if method == "gumbel" else visits[row].argmax()),
                "value": round(float(values[row]), 7),
                "visits": {str(action): int(visits[row, action]) for action in np.flatnonzero(visits[row])},
                "policy": {
                    str(action): round(float(weights[row, action]), 7) for action in np.flatnonzero(weights[row] > KEPT)
                },
            }
            for row in range(len(roots))
        ]
    if asked.record:
        asked.record.write_text(json.dumps(kept) + "\n")


if __name__ == "__main__":
    main()
