"""Draws a position on a sheet, from the board's geometry and the contents of each cell alone.

Every mark and piece has its own shape besides its colour, and every glyph an ASCII substitute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ludoteca.kernel.boards import heads_of
from ludoteca.kernel.fields import MARKS, ROUND
from ludoteca.kernel.scene import Look, Piece, Scene
from ludoteca.play.diagram import crossing_token
from ludoteca.terminal.layout import SQUARE_MARGIN, Box, Layout
from ludoteca.terminal.theme import Colour, Palette, blend, contrast


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

    def tint(self, x: int, y: int, width: int, ground: Colour) -> None:
        """Give some characters of a line another background."""
        for at in range(max(0, x), min(self.width, x + width)) if 0 <= y < self.height else ():
            self._inks[y][at] = replace(self._inks[y][at], ground=ground)

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


HOLLOW = frozenset("○△◇□")  # glyphs that are drawn as outlines


@dataclass(frozen=True)
class Pen:
    """What is drawn on, and how."""

    canvas: Canvas
    palette: Palette
    ascii_only: bool
    has_stacks: bool = False  # so that a single piece shows its height, too
    mark_pictures: Mapping[str, str] = field(default_factory=dict)

    def glyph(self, piece: Piece) -> str:
        """A piece in one character."""
        return piece.letter if self.ascii_only else piece.glyph

    def marks(self, look: Look) -> str:
        """The marks of a cell, one character each."""
        form = 2 if self.ascii_only else int(look.top is not None and look.top.glyph in HOLLOW)
        return "".join(MARKS[self.mark_pictures[mark]][form] for mark in look.marks)


def draw_look(pen: Pen, box: Box, look: Look, *, form: str = "") -> None:
    """The contents of a cell."""
    piece = look.top
    if piece is None:
        if form not in ("box", "crossing", "star") or look.marks:
            _draw_nothing(pen, box, look)
    elif piece.kind == "bar":
        _draw_bar(pen, box, piece, form)
    elif piece.kind == "seeds":
        _draw_seeds(pen, box, look, piece)
    elif piece.kind in ("wall", "joker"):
        _draw_stone(pen, box, piece)
    elif piece.kind == "bonus":
        _draw_ring(pen, box, piece)
    elif piece.kind in ROUND:
        _draw_disc(pen, box, look, piece)
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


def _draw_bar(pen: Pen, box: Box, piece: Piece, form: str) -> None:
    """A line along an edge, from dot to dot."""
    ink = Ink(pen.palette.piece(piece.colour)[0], is_bold=True)
    middle = box.centred("x")
    if form == "across":
        pen.canvas.write(
            middle - box.width + 1, box.middle, ("-" if pen.ascii_only else "━") * (2 * box.width - 1), ink
        )
        return
    for line in range(box.middle - box.height + 1, box.middle + box.height):
        pen.canvas.write(middle, line, "|" if pen.ascii_only else "┃", ink)


def _draw_seeds(pen: Pen, box: Box, look: Look, piece: Piece) -> None:
    """A number, and as many seeds below it as there is room for."""
    fill, _ = pen.palette.piece(piece.colour)
    number = str(look.height) + pen.marks(look)
    line = box.y if box.height > 1 else box.middle
    pen.canvas.write(box.centred(number), line, number, Ink(pen.palette.ink, is_bold=True))
    left = look.height
    for below in range(box.y + 1, box.y + box.height - (box.height > 2)):
        shown = ("o" if pen.ascii_only else "●") * min(left, box.width - 2)
        pen.canvas.write(box.centred(shown), below, shown, Ink(fill))
        left -= len(shown)


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


def _draw_disc(pen: Pen, box: Box, look: Look, piece: Piece) -> None:
    """A disc: solid, or outlined for the other side, with its height and marks."""
    fill, ink = pen.palette.piece(piece.colour)
    number = str(look.height) if pen.has_stacks else ""
    text = number + pen.marks(look)
    glyph = pen.glyph(piece)
    if box.height == 1 or pen.ascii_only:
        _draw_small(pen, box, glyph, text, piece, fill, ink)
        return
    width = {2: 4 if box.width == 4 else 3}.get(box.height, box.width - 2 if box.width >= 7 else box.width)
    x = box.x + (box.width - width) // 2
    _draw_solid(pen, x, box, width, fill)
    on_it = Ink(ink, fill, is_bold=True)
    if pen.has_stacks and width >= 5:
        text = glyph + text
    if piece.kind == "crowned":
        text = "♔" + text
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


NONE: frozenset[str] = frozenset()
NEARLY_ALL = 0.8  # of the empty points: their dots would say nothing


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
    scene: Scene,
    layout: Layout,
    marks: Marks,
    palette: Palette,
    *,
    accent: Colour,
    goals: Mapping[str, str] | None = None,
    ascii_only: bool = False,
) -> Canvas:
    """The board with its names around it, its pieces and its marks.

    `goals` are the colours of the cells at sides that a player must connect.
    """
    canvas = Canvas(layout.width, layout.height, Ink(palette.ink, palette.paper))
    has_stacks = any(look.height > 1 for look in scene.cells.values())
    pen = Pen(canvas, palette, ascii_only, has_stacks, scene.mark_pictures)
    if layout.board.is_grid and len(marks.targets) > NEARLY_ALL * sum(
        look.top is None for look in scene.cells.values()
    ):
        marks = replace(marks, targets=NONE)  # so that the lines can be seen
    marks = replace(marks, decided=frozenset(name for figure in scene.decided for name in figure))
    shape, is_numbered = layout.board.shape, layout.board.is_numbered
    if is_numbered:  # cells that cannot be used are part of the board, too
        canvas.fill(SQUARE_MARGIN, 1, layout.width - SQUARE_MARGIN - 1, layout.height - 1, palette.board)
    else:
        _draw_names(canvas, layout, palette, scene.labels)
    if shape in ("points", "edges", "pits"):
        _draw_lines(canvas, layout, palette, ascii_only=ascii_only)
    for name, (x, row) in layout.points.items():
        is_shaded = shape == "pits" or is_numbered or (shape == "square" and (row + round(x)) % 2 == 0)
        base = palette.board_shade if is_shaded else palette.board
        if goals and name in goals and palette.can_blend:
            base = palette.mix(base, palette.piece(goals[name])[0], 0.4)
        ground = _ground(name, marks, palette, accent, base)
        if layout.is_hex:
            _draw_hex(canvas, layout, name, palette, ground, ascii_only=ascii_only)
        elif shape == "square":
            box = layout.boxes[name]
            canvas.fill(box.x, box.y, box.width, box.height, ground)
            if is_numbered:
                on_board = palette.mix(palette.board, palette.ink if not palette.is_dark else "#000000", 0.65)
                ink = Ink(palette.muted if box.x == SQUARE_MARGIN else on_board)
                canvas.write(box.x - 2, box.y, name.rjust(2), ink)  # beside it, where nothing is drawn
        else:
            _draw_ground(canvas, layout, name, ground)
    if layout.board.is_grid:
        _draw_crossings(canvas, layout, palette, ascii_only=ascii_only)
    for name, look in scene.cells.items():
        _draw_cell(pen, layout, name, look, marks, accent)
    _draw_dots(canvas, layout, palette, ascii_only=ascii_only)
    return canvas


def _draw_lines(canvas: Canvas, layout: Layout, palette: Palette, *, ascii_only: bool) -> None:
    """The board under points, edges or pits, with the lines between points."""
    board = layout.board
    canvas.fill(SQUARE_MARGIN, 1, layout.width - SQUARE_MARGIN - 1, layout.height - 1, palette.board)
    ink = Ink(palette.mix(palette.board, "#000000", 0.5), palette.board)
    along, up, falling, rising = "-|\\/" if ascii_only else "─│╲╱"
    at = {place: layout.middle_of(name) for name, place in zip(board.names, board.places, strict=True)}
    for begin, end in board.drawn_lines:
        (x, y), (to_x, to_y) = sorted((at[begin], at[end]), key=lambda spot: (spot[1], spot[0]))
        line = along if y == to_y else up if x == to_x else falling if to_x > x else rising
        steps = abs(to_x - x) if y == to_y else to_y - y
        for step in range(steps + 1):
            canvas.write(x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps), line, ink)


def _draw_crossings(canvas: Canvas, layout: Layout, palette: Palette, *, ascii_only: bool) -> None:
    """Where the lines of a grid cross."""
    ink = Ink(palette.mix(palette.board, "#000000", 0.5))
    for name in layout.points:
        canvas.write(*layout.middle_of(name), crossing_token(layout.board, name, ascii_only=ascii_only), ink)


def _draw_dots(canvas: Canvas, layout: Layout, palette: Palette, *, ascii_only: bool) -> None:
    """The dots between edges, above the lines that meet there."""
    dot, ink = "+" if ascii_only else "•", Ink(palette.mix(palette.board, "#000000", 0.7), is_bold=True)
    for x, y in layout.board.drawn_dots:
        box = Box(
            SQUARE_MARGIN + round(2 * x) * layout.step, 1 + round(2 * y) * layout.pitch, layout.step, layout.pitch
        )
        canvas.write(box.centred(dot), box.middle, dot, ink)


def _draw_ground(canvas: Canvas, layout: Layout, name: str, ground: Colour) -> None:
    """The colour behind a point, an edge or a pit, under what is drawn there; a pit has wood around it."""
    box = layout.boxes[name]
    inset = 1 if layout.board.shape == "pits" else 0
    for line in range(box.y, box.y + max(1, box.height - inset)):
        canvas.tint(box.x + inset, line, box.width - inset, ground)


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
    draw_look(pen, box, look, form=layout.form_of(name))
    if name in marks.targets and look.top is None:
        dot = "+" if pen.ascii_only else "•"
        pen.canvas.write(
            box.centred(dot), box.middle, dot, Ink(_strong(palette, palette.moss, palette.board), is_bold=True)
        )
    found = _frame(name, look, marks)
    if found is not None:
        colours = {CURSOR: palette.moss, RING: palette.clay, BEST: palette.clay, TAKEN: palette.clay, LAST: accent}
        is_tile = look.top is not None and look.top.kind not in ROUND
        is_left = is_tile and box.width <= 4 and bool(look.inside or look.height > 1 or look.marks)
        ground = _ground(name, marks, palette, accent, palette.board)
        colour = _strong(palette, colours.get(found, palette.moss), ground)
        _draw_frame(pen, layout, box, found, colour, is_left_taken=is_left)


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


def _draw_frame(pen: Pen, layout: Layout, box: Box, frame: Frame, colour: Colour, *, is_left_taken: bool) -> None:
    ink = Ink(colour, is_bold=True)
    left, right = (box.x - 1, box.x + box.width) if layout.is_hex else (box.x, box.x + box.width - 1)
    if right == left + 1:  # no room inside
        left -= 1
    if layout.is_hex or box.height == 1 or pen.ascii_only:
        sides = frame.letters if pen.ascii_only else frame.sides
        spots = [(left, box.middle), (right, box.middle)]
        shown = sides
    else:
        bottom = box.y + box.height - 1
        spots = [(left, box.y), (right, box.y), (left, bottom), (right, bottom)]
        shown = frame.corners
    for character, (x, y) in zip(shown, spots, strict=True):
        if x == right or not is_left_taken:  # by what is written on a narrow tile
            pen.canvas.write(x, y, character, ink)
