"""A sheet of coloured characters, drawn on cell by cell and read line by line."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.terminal.theme import Colour


@dataclass(frozen=True, slots=True)
class Ink:
    """How a character looks; None leaves a colour as it was."""

    colour: Colour | None = None
    ground: Colour | None = None
    is_bold: bool = False
    is_underlined: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """Adjacent characters that look the same."""

    text: str
    ink: Ink


class Canvas:
    """`width` times `height` characters."""

    def __init__(self, width: int, height: int, ink: Ink) -> None:
        self.width = width
        self.height = height
        self._texts = [[" "] * width for _ in range(height)]
        self._inks = [[ink] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write text; what is outside is cut off."""
        if not 0 <= y < self.height:
            return
        for at, character in enumerate(text, x):
            if 0 <= at < self.width:
                under = self._inks[y][at]
                self._texts[y][at] = character
                self._inks[y][at] = Ink(
                    ink.colour or under.colour, ink.ground or under.ground, ink.is_bold, ink.is_underlined
                )

    def fill(self, x: int, y: int, width: int, height: int, ground: Colour) -> None:
        """Fill a rectangle with a background colour, and clear it."""
        for row in range(y, y + height):
            self.write(x, row, " " * width, Ink(ground=ground))

    def lines(self) -> list[list[Span]]:
        """What was drawn, as runs of characters that look the same."""
        return [self._spans(texts, inks) for texts, inks in zip(self._texts, self._inks, strict=True)]

    @staticmethod
    def _spans(texts: list[str], inks: list[Ink]) -> list[Span]:
        spans: list[Span] = []
        begin = 0
        for at in range(1, len(texts) + 1):
            if at == len(texts) or inks[at] != inks[begin]:
                spans.append(Span("".join(texts[begin:at]), inks[begin]))
                begin = at
        return spans
