"""Choosing a bot on the screen: from a list or by its spec, before a game or after one has failed."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import in_language, t
from ludoteca.play.sentence_case import sentence
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.dialogs import BotDialog, ChoiceDialog, TextDialog
from ludoteca.terminal.seats import HUMAN, check_seat, seat_choices
from ludoteca.terminal.table import Table


def ask_for_bot(app: BaseApp, game_name: str, spec: str, chosen: Callable[[str | None], None]) -> None:
    """Show the list of bots; `chosen` gets the spec, None if the person changed their mind."""

    def typed(text: str | None) -> None:
        if not text:
            chosen(None)
            return
        try:
            chosen(check_seat(text, game_name))
        except LudotecaError as error:
            app.notify(sentence(in_language(str(error))), severity="error")
            app.push_screen(TextDialog(t("Which bot?"), text), typed)

    def answered(answer: str | None) -> None:
        if answer == BotDialog.SPEC:
            app.push_screen(TextDialog(t("Which bot?")), typed)
        else:
            chosen(answer)

    app.push_screen(BotDialog(seat_choices(game_name)[1:], spec), answered)


def ask_for_another(app: BaseApp, table: Table, reason: str, done: Callable[[], None]) -> None:
    """A bot has failed: it tries again, or another or a person takes its seat; the game is kept either way."""
    seat = table.position.mover

    def seated(spec: str | None) -> None:
        if spec is None:
            ask_for_another(app, table, reason, done)
            return
        table.seat_another(seat, spec)
        done()

    def answered(answer: str | None) -> None:
        match answer:
            case "bot":
                ask_for_bot(app, table.variant.name, table.seat_of(seat), seated)
            case "person":
                seated(HUMAN)
            case "menu":
                app.to_menu()
            case _:
                table.replace_bots()
                done()

    answers = [
        ("bot", t("Choose another bot")),
        ("person", t("Play this side yourself")),
        ("again", t("Let it try again")),
        ("menu", t("Main menu (the game is saved)")),
    ]
    app.push_screen(ChoiceDialog(reason, answers), answered)
