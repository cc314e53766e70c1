"""Drawing tools for the arena's plots: colours, text, round numbers, and the frame of an SVG file."""

from __future__ import annotations

import math
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

INK, MUTED, LINE, PAPER, MOSS, CLAY = "#22201C", "#6B6356", "#D9CFBE", "#FFFDF8", "#3F6B4B", "#B4552D"
THEMED = {INK: "ink", MUTED: "muted", LINE: "line", PAPER: "card", MOSS: "moss", CLAY: "clay"}


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
