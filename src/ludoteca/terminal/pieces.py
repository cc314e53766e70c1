"""Pieces on cells of any size: discs round, other pieces as tiles, walls as stone; heights, what is inside, marks."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.kernel.fields import ROUND
from ludoteca.kernel.scene import Look, Piece
from ludoteca.terminal.canvas import Canvas, Ink
from ludoteca.terminal.cell_layout import Box
from ludoteca.terminal.theme import Colour, Palette

HOLLOW = frozenset("○△◇□")  # glyphs that are drawn as outlines
MARK_GLYPHS = {"record": ("▲", "△", "^"), "best": ("▴", "▵", "'"), "bonus": ("◆", "◇", "*")}
OTHER_MARK = ("◦", "◦", "*")  # on solid pieces, on outlined ones, and as a letter


@dataclass(frozen=True)
class Pen:
    """What is drawn on, and how."""

    canvas: Canvas
    palette: Palette
    ascii_only: bool

    def glyph(self, piece: Piece) -> str:
        """A piece in one character."""
        return piece.letter if self.ascii_only else piece.glyph

    def marks(self, look: Look) -> str:
        """The marks of a cell, one character each."""
        form = 2 if self.ascii_only else int(look.top is not None and look.top.glyph in HOLLOW)
        return "".join(MARK_GLYPHS.get(word, OTHER_MARK)[form] for word in look.marks)


def draw_look(pen: Pen, box: Box, look: Look, *, is_hex: bool) -> None:
    """The contents of a cell."""
    piece = look.top
    if piece is None:
        _draw_nothing(pen, box, look)
    elif piece.kind in ("wall", "joker"):
        _draw_stone(pen, box, piece)
    elif piece.kind == "bonus":
        _draw_ring(pen, box, piece)
    elif piece.kind in ROUND:
        _draw_disc(pen, box, look, piece, is_hex=is_hex)
    else:
        _draw_tile(pen, box, look, piece)


def _draw_nothing(pen: Pen, box: Box, look: Look) -> None:
    text = pen.marks(look) or ("." if pen.ascii_only else "·")
    ink = Ink(pen.palette.mix(pen.palette.board, pen.palette.ink if not pen.palette.is_dark else "#000000", 0.45))
    pen.canvas.write(box.centred(text), box.middle, text, ink)


def _draw_stone(pen: Pen, box: Box, piece: Piece) -> None:
    """A wall, or a joker set in one."""
    fill, ink = pen.palette.piece("stone")
    texture = ("#" if pen.ascii_only else "░") if piece.kind == "wall" else " "
    for line in range(box.height):
        pen.canvas.write(box.x, box.y + line, texture * box.width, Ink(ink, fill))
    if piece.kind != "wall":
        glyph = pen.glyph(piece)
        bright = pen.palette.pieces["gold"][0] if pen.palette.is_dark else "#FFE3A3"
        if pen.palette.name.endswith("contrast"):
            bright = "#FFFFFF"
        pen.canvas.write(box.centred(glyph), box.middle, glyph, Ink(bright, is_bold=True))


def _draw_ring(pen: Pen, box: Box, piece: Piece) -> None:
    """Something flat on the board: an outline."""
    ink = Ink(pen.palette.piece(piece.colour)[0], is_bold=True)
    glyph = pen.glyph(piece)
    if box.height == 2 and box.width == 4 and not pen.ascii_only:
        pen.canvas.write(box.x + 1, box.y, "╱╲", ink)
        pen.canvas.write(box.x + 1, box.y + 1, "╲╱", ink)
        return
    if box.height >= 3 and not pen.ascii_only:
        for line, text in enumerate(("╭───╮", f"│ {glyph} │", "╰───╯"), box.middle - 1):
            pen.canvas.write(box.centred(text), line, text, ink)
        return
    pen.canvas.write(box.centred(glyph), box.middle, glyph, ink)


def _draw_disc(pen: Pen, box: Box, look: Look, piece: Piece, *, is_hex: bool) -> None:
    """A disc: solid, or outlined for the other side, with its height and marks."""
    fill, ink = pen.palette.piece(piece.colour)
    number = str(look.height) if look.height > 1 or is_hex else ""
    text = number + pen.marks(look)
    glyph = pen.glyph(piece)
    if box.height == 1 or pen.ascii_only:
        _draw_small(pen, box, glyph, text, piece, fill, ink)
        return
    width = {2: 4 if box.width == 4 else 3}.get(box.height, box.width - 2 if box.width >= 7 else box.width)
    x = box.x + (box.width - width) // 2
    _draw_solid(pen, x, box, width, fill)
    on_it = Ink(ink, fill, is_bold=True)
    if is_hex and width >= 5:
        text = glyph + text
    if text:
        pen.canvas.write(box.centred(text), box.middle, text, on_it)
    elif piece.glyph in HOLLOW:  # a hole in the middle distinguishes it from the other side's
        hole = ("▗▖", "▝▘") if width == 4 else ("▄", "▀") if box.height == 2 else ("○",)
        for line, part in enumerate(hole, box.middle):
            pen.canvas.write(box.centred(part), line, part, on_it)


def _draw_small(pen: Pen, box: Box, glyph: str, text: str, piece: Piece, fill: Colour, ink: Colour) -> None:
    """One line: the glyph and what is written on it."""
    shown = (glyph + text)[: box.width]
    is_tile = piece.glyph in HOLLOW or pen.ascii_only or len(shown) > 1
    if is_tile and box.width > 3 and len(shown) > 1:
        shown = shown.center(box.width)
    look = Ink(ink, fill, is_bold=True) if is_tile else Ink(fill, is_bold=True)
    pen.canvas.write(box.centred(shown), box.middle, shown, look)


def _draw_solid(pen: Pen, x: int, box: Box, width: int, fill: Colour) -> None:
    wide = width >= 7
    top = "▗▟" + "█" * (width - 4) + "▙▖" if wide else "▟" + "█" * (width - 2) + "▙"
    bottom = "▝▜" + "█" * (width - 4) + "▛▘" if wide else "▜" + "█" * (width - 2) + "▛"
    for line in range(box.height):
        text = top if line == 0 else bottom if line == box.height - 1 else "█" * width
        pen.canvas.write(x, box.y + line, text, Ink(fill))


def _draw_tile(pen: Pen, box: Box, look: Look, piece: Piece) -> None:
    """A square piece seen from above: glyph and height on the first line, what is inside on the next."""
    fill, ink = pen.palette.piece(piece.colour)
    text = pen.glyph(piece) + (str(look.height) if look.height > 1 else "") + pen.marks(look)
    if box.height == 1:
        inside = "".join(f":{count}" for _, count in look.inside) if box.width >= 5 else ""
        shown = (text + inside)[: box.width]
        pen.canvas.write(box.centred(shown), box.middle, shown, Ink(ink, fill, is_bold=True))
        return
    width = box.width - 1 if box.height == 2 else box.width - 2
    x = box.x + (box.width - width + 1) // 2 if box.width > 4 else box.x
    full = box.height if box.height == 2 else box.height - 1
    for line in range(full):
        is_last = box.height == 2 and line == full - 1
        pen.canvas.write(x, box.y + line, " " * width, Ink(ink, fill, is_underlined=is_last and not pen.ascii_only))
    if box.height > 2 and not pen.ascii_only:  # half a line, so that tiles do not touch
        pen.canvas.write(x, box.y + full, "▀" * width, Ink(fill))
    upper = box.y + (max(0, (full - 2) // 2) if look.inside else (box.height - 1) // 2)
    at = x + (width - len(text)) // 2 if not look.inside else x + (width > 4)
    pen.canvas.write(at, upper, text, Ink(ink, fill, is_bold=True))
    if look.inside:
        _draw_inside(pen, look, x + (width > 4), upper + 1, width - 1, fill, is_last=box.height == 2)


def _draw_inside(pen: Pen, look: Look, x: int, y: int, room: int, fill: Colour, *, is_last: bool) -> None:
    for word, count in look.inside:
        pip = word[:1] if pen.ascii_only else "●"
        shown = pip * count if 0 < count <= room - 1 and not is_last and not pen.ascii_only else f"{pip}{count}"
        colour = pen.palette.piece(word)[0]
        under = is_last and not pen.ascii_only
        pen.canvas.write(x, y, shown[:room], Ink(colour, fill, is_bold=True, is_underlined=under))
