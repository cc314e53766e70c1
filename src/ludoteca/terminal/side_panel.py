"""Everything beside the board: players, facts, whose turn it is, choices, moves, and the field to type in."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.facts_view import column_width, fact_lines
from ludoteca.terminal.table_view import PlayerRow, TableView
from ludoteca.terminal.theme import Palette
from ludoteca.terminal.turn_rows import TurnRow

USUAL_WIDTH = 29  # before the panel knows its own
BRIEF_STATUS_LINES = 2


class MoveField(Input):
    """Where moves are typed: what is typed after Enter, however soon, is a move of its own."""

    async def on_key(self, event: Key) -> None:
        """Enter is taken here, before the next key; as a binding it would come after those that wait."""
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
        yield Static(id="players")
        yield Static(id="facts")
        yield Static(id="status", markup=False)
        yield Static(id="message", markup=False)
        yield Static(id="engine", markup=False)
        yield OptionList(id="choices", markup=False)
        yield OptionList(id="moves", markup=False)
        yield MoveField(id="typed", compact=True)

    def on_mount(self) -> None:
        """The board keeps the keys; lists are clicked."""
        self.query_one("#moves", OptionList).can_focus = False
        self.query_one("#choices", OptionList).can_focus = False

    @property
    def field(self) -> Input:
        """Where moves are typed."""
        return self.query_one("#typed", Input)

    def show(self, view: TableView, palette: Palette, *, is_brief: bool) -> None:
        """Show everything anew."""
        width = self.scrollable_content_region.width or USUAL_WIDTH
        lines = BRIEF_STATUS_LINES - bool(view.message) if is_brief else len(view.status)
        self.query_one("#players", Static).update(self._players(view, palette, width))
        self.query_one("#facts", Static).update(Text("\n".join(fact_lines(view.scene, width)), no_wrap=True))
        self.query_one("#status", Static).update(self._text("\n".join(view.status[:lines])))
        self.query_one("#message", Static).update(self._text(view.message))
        engine = self.query_one("#engine", Static)
        engine.set_class(view.engine is not None, "-on")
        engine.update(self._text("\n".join(view.engine or [])))
        self._show_choices(view)
        self._show_moves(view, palette)
        self.field.placeholder = self._text(view.example)

    def _text(self, text: str) -> str:
        return ascii_text(text) if self.ascii_only else text

    def _players(self, view: TableView, palette: Palette, width: int) -> Text:
        """Both seats with their shapes, an arrow at the one to move; above the facts' columns their names."""
        text = Text(no_wrap=True, overflow="ellipsis")
        for row in view.players:
            arrow = (">" if self.ascii_only else "▸") if row.is_to_move else " "
            text.append(f"{arrow} ", f"bold {palette.moss}")
            if row.piece is not None:
                text.append_text(self._chip(row, palette))
            text.append(f" {row.name}", "bold" if row.is_to_move else "")
            text.append(f"  {row.who}\n", palette.muted)
        column = column_width(view.scene)
        heads = "".join(f"{row.name:>{column}}" for row in view.players)
        text.append(f"{heads:>{width}}", palette.muted)
        return text

    def _chip(self, row: PlayerRow, palette: Palette) -> Text:
        """A player's piece in its colours; without one on the board, the first letter of its name."""
        colour = row.piece.colour if row.piece is not None else row.name.lower()
        letter = row.name[0].lower() if row.piece is None else row.piece.letter
        glyph = letter if self.ascii_only or row.piece is None else row.piece.glyph
        fill, ink = palette.piece(colour)
        return Text(f" {glyph} ", f"bold {ink} on {fill}")

    def _show_choices(self, view: TableView) -> None:
        offered = self.query_one("#choices", OptionList)
        offered.set_class(bool(view.choices), "-on")
        self.set_class(bool(view.choices) and view.choices[0].is_pick, "-choosing")
        words = [f"{number:2}) {self._text(choice.words)}" for number, choice in enumerate(view.choices, 1)]
        fill(offered, [(choice.name, Text(line)) for choice, line in zip(view.choices, words, strict=True)])
        offered.highlighted = view.pointed
        self.call_after_refresh(offered.scroll_to_highlight)

    def _show_moves(self, view: TableView, palette: Palette) -> None:
        """A row a turn, those undone in brackets; the one that led to what is shown is highlighted.

        Until the first move, the goal of the game stands there.
        """
        moves = self.query_one("#moves", OptionList)
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


def fill(options: OptionList, wanted: list[tuple[str, Text]]) -> None:
    """Set a list's lines; a game that has grown at its end keeps those it had."""
    names = [name for name, _ in wanted]
    present = [option.id for option in options.options]
    if present != names[: len(present)]:
        options.clear_options()
        present = []
    for at, (_, line) in enumerate(wanted[: len(present)]):
        if options.get_option_at_index(at).prompt != line:
            options.replace_option_prompt_at_index(at, line)
    options.add_options([Option(line, id=name) for name, line in wanted[len(present) :]])
