"""The table of a league as a picture: a dot for each rating, a bar for its 95 % interval.  Plain SVG."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from ludoteca.arena.league import Place
from ludoteca.arena.statistics import signed

ROW, PLOT, RIGHT, TOP = 28, 480, 120, 64  # pixels
LETTER = 8.5  # width of one in the names at the left
INK, MUTED, LINE, PAPER, MOSS = "#22201C", "#6B6356", "#D9CFBE", "#FFFDF8", "#3F6B4B"


def league_svg(places: list[Place], title: str) -> str:
    """The picture as the text of an SVG file."""
    shown = [(place, place.margin if math.isfinite(place.margin) else 0.0) for place in places]
    low = min(place.elo - margin for place, margin in shown)
    high = max(place.elo + margin for place, margin in shown)
    step = _step(high - low)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    high = high if high > low else low + step
    bottom, left = TOP + ROW * len(places), round(40 + LETTER * max(len(place.bot) for place in places))

    def across(elo: float) -> float:
        return left + PLOT * (elo - low) / (high - low)

    parts = [_text(20, 30, title, size=18, weight="bold")]
    for tick in range(round((high - low) / step) + 1):
        elo = low + tick * step
        x = across(elo)
        parts.append(f'<path d="M{x:.1f} {TOP - 8}V{bottom}" stroke="{LINE}"/>')
        parts.append(_text(x, bottom + 20, f"{elo:+g}" if elo else "0", colour=MUTED, anchor="middle"))
    for row, (place, margin) in enumerate(shown):
        y = TOP + ROW * row + ROW / 2
        x = across(place.elo)
        parts.append(_text(left - 14, y + 5, place.bot, anchor="end"))
        reach = f"M{across(place.elo - margin):.1f} {y}H{across(place.elo + margin):.1f}"
        parts.append(f'<path d="{reach}" stroke="{MOSS}" stroke-width="3" stroke-linecap="round"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="{MOSS}" stroke="{PAPER}" stroke-width="2"/>')
        parts.append(_text(left + PLOT + 12, y + 5, f"{signed(place.elo)} ± {margin:.0f}", colour=MUTED))
    parts.append(_text(left + PLOT / 2, bottom + 42, "Elo, with 95 % intervals", colour=MUTED, anchor="middle"))
    width, height = left + PLOT + RIGHT, bottom + 58
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    body = "\n".join(parts)
    font = 'font-family="system-ui, sans-serif"'
    return f'{head} role="img" {font}>\n<rect width="100%" height="100%" fill="{PAPER}"/>\n{body}\n</svg>\n'


def _step(span: float) -> float:
    """A round distance between ticks that gives about six of them."""
    rough = max(span, 1.0) / 6
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)


def _text(
    x: float, y: float, words: str, *, size: int = 14, weight: str = "normal", colour: str = INK, anchor: str = "start"
) -> str:
    look = f'font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'
