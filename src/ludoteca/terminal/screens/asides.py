"""What happens beside the board: choices, the pause menu, draws, giving up, saving, and what comes after the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.play.position import Move
from ludoteca.play.sentences import sentence
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.bot_turns import ThinkingFailed
from ludoteca.terminal.dialogs import ChoiceDialog, TextDialog

if TYPE_CHECKING:
    from ludoteca.terminal.screens.playing import PlayScreen

PAUSE = [
    ("resume", "Resume"), ("save", "Save under a name"), ("export", "Export a record"), ("draw", "Offer a draw"),
    ("resign", "Resign"), ("menu", "Main menu (the game is kept)"), ("exit", "Exit (the game is kept)"),
]  # fmt: skip


class Asides:
    """What a table's screen asks and answers."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self.best: Move | None = None  # the hint that was given
        self._thought: BackgroundWork[bool] | None = None

    @property
    def best_cells(self) -> frozenset[str]:
        """The cells of the hint, as long as it is one for the position shown."""
        if self.best is None or self.best not in self.screen.shown.moves():
            return frozenset()
        return frozenset(pick.name for pick in self.best.picks if pick.is_cell)

    # --- the numbered list

    def listed(self) -> list[tuple[str, str]]:
        """What is offered by number: choices of the move at hand, answers to a draw offer, or what follows the end."""
        screen, table = self.screen, self.screen.table
        if table.outcome is not None:
            again = "Next game" if table.has_next_game else "Play again"
            return [("again", again), ("replay", "Step through the game"), ("menu", "Main menu"), ("exit", "Exit")]
        offered = table.match.draw_offer
        if offered is not None and table.is_person(1 - offered):
            who = table.position.players[1 - offered].name
            return [("accept", f"{who}: accept the draw"), ("decline", f"{who}: play on")]
        if not screen.can_enter:
            return []
        return [(pick.name, str(pick)) for pick in screen.entry.choices]

    def take(self, name: str) -> None:
        """Take one of those listed."""
        screen, table = self.screen, self.screen.table
        match name:
            case "again" if table.outcome is not None:
                if table.has_next_game:
                    table.next_game()
                    screen.viewing, screen.message = None, ""
                    screen.settle()
                else:
                    screen.app.sit_down(table.again())
            case "replay":
                screen.view(0)
            case "menu":
                screen.app.to_menu()
            case "exit":
                screen.app.exit()
            case "accept" | "decline" if table.match.draw_offer is not None:
                table.answer_draw(accept=name == "accept")
                screen.settle()
            case _:
                screen.pick(name)

    # --- the pause menu

    def pause(self) -> None:
        """Bots wait while the person decides."""
        screen = self.screen
        screen.bots.is_paused = True
        screen.bots.call_off()
        people = bool(screen.table.people) and screen.table.outcome is None
        offers = [entry for entry in PAUSE if people or entry[0] not in ("draw", "resign")]
        screen.app.push_screen(ChoiceDialog("Paused", offers), self._paused)
        screen.show()

    def _paused(self, answer: str | None) -> None:
        self.screen.bots.is_paused = False
        deeds = {
            "save": self.save, "export": self.export, "draw": self.offer_draw, "resign": self.resign,
            "menu": self.screen.app.to_menu, "exit": self.screen.app.exit,
        }  # fmt: skip
        if answer in deeds:
            deeds[answer]()
        if answer not in ("menu", "exit"):
            self.screen.settle()

    # --- endings by word

    def offer_draw(self) -> None:
        """Offer a draw: a person is asked, a bot thinks about it."""
        screen, table = self.screen, self.screen.table
        if not screen.attempt(table.offer_draw) or table.outcome is not None:
            screen.settle()
            return
        offered = table.match.draw_offer
        assert offered is not None
        if table.is_person(1 - offered):
            screen.say(f"{table.named(offered)} offers a draw.")
            return
        screen.say(f"{table.named(1 - offered)} thinks about a draw …")
        self._thought = BackgroundWork(
            lambda _: table.bot_accepts_draw(1 - offered),
            lambda accepts: screen.app.call_from_thread(self._answered, accepts),
            lambda error: _ignore(screen.post_message(ThinkingFailed(error))),
        )

    def _answered(self, accepts: bool) -> None:
        screen, table = self.screen, self.screen.table
        offered = table.match.draw_offer
        if offered is None or table.outcome is not None:
            return
        who = table.named(1 - offered)
        table.answer_draw(accept=accepts)
        screen.bots.call_off()
        screen.settle()
        screen.say(f"{who} {'accepts' if accepts else 'would rather play on'}.")

    def resign(self) -> None:
        """Give up, if the person means it."""
        screen, table = self.screen, self.screen.table
        if table.speaker is None or table.outcome is not None:
            screen.say("There is nothing to resign.")
            return

        def answered(answer: str | None) -> None:
            if answer == "yes" and screen.attempt(table.resign):
                screen.bots.call_off()
            screen.settle()

        who = table.named(table.speaker)
        screen.app.push_screen(ChoiceDialog(f"{who}: resign?", [("no", "Play on"), ("yes", "Resign")]), answered)

    # --- files

    def save(self) -> None:
        """Keep a copy under a name."""
        table = self.screen.table

        def named(name: str | None) -> None:
            if name:
                self._written(lambda: table.save_as(name), "Saved as")

        self.screen.app.push_screen(TextDialog("Save under which name?", table.variant.title), named)

    def export(self) -> None:
        """Write the game as a record."""
        table = self.screen.table

        def named(name: str | None) -> None:
            if name is not None:
                path = Path(name) if name.strip() else None
                self._written(
                    lambda: table.saved_games.export(table.record_text(), table.variant.name, path), "Written to"
                )

        question = "Write the record to which file? Leave it empty for a file of its own."
        self.screen.app.push_screen(TextDialog(question), named)

    def _written(self, write: object, verb: str) -> None:
        try:
            path = write()  # type: ignore[operator]
        except OSError as error:
            self.screen.say(sentence(f"{error.filename or 'the file'}: {error.strerror or error}"))
            return
        self.screen.say(f"{verb} {path}.")


def _ignore(_: object) -> None:
    """A result that nobody needs."""
