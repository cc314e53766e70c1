"""Gymnasium: one agent against a bot, in every game and option.

    import gymnasium, ludoteca.adapters.gymnasium
    env = gymnasium.make("ludoteca/Gekitai-v1", opponent="greedy")
    many = gymnasium.make_vec("ludoteca/Gekitai-v1", num_envs=256, opponent="greedy")

Importing this module registers the ids, which `ids()` lists; `BotEnv("hexapawn.py")` accepts a game's file as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.errors import needs

with needs("gymnasium"):
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

    from ludoteca.adapters.spaces import board_rgb

from ludoteca.adapters.spaces import chosen_variant, observation_space, observed, reward
from ludoteca.adapters.stepping import LEAVE
from ludoteca.adapters.vector import VectorEnv
from ludoteca.bots import Bot, BotLike, check_plays, find_bot
from ludoteca.bots.registry import close_bot
from ludoteca.errors import IllegalMove, LudotecaError, UnknownName
from ludoteca.games import find_game, game_names
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import VERSION, Encoder

RENDER_MODES = ("ansi", "rgb_array")
LARGEST_SEED = 2**31


def known_render_mode(mode: str | None) -> str | None:
    """The mode, if it exists."""
    if mode is not None and mode not in RENDER_MODES:
        raise UnknownName("there is no render mode called {name}; available: {known}", mode, RENDER_MODES)
    return mode


def rendered(position: Position, mode: str | None) -> Any:
    """Text or pixels."""
    if mode == "ansi":
        return position.board()
    return board_rgb(position) if mode == "rgb_array" else None


class BotEnv(gymnasium.Env):  # type: ignore[misc]
    """A game against a bot.  An illegal action loses; the seat alternates from game to game unless one is chosen.

    A game that reaches the maximum length is truncated; one that repeats a position is drawn, if its rules say so.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (so Gymnasium has it)

    def __init__(
        self,
        game: str | Variant,
        opponent: BotLike = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.variant = chosen_variant(game, options)
        self.encoder = Encoder(self.variant)
        check_plays(opponent, self.variant.name)
        if seat not in (None, 0, 1):
            raise LudotecaError(f"a seat is 0, 1, or None for either, not {seat!r}")
        self.render_mode = known_render_mode(render_mode)
        self.observation_space = observation_space(self.encoder)
        self.action_space = gymnasium.spaces.Discrete(self.encoder.actions)
        self._opponent, self._chosen_seat = opponent, seat
        self.bot: Bot | None = None
        self.seat = 0
        self.position: Position | None = None

    def __repr__(self) -> str:
        return f"<BotEnv {self.variant!r} against {self._opponent!r}>"

    __str__ = __repr__  # Gymnasium's own names the class alone

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; the opponent moves at once if it moves first."""
        super().reset(seed=seed, options=options)
        if self.bot is None or seed is not None:
            self.close()
            self.bot = find_bot(self._opponent, seed=int(self.np_random.integers(LARGEST_SEED)))
        self.seat = int(self.np_random.integers(2)) if self._chosen_seat is None else self._chosen_seat
        self.position = self._answered(self.variant.start(int(self.np_random.integers(LARGEST_SEED))))
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play, and let the opponent answer until it is the agent's turn again."""
        assert self.position is not None, "reset() comes first"
        try:
            after = self.encoder.play(self.position, int(action))
        except IllegalMove as error:
            return self._observed(), -1.0, True, False, {**self._info(), "illegal_action": str(error)}
        self.position = self._answered(after)
        outcome = self.position.outcome
        if outcome is None:
            return self._observed(), 0.0, False, False, self._info()
        gain = reward(outcome.winner, self.seat)
        is_cut = outcome.is_cut_off
        return self._observed(), gain, not is_cut, is_cut, {**self._info(), "reason": outcome.reason}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib's MaskablePPO expects."""
        mask: npt.NDArray[np.bool_] = self._observed()["action_mask"].astype(np.bool_)
        return mask

    def close(self) -> None:
        """End what the opponent has started, such as an engine; it is restarted when needed."""
        close_bot(self.bot, self._opponent)

    def render(self) -> Any:
        """Text or pixels, as requested when the environment was made."""
        assert self.position is not None, "reset() comes first"
        return rendered(self.position, self.render_mode)

    def _answered(self, position: Position) -> Position:
        assert self.bot is not None
        while position.outcome is None and position.mover != self.seat:
            position = position.after(self.bot.choose_code(position))
        return position

    def _observed(self) -> dict[str, Any]:
        assert self.position is not None
        return observed(self.encoder, self.position, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "position": str(self.position)}


class BotVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many games against a bot, stepped together: `VectorEnv` in the form of Gymnasium's vector environments.

    A finished game is replaced by the next as `autoreset_mode` says: at the next step, whatever the action; in the same
    step, and then `final_obs` has the observation of its last position; or when `reset` is called with
    `options={"reset_mask": …}`, and until then nothing changes there.  A game that reaches the maximum length is
    truncated.  `infos` says who won and whether an illegal action lost.  The mask of a row that waits for its next game
    allows every action, since none is played there.
    """

    metadata = {  # noqa: RUF012 (so Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str | Variant,
        num_envs: int = 1,
        opponent: BotLike = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        variant, mode = chosen_variant(game, options), AutoresetMode(autoreset_mode)
        self.metadata = type(self).metadata | {"autoreset_mode": mode}
        self.autoreset_mode = mode  # where TorchRL looks for it, as in Gymnasium's own
        self._ended, self._cut = np.zeros((2, num_envs), np.bool_)  # the rows that wait for their next game, and why
        self.games = VectorEnv(variant, num_envs, opponent=opponent, seat=seat, dtype=np.float32)
        self.num_envs, self.render_mode = num_envs, known_render_mode(render_mode)
        self.single_observation_space = observation_space(self.games.encoder)
        self.single_action_space = gymnasium.spaces.Discrete(self.games.encoder.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game in every row, or where `options["reset_mask"]` says; the same seed gives the same games."""
        super().reset(seed=seed, options=options)
        chosen = np.ones(self.num_envs, np.bool_) if options is None else np.asarray(options.get("reset_mask", True))
        rows = np.broadcast_to(chosen, self.num_envs).astype(np.bool_)
        if rows.all():
            self.games.reset(seed)
        elif (running := rows & ~self._ended).any():  # the others already have their next game
            others = np.flatnonzero(~running)
            saved = self.games.save_rows(others)
            self.games.reset(seed)
            self.games.restore_rows(saved, others, with_chance=True)
        self._ended[rows] = self._cut[rows] = False
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play in every row, and let the opponent answer."""
        games, mode = self.games, self.autoreset_mode
        games.step(np.where(self._ended, LEAVE, np.asarray(actions)))  # there the next game has already been set up
        dones, cut = games.dones.copy(), games.truncations.copy()
        if mode == AutoresetMode.DISABLED:
            dones, cut = dones | self._ended, cut | self._cut
        if mode != AutoresetMode.SAME_STEP:
            self._ended, self._cut = dones, cut
        seen, info = self._seen()
        if games.dones.any():
            told = {"winner": games.winners.copy(), "illegal": games.was_illegal.copy()}
            told |= {f"_{name}": games.dones.copy() for name in told}
            if mode == AutoresetMode.SAME_STEP:
                info |= {"final_obs": self._final_observations(), "_final_obs": dones}
                info |= {"final_info": told, "_final_info": dones}
            else:
                info |= told
        return seen, games.rewards.copy(), dones & ~cut, cut, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now in every row; all of them in a row that waits for its next game."""
        return self.games.masks.astype(np.bool_) | self._ended[:, np.newaxis]

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 (Gymnasium's signature)
        """End what the opponent has started, such as an engine."""
        self.games.close()

    def render(self) -> tuple[Any, ...] | None:
        """Text or pixels of every row, as requested when the environment was made."""
        if self.render_mode is None:
            return None
        return tuple(rendered(self.games.position(row), self.render_mode) for row in range(self.num_envs))

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The observation of every row, and whose it is; for one that waits for its next game, the last one's end."""
        planes, masks, seats = (array.copy() for array in (self.games.planes, self.games.masks, self.games.to_move))
        ended = self._ended
        planes[ended], masks[ended], seats[ended] = self.games.final_planes[ended], 1, self.games.final_seats[ended]
        return {"observation": planes, "action_mask": masks}, {"seat": seats}

    def _final_observations(self) -> npt.NDArray[Any]:
        seen = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(self.games.dones).tolist():
            mask = np.zeros_like(self.games.masks[row])  # nothing is legal any more
            seen[row] = {"observation": self.games.final_planes[row].copy(), "action_mask": mask}
        return seen


def registered_name(game: str) -> str:
    """The name under which Gymnasium registers it, such as `ludoteca/Gekitai-v1`."""
    return f"ludoteca/{''.join(filter(str.isalnum, find_game(game).title))}-v{VERSION}"


def ids() -> list[str]:
    """The ids of all registered games, for `gymnasium.make`."""
    return sorted(name for name in gymnasium.registry if name.startswith("ludoteca/"))


def register_all() -> None:
    """Register every game."""
    for game in game_names():
        if registered_name(game) not in gymnasium.registry:
            gymnasium.register(
                registered_name(game),
                f"{__name__}:BotEnv",
                vector_entry_point=f"{__name__}:BotVectorEnv",
                kwargs={"game": game},
            )


register_all()
