"""The plot of a league, and tools for the arena's plots: colours, text, round numbers, the frame of an SVG file."""

from __future__ import annotations

import math
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from ludoteca.arena.league import Place
from ludoteca.arena.statistics import signed

INK, MUTED, LINE, PAPER, MOSS, CLAY = "#22201C", "#6B6356", "#D9CFBE", "#FFFDF8", "#3F6B4B", "#B4552D"
THEMED = {INK: "ink", MUTED: "muted", LINE: "line", PAPER: "card", MOSS: "moss", CLAY: "clay"}
ROW, PLOT, RIGHT, TOP = 28, 480, 120, 64  # pixels
LETTER = 8.5  # average width, for the names on the left


def picture(width: float, height: float, parts: Iterable[str], label: str) -> str:
    """The text of an SVG file; `label` is its description for those who cannot see it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
    frame = f'{head} height="{height:g}" role="img" aria-label={quoteattr(label)} font-family="system-ui, sans-serif">'
    body = "\n".join(parts)
    return f'{frame}\n<rect width="100%" height="100%" fill="{PAPER}"/>\n{body}\n</svg>\n'


def text(
    x: float, y: float, words: str, *, size: int = 14, weight: str = "normal", colour: str = INK, anchor: str = "start"
) -> str:
    """Words at a point."""
    look = f'font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'


def round_step(span: float, ticks: int = 6) -> float:
    """A round distance between ticks that gives about this many of them."""
    rough = max(span, 1e-6) / ticks
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)


def themed(svg: str) -> str:
    """The same picture with CSS variables for a page with its own light and dark colours."""
    for colour, name in THEMED.items():
        svg = svg.replace(f'"{colour}"', f'"var(--{name}, {colour})"')
    return svg


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
