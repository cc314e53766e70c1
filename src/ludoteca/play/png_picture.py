"""The SVG pictures as PNG, for link previews, icons and learners' videos, where few programs accept SVG."""

from __future__ import annotations

import resvg_py

from ludoteca.play.svg_picture import PAPER, View, board_svg

CARD = (1200, 630)  # the usual size of link previews


def share_card(view: View) -> bytes:
    """The board of a view on a card, which other sites show with a link."""
    return png(board_svg(view, sheet=CARD), background=PAPER)


def png(svg: str, size: int | None = None, background: str | None = None) -> bytes:
    """A picture as the bytes of a PNG file, in its own size or scaled to this width and height at most.

    Our pictures contain no text, so they need no fonts, which servers may lack.
    """
    return resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size, background=background, skip_system_fonts=True)
