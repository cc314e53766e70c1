"""Everything beside the board: players, facts, whose turn it is, choices, moves, and the text field."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.kernel.scene import Look, Piece
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.board_canvas import Canvas, Ink, Pen, draw_look
from ludoteca.terminal.board_widget import style_of
from ludoteca.terminal.layout import Box
from ludoteca.terminal.messages import TurnRow
from ludoteca.terminal.position_sheet import brief_facts, column_width, fact_table
from ludoteca.terminal.table_view import BoardView, PlayerRow
from ludoteca.terminal.theme import Palette

USUAL_WIDTH = 29  # before the panel knows its own
BRIEF_STATUS_LINES = 2
CHIP_WIDTH = 3
FIELD_LINES, MESSAGE_LINES = 1, 2
BRIEF_CHOICES, BRIEF_TURNS = 3, 3


class MoveField(Input):
    """Where moves are typed: what is typed after Enter, however soon, is a new move."""

    async def on_key(self, event: Key) -> None:
        """Enter is handled here, before the next key; as a binding it would come after waiting keys."""
        if event.key == "enter":
            event.stop()
            await self.action_submit()
            self.value = ""


class SidePanel(VerticalScroll, can_focus=False):
    """Shows a view of a table; it knows words and colours, never rules."""

    def __init__(self, *, ascii_only: bool, id: str | None = None) -> None:  # noqa: A002 (Textual's name for it)
        super().__init__(id=id)
        self.ascii_only = ascii_only

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Static(id="words", markup=False)
        yield Static(id="players")
        yield Static(id="facts")
        yield Static(id="brief", markup=False)
        yield Static(id="task", markup=False)
        yield Static(id="status", markup=False)
        yield Static(id="message", markup=False)
        yield Static(id="engine", markup=False)
        yield OptionList(id="choices", markup=False)
        yield OptionList(id="moves", markup=False)
        yield MoveField(id="typed", compact=True)

    def on_mount(self) -> None:
        """The board keeps the focus; lists are clicked."""
        self.query_one("#moves", OptionList).can_focus = False
        self.query_one("#choices", OptionList).can_focus = False

    def show(self, view: BoardView, palette: Palette, *, brief_lines: int | None) -> None:
        """Show everything; with a limited number of lines, as much as they hold."""
        width = self.scrollable_content_region.width or USUAL_WIDTH
        lines = len(view.status) if brief_lines is None else BRIEF_STATUS_LINES - bool(view.message or is_counted(view))
        self.set_class(view.engine is not None and bool(view.message), "-advised")
        self.set_class(self._is_crowded(view, width), "-crowded")
        brief = self._brief(view, palette, width, (brief_lines or 0) - lines)
        self._put("words", view.words)
        self._put("players", self._players(view, palette) if view.players else "")
        self._put("facts", self._facts(view, palette, width) if view.players else "")
        self._put("brief", brief)
        self._put("task", view.task)
        self._put("status", "\n".join(view.status[:lines]))
        self._put("message", view.message, is_shown=bool(view.message or not view.choices))
        self._put("engine", "\n".join(view.engine or []), is_shown=view.engine is not None)
        self.query_one("#message").set_class(view.is_right, "-right")
        self._show_choices(view)
        self._show_moves(view, palette)
        self.query_one("#typed", Input).placeholder = self._text(view.example)
        if view.task:  # in a small window the answer and the choices take precedence over the text above them
            scroll = self.scroll_end if view.choices or view.message else self.scroll_home
            self.call_after_refresh(scroll, animate=False)

    def _put(self, name: str, text: str | Text, *, is_shown: bool | None = None) -> None:
        """Show a text, unless it is empty: that would still take a line."""
        place = self.query_one(f"#{name}", Static)
        place.update(self._text(text) if isinstance(text, str) else text)
        place.set_class(not (text if is_shown is None else is_shown), "-empty")

    def _brief(self, view: BoardView, palette: Palette, width: int, lines: int) -> Text:
        """The most important of what is shown beside larger boards, one line each, in this many lines."""
        lines -= FIELD_LINES + (MESSAGE_LINES if view.message else 0)
        lines -= len(view.choices) if is_counted(view) else min(len(view.choices), BRIEF_CHOICES)
        turns = view.turns if view.turn is None else view.turns[: view.turn + 1]
        rows = [
            Text("  ").join(self._seat(row, palette) for row in view.players),
            Text(self._text(brief_facts(view.scene, width))),
            Text().join(self._turn(row, view.players[row.seat], palette) for row in turns[-BRIEF_TURNS:]),
        ]
        if view.engine:  # its best line
            rows.insert(0, Text(self._text(view.engine[min(1, len(view.engine) - 1)]), palette.muted))
        shown = [row for row in rows if row][: max(0, lines)]
        for row in shown:
            row.truncate(width, overflow="crop" if self.ascii_only else "ellipsis")
        return Text("\n").join(shown)

    def _is_crowded(self, view: BoardView, width: int) -> bool:
        """Whether a list of choices has no room below everything else."""
        others = len(view.players) + len(fact_table(view.scene, width)) + len(view.status) + FIELD_LINES
        message = MESSAGE_LINES if view.message else 0
        return bool(view.choices) and others + message + len(view.choices) > self.size.height

    def _text(self, text: str) -> str:
        return ascii_text(text) if self.ascii_only else text

    def _players(self, view: BoardView, palette: Palette) -> Text:
        """Both seats with their pieces, and an arrow at the one to move."""
        return Text("\n", no_wrap=True, overflow="ellipsis").join(self._seat(row, palette) for row in view.players)

    def _facts(self, view: BoardView, palette: Palette, width: int) -> Text:
        """The facts, with the players' names above their columns."""
        lines, column = fact_table(view.scene, width), column_width(view.scene)
        heads = "".join(f"{row.name:>{column}}" for row in view.players)
        rows = [Text(f"{heads:>{width}}", palette.muted), *(Text(line, palette.ink) for line in lines)]
        return Text("\n", no_wrap=True).join([*(rows if lines else []), *self._legend(view, palette, width)])

    def _legend(self, view: BoardView, palette: Palette, width: int) -> list[Text]:
        """The pieces that no player has, drawn as on the board, each with its name; as many per line as fit."""
        lines: list[Text] = []
        for piece, word in view.legend:
            entry = Text().append_text(self._drawn(piece, palette)).append(f" {self._text(word)}  ", palette.muted)
            if lines and len(lines[-1]) + len(entry.plain.rstrip()) <= width:
                lines[-1].append_text(entry)
            else:
                lines.append(entry)
        return lines

    def _drawn(self, piece: Piece, palette: Palette) -> Text:
        """A piece as on a small board."""
        canvas = Canvas(CHIP_WIDTH, 1, Ink(palette.ink, palette.board))
        draw_look(Pen(canvas, palette, self.ascii_only), Box(0, 0, CHIP_WIDTH, 1), Look((piece,), height=1))
        return Text().join(Text(span.text, style_of(span.ink)) for span in canvas.lines()[0])

    def _seat(self, row: PlayerRow, palette: Palette) -> Text:
        """A seat with its piece, and an arrow if it is to move."""
        arrow = (">" if self.ascii_only else "▸") if row.is_to_move else " "
        line = Text().append(f"{arrow} ", f"bold {palette.moss}").append_text(self._chip(row, palette))
        line.append(f" {row.name}", "bold" if row.is_to_move else "").append(f"  {row.who}", palette.muted)
        return line.append(f"  {row.clock}", f"bold {palette.ink}") if row.clock else line

    def _chip(self, row: PlayerRow, palette: Palette) -> Text:
        """A player's piece in its colours."""
        glyph = row.piece.letter if self.ascii_only else row.piece.glyph
        fill, ink = palette.piece(row.piece.colour)
        return Text(f" {glyph} ", f"bold {ink} on {fill}")

    def _show_choices(self, view: BoardView) -> None:
        offered = self.query_one("#choices", OptionList)
        offered.set_class(not view.choices, "-empty")
        self.set_class(bool(view.players and view.choices) and view.choices[0].is_pick, "-choosing")
        words = [f"{number:2}) {self._text(choice.words)}" for number, choice in enumerate(view.choices, 1)]
        fill(offered, [(choice.name, Text(line)) for choice, line in zip(view.choices, words, strict=True)])
        offered.highlighted = view.pointed
        self.call_after_refresh(offered.scroll_to_highlight)

    def _show_moves(self, view: BoardView, palette: Palette) -> None:
        """One row per turn, undone ones in brackets; the one that led to what is shown is highlighted.

        Before the first move, the goal of the game is shown.
        """
        moves = self.query_one("#moves", OptionList)
        moves.set_class(not view.players, "-empty")
        rows = [(f"turn{at}", self._turn(row, view.players[row.seat], palette)) for at, row in enumerate(view.turns)]
        fill(moves, rows or [("goal", Text(self._text(view.goal), palette.muted))])
        if not rows:
            moves.disable_option("goal")
        for at, row in enumerate(view.turns):
            if row.is_undone:
                moves.disable_option_at_index(at)
            else:
                moves.enable_option_at_index(at)
        moves.highlighted = view.turn
        if view.turn is not None:
            self.call_after_refresh(moves.scroll_to_highlight)

    def _turn(self, row: TurnRow, player: PlayerRow, palette: Palette) -> Text:
        line = Text(f"{row.number:3} ", no_wrap=True, overflow="ellipsis")
        line.append_text(self._chip(player, palette))
        line.append(f" ({row.moves})" if row.is_undone else f" {row.moves}")
        return line


def is_counted(view: BoardView) -> bool:
    """Whether choices are offered that only their number selects: such a list does not scroll."""
    return bool(view.choices) and not view.choices[0].is_pick


def fill(options: OptionList, wanted: list[tuple[str, Text]]) -> None:
    """Set a list's lines; a game that has only grown keeps those it had."""
    names = [name for name, _ in wanted]
    present = [option.id for option in options.options]
    if present != names[: len(present)]:
        options.clear_options()
        present = []
    for at, (_, line) in enumerate(wanted[: len(present)]):
        if options.get_option_at_index(at).prompt != line:
            options.replace_option_prompt_at_index(at, line)
    options.add_options([Option(line, id=name) for name, line in wanted[len(present) :]])
