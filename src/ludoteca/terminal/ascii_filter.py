"""Converts every line on the screen for ASCII-only terminals."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from ludoteca.terminal.ascii_text import ascii_text


class AsciiFilter(LineFilter):
    """Drops the accents of translations; every character keeps its place."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 (Textual's interface)
        """A line in ASCII."""
        return [segment if segment.text.isascii() else plain(segment) for segment in segments]


def plain(segment: Segment) -> Segment:
    """The segment with one ASCII character for each of its own."""
    twins = (character if character.isascii() else ascii_text(character)[:1] or "?" for character in segment.text)
    return Segment("".join(twins), segment.style, segment.control)
