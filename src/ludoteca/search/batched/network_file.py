"""Networks in files: ONNX, with the game they are for in the file's own metadata."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.errors import BadOption, LudotecaError, needs
from ludoteca.play.encoder import VERSION, Encoder
from ludoteca.play.position import Variant

Array = npt.NDArray[Any]
GAME, PLANES = "ludoteca game", "ludoteca planes"  # keys of the metadata
INPUT, OUTPUTS = "planes", ["logits", "values"]


class WrongNetwork(BadOption):
    """A network is not for this game."""


class NetworkFile:
    """A network that plays: planes of some positions (uint8) to logits of all actions, and values from -1 to 1."""

    def __init__(self, content: bytes | Path, *, threads: int = 1) -> None:
        """`content` is the file or what is in it."""
        with needs("nn"):
            import onnxruntime
        self.name = content.name if isinstance(content, Path) else "the network"
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = threads
        settings.inter_op_num_threads = 1
        given = content.read_bytes() if isinstance(content, Path) else content
        try:
            self._session = onnxruntime.InferenceSession(given, settings, providers=["CPUExecutionProvider"])
        except Exception as error:  # the library's errors have no name of their own that all versions share
            raise LudotecaError(f"{self.name} cannot be read as a network") from error
        told = self._session.get_modelmeta().custom_metadata_map
        self.game, self.version = told.get(GAME), told.get(PLANES)

    def __call__(self, planes: Array) -> tuple[Array, Array]:
        """Logits and values."""
        logits, values = self._session.run(OUTPUTS, {INPUT: np.ascontiguousarray(planes, np.uint8)})
        return logits, values

    def check_game(self, name: str) -> None:
        """Raise WrongNetwork unless it is for this game."""
        if self.game != name:
            raise WrongNetwork(f"{self.name} is a network for {self.game or 'an unknown game'}, not for {name}")

    def check_plays(self, variant: Variant) -> None:
        """Raise WrongNetwork unless it is for this game, with a board of this size."""
        self.check_game(variant.name)
        encoder = Encoder(variant)
        shapes = [tuple(each.shape[1:]) for each in (*self._session.get_inputs(), *self._session.get_outputs())]
        if self.version != str(VERSION) or shapes[:2] != [encoder.shape, (encoder.actions,)]:
            raise WrongNetwork(f"{self.name} is a network for other options of {variant.name}")


def metadata_of(variant: Variant) -> dict[str, str]:
    """What a file says about its network."""
    return {GAME: variant.name, PLANES: str(VERSION)}
