"""The top line of a table on the screen: the game, its options and the score."""

from __future__ import annotations

from rich.text import Text

from ludoteca.languages import t
from ludoteca.terminal.table_view import TableView
from ludoteca.terminal.theme import Colour, Palette
from ludoteca.terminal.window_layout import WindowLayout

LONGEST_OPTIONS = 60  # characters


def title_line(view: TableView, layout: WindowLayout, palette: Palette, accent: Colour, *, is_ascii: bool) -> Text:
    """The line; in a window that is too small, the size that is needed."""
    line = Text(no_wrap=True, overflow="crop" if is_ascii else "ellipsis")
    if layout.needed is not None:
        width, height = layout.needed
        words = t("Too small: needs {width}x{height}", width=width, height=height)
        return line.append(words, f"bold {palette.clay}")
    line.append(view.title, f"bold {accent}")
    if view.options:
        line.append(f"  {view.options}"[:LONGEST_OPTIONS], palette.muted)
    return line.append(f"   {view.score}" if view.score else "", palette.ink)
