"""The top line of a board on the screen: the game, its options and the score; or the window size that is needed."""

from __future__ import annotations

from rich.text import Text

from ludoteca.languages import t
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.layout import WindowLayout
from ludoteca.terminal.table_view import TableView
from ludoteca.terminal.theme import Colour, Palette

LONGEST_OPTIONS = 60  # characters


def title_line(view: TableView, palette: Palette, accent: Colour, *, is_ascii: bool) -> Text:
    """What is being played."""
    line = Text(no_wrap=True, overflow="crop" if is_ascii else "ellipsis")
    line.append(view.title, f"bold {accent}")
    if view.options:
        options = view.options
        if len(options) > LONGEST_OPTIONS:  # whole ones only
            options = f"{options[:LONGEST_OPTIONS].rpartition(', ')[0]}, …"
        line.append(f"  {ascii_text(options) if is_ascii else options}", palette.muted)
    return line.append(f"   {view.score}" if view.score else "", palette.ink)


def too_small(layout: WindowLayout, room: int, palette: Palette) -> Text | None:
    """If the window is too small for the board, the size that is needed, in as many words as fit."""
    if layout.needed is None:
        return None
    size = "{}x{}".format(*layout.needed)
    sayings = (t("Too small: needs {size}", size=size), t("needs {size}", size=size), size)
    words = next((words for words in sayings if len(words) <= room), size)
    return Text(words, f"bold {palette.clay}", no_wrap=True)
