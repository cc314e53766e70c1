"""Saving, exporting and leaving a game on the screen: the questions, and what is said about the files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ludoteca.languages import t, translatable
from ludoteca.play.sentence_case import sentence
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.dialogs import LoseDialog, ReplaceDialog, TextDialog
from ludoteca.terminal.saved_games import file_trouble
from ludoteca.terminal.table import Table

Say = Callable[[str], None]
SAVED, WRITTEN = translatable(("Saved as {file}.", "Written to {file}."))


def ask_to_save(app: BaseApp, table: Table, say: Say) -> None:
    """Save a copy under a name; replacing another game of that name needs confirmation."""

    def save(name: str) -> None:
        say(written(lambda: table.save_as(name), SAVED))

    def named(name: str | None) -> None:
        if not name:
            return
        there = table.saved_games.named(name)
        if there is None:
            save(name)
        else:
            app.push_screen(ReplaceDialog(name, there), lambda answer: answered(name, answer))

    def answered(name: str, answer: str | None) -> None:
        if answer == "yes":
            save(name)
        elif answer == "no":
            ask_to_save(app, table, say)

    app.push_screen(TextDialog(t("Save as"), table.variant.title), named)


def ask_to_export(app: BaseApp, table: Table, say: Say) -> None:
    """Write the games of a table to a file, as records."""

    def named(name: str | None) -> None:
        if name is None:
            return
        path = Path(name) if name.strip() else None
        say(written(lambda: table.saved_games.export(table.record_text(), table.variant.name, path), WRITTEN))

    app.push_screen(TextDialog(t("Which file should the record be written to? Leave it empty for a new file.")), named)


def ask_to_lose(app: BaseApp, table: Table, leave: Callable[[], None], stay: Callable[[], None]) -> None:
    """Leave a table; if its game could not be saved and would be lost, ask first."""
    if not table.unsaved:
        leave()
        return
    app.push_screen(LoseDialog(sentence(table.unsaved)), lambda answer: leave() if answer == "yes" else stay())


def written(write: Callable[[], Path], words: str) -> str:
    """Write a file; returns the sentence that says where it is, or why there is none."""
    try:
        return t(words, file=write())
    except OSError as error:
        return sentence(file_trouble(error))
