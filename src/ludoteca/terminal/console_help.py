"""The list of commands in a plain terminal, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from ludoteca.languages import t
from ludoteca.terminal.plain_output import WIDEST, columns


def help_page(example: str, commands: Iterable[tuple[str, str]]) -> str:
    """How to type a move, then each command with what it does."""
    commands = list(commands)
    first = t("Type a move, such as {example}, or just its beginning to see how it can continue.", example=example)
    width = max(len(t(command)) for command, _ in commands)
    entries = [f"{t(command):{width}}  {words}" for command, words in commands]
    half = (len(entries) + 1) // 2
    left, right = entries[:half], entries[half:]
    column = max(map(len, left)) + 3
    if 2 + column + max(map(len, right), default=0) > (columns() or WIDEST):
        return "\n".join([first, *(f"  {entry}" for entry in entries)])
    rows = [f"  {one:{column}}{two}".rstrip() for one, two in zip_longest(left, right, fillvalue="")]
    return "\n".join([first, *rows])
