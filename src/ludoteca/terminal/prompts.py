"""Asking a person in a plain terminal.  The end of input, or `quit` at any question, ends the talk."""

from __future__ import annotations

from collections.abc import Sequence


class Quit(Exception):
    """The person wants to leave, or there is nobody there any more."""


class ToMenu(Exception):
    """The person wants to go back to the main menu."""


def ask(question: str) -> str:
    """What was typed, without spaces around it."""
    try:
        answer = input(question).strip()
    except EOFError:
        print()
        raise Quit from None
    if answer.lower() in ("quit", "exit", "q"):
        raise Quit
    return answer


def pick_one(question: str, choices: Sequence[str], default: int = 0) -> int:
    """The index of a choice, given by its number or by enough of its name; Enter takes the default."""
    while True:
        answer = ask(f"{question} [{choices[default]}]: ")
        if not answer:
            return default
        if answer.lower() == "menu":
            raise ToMenu
        found = index_of(answer, choices)
        if found is not None:
            return found
        print(f"  Type one of: {', '.join(choices)}.")


def index_of(answer: str, choices: Sequence[str]) -> int | None:
    """Which choice is meant: its number from 1, its name, or the beginning of just one name."""
    names = [choice.lower() for choice in choices]
    said = answer.lower()
    if said in names:
        return names.index(said)
    number = whole_number(said)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    fitting = [index for index, name in enumerate(names) if name.startswith(said)]
    return fitting[0] if len(fitting) == 1 else None


def whole_number(answer: str) -> int | None:
    """The number that was typed, None if it is something else; nothing here is counted beyond a million."""
    if not (answer.isascii() and answer.isdigit()):
        return None
    digits = answer.lstrip("0") or "0"
    return int(digits) if len(digits) <= 6 else 10**6


def menu(title: str, entries: Sequence[tuple[str, str]], default: int = 0) -> str:
    """Print a numbered menu and ask; the name of the entry."""
    print(f"\n{title}")
    for number, (name, words) in enumerate(entries, 1):
        print(f"  {number:2} {name:9} {words}".rstrip())
    return entries[pick_one("Choose", [name for name, _ in entries], default)][0]
