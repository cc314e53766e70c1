"""The menus of a plain terminal, and what they lead to: a table, a lesson, puzzles, saved games, rules."""

from __future__ import annotations

from pathlib import Path

from ludoteca.errors import LudotecaError
from ludoteca.kernel.declare import Game
from ludoteca.languages import in_language, t
from ludoteca.languages.choice import LANGUAGES, current_language
from ludoteca.play.compile_ahead import BackgroundWarming
from ludoteca.play.lessons import Lesson, has_lesson, lesson_of
from ludoteca.play.position import Variant
from ludoteca.play.rule_pages import rule_page
from ludoteca.puzzles.solving import Solving
from ludoteca.search.analysis import search_steps
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.console.lesson import ConsoleLesson
from ludoteca.terminal.console.puzzle import ConsolePuzzles
from ludoteca.terminal.console.setup import choose_game, choose_table
from ludoteca.terminal.console.table import ConsoleTable
from ludoteca.terminal.language import change_language
from ludoteca.terminal.lesson_visit import is_done
from ludoteca.terminal.messages import leaving_line, turn_line
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import (
    Quit,
    ToMenu,
    ask,
    command_in,
    is_agreed,
    menu,
    pick_one,
    remark,
    say,
    say_page,
    whole_number,
    yes_or_no,
)
from ludoteca.terminal.saved_games import SavedGame, SavedGames, filters, narrowed
from ludoteca.terminal.table import Table

LONGEST_LIST = 12  # saved games that are listed without asking which


class Console:
    """One session, from greeting to goodbye."""

    def __init__(self, saved_games: SavedGames, *, ascii_only: bool = False) -> None:
        self.saved_games = saved_games
        self.ascii_only = ascii_only

    def run(self, table: Table | None = None, solving: Solving | None = None, lesson: Lesson | None = None) -> None:
        """Play until the person leaves; the end of input is a polite goodbye, and the game is saved."""
        say(t("Ludoteca: two-player board games. Type {quit} to leave at any question.", quit=t("quit")))
        try:
            with BackgroundWarming(more=search_steps):  # compile while the menus are read
                self.begin(table, solving, lesson)
        except Quit:
            pass
        say(t("Goodbye."))

    def begin(self, table: Table | None, solving: Solving | None, lesson: Lesson | None) -> None:
        """What the person came for, then (or otherwise) the main menu."""
        try:
            if lesson is not None:
                return self.learn(lesson)
            if table is not None:
                return self.sit_down(table)
            if solving is not None:
                return self.solve(solving)
        except ToMenu:
            pass
        return self.main_menu()

    def main_menu(self) -> None:
        """Resume, play, load, read, leave."""
        while True:
            left = self.saved_games.unfinished()
            entries = [("resume", left[0].line)] if left else []
            entries += [("play", t("a game")), ("learn", t("a game on its board, step by step"))]
            entries += [("saved", t("games and records")), ("rules", t("how to play"))]
            entries += [("puzzles", t("find the best move")), ("language", LANGUAGES.get(current_language(), ""))]
            entries += [("exit", "")]
            try:
                match menu(t("Main menu"), entries):
                    case "resume":
                        self.sit_down(self.taken(left[0]))
                    case "play":
                        self.play()
                    case "learn":
                        self.learn(lesson_of(choose_game(has_lesson)))
                    case "saved":
                        self.saved()
                    case "rules":
                        self.rules(choose_game())
                    case "puzzles":
                        self.solve(Solving(Variant(choose_game())))
                    case "language":
                        self.choose_language()
                    case _:
                        raise Quit
            except ToMenu:
                continue
            except (LudotecaError, OSError) as error:
                remark(in_language(str(error)))

    def rules(self, game: Game) -> None:
        """The whole page of rules."""
        say_page(lambda: rule_page(game.name).drawn)

    def choose_language(self) -> None:
        """Ask for a language, each in its own words."""
        names = list(LANGUAGES.values())
        for number, name in enumerate(names, 1):
            say(f"  {number:2} {name}")
        spoken = names.index(LANGUAGES[current_language()])
        chosen = pick_one(t("Choose"), list(LANGUAGES), spoken, shown=names)
        remark(change_language(self.saved_games, names[chosen]))

    def play(self) -> None:
        """Ask for all settings and sit down."""
        game = choose_game()
        table = choose_table(game, self.saved_games)
        say_page(lambda: rule_page(game.name).how_to_play)
        say(t("Type {help} for the commands.", help=t("help")))
        if has_lesson(game) and not is_done(self.saved_games, game.name):
            say(t("New to {game}? The main menu has a lesson: {learn}.", game=game.title, learn=t("learn")))
        self.sit_down(table)

    def solve(self, solving: Solving) -> None:
        """Puzzles, until the person leaves."""
        say("\n" + t("Type {help} for the commands.", help=t("help")))
        ConsolePuzzles(solving, ascii_only=self.ascii_only).run()

    def learn(self, lesson: Lesson) -> None:
        """A lesson, step by step."""
        ConsoleLesson(lesson, self.saved_games, ascii_only=self.ascii_only).run()

    def sit_down(self, table: Table) -> None:
        """Play, and play again."""
        while True:
            try:
                ConsoleTable(table, ascii_only=self.ascii_only).run()
            except Quit:
                if leaving_line(table):
                    say(leaving_line(table))
                raise
            except ToMenu:
                if table.unsaved:
                    say(leaving_line(table))
                raise
            finally:
                table.stop_clock()
            following = self.next_table(table)
            if following is None:
                return
            table = following

    def next_table(self, table: Table) -> Table | None:
        """After a game: a rematch, possibly with other settings; None if the person leaves."""
        words = {"yes": t("y"), "no": t("n"), "settings": t("settings"), "review": t("review")}
        question = t("Rematch? ({yes}/{no}, {settings} or {review})", **words)
        while True:
            said = ask(f"\n{question} [{words['no']}]: ")
            if (answer := yes_or_no(said)) is not None:
                return table.again() if answer else None
            match command_in(said, ("r", "review", "s", "settings", "menu")):
                case ("menu", ""):
                    raise ToMenu
                case ("s" | "settings", ""):
                    return choose_table(table.variant.game, self.saved_games, table)
                case (_, ""):
                    self.review(table)
                case _:
                    remark(t("Type {yes}, {no}, {settings} or {review}.", **words))

    def review(self, table: Table) -> None:
        """The moves that mattered, and how accurately both sides played; Ctrl-C ends it with what is known."""
        from ludoteca.explain.review_text import review_text
        from ludoteca.explain.reviews import review

        say(t("Reviewing the game …"))
        found, _ = BackgroundWork(lambda stop: review(table.position, stop=stop)).result_so_far()
        say(f"\n{in_language(review_text(found))}")

    def taken(self, kept: SavedGame) -> Table:
        """A saved table."""
        path, saved = self.saved_games.take(kept)
        table = Table.load(saved, self.saved_games, path)
        tell_notices(table)
        return table

    def saved(self) -> None:
        """Choose a saved game, or name a file."""
        saved_games = self.saved_games.all()
        say(f"\n{t('Saved games and records')}")
        if len(saved_games) > LONGEST_LIST:
            offered = dict(filters(saved_games))
            for number, words in enumerate(offered.values(), 1):
                say(f"  {number:2} {words}")
            at = pick_one(t("Which games"), list(offered), shown=list(offered.values()))
            saved_games = narrowed(saved_games, list(offered)[at])
        for number, kept in enumerate(saved_games, 1):
            say(f"  {number:2} {kept.line}")
        say(f"  {len(saved_games) + 1:2} {t('a file')}")
        names = [kept.path.stem for kept in saved_games]
        at = pick_one(t("Choose"), [*names, "file"], len(saved_games), shown=[*names, t("file")])
        if at == len(saved_games):
            self.look_through(Table.of_file(Path(ask(f"{t('Which file')}: ")).expanduser(), self.saved_games))
        elif saved_games[at].trouble:
            remark(in_language(saved_games[at].trouble))
        elif saved_games[at].is_over:
            self.look_through(
                Table.load(self.saved_games.read(saved_games[at].path), self.saved_games, saved_games[at].path)
            )
        else:
            self.sit_down(self.taken(saved_games[at]))

    def look_through(self, table: Table) -> None:
        """Step through a game; an unfinished one can be continued."""
        tell_notices(table)
        positions, plies = table.match.positions, table.match.plies
        at = 0
        while True:
            move = f"{at}. {table.match.written[at - 1]}" if at else t("{label}: the start", label=table.label)
            say(f"\n{move}\n{sheet(positions[at], ascii_only=self.ascii_only)}")
            words = {word: t(word) for word in ("back", "review", "menu")}
            question = t("Enter, {back}, a number, {review} or {menu}", **words)
            said = ask(f"[{at}/{len(plies)}] {question}: ").lower()
            command, _ = command_in(said, ("m", "menu", "r", "review", "b", "back")) or ("", "")
            if command in ("m", "menu"):
                return
            if command in ("r", "review") and plies:
                self.review(table)
            elif command in ("b", "back"):
                at = max(0, at - 1)
            elif (number := whole_number(said)) is not None:
                at = min(number, len(plies))
            elif said:
                remark(f"{question}.")
            elif at < len(plies):
                at += 1
            else:
                break
        say(f"\n{turn_line(table)}.")
        if table.outcome is None and is_agreed(t("Continue playing from here?")):
            table.is_kept = True
            table.keep()
            self.sit_down(table)


def tell_notices(table: Table) -> None:
    """Say what a person should know about a table from a file."""
    for notice in table.notices:
        remark(in_language(notice))
