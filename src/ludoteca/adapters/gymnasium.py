"""Gymnasium: one agent against a bot, in every game and option.

    import gymnasium, ludoteca.adapters.gymnasium
    env = gymnasium.make("ludoteca/Gekitai-v1", opponent="greedy")

Importing this module registers the names.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.extras import needs

with needs("gymnasium"):
    import gymnasium

from ludoteca.adapters.raster import board_rgb
from ludoteca.adapters.spaces import chosen_variant, observation_space, observed, reward
from ludoteca.bots import Bot, BotLike, check_plays, find_bot
from ludoteca.bots.registry import close_bot
from ludoteca.games import find_game, game_names
from ludoteca.kernel.errors import IllegalMove, LudotecaError, UnknownName
from ludoteca.play import Position
from ludoteca.play.encoder import VERSION, Encoder

RENDER_MODES = ("ansi", "rgb_array")
LARGEST_SEED = 2**31


class BotEnv(gymnasium.Env):  # type: ignore[misc]
    """A game against a bot.  An illegal action loses; the seat changes from game to game unless one is chosen."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (so Gymnasium has it)

    def __init__(
        self,
        game: str,
        opponent: BotLike = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.variant = chosen_variant(game, options)
        self.encoder = Encoder(self.variant)
        check_plays(opponent, game)
        if seat not in (None, 0, 1):
            raise LudotecaError(f"a seat is 0, 1, or None for either, not {seat!r}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise UnknownName("render mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.encoder)
        self.action_space = gymnasium.spaces.Discrete(self.encoder.actions)
        self._opponent, self._chosen_seat = opponent, seat
        self._bot: Bot | None = None
        self.seat = 0
        self.position: Position | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; the opponent moves at once where it has the first move."""
        super().reset(seed=seed, options=options)
        if self._bot is None or seed is not None:
            self.close()
            self._bot = find_bot(self._opponent, seed=int(self.np_random.integers(LARGEST_SEED)))
        self.seat = int(self.np_random.integers(2)) if self._chosen_seat is None else self._chosen_seat
        self.position = self._answered(self.variant.start(int(self.np_random.integers(LARGEST_SEED))))
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play, and let the opponent answer until it is the agent's turn again."""
        assert self.position is not None, "reset() comes first"
        try:
            move = self.encoder.move(self.position, int(action))
        except IllegalMove as error:
            return self._observed(), -1.0, True, False, {**self._info(), "illegal_action": str(error)}
        self.position = self._answered(self.position.play(move))
        outcome = self.position.outcome
        if outcome is None:
            return self._observed(), 0.0, False, False, self._info()
        gain = reward(outcome.winner, self.seat)
        return self._observed(), gain, True, False, {**self._info(), "reason": outcome.reason}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib's MaskablePPO asks for it."""
        mask: npt.NDArray[np.bool_] = self._observed()["action_mask"].astype(np.bool_)
        return mask

    def close(self) -> None:
        """End what the opponent has started, such as an engine; it starts again when it is needed."""
        close_bot(self._bot, self._opponent)

    def render(self) -> Any:
        """Text or pixels, as was asked for when the environment was made."""
        assert self.position is not None, "reset() comes first"
        if self.render_mode == "ansi":
            return self.position.board()
        return board_rgb(self.position) if self.render_mode == "rgb_array" else None

    def _answered(self, position: Position) -> Position:
        assert self._bot is not None
        while position.outcome is None and position.mover != self.seat:
            position = position.play(self._bot.choose(position))
        return position

    def _observed(self) -> dict[str, Any]:
        assert self.position is not None
        return observed(self.encoder, self.position, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "position": str(self.position)}


def registered_name(game: str) -> str:
    """The name that Gymnasium knows it by, such as `ludoteca/Gekitai-v1`."""
    return f"ludoteca/{find_game(game).title.replace(' ', '')}-v{VERSION}"


def register_all() -> None:
    """Register every game."""
    for game in game_names():
        if registered_name(game) not in gymnasium.registry:
            gymnasium.register(registered_name(game), f"{__name__}:BotEnv", kwargs={"game": game})


register_all()
