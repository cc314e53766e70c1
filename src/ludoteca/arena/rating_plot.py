"""A league's standings as a picture: a dot for each rating, a bar for its 95% interval.  Plain SVG."""

from __future__ import annotations

import math

from ludoteca.arena.league import Place
from ludoteca.arena.statistics import signed
from ludoteca.arena.svg_drawing import LINE, MOSS, MUTED, PAPER, picture, round_step, text

ROW, PLOT, RIGHT, TOP = 28, 480, 120, 64  # pixels
LETTER = 8.5  # average width, for the names on the left


def league_svg(places: list[Place], title: str) -> str:
    """The picture as the text of an SVG file."""
    shown = [(place, place.margin if math.isfinite(place.margin) else 0.0) for place in places]
    low = min(place.elo - margin for place, margin in shown)
    high = max(place.elo + margin for place, margin in shown)
    step = round_step(max(high - low, 1.0))
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    high = high if high > low else low + step
    bottom, left = TOP + ROW * len(places), round(40 + LETTER * max(len(place.bot) for place in places))

    def across(elo: float) -> float:
        return left + PLOT * (elo - low) / (high - low)

    parts = [text(20, 30, title, size=18, weight="bold")]
    for tick in range(round((high - low) / step) + 1):
        elo = low + tick * step
        x = across(elo)
        parts.append(f'<path d="M{x:.1f} {TOP - 8}V{bottom}" stroke="{LINE}"/>')
        parts.append(text(x, bottom + 20, f"{elo:+g}" if elo else "0", colour=MUTED, anchor="middle"))
    for row, (place, margin) in enumerate(shown):
        y = TOP + ROW * row + ROW / 2
        x = across(place.elo)
        parts.append(text(left - 14, y + 5, place.bot, anchor="end"))
        reach = f"M{across(place.elo - margin):.1f} {y}H{across(place.elo + margin):.1f}"
        parts.append(f'<path d="{reach}" stroke="{MOSS}" stroke-width="3" stroke-linecap="round"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="{MOSS}" stroke="{PAPER}" stroke-width="2"/>')
        parts.append(text(left + PLOT + 12, y + 5, f"{signed(place.elo)} ± {margin:.0f}", colour=MUTED))
    parts.append(text(left + PLOT / 2, bottom + 42, "Elo, with 95% intervals", colour=MUTED, anchor="middle"))
    width, height = left + PLOT + RIGHT, bottom + 58
    return picture(width, height, parts, title)
