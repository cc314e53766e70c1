"""The plots of a study as SVG: rows of dots with bars, curves over a game, and a shaded board."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.arena.svg_drawing import CLAY, INK, LINE, MOSS, MUTED, PAPER, picture, round_step, text
from ludoteca.kernel.boards import Board
from ludoteca.kernel.cell_places import CORNERS, SQUARE_CORNERS

WIDTH, TOP, FOOT, RIGHT = 440, 22, 46, 24  # pixels
ROW, CURVE = 34, 190
LETTER = 7.2  # average width, at the left
SIZE = 13  # of letters
SERIES = (MOSS, CLAY)
CELL = 34  # pixels from cell to cell, at most
SHADES = 0.9  # how dark the most popular cell is


@dataclass(frozen=True)
class Bar:
    """A number in a row: its value, its interval, and optionally its middle half."""

    value: float
    low: float
    high: float
    middle: tuple[float, float] | None = None


def percent(share: float) -> str:
    """A share as a tick label."""
    return f"{round(100 * share)}%"


def plain(number: float) -> str:
    """A number as a tick label."""
    return f"{number:,g}"


def rows_plot(
    rows: Sequence[tuple[str, Sequence[Bar | None]]],
    label: str,
    *,
    tick: Callable[[float], str] = plain,
    bounds: tuple[float, float] | None = None,
    mark: float | None = None,
) -> str:
    """A row for each name, with a bar for each series; `mark` is a reference line."""
    bars = [bar for _, found in rows for bar in found if bar is not None]
    ends = bounds or (min([0.0, *(bar.low for bar in bars)]), max(bar.high for bar in bars))
    axis = _Axis(*ends, tick)
    left = round(24 + LETTER * max(len(name) for name, _ in rows))
    bottom = TOP + ROW * len(rows)

    def across(value: float) -> float:
        return left + (WIDTH - left - RIGHT) * axis.share(value)

    parts = []
    for value in axis.ticks:
        x = across(value)
        parts.append(f'<path d="M{x:.1f} {TOP - 8}V{bottom}" stroke="{LINE}"/>')
        parts.append(text(x, bottom + 18, tick(value), size=SIZE, colour=MUTED, anchor="middle"))
    if mark is not None:
        parts.append(f'<path d="M{across(mark):.1f} {TOP - 8}V{bottom}" stroke="{MUTED}" stroke-dasharray="4 3"/>')
    for row, (name, found) in enumerate(rows):
        middle = TOP + ROW * row + ROW / 2
        parts.append(text(left - 12, middle + 4.5, name, size=SIZE, anchor="end"))
        for number, bar in enumerate(found):
            y = middle + (10 * number - 5 * (len(found) - 1) if len(found) > 1 else 0)
            if bar is not None:
                parts += _bar(bar, y, across, SERIES[number])
    parts.append(text((left + WIDTH - RIGHT) / 2, bottom + 38, label, size=SIZE, colour=MUTED, anchor="middle"))
    return picture(WIDTH, bottom + FOOT, parts, label)


def _bar(bar: Bar, y: float, across: Callable[[float], float], colour: str) -> list[str]:
    reach = f"M{across(bar.low):.1f} {y:.1f}H{across(bar.high):.1f}"
    parts = [f'<path d="{reach}" stroke="{colour}" stroke-width="2.5" stroke-linecap="round"/>']
    if bar.middle is not None:
        half = f"M{across(bar.middle[0]):.1f} {y:.1f}H{across(bar.middle[1]):.1f}"
        parts.append(f'<path d="{half}" stroke="{colour}" stroke-width="8" stroke-linecap="round"/>')
    x = across(bar.value)
    return [*parts, f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="{colour}" stroke="{PAPER}" stroke-width="2"/>']


@dataclass(frozen=True)
class Curve:
    """Values at equal shares of a game, and optionally a band around them."""

    values: Sequence[float]
    band: tuple[Sequence[float], Sequence[float]] | None = None


def curves_plot(
    curves: Sequence[Curve],
    label: str,
    *,
    tick: Callable[[float], str] = plain,
    bounds: tuple[float, float] | None = None,
    mark: float | None = None,
    steps: Sequence[float] | None = None,
) -> str:
    """Curves from the start of a game to its end, or over `steps`, one for each value."""
    values = [value for curve in curves for value in curve.values]
    axis = _Axis(*(bounds or (0.0, max(values))), tick, about=4)
    left = round(20 + LETTER * max(len(tick(value)) for value in axis.ticks))
    bottom = TOP + CURVE
    along = None if steps is None else _Axis(0.0, max(steps), plain, about=4)

    def down(value: float) -> float:
        return bottom - CURVE * axis.share(value)

    def across(share: float) -> float:
        return left + (WIDTH - left - RIGHT) * share

    def place(number: int, value: float, count: int) -> str:
        share = number / (count - 1) if steps is None or along is None else along.share(steps[number])
        return f"{across(share):.1f} {down(value):.1f}"

    parts = []
    for value in axis.ticks:
        y = down(value)
        parts.append(f'<path d="M{left} {y:.1f}H{WIDTH - RIGHT}" stroke="{LINE}"/>')
        parts.append(text(left - 8, y + 4.5, tick(value), size=SIZE, colour=MUTED, anchor="end"))
    if mark is not None:
        parts.append(f'<path d="M{left} {down(mark):.1f}H{WIDTH - RIGHT}" stroke="{MUTED}" stroke-dasharray="4 3"/>')
    ends = [(number / 4, percent(number / 4)) for number in range(5)]
    for share, words in ends if along is None else [(along.share(step), plain(step)) for step in along.ticks]:
        parts.append(text(across(share), bottom + 18, words, size=SIZE, colour=MUTED, anchor="middle"))
    for colour, curve in zip(SERIES, curves, strict=False):
        count = len(curve.values)
        if curve.band is not None:
            there = [place(number, value, count) for number, value in enumerate(curve.band[0])]
            back = [place(number, value, count) for number, value in enumerate(curve.band[1])][::-1]
            parts.append(f'<path d="M{"L".join(there + back)}Z" fill="{colour}" fill-opacity="0.18"/>')
        line = "L".join(place(number, value, count) for number, value in enumerate(curve.values))
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>')
    parts.append(text((left + WIDTH - RIGHT) / 2, bottom + 38, label, size=SIZE, colour=MUTED, anchor="middle"))
    return picture(WIDTH, bottom + FOOT, parts, label)


def board_plot(board: Board, liking: Mapping[str, float], label: str) -> str:
    """The board, with popular cells darker: darkest if chosen at least twice as often as by chance."""
    across, down = [x for x, _ in board.places], [y for _, y in board.places]
    width, height = max(across) - min(across) + 1.2, max(down) - min(down) + 1.3
    unit = min(CELL, (WIDTH - 20) / width)
    left = (WIDTH - unit * width) / 2 + 0.6 * unit
    parts, outline = [], CORNERS.get(board.shape, SQUARE_CORNERS)
    for name, (x, y) in zip(board.names, board.places, strict=True):
        centre_x, centre_y = left + unit * (x - min(across)), 8 + unit * (y - min(down) + 0.65)
        corners = "L".join(f"{centre_x + 0.94 * unit * dx:.1f} {centre_y + 0.94 * unit * dy:.1f}" for dx, dy in outline)
        known = liking.get(name)
        shade = SHADES * min(1.0, (known or 0.0) / 2)
        told = "never possible" if known is None else f"{known:.2f} times as often as by chance"
        words = f"<title>{name}: {told}</title>"
        parts.append(f'<path d="M{corners}Z" fill="{MOSS}" fill-opacity="{shade:.2f}" stroke="{LINE}">{words}</path>')
        if known is not None and unit >= 26:
            parts.append(
                text(
                    centre_x,
                    centre_y + 4,
                    f"{known:.1f}",
                    size=11,
                    colour=PAPER if shade > 0.7 else INK,
                    anchor="middle",
                )
            )
    bottom = 8 + unit * height
    parts.append(text(WIDTH / 2, bottom + 20, label, size=SIZE, colour=MUTED, anchor="middle"))
    return picture(WIDTH, bottom + 30, parts, label)


class _Axis:
    """Round numbers from one end to the other."""

    def __init__(self, low: float, high: float, tick: Callable[[float], str], about: int = 5) -> None:
        step = round_step(max(high - low, 1e-6), about)
        if tick is plain:
            step = max(step, 0.5)
        self.low = math.floor(low / step + 1e-9) * step
        self.high = max(math.ceil(high / step - 1e-9) * step, self.low + step)
        count = round((self.high - self.low) / step)
        self.ticks = [self.low + number * step for number in range(count + 1)]

    def share(self, value: float) -> float:
        """A value's relative position on the axis."""
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
