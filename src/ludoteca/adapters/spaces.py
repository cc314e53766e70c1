"""What agents of PettingZoo, Gymnasium and Stable-Baselines3 see, their rewards, and pictures for videos of them."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.errors import LudotecaError, needs
from ludoteca.kernel.options import RULES
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import Encoder
from ludoteca.play.position import open_game
from ludoteca.play.svg_picture import png

with needs("gymnasium"):
    from gymnasium import spaces
    from PIL import Image

CELL = 32  # pixels of a cell in a video


class UnexpectedArgument(LudotecaError, TypeError):
    """An argument that is not an option of the game: also a TypeError, as libraries that try out arguments expect."""


def chosen_variant(game: str | Variant, options: Mapping[str, Any]) -> Variant:
    """The game, by name or by the path of its file, with the options given as arguments of an environment.

    A variant already has its options.
    """
    if isinstance(game, Variant):
        if options:
            raise UnexpectedArgument(
                f"got an unexpected keyword argument {next(iter(options))!r}; a variant has its options already"
            )
        return game
    declared = open_game(str(game)).game
    known = [*([RULES] if declared.rule_sets else []), *(option.name for option in declared.options)]
    for name in options:
        if name not in known:
            there = ", ".join(known) or "none"
            raise UnexpectedArgument(
                f"got an unexpected keyword argument {name!r}; the options of {declared.name} are: {there}"
            )
    return Variant(declared, **options)


def planes_space(encoder: Encoder) -> Any:
    """Planes as floating point."""
    highest = encoder.highest.astype(np.float32)
    return spaces.Box(np.zeros_like(highest), highest, dtype=np.float32)


def observation_space(encoder: Encoder) -> Any:
    """Planes and a mask."""
    return spaces.Dict(
        {"observation": planes_space(encoder), "action_mask": spaces.Box(0, 1, (encoder.actions,), np.int8)}
    )


def observed(encoder: Encoder, position: Position, seat: int) -> dict[str, Any]:
    """What a player sees of a position; nothing is legal while the other is to move."""
    is_mover = position.mover == seat
    return {
        "observation": encoder.show(position, seat, np.zeros(encoder.shape, np.float32)),
        "action_mask": encoder.mask(position) if is_mover else np.zeros(encoder.actions, np.int8),
    }


def reward(winner: int | None, seat: int) -> float:
    """1 for a win, -1 for a loss, 0 for a draw."""
    return 0.0 if winner is None else 1.0 if winner == seat else -1.0


def board_rgb(position: Position) -> npt.NDArray[np.uint8]:
    """The picture of a position, [height, width, 3]."""
    left, top, right, bottom = position.variant.board.bounds
    picture = png(position.svg(round((max(right - left, bottom - top) + 1.5) * CELL)))
    return np.asarray(Image.open(BytesIO(picture)).convert("RGB"))
