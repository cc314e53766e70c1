"""A position as pixels, for videos of learners."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

from ludoteca.play import Position
from ludoteca.play.png_picture import png

CELL = 32  # pixels


def board_rgb(position: Position) -> npt.NDArray[np.uint8]:
    """Its picture, [height, width, 3]."""
    left, top, right, bottom = position.variant.board.bounds
    picture = png(position.svg(round((max(right - left, bottom - top) + 1.5) * CELL)))
    return np.asarray(Image.open(BytesIO(picture)).convert("RGB"))
