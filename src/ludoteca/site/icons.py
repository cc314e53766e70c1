"""Ludoteca's logo as PNG pictures, for systems without SVG support: drawn from mark.svg, whose features it supports."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.float64]
Mask = NDArray[np.bool_]

SMOOTH = 4  # points along each side of a pixel
BAND = 8  # rows of pixels that are drawn at a time: few enough for a processor's cache
PAPER = "#f6f1e7"
COMMANDS = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def png_of(mark: Path, size: int, *, is_maskable: bool = False) -> bytes:
    """The logo as a square picture; a maskable one has a margin, for systems that cut it to a shape."""
    root = ElementTree.fromstring(mark.read_text("utf-8"))
    _, _, width, _ = (float(number) for number in root.attrib["viewBox"].split())
    margin = 0.2 * width if is_maskable else 0.0
    side = size * SMOOTH
    along = (np.arange(side) + 0.5) / side * (width + 2 * margin) - margin
    bands = [
        _band(root, along, along[rows : rows + BAND * SMOOTH], is_maskable) for rows in range(0, side, BAND * SMOOTH)
    ]
    return _png(np.concatenate(bands))


def _band(root: ElementTree.Element, across: Grid, down: Grid, is_maskable: bool) -> Grid:
    """Some rows of the picture."""
    x, y = np.meshgrid(across, down)
    picture = np.zeros((*x.shape, 4))
    if is_maskable:
        _paint(picture, np.ones(x.shape, np.bool_), PAPER, 1.0)
    for element in root:
        _draw(picture, x, y, element.tag.partition("}")[2], element.attrib)
    weighted = picture[..., :3] * picture[..., 3:]
    shape = (len(down) // SMOOTH, SMOOTH, len(across) // SMOOTH, SMOOTH)
    alpha = picture[..., 3].reshape(shape).mean(axis=(1, 3))
    colour = weighted.reshape(*shape, 3).mean(axis=(1, 3)) / np.maximum(alpha, 1e-9)[..., None]
    return np.concatenate([colour, alpha[..., None]], axis=2)


def _draw(picture: Grid, x: Grid, y: Grid, tag: str, given: dict[str, str]) -> None:
    """Paint one element: its inside, then its outline."""
    number = {
        name: float(given[name]) for name in ("x", "y", "width", "height", "rx", "cx", "cy", "r") if name in given
    }
    if tag == "circle":
        distance = np.hypot(x - number["cx"], y - number["cy"]) - number["r"]
    elif tag == "rect":
        round_by, half = number["rx"], (number["width"] / 2, number["height"] / 2)
        across = np.abs(x - number["x"] - half[0]) - half[0] + round_by
        down = np.abs(y - number["y"] - half[1]) - half[1] + round_by
        outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
        distance = outside + np.minimum(np.maximum(across, down), 0) - round_by
    elif tag == "path":
        distance = np.where(_inside(_corners(given["d"]), x, y), -1.0, 1.0)
    else:
        raise ValueError(f"the mark has a <{tag}>, which icons.py cannot draw")
    _paint(picture, distance <= 0, given.get("fill", "#000"), float(given.get("opacity", 1)))
    if "stroke" in given:
        _paint(picture, np.abs(distance) <= 0.5, given["stroke"], 1.0)


def _corners(path: str) -> list[tuple[float, float]]:
    """The corners of a path of straight lines."""
    corners: list[tuple[float, float]] = []
    at = (0.0, 0.0)
    for command, rest in COMMANDS.findall(path):
        numbers = [float(found) for found in NUMBER.findall(rest)]
        step = 1 if command in "hHvV" else 2
        for start in range(0, len(numbers), step):
            one, other = numbers[start], numbers[start + step - 1]
            moved = {"h": (at[0] + one, at[1]), "v": (at[0], at[1] + one), "H": (one, at[1]), "V": (at[0], one)}
            further = (at[0] + one, at[1] + other) if command.islower() else (one, other)
            at = moved.get(command, further)
            corners.append(at)
    return corners


def _inside(corners: list[tuple[float, float]], x: Grid, y: Grid) -> Mask:
    """Which points are in a polygon: a ray from each crosses its sides an odd number of times."""
    found = np.zeros(x.shape, np.bool_)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if ay == by:
            continue
        found ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return found


def _paint(picture: Grid, where: Mask, colour: str, opacity: float) -> None:
    """Paint a colour over what is there."""
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    ink = np.array([int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)])
    if opacity == 1:
        picture[where] = (*ink, 1)  # nothing below is visible
        return
    below = picture[where]
    alpha = opacity + below[:, 3] * (1 - opacity)
    mixed = ink * opacity + below[:, :3] * (below[:, 3] * (1 - opacity))[:, None]
    picture[where] = np.concatenate([mixed / alpha[:, None], alpha[:, None]], axis=1)


def _png(picture: Grid) -> bytes:
    """The picture as a file."""
    height, width, _ = picture.shape
    pixels = np.round(255 * picture).astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
