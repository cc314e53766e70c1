"""Colours: a quiet table in the evening.  Three palettes, the pieces' colours in each, and an accent for every game.

A fourth is for terminals with 16 colours: it uses only those, so that none is rounded to one with another meaning.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludoteca.languages import translatable
from ludoteca.play.svg_picture import ACCENT_FILLS, ACCENTS_ON_DARK

Colour = str  # "#RRGGBB"


@dataclass(frozen=True)
class Palette:
    """The colours of one theme; a piece has a fill, and an ink that is readable on it."""

    name: str
    title: str
    is_dark: bool
    paper: Colour
    card: Colour
    ink: Colour
    muted: Colour
    line: Colour
    board: Colour
    board_shade: Colour  # every second cell
    moss: Colour
    clay: Colour
    pieces: dict[str, tuple[Colour, Colour]]
    accents: dict[str, Colour] = field(default_factory=dict)
    can_blend: bool = True  # False if there are no colours in between
    usual_accent: Colour = ""

    def piece(self, colour: str) -> tuple[Colour, Colour]:
        """Fill and ink of a piece; unknown colours look like ink on paper."""
        return self.pieces.get(colour, (self.ink, self.paper))

    def accent(self, name: str) -> Colour:
        """The accent of a game, by the name in its declaration."""
        return self.accents.get(name, self.usual_accent or self.moss)

    def mix(self, under: Colour, over: Colour, share: float) -> Colour:
        """A mixture of two colours: `share` of the second; if there is none in between, the second."""
        return blend(under, over, share) if self.can_blend else over


def blend(under: Colour, over: Colour, share: float) -> Colour:
    """A mixture of two colours: `share` of the second."""
    mixed = (round(int(under[at : at + 2], 16) * (1 - share) + int(over[at : at + 2], 16) * share) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in mixed)


LIGHT = Palette(
    name="ludoteca-light", title=translatable("light"), is_dark=False,
    paper="#F6F1E7", card="#FFFDF8", ink="#22201C", muted="#6B6356", line="#D9CFBE",
    board="#DCC9A6", board_shade="#D5C09A", moss="#2F5E3C", clay="#A2451F",
    pieces={
        "black": ("#23211F", "#F6F1E7"), "white": ("#FFFFFF", "#22201C"), "green": ("#3F8A4A", "#FFFFFF"),
        "red": ("#B3342B", "#FFFFFF"), "yellow": ("#F0C22E", "#22201C"), "stone": ("#6E685E", "#57524A"),
        "gold": ("#8A5A00", "#FFFFFF"), "blue": ("#1F57A4", "#FFFFFF"),
    },
    accents=ACCENT_FILLS,
)  # fmt: skip

DARK = Palette(
    name="ludoteca-dark", title=translatable("dark"), is_dark=True,
    paper="#1B1A18", card="#242220", ink="#ECE6DA", muted="#A79F90", line="#3A3733",
    board="#7A6749", board_shade="#725F42", moss="#7FB48C", clay="#E08A5F",
    pieces={
        "black": ("#14120F", "#ECE6DA"), "white": ("#F4EFE4", "#22201C"), "green": ("#63B36E", "#10240F"),
        "red": ("#C93A2E", "#FFFFFF"), "yellow": ("#F2CB45", "#22201C"), "stone": ("#4B4640", "#2C2925"),
        "gold": ("#FFD479", "#22201C"), "blue": ("#A9D0FF", "#10233B"),
    },
    accents=ACCENTS_ON_DARK,
)  # fmt: skip

CONTRAST = Palette(
    name="ludoteca-contrast", title=translatable("high contrast"), is_dark=True,
    paper="#000000", card="#000000", ink="#FFFFFF", muted="#E0E0E0", line="#FFFFFF",
    board="#909090", board_shade="#989898", moss="#00FF66", clay="#FFB000",
    pieces={
        "black": ("#000000", "#FFFFFF"), "white": ("#FFFFFF", "#000000"), "green": ("#004D12", "#FFFFFF"),
        "red": ("#7A0000", "#FFFFFF"), "yellow": ("#FFE100", "#000000"), "stone": ("#303030", "#000000"),
        "gold": ("#FFFFFF", "#000000"), "blue": ("#00007A", "#FFFFFF"),
    },
    accents={name: blend(colour, "#FFFFFF", 0.35) for name, colour in ACCENTS_ON_DARK.items()},
)  # fmt: skip

SIXTEEN = Palette(
    name="ludoteca-16", title=translatable("16 colours"), is_dark=True, can_blend=False, usual_accent="#00AAAA",
    paper="#000000", card="#000000", ink="#FFFFFF", muted="#AAAAAA", line="#555555",
    board="#555555", board_shade="#555555", moss="#00AA00", clay="#AA5500",
    pieces={
        "black": ("#000000", "#FFFFFF"), "white": ("#FFFFFF", "#000000"), "green": ("#00AA00", "#000000"),
        "red": ("#AA0000", "#FFFFFF"), "yellow": ("#FFFF55", "#000000"), "stone": ("#AAAAAA", "#555555"),
        "gold": ("#FFFF55", "#000000"), "blue": ("#5555FF", "#FFFFFF"),
    },
)  # fmt: skip

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, CONTRAST)}


def next_palette(name: str) -> Palette:
    """The next palette, cyclically."""
    names = list(PALETTES)
    return PALETTES[names[(names.index(name) + 1) % len(names)]]


def contrast(first: Colour, second: Colour) -> float:
    """The contrast ratio of two colours, from 1 to 21, as defined by the WCAG."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
