"""A table in a plain terminal: the board is printed after each turn, moves and commands are typed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from ludoteca.kernel.errors import LudotecaError, MoveError
from ludoteca.kernel.scene import Pick
from ludoteca.languages import in_language, t, translatable
from ludoteca.play.move_words import move_in_words
from ludoteca.play.position import Move
from ludoteca.play.rule_pages import rule_page
from ludoteca.play.sentence_case import sentence
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.console_setup import choose_bot, list_bots
from ludoteca.terminal.language import change_language
from ludoteca.terminal.messages import (
    draw_answer,
    effect_words,
    legend_line,
    report_lines,
    series_line,
    turn_line,
    turn_rows,
)
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import (
    SLOW_S,
    Quit,
    ToMenu,
    ask,
    command_in,
    help_page,
    index_of,
    is_agreed,
    menu,
    remark,
    say,
    say_page,
    whole_number,
)
from ludoteca.terminal.saved_games import file_trouble
from ludoteca.terminal.seats import HUMAN
from ludoteca.terminal.table import STEP, BotFailed, Table, pace_sentence, read_pace

HELP = translatable({
    "moves": "all legal moves",
    "board": "redraw the board",
    "hint": "a good move, and why",
    "back": "cancel an unfinished move",
    "draw": "offer a draw",
    "save": "{save} NAME saves a copy",
    "pace": "{pace} 0.5 or {pace} {step}",
    "pause": "or {key}: resume, save, main menu, exit",
    "menu": "main menu",
    "undo": "go back to your last move",
    "redo": "redo what was undone",
    "analyse": "the best moves and how good they are",
    "history": "the moves so far; {history} 5 shows the board after turn 5",
    "resign": "resign; add a colour to resign for that side",
    "abort": "end the game without a result",
    "end": "end a game whose result can no longer change",
    "export": "{export} FILE writes a record",
    "rules": "how to play",
    "language": "{language} pt, es or en",
    "quit": "leave (the game is saved)",
})  # fmt: skip
ANALYSIS_MS = 3000


class ConsoleTable:
    """One table, played until it is over or left."""

    def __init__(self, table: Table, *, ascii_only: bool = False) -> None:
        self.table = table
        self.ascii_only = ascii_only or not (sys.stdout.encoding or "").lower().startswith("utf")
        self.entry = Entry(table.position)

    def run(self) -> None:
        """Play all games of the series; Quit and ToMenu leave the table as it is, saved."""
        while True:
            self.play_game()
            say(f"\n{self.said(turn_line(self.table))}.")
            if self.table.series.games > 1:
                say(f"{in_language(self.table.series.score_text())}.")
            if not self.table.has_next_game:
                break
            say(t("The next game begins; you switch sides."))
            self.table.next_game()
        if series_line(self.table):
            say(f"{series_line(self.table)}.")

    def play_game(self) -> None:
        """Play the current game to its end."""
        if self.table.score_line():
            say(f"\n{self.table.score_line()}")
        self.table.start_clock()
        self.draw()
        self.explain_pieces()
        while self.table.outcome is None and not self.table.claim_time():
            self.table.start_clock()
            if self.table.match.draw_offer is not None and self.table.is_persons_turn:
                self.answer_draw()
            elif self.table.is_persons_turn:
                self.persons_turn()
            else:
                self.bots_turn()

    def said(self, words: str) -> str:
        """Words with the cells named as in the chosen rules."""
        return self.table.variant.labels.shown(words)

    def draw(self) -> None:
        """The board, with letters if the terminal has no glyphs; and a new entry for it."""
        self.entry = Entry(self.table.position)
        say(f"\n{sheet(self.table.position, ascii_only=self.ascii_only)}")
        if self.table.match.clock is not None:
            players = zip(self.table.position.players, map(self.table.clock_of, (0, 1)), strict=True)
            times = ", ".join(f"{in_language(player.name)} {left}" for player, left in players)
            say(t("{name}: {task}", name=t("Clock"), task=times))

    def bots_turn(self) -> None:
        """A bot thinks and plays; Ctrl-C pauses."""
        table = self.table
        position = table.position
        try:
            who = table.named(position.mover)
            move = self.patiently(lambda: table.think(position), t("{player} is thinking …", player=who))
            if table.pace is None:
                question = t("Press Enter for the move, {key} to pause", key="p")
                said = ask(f"{question}: ").lower()
                if self.common(said):
                    return
            elif table.pace:
                time.sleep(table.pace)
        except KeyboardInterrupt:
            say()
            table.replace_bots()
            self.pause()
            return
        except BotFailed as error:
            remark(sentence(in_language(str(error))))
            self.seat_another(position.mover)
            return
        if not table.has_bot_given_up:
            plays = t("{player} plays {move}.", player=who, move=move_in_words(move))
            say("\n" + self.said(t("{player} passes.", player=who) if str(move) == "pass" else plays))
        self.play(move)

    def seat_another(self, seat: int) -> None:
        """If a bot has failed: another, or a person, or the same again; the game is kept."""
        entries = [
            ("bot", t("another bot takes over")),
            ("play", t("play this side yourself")),
            ("again", t("let it try again")),
            ("menu", t("main menu")),
        ]
        match menu(t("How should the game continue?"), entries):
            case "bot":
                list_bots(self.table.variant.game)
                self.table.seat_another(seat, choose_bot(self.table.variant.game, t("Which bot")))
            case "play":
                self.table.seat_another(seat, HUMAN)
            case "again":
                self.table.replace_bots()
            case _:
                raise ToMenu

    def patiently(self, work: Callable[[], Move], words: str) -> Move:
        """Run it in a thread, so that Ctrl-C works, and say so if it takes long."""
        thinking = BackgroundWork(lambda _: work())
        if not thinking.wait(SLOW_S):
            say(words)
        return thinking.result()

    def play(self, move: Move) -> None:
        """Play a move and draw the board; say so once if it cannot be saved."""
        was_unsaved = self.table.unsaved
        self.table.play(move)
        if self.table.unsaved and self.table.unsaved != was_unsaved:
            remark(sentence(self.table.unsaved))
        self.draw()

    def persons_turn(self) -> None:
        """Ask until a move is played or the position changes otherwise."""
        who = self.table.named(self.table.position.mover)
        question = t("{player}, your move", player=who)
        if self.entry.picked:
            question = t("{player}, your move {picks} …", player=who, picks=self.entry.so_far)
        said = ask(f"{question}: ")
        if not said:
            say(self.offer())
            return
        if self.entry.reads(said) or not self.common(said.lower(), said):
            self.enter(said)

    def enter(self, said: str) -> None:
        """Read a move or the next pick; a refusal says why."""
        try:
            move = self.entry.type(said)
        except MoveError as error:
            remark(self.said(sentence(str(error))))
            return
        if move is None:
            say(self.offer())
            return
        self.play(move)

    def offer(self) -> str:
        """What can be picked next; choices that are not cells are numbered and explained."""
        width = max((len(pick.name) for pick in self.entry.choices), default=0)
        lines = [
            f"  {number:3} {pick.name:{width}}  {self.explained(pick)}".rstrip()
            for number, pick in enumerate(self.entry.choices, 1)
        ]
        if self.entry.cells:
            cells = ", ".join(map(self.said, self.entry.cells))
            lines.append("  " + t("You can choose: {choices}", choices=cells))
        return "\n".join(lines)

    def explained(self, pick: Pick) -> str:
        """What a choice by name means, or where it leads when it completes the move."""
        if pick.label not in ("", pick.name):
            return str(in_language(pick.label))
        after = self.entry.after(pick.name)
        return "" if after is None else self.said(effect_words(self.entry.position, after))

    # --- commands

    def common(self, said: str, original: str = "") -> bool:
        """Run a command; False if it is not one."""
        commands: dict[str, Callable[[], None]] = {
            "p": self.pause, "pause": self.pause, "undo": self.undo, "redo": self.redo, "u": self.undo,
            "hint": self.hint, "analyse": self.analyse, "analyze": self.analyse, "board": self.draw,
            "moves": lambda: say(self.said(" ".join(str(move) for move in self.table.position.moves()))),
            "help": self.help, "?": self.help, "back": lambda: self.back(), "language": lambda: self.language(argument),
            "rules": lambda: say_page(lambda: rule_page(self.table.variant.name).how_to_play),
            "resign": lambda: self.resign(argument), "abort": self.abort, "end": self.table.settle,
            "draw": self.offer_draw, "save": lambda: self.save(argument),
            "export": lambda: self.export(argument), "pace": lambda: self.pace(argument),
            "history": lambda: self.history(argument), "menu": self.to_menu,
        }  # fmt: skip
        found = command_in(original or said, commands)
        if found is None:
            return False
        word, argument = found
        try:
            commands[word]()
        except LudotecaError as error:
            remark(sentence(str(error)))
        except OSError as error:
            remark(sentence(file_trouble(error)))
        return True

    def language(self, name: str) -> None:
        """Change the language, or list the available ones."""
        remark(change_language(self.table.saved_games, name))

    def to_menu(self) -> None:
        """Leave for the main menu."""
        self.table.stop_clock()
        raise ToMenu

    def pause(self) -> None:
        """The pause menu; the clock is stopped."""
        self.table.stop_clock()
        entries = [
            ("resume", ""),
            ("save", t("save a copy under a name")),
            ("menu", t("main menu")),
            ("exit", ""),
        ]
        while True:
            match menu(t("Paused"), entries):
                case "save":
                    self.save("")
                case "menu":
                    raise ToMenu
                case "exit":
                    raise Quit
                case _:
                    self.draw()
                    return

    def undo(self) -> None:
        """Back to the person's last decision."""
        self.table.undo()
        self.draw()

    def redo(self) -> None:
        """Forward again."""
        self.table.redo()
        self.draw()

    def back(self) -> None:
        """Drop the last pick."""
        if not self.entry.back():
            remark(t("Nothing has been chosen yet."))
        elif self.entry.picked:
            say(self.offer())

    def help(self) -> None:
        """The list of commands."""
        example = self.said(str(self.table.position.moves()[0])) if self.table.position.moves() else t("none")
        places = {word: t(word) for word in ("save", "pace", "history", "export", "language", "resign")}
        commands = {command: t(words, **places, step=t(STEP), key="p") for command, words in HELP.items()}
        say(help_page(example, commands.items()))
        self.explain_pieces()

    def explain_pieces(self) -> None:
        """What the signs on the board mean, apart from the players' own pieces."""
        game = self.table.variant.game
        line = legend_line(self.table.position.scene(), game, ascii_only=self.ascii_only)
        if line:
            say(t("On the board: {pieces}", pieces=line))

    def hint(self) -> None:
        """A move with its reason."""
        from ludoteca.explain.hints import HINT_MS, hint

        remark(self.said(in_language(hint(self.table.position, HINT_MS).text)))

    def analyse(self) -> None:
        """The best moves with their values."""
        from ludoteca.search.analysis import analyse

        for line in report_lines(analyse(self.table.position, ms=ANALYSIS_MS, lines=3)):
            remark(self.said(line))

    def resign(self, side: str) -> None:
        """Resign for the side to move, or for the named one, after a question."""
        seat = self.table.speaker
        if side:
            names = [str(in_language(player.name)) for player in self.table.position.players]
            if (seat := index_of(side, names)) not in self.table.people:
                raise LudotecaError(t("{side} is not played by a person here", side=repr(side[:40])))
        if seat is None or is_agreed(t("{player}: resign?", player=self.table.named(seat))):
            self.table.resign(seat)

    def abort(self) -> None:
        """End the game without a result, after a question."""
        if is_agreed(t("End the game without a result?")):
            self.table.abort()

    def offer_draw(self) -> None:
        """Offer a draw: a person is asked on their turn, a bot answers now."""
        seat = self.table.offer_draw()
        if self.table.outcome is not None:
            return
        if self.table.is_person(seat):
            self.answer_draw()
            return
        accepts = self.table.bot_accepts_draw(seat)
        remark(draw_answer(self.table.named(seat), accepts=accepts))
        self.table.answer_draw(accept=accepts)

    def answer_draw(self) -> None:
        """Ask the other person."""
        offered = self.table.match.draw_offer
        assert offered is not None
        players = {"player": self.table.named(offered), "other": self.table.named(1 - offered)}
        self.table.answer_draw(accept=is_agreed(t("{player} offers a draw. {other}, accept?", **players)))

    def save(self, name: str) -> None:
        """Save a copy under a name."""
        title = self.table.variant.title
        name = name or ask(f"{t('Save as')} [{title}]: ") or title
        there = self.table.saved_games.named(name)
        if there is not None:
            remark(t("{name} already exists: {game}.", name=name, game=there.line))
            if not is_agreed(t("Replace it?")):
                remark(t("Nothing was saved."))
                return
        remark(t("Saved as {file}.", file=self.table.save_as(name)))

    def export(self, name: str) -> None:
        """Write a record."""
        path = Path(name) if name else None
        written = self.table.saved_games.export(self.table.record_text(), self.table.variant.name, path)
        remark(t("Written to {file}.", file=written))

    def pace(self, text: str) -> None:
        """Set or show the bots' pace."""
        if text:
            self.table.set_pace(read_pace(text))
        remark(pace_sentence(self.table.pace))

    def history(self, text: str) -> None:
        """The turns so far, or the board after one of them."""
        match = self.table.match
        rows = [row for row in turn_rows(self.table) if not row.is_undone]
        if not text:
            for row in rows:
                say(f"  {row.number:3} {in_language(self.table.position.players[row.seat].name):8} {row.moves}")
            return
        chosen = whole_number(text)
        if chosen is None or chosen > len(rows):
            raise LudotecaError(t("type a turn number from 0 to {count}", count=len(rows)))
        ply = rows[chosen - 1].plies.stop if chosen else 0
        say(f"\n{sheet(match.positions[ply], ascii_only=self.ascii_only)}")
