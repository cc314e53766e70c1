"""Draws a position on a sheet, from the board's geometry and the contents of each cell alone.

Every mark and piece has its own shape besides its colour, and every glyph an ASCII substitute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludoteca.kernel.boards import heads_of
from ludoteca.kernel.fields import ROUND
from ludoteca.kernel.scene import Look
from ludoteca.play.scene import Scene
from ludoteca.terminal.canvas import Canvas, Ink
from ludoteca.terminal.cell_layout import Box, Layout
from ludoteca.terminal.pieces import Pen, draw_look
from ludoteca.terminal.theme import Colour, Palette, blend, contrast

NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Marks:
    """What is highlighted on the board, as names of cells."""

    cursor: str | None = None
    picked: frozenset[str] = NONE  # of the move being chosen
    targets: frozenset[str] = NONE  # what can be picked next
    preview: frozenset[str] = NONE  # what the selected choice would change
    taken: frozenset[str] = NONE  # what it would capture
    best: frozenset[str] = NONE  # the engine's move
    last: frozenset[str] = NONE  # the cells of the last turn's moves
    decided: frozenset[str] = NONE  # what decided the game; from the scene
    changed: frozenset[str] = NONE  # what else that turn changed: captured, pushed, flipped


@dataclass(frozen=True, slots=True)
class Frame:
    """The corners of a marked cell: four if there is room, otherwise one on either side; and its ASCII substitutes."""

    corners: str
    sides: str
    letters: str


CURSOR = Frame("┏┓┗┛", "[]", "[]")
PICKED = Frame("╔╗╚╝", "❮❯", "{}")
RING = Frame("╭╮╰╯", "()", "()")
PREVIEW = Frame("╒╕╘╛", "›‹", "><")
TAKEN = Frame("╳╳╳╳", "××", "xx")
BEST = Frame("╓╖╙╜", "«»", "!!")
LAST = Frame("┌┐└┘", "‹›", "<>")
DECIDED = Frame("◤◥◣◢", "▸◂", "==")  # what decided the game


def draw_board(
    scene: Scene, layout: Layout, marks: Marks, palette: Palette, *, accent: Colour, ascii_only: bool = False
) -> Canvas:
    """The board with its names around it, its pieces and its marks."""
    canvas = Canvas(layout.width, layout.height, Ink(palette.ink, palette.paper))
    pen = Pen(canvas, palette, ascii_only)
    marks = replace(marks, decided=frozenset(name for figure in scene.decided for name in figure))
    _draw_names(canvas, layout, palette, scene.labels)
    for name, (x, row) in layout.points.items():
        base = palette.board if layout.is_hex or (row + round(x)) % 2 else palette.board_shade
        ground = _ground(name, marks, palette, accent, base)
        if layout.is_hex:
            _draw_hex(canvas, layout, name, palette, ground, ascii_only=ascii_only)
        else:
            box = layout.boxes[name]
            canvas.fill(box.x, box.y, box.width, box.height, ground)
    for name, look in scene.cells.items():
        _draw_cell(pen, layout, name, look, marks, accent)
    return canvas


def _ground(name: str, marks: Marks, palette: Palette, accent: Colour, base: Colour) -> Colour:
    if name in marks.picked:
        return palette.mix(base, palette.moss, 0.6)
    if name in marks.preview:
        return palette.mix(base, palette.clay, 0.4)
    if name in marks.decided:
        return palette.mix(base, palette.moss, 0.45)
    if name in marks.last:
        return palette.mix(base, accent, 0.5)
    return palette.mix(base, accent, 0.22) if name in marks.changed else base


def _draw_names(canvas: Canvas, layout: Layout, palette: Palette, labels: Mapping[str, str]) -> None:
    """Letters above squares and numbers beside them; at both ends of a row of hexes the name of the last cell."""
    board, ink = layout.board, Ink(palette.muted)
    for cells in board.rows:
        first, last = board.name[cells[0]], board.name[cells[-1]]
        if layout.is_hex:
            (left, line), (right, _) = layout.corner(first), layout.corner(last)
            before, after = labels.get(first, first), labels.get(last, last)
            canvas.write(left - 1 - len(before), line, before, ink)
            canvas.write(right + layout.step + 2, line, after, ink)
            continue
        names = [board.name[cell] for cell in cells]
        row, above = heads_of([labels.get(name, name) for name in names])
        canvas.write(0, layout.boxes[first].middle, f"{row:>2}", ink)
        for name, head in zip(names, above, strict=True):
            canvas.write(layout.boxes[name].centred(head), 0, head, ink)


def _draw_hex(canvas: Canvas, layout: Layout, name: str, palette: Palette, ground: Colour, *, ascii_only: bool) -> None:
    """One hex: its ground, then its edges; neighbours draw the edges they share alike."""
    x, y = layout.corner(name)
    rising, falling, upright = "/\\|" if ascii_only else "╱╲│"
    edge = Ink(palette.mix(palette.board, "#000000", 0.4), palette.board)
    canvas.fill(x + 1, y, layout.step - 1, 1, ground)
    if not layout.slant:
        canvas.fill(x, y, 1, 1, palette.board)
        canvas.fill(x + layout.step, y, 1, 1, palette.board)
        return
    canvas.write(x, y, upright, edge)
    canvas.write(x + layout.step, y, upright, edge)
    for line in range(1, layout.slant + 1):
        inside = layout.step - 1 - 2 * line
        for side, (left, right) in ((-1, (rising, falling)), (1, (falling, rising))):
            canvas.write(x + line, y + side * line, left, edge)
            canvas.write(x + layout.step - line, y + side * line, right, edge)
            canvas.fill(x + line + 1, y + side * line, inside, 1, ground if layout.slant > 1 else palette.board)


def _draw_cell(pen: Pen, layout: Layout, name: str, look: Look, marks: Marks, accent: Colour) -> None:
    box, palette = layout.boxes[name], pen.palette
    draw_look(pen, box, look, is_hex=layout.is_hex)
    if name in marks.targets and look.top is None:
        dot = "+" if pen.ascii_only else "•"
        pen.canvas.write(
            box.centred(dot), box.middle, dot, Ink(_strong(palette, palette.moss, palette.board), is_bold=True)
        )
    found = _frame(name, look, marks)
    if found is not None:
        colours = {CURSOR: palette.moss, RING: palette.clay, BEST: palette.clay, TAKEN: palette.clay, LAST: accent}
        has_tile = look.top is not None and look.top.kind not in ROUND
        ground = _ground(name, marks, palette, accent, palette.board)
        colour = _strong(palette, colours.get(found, palette.moss), ground)
        _draw_frame(pen, layout, box, found, colour, has_tile=has_tile)


def _frame(name: str, look: Look, marks: Marks) -> Frame | None:
    """The frame of a cell; with several marks, that of the most important one."""
    if name == marks.cursor:
        return CURSOR
    if name in marks.picked:
        return PICKED
    if name in marks.targets and look.top is not None:
        return RING
    if name in marks.preview:
        return TAKEN if name in marks.taken else PREVIEW
    if name in marks.best:
        return BEST
    if name in marks.decided:
        return DECIDED
    return LAST if name in marks.last else None


def _strong(palette: Palette, colour: Colour, ground: Colour) -> Colour:
    """A colour that stands out on the board: wood has medium brightness in every theme."""
    if not palette.can_blend:
        return max("#FFFFFF", "#000000", key=lambda shade: contrast(shade, ground))
    is_darker = not palette.is_dark or palette.name.endswith("contrast")
    return blend(colour, "#000000", 0.45) if is_darker else blend(colour, "#FFFFFF", 0.35)


def _draw_frame(pen: Pen, layout: Layout, box: Box, frame: Frame, colour: Colour, *, has_tile: bool = False) -> None:
    ink = Ink(colour, is_bold=True)
    left, right = (box.x - 1, box.x + box.width) if layout.is_hex else (box.x, box.x + box.width - 1)
    if layout.is_hex or box.height == 1 or pen.ascii_only:
        sides = frame.letters if pen.ascii_only else frame.sides
        spots = [(left, box.middle), (right, box.middle)]
        shown = sides
    else:
        bottom = box.y + box.height - 1
        spots = [(left, box.y), (right, box.y), (left, bottom), (right, bottom)]
        shown = frame.corners
    for character, (x, y) in zip(shown, spots, strict=True):
        if x == right or not (has_tile and box.width <= 4):  # a narrow tile has its glyph at the left edge
            pen.canvas.write(x, y, character, ink)
