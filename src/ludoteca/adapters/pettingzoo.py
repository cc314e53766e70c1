"""PettingZoo: every game and option as an AEC environment.

    from ludoteca.adapters.pettingzoo import gekitai_v1
    env = gekitai_v1.env(double_win="mover", render_mode="ansi")

An observation contains the planes as the agent sees them and the mask of its legal actions.
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludoteca.errors import needs

with needs("pettingzoo"):
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from ludoteca.adapters.spaces import board_rgb

from ludoteca.adapters.spaces import chosen_variant, observation_space, observed, reward
from ludoteca.errors import UnknownName
from ludoteca.games import game_names
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import VERSION, Encoder

SUFFIX = f"_v{VERSION}"
AGENTS = ["player_0", "player_1"]
RENDER_MODES = ["human", "ansi", "rgb_array"]


class RawEnv(AECEnv):  # type: ignore[misc]
    """One game between two agents; an illegal action is an error here, see `env`.

    A game that reaches the maximum length is truncated for both.
    """

    def __init__(self, game: str | Variant, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.variant = chosen_variant(game, options)
        self.encoder = Encoder(self.variant)
        self.metadata = {
            "name": f"{self.variant.name}{SUFFIX}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise UnknownName("there is no render mode called {name}; available: {known}", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        observation = observation_space(self.encoder)
        self.observation_spaces = dict.fromkeys(AGENTS, observation)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.encoder.actions) for agent in AGENTS}
        self._chance = np.random.default_rng()
        self.position: Position | None = None

    def observation_space(self, agent: str) -> Any:
        """Planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; a seed determines random setups, of this game and of those after it."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.position = self.variant.start(int(self._chance.integers(2**31)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; nothing is legal while the other is to move."""
        assert self.position is not None, "reset() comes first"
        seat = AGENTS.index(agent)
        return observed(self.encoder, self.position, seat)

    def step(self, action: Any) -> None:
        """Play for the agent to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert self.position is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position = self.encoder.play(self.position, int(action))
        outcome = self.position.outcome
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if outcome is not None:
            for seat, agent in enumerate(AGENTS):
                self.rewards[agent] = reward(outcome.winner, seat)
                self.terminations[agent] = not outcome.is_cut_off
                self.truncations[agent] = outcome.is_cut_off
                self.infos[agent] = {"reason": outcome.reason}
        self.agent_selection = AGENTS[self.position.mover]
        self._accumulate_rewards()

    def render(self) -> Any:
        """Text or pixels, as requested when the environment was made; for a human, text is printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: human, ansi or rgb_array")
            return None
        assert self.position is not None, "reset() comes first"
        if self.render_mode == "human":
            print(self.position.board())
            return None
        return self.position.board() if self.render_mode == "ansi" else board_rgb(self.position)

    def close(self) -> None:
        """Nothing is left open."""


def env(game: str, render_mode: str | None = None, **options: Any) -> Any:
    """A game in the usual wrappers: an illegal action loses, calls in the wrong order are errors."""
    wrapped = wrappers.TerminateIllegalWrapper(RawEnv(game, render_mode, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def names() -> list[str]:
    """The environments of this module, such as `gekitai_v1`."""
    return [f"{name}{SUFFIX}" for name in game_names()]


def __getattr__(name: str) -> Any:
    if name not in names():
        raise AttributeError(f"there is no environment {name!r}; available: {', '.join(names())}")
    game = name.removesuffix(SUFFIX)
    return SimpleNamespace(env=partial(env, game), raw_env=partial(RawEnv, game))
