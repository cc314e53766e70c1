"""The board as a widget: it draws a scene with marks, and reports which cell was clicked or is pointed at."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ludoteca.kernel.boards import Board
from ludoteca.kernel.scene import Scene
from ludoteca.terminal.board_canvas import Ink, Marks, Span, draw_board
from ludoteca.terminal.layout import Box, Layout, best_layout
from ludoteca.terminal.theme import Colour, Palette


class BoardWidget(Widget, can_focus=True):
    """A board as large as its area allows."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, name: str) -> None:
            self.name = name
            super().__init__()

    def __init__(self, *, ascii_only: bool, id: str | None = None) -> None:  # noqa: A002 (Textual's name for it)
        super().__init__(id=id)
        self.ascii_only = ascii_only
        self._shown: tuple[Board, Scene, Marks, Palette, Colour, Mapping[str, str]] | None = None
        self.board_layout: Layout | None = None
        self._lines: list[list[Span]] = []
        self._paper: Colour = "#000000"

    def show(
        self, board: Board, scene: Scene, marks: Marks, palette: Palette, accent: Colour, goals: Mapping[str, str]
    ) -> None:
        """Draw this from now on; `goals` are the colours of the cells at sides that a player must connect."""
        self._shown = (board, scene, marks, palette, accent, goals)
        self._draw(self.size)

    def on_resize(self, event: events.Resize) -> None:
        """Draw again, at the size that fits now."""
        self._draw(event.size)

    def _draw(self, size: Size) -> None:
        if self._shown is None or not size:
            return
        board, scene, marks, palette, accent, goals = self._shown
        self._paper = palette.paper
        self.board_layout = best_layout(board, size.width, size.height)
        canvas = draw_board(
            scene, self.board_layout, marks, palette, accent=accent, goals=goals, ascii_only=self.ascii_only
        )
        self._lines = canvas.lines()
        self.refresh()

    @property
    def corner(self) -> tuple[int, int]:
        """Where the drawing begins: centred, or if it is larger than the area, moved so that the cursor is visible."""
        if self.board_layout is None or self._shown is None:
            return 0, 0
        cursor = self._shown[2].cursor
        box = self.board_layout.boxes[cursor] if cursor is not None else Box(0, 0, 0, 0)
        return (
            corner_in(self.size.width, self.board_layout.width, box.x + box.width // 2),
            corner_in(self.size.height, self.board_layout.height, box.middle),
        )

    def render_line(self, y: int) -> Strip:
        """One line of the place."""
        left, top = self.corner
        blank = style_of(Ink(ground=self._paper))
        if not 0 <= y - top < len(self._lines):
            return Strip.blank(self.size.width, blank)
        drawn = (Segment(span.text, style_of(span.ink)) for span in self._lines[y - top])
        line = Strip([Segment(" " * max(0, left), blank), *drawn]).crop(max(0, -left))
        return line.adjust_cell_length(self.size.width, blank)

    def on_click(self, event: events.Click) -> None:
        """Report which cell was meant."""
        left, top = self.corner
        name = None if self.board_layout is None else self.board_layout.cell_at(event.x - left, event.y - top)
        if name is not None:
            self.post_message(self.Clicked(name))


def corner_in(place: int, drawing: int, wanted: int) -> int:
    """Where a drawing begins in an area, along one axis: centred, or so that a given point of it is visible."""
    if drawing <= place:
        return (place - drawing) // 2
    return -min(max(wanted - place // 2, 0), drawing - place)


def style_of(ink: Ink) -> Style:
    """An ink as a Rich style."""
    return Style(color=ink.colour, bgcolor=ink.ground, bold=ink.is_bold or None, underline=ink.is_underlined or None)
