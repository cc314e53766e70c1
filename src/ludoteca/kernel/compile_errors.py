"""Why a function cannot be compiled, in one sentence with the file and the line.

Numba says so in dozens of lines, about every call from the innermost to the outermost, or as a bare KeyError.  What the
author of a game needs of that is the innermost place and the reason.  NUMBA_FULL_TRACEBACKS=1 shows all of it.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.kernel.errors import LudotecaError

Source = Callable[..., Any]  # a function before it is compiled

PACKAGE = Path(__file__).resolve().parent.parent
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
STATE_TYPE = re.compile(r"Record\(.*?;\d+;(?:True|False)\)")
PLACES = (re.compile(r'File "([^"]+)", line (\d+)'), re.compile(r"(?:at|from) ([^\s'\"]+\.py) \((\d+)\)"))
NESTED = "raised a specific error:"  # what follows the last of these is the innermost error
NOISE = re.compile(r"(\w+Error: )?(Failed in nopython mode pipeline.*|During: .*)?$")
UNKNOWN_FIELD = re.compile(r"Unknown attribute '(\w+)' of type Record")
UNKNOWN_NAME = re.compile(r"NameError: (?:global )?name '(\w+)' is not defined")
UNTYPED_GLOBAL = re.compile(r"Untyped global name '(\w+)'.*?<class '([\w.]+)'>")
WRONG_ARGUMENTS = re.compile(r"Cannot bind .* to signature .*?: (.+?)\.?(?: \(With type.*)?$")
NO_NUMBER = re.compile(r"Casting none to \w+ directly is unsupported")
CALL = re.compile(r">>> (.+)")
LONGEST_REASON = 200


class CannotCompile(LudotecaError):
    """A compiled function is not written as compiled functions must be; the message names the place."""


class Place(NamedTuple):
    """A line of a source file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"

    @property
    def is_ours(self) -> bool:
        """Whether it lies in Ludoteca, games aside, so that the author of a game is not to blame."""
        if self.file.startswith("<"):  # written by the kernel: see `legal_moves`
            return True
        path = Path(self.file).resolve()
        return path.is_relative_to(PACKAGE) and not path.is_relative_to(PACKAGE / "games")


def explanation(error: BaseException, function: Source, arguments: Sequence[Any], known: Iterable[Source]) -> str:
    """The sentence; `known` are all compiled functions there are, one of which is to blame."""
    text = STATE_TYPE.sub("state", COLOURS.sub("", str(error)))
    suspects = _suspects(arguments, known)
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        return _unknown_field(error.args[0], arguments, suspects)
    if found := UNKNOWN_FIELD.search(text):
        return _unknown_field(found[1], arguments, suspects)
    if found := UNKNOWN_NAME.search(text):
        place = _where(suspects, found[1], lambda name: name in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"))
        return _told(place or _place(text), f"the name {found[1]} is not defined")
    place = _place(text)
    if found := UNTYPED_GLOBAL.search(text):
        if found[2] == "function":
            return _told(place, f"{found[1]} is called here, but it is not compiled; write @compiled above its def")
        return _told(place, f"compiled code cannot use {found[1]}, a {found[2]}; numbers, tuples and arrays it can")
    if place is None or place.is_ours:
        return f"{_verb(text) or function.__name__} cannot be compiled: {_reason(text)}"
    return _told(place, _reason(text))


def _told(place: Place | None, reason: str) -> str:
    return reason if place is None else f"{place}: {reason}"


def _suspects(arguments: Sequence[Any], known: Iterable[Source]) -> list[Source]:
    """The compiled functions of the game whose state is among the arguments; all that are not ours if there is none."""
    identities = [names[-1] for names in _field_names(arguments)]
    others = [function for function in known if not Place(function.__code__.co_filename, 1).is_ours]
    of_game = [
        function
        for function in others
        if any(identity.startswith(f"{function.__module__.rpartition('.')[2]}_") for identity in identities)
    ]
    return of_game + [function for function in others if function not in of_game]


def _field_names(arguments: Sequence[Any]) -> list[tuple[str, ...]]:
    """The fields of the states among the arguments, by themselves or inside a desk."""
    found = []
    for argument in arguments:
        kind = getattr(argument, "dtype", None)
        if kind is not None and kind.names and "states" in kind.names:
            kind = kind.fields["states"][0].base
        if kind is not None and kind.names and kind.names[0] == "mover":
            found.append(kind.names)
    return found


def _unknown_field(name: str, arguments: Sequence[Any], suspects: list[Source]) -> str:
    place = _where(suspects, name, lambda opname: opname.endswith("_ATTR") or opname == "LOAD_METHOD")
    fields = [field for names in _field_names(arguments) for field in names[:-1]]
    close = get_close_matches(name, fields, n=1)
    hint = f"; did you mean {close[0]}?" if close else f"; it has {', '.join(fields)}" if fields else ""
    return _told(place, f"the state has no field {name}{hint}")


def _where(suspects: list[Source], name: str, is_meant: Callable[[str], bool]) -> Place | None:
    """The first line of the functions on which something is done with the name."""
    for function in suspects:
        for step in dis.get_instructions(function):
            if step.argval == name and is_meant(step.opname) and step.positions and step.positions.lineno:
                return Place(function.__code__.co_filename, step.positions.lineno)
    return None


def _place(text: str) -> Place | None:
    """The innermost place, which is told first; one outside Ludoteca if there is one."""
    found = [Place(_whole(match[1]), int(match[2])) for pattern in PLACES for match in pattern.finditer(text)]
    return next((place for place in found if not place.is_ours), found[0] if found else None)


def _whole(file: str) -> str:
    """The whole path of a file that is given from the current folder."""
    return str(Path(file).resolve()) if Path(file).exists() else file


def _reason(text: str) -> str:
    """What is wrong at the innermost place, so far as Numba says it in a line."""
    innermost = text.split('File "')[0].rpartition(NESTED)[2]
    lines = [line.strip() for line in innermost.splitlines()]
    first = next((line for line in lines if not NOISE.fullmatch(line)), "Numba does not say why")
    if first.startswith("No implementation of function") and (call := CALL.search(innermost)):
        first = f"compiled code cannot do {call[1].strip()}"
    elif found := WRONG_ARGUMENTS.match(first):
        first = f"wrong arguments: {found[1]}"
    elif NO_NUMBER.search(first):
        first = "it returns nothing where a number is needed"
    first = re.sub(r"^\w+Error: ", "", first).split(" Raised from ")[0]
    return first if len(first) <= LONGEST_REASON else first[:LONGEST_REASON] + "…"


def _verb(text: str) -> str | None:
    """The verb that was being compiled, where the place is in the verbs themselves."""
    found = re.search(r"Function\(<function (\w+) at", text)
    return f"`{found[1]}` of the game" if found else None
