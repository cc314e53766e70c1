"""Stable-Baselines3: many games against a bot as one of its vector environments, stepped by compiled calls.

    from sb3_contrib import MaskablePPO
    from ludoteca.adapters.sb3 import VecEnv

    env = VecEnv("gekitai", 256, opponent="greedy", seed=1)
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=4096).learn(1_000_000)

The game may be a file's path or a variant; its options are arguments, too.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.errors import needs

with needs("sb3"):
    import gymnasium
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import base_vec_env

    from ludoteca.adapters.spaces import board_rgb, planes_space

from ludoteca.adapters.spaces import chosen_variant
from ludoteca.adapters.vector import VectorEnv
from ludoteca.bots import BotLike
from ludoteca.errors import LudotecaError, UnknownName
from ludoteca.play import Variant

Array = npt.NDArray[Any]
Indices = int | Sequence[int] | None


class VecEnv(base_vec_env.VecEnv):  # type: ignore[misc]
    """`VectorEnv` as Stable-Baselines3 expects it: it is always the learner's turn, and the next game begins at once.

    Observations are the planes in float32, not scaled: as such they are no image to Stable-Baselines3, and `MlpPolicy`
    flattens them.  `MaskablePPO` finds the masks.  The info of a row is empty until its game ends; then it contains
    `terminal_observation`, `TimeLimit.truncated` and `episode`, as a `Monitor` gives it.  All arrays are copies.
    """

    def __init__(
        self,
        game: str | Variant,
        num_envs: int,
        opponent: BotLike = "random",
        seat: int | None = None,
        seed: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise UnknownName("there is no render mode called {name}; available: {known}", render_mode, ["rgb_array"])
        self.render_mode = render_mode  # Stable-Baselines3 asks for it
        variant = chosen_variant(game, options)
        self.games = VectorEnv(variant, num_envs, seed=seed, opponent=opponent, seat=seat, dtype=np.float32)
        self._actions = np.zeros(num_envs, np.int64)
        self._lengths = np.zeros(num_envs, np.int64)  # of the games so far, in the learner's actions
        self._began = time.time()
        encoder = self.games.encoder
        super().__init__(num_envs, planes_space(encoder), gymnasium.spaces.Discrete(encoder.actions))

    def __repr__(self) -> str:
        return f"<VecEnv of {self.num_envs} games of {self.games.variant!r}>"

    def reset(self) -> Array:
        """New games in every row; after `seed(7)`, the same ones each time."""
        self.games.reset(self._seeds[0])
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self.games.planes.copy()

    def step_async(self, actions: Array) -> None:
        """The actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """One action in every game, and the opponent's answers."""
        games = self.games
        games.step(self._actions)
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(games.dones).tolist():
            episode = {
                "r": float(games.rewards[row]),
                "l": int(self._lengths[row]),
                "t": round(time.time() - self._began, 6),
            }
            infos[row] = {
                "terminal_observation": games.final_planes[row].copy(),
                "TimeLimit.truncated": bool(games.truncations[row]),
                "episode": episode,
            }
        self._lengths[games.dones] = 0
        return games.planes.copy(), games.rewards.copy(), games.dones.copy(), infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, by row."""
        return self.games.masks.astype(np.bool_)

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        """What a method that answers for all rows, such as `action_masks`, says of each."""
        answers = getattr(self, method_name)(*args, **kwargs)
        return [answers[row] for row in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The same for each row."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:  # noqa: ARG002
        """Rows have no attributes of their own."""
        raise LudotecaError(f"all rows share {attr_name}: set it on the environment itself")

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """Episodes are reported as a `Monitor` does; there are no other wrappers."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def get_images(self) -> list[npt.NDArray[np.uint8] | None]:
        """Pixels of every row, if requested when the environment was made."""
        if self.render_mode is None:
            return [None] * self.num_envs
        return [board_rgb(self.games.position(row)) for row in range(self.num_envs)]

    def close(self) -> None:
        """End what the opponent has started, such as an engine."""
        self.games.close()
