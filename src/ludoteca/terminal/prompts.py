"""Printing and asking in a plain terminal.  The end of input, or `quit` at any question, ends the session.

Words are not broken at the edge of the terminal; in a pipe, lines are unchanged.  Commands are typed in English or
in the current language.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap

from ludoteca.languages import t, translatable
from ludoteca.languages.markdown import LEAD, unwrapped
from ludoteca.search.background import BackgroundWork

WIDEST = 100  # characters per line, even if there is room for more
FEWEST = 20  # fewer than this cannot be read
SLOW_S = 1.0  # after this long, a person is told that something is running


def columns() -> int | None:
    """How many characters fit on a line; None if the reader of the pipe decides."""
    if not sys.stdout.isatty():
        return None
    return max(FEWEST, min(WIDEST, shutil.get_terminal_size().columns))


def say(*texts: str) -> None:
    """Print texts, each on a new line."""
    for text in texts or ("",):
        print(in_columns(text, columns()))


def say_page(make: Callable[[], str]) -> None:
    """Print Markdown between two blank lines, its paragraphs as wide as the terminal; making it may take a while."""
    work = BackgroundWork(lambda _: make())
    if not work.wait(SLOW_S):
        say(t("Preparing the rules …"))
    page = work.result()
    say(f"\n{page if columns() is None else unwrapped(page)}\n")


def in_columns(text: str, width: int | None) -> str:
    """The text with long lines wrapped between words, keeping indentation."""
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _parts(line, width))


def _parts(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    lead = LEAD.match(line)
    indent = " " * min(len(lead[0]) if lead else 0, width // 2)
    return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [line]


COMMANDS = translatable((
    "abort", "again", "analyse", "back", "board", "bot", "draw", "end", "exit", "export", "help", "hint", "history",
    "language", "learn", "menu", "moves", "next", "pace", "pause", "play", "puzzle", "puzzles", "quit", "redo",
    "resign", "resume", "review", "rules", "save", "saved", "show", "skip", "solution", "step", "today", "undo",
))  # fmt: skip


class Quit(Exception):
    """The person wants to leave, or there is no more input."""


class ToMenu(Exception):
    """The person wants to go back to the main menu."""


def ask(question: str) -> str:
    """What was typed, without surrounding spaces."""
    *lines, last = in_columns(question, columns()).split("\n")
    for line in lines:
        say(line)
    try:
        answer = input(last if last.endswith(" ") else f"{last} ").strip()
    except EOFError:
        say()
        raise Quit from None
    if answer.lower() in ("quit", "exit", "q", t("quit").lower(), t("exit").lower()):
        raise Quit
    return answer


def ask_or_leave(question: str) -> str:
    """What was typed at a question where `menu` is no answer, but leads to the main menu."""
    answer = ask(question)
    if command_in(answer, ("menu",)) == ("menu", ""):
        raise ToMenu
    return answer


def remark(words: str) -> None:
    """Say something aside."""
    say(f"  {words}")


def is_agreed(question: str, *, default: bool = False) -> bool:
    """Whether the person says yes; Enter takes the default, and anything else is asked again."""
    usual = t("y") if default else t("n")
    while (answer := yes_or_no(ask_or_leave(f"{question} ({t('y')}/{t('n')}) [{usual}]: ") or usual)) is None:
        remark(t("Type {yes} or {no}.", yes=t("y"), no=t("n")))
    return answer


def yes_or_no(said: str) -> bool | None:
    """Whether an answer means yes: the letter or the word, in English or the current language; None: neither."""
    words = {True: (t("y"), t("yes"), "y", "yes"), False: (t("n"), t("no"), "n", "no", "")}
    return next((meaning for meaning, known in words.items() if said.lower() in known), None)


def command_in(said: str, commands: Iterable[str]) -> tuple[str, str] | None:
    """The command at the beginning of a line, in English, and the rest; None if there is none.

    A translated word that means several of the commands means none of them.
    """
    known = {command: command for command in commands}
    translated = [(t(command).lower(), command) for command in known]
    for word, command in translated:
        if word not in known and sum(word == other for other, _ in translated) == 1:
            known[word] = command
    line = said.strip()
    for word in sorted(known, key=len, reverse=True):
        if line.lower() == word or line.lower().startswith(f"{word} "):
            return known[word], line[len(word) :].strip()
    return None


def pick_one(question: str, choices: Sequence[str], default: int = 0, *, shown: Sequence[str] | None = None) -> int:
    """The index of a choice, given by its number or by enough of its name; Enter takes the default.

    `shown` are the names as the person reads them; the others are understood, too.
    """
    names = choices if shown is None else shown
    while True:
        answer = ask(f"{question} [{names[default]}]: ")
        if not answer:
            return default
        if command_in(answer, ("menu",)) == ("menu", "") and "menu" not in choices:
            raise ToMenu
        found = index_of(answer, names)
        if found is None:
            found = index_of(answer, choices)
        if found is not None:
            return found
        remark(t("Type one of: {choices}.", choices=", ".join(names)))


def index_of(answer: str, choices: Sequence[str], *, is_whole: bool = False) -> int | None:
    """Which choice is meant: its number from 1, its name or, unless it must be complete, an unambiguous beginning."""
    names = [choice.lower() for choice in choices]
    said = answer.lower()
    if said in names:
        return names.index(said)
    number = whole_number(said)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    fitting = [] if is_whole else [index for index, name in enumerate(names) if name.startswith(said)]
    return fitting[0] if len(fitting) == 1 else None


def whole_number(answer: str) -> int | None:
    """The number that was typed, None if it is something else; numbers are below a million."""
    if not (answer.isascii() and answer.isdigit()):
        return None
    digits = answer.lstrip("0") or "0"
    return int(digits) if len(digits) <= 6 else 10**6


def menu(title: str, entries: Sequence[tuple[str, str]], default: int = 0) -> str:
    """Print a numbered menu of commands and ask; returns the command in English."""
    say(f"\n{title}")
    names = [command for command, _ in entries]
    shown = [str(t(command)) for command in names]
    width = max(9, *map(len, shown))
    for number, (word, (_, words)) in enumerate(zip(shown, entries, strict=True), 1):
        say(f"  {number:2} {word:{width}} {words}".rstrip())
    return names[pick_one(t("Choose"), names, default, shown=shown)]


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
