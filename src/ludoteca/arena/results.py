"""The results file of a contest: a header line, then a line for each opening and each game, all JSON.

Lines are only ever appended, each in one write, so an interrupted contest loses at most the games in progress; a
truncated last line is dropped when the file is reopened.  Only one contest at a time writes to a file.
`records_of` gives the games as records, with every move replayed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ludoteca.arena.games import GameResult, Opening
from ludoteca.arena.locked_lines import LockedLines, as_line
from ludoteca.errors import LudotecaError, shown
from ludoteca.play.records.builder import Builder
from ludoteca.play.records.record import Record
from ludoteca.play.records.tree import OPTION_TAG, RESULTS, Place, RecordLimits
from ludoteca.play.score_sheet import How

FORMAT = 1
BEGUN = "begun"  # in the header: the date, which may differ when a contest is resumed
LONGEST_COMPLAINT = 300
UNFIT = (ValueError, KeyError, TypeError, AttributeError, RecursionError)  # what a malformed line may raise
VALUES = "values"  # of the positions of a game, if they were evaluated
TWO_NUMBERS = ("slowest_ms", "late_moves", "latest_ms")  # of a game, one per seat
BEGINNING = re.compile(r'\ufeff?\s*\{\s*"ludoteca"\s*:\s*"contest"')
TERMINATIONS = {"hang": How.TIME, "overtime": How.TIME, "crash": How.FORFEIT, "illegal": How.FORFEIT}  # by fault
END_OF_OPENING = "The opening ends here."


class BadResults(LudotecaError):
    """A results file cannot be used; the message says why."""


class Contents:
    """The content of a results file: who plays what, the openings, the games."""

    def __init__(self) -> None:
        self.header: dict[str, Any] = {}
        self.openings: list[Opening] = []
        self.games: dict[tuple[tuple[int, int], int], GameResult] = {}

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.header["game"])

    @property
    def options(self) -> Mapping[str, str]:
        """The options that differ from their defaults, as text."""
        options: Mapping[str, str] = self.header["options"]
        return options

    @property
    def bots(self) -> list[str]:
        """The bots' names."""
        bots: list[str] = self.header["bots"]
        return bots

    @property
    def begun(self) -> str:
        """The date on which the contest began, "" if it was not recorded."""
        return str(self.header.get(BEGUN, ""))

    def take_line(self, line: str, number: int) -> GameResult | None:
        """Read the next line; returns the game, if it is one.  A truncated line is ignored."""
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            if not line.endswith("\n") and number > 1:
                return None
            raise BadResults(f"line {number} is not JSON: {error}"[:LONGEST_COMPLAINT]) from error
        try:
            if number == 1:
                self.header = _checked_header(found)
                return None
            return self.take(found)
        except UNFIT as error:
            raise BadResults(f"line {number} cannot be read: {error}"[:LONGEST_COMPLAINT]) from error

    def take(self, line: dict[str, Any]) -> GameResult | None:
        """Read an opening or a game; returns the game, if it is one."""
        if "opening" in line:
            if line["opening"] != len(self.openings):
                raise ValueError(f"opening {len(self.openings)} is missing")
            self.openings.append(Opening(_words(line["start"]), tuple(map(_words, line["moves"]))))
            return None
        fields = {**line, "seats": _two_of(line["seats"], range(len(self.bots)))}
        fields["moves"] = tuple(map(_words, line["moves"]))
        for name in TWO_NUMBERS:
            if name in line:
                fields[name] = _two_of(line[name])
        if VALUES in line:
            fields[VALUES] = tuple(map(int, line[VALUES]))
        result = GameResult(**fields)
        if result.pair not in range(len(self.openings)) or result.winner not in (None, 0, 1):
            raise ValueError("it names an unknown opening or winner")
        if result.key in self.games:
            raise ValueError("its game appears twice")
        self.games[result.key] = result
        return result


class Results(Contents, LockedLines):
    """The openings and games of a contest so far, in memory and, if a path is given, on disk."""

    error = BadResults

    def __init__(self, header: Mapping[str, Any], path: Path | None = None, *, resume: bool = False) -> None:
        Contents.__init__(self)
        self.header = {"ludoteca": "contest", "format": FORMAT, **header, BEGUN: _today()}
        self._is_begun = False
        if path is not None and not resume and path.exists() and path.stat().st_size:
            raise BadResults(f"{path} exists; continue it with --resume, or choose another name")
        LockedLines.__init__(self, path)
        if not self._is_begun:
            self.keep(self.header)

    def add_opening(self, opening: Opening) -> None:
        """Record the next opening, before any game begins from it."""
        self.keep({"opening": len(self.openings), "start": opening.start, "moves": list(opening.moves)})
        self.openings.append(opening)

    def add_game(self, result: GameResult) -> None:
        """Record a finished game."""
        line = asdict(result)
        if not result.values:
            del line[VALUES]
        self.keep(line)
        self.games[result.key] = result

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take_lines(self, path: Path, lines: list[bytes], cut_off: bytes) -> None:
        """Read what is there; a header that was cut off is written again."""
        known = as_line(self.header).encode().rpartition(BEGUN.encode())[0]  # whatever the date
        if not lines and not (known.startswith(cut_off) or cut_off.startswith(known)):
            raise BadResults(f"{path} is not a results file: its first line is not that of a contest")
        for number, line in enumerate(lines, 1):
            try:
                found = json.loads(line)
                if number == 1:
                    self._must_be_same(path, found)
                else:
                    self.take(found)
            except UNFIT as error:
                raise BadResults(f"{path} is not a results file that can be read: line {number}: {error}") from error
        self._is_begun = bool(lines)

    def _must_be_same(self, path: Path, header: Any) -> None:
        if difference := _difference(header, self.header):
            raise BadResults(f"{path} holds another contest: {difference}")
        self.header = header


def _checked_header(header: Any) -> dict[str, Any]:
    """The first line of a results file; ValueError or TypeError if it is malformed."""
    if not isinstance(header, dict) or header.get("ludoteca") != "contest":
        raise ValueError("it is not the first line of a contest")
    if header.get("format") != FORMAT:
        raise ValueError(f"its format is {shown(header.get('format'))}, not {FORMAT}")
    for word in (header["game"], *header["options"].values(), *header["bots"]):
        _words(word)
    return header


def _words(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{shown(given)} is not text")
    return given


def _two_of(given: Any, among: range | None = None) -> tuple[int, int]:
    """Two whole numbers; two different ones if they must be among those given."""
    first, second = given
    if not (type(first) is type(second) is int) or (
        among is not None and (first == second or not {first, second} <= set(among))
    ):
        raise ValueError(f"{shown(given)} is out of range")
    return first, second


def _difference(there: Any, here: Mapping[str, Any]) -> str:
    """How two headers differ, apart from the date on which the contest began; "" if they do not."""
    if not isinstance(there, dict):
        return "its first line is not a header"
    same = json.loads(json.dumps(here))
    names = [name for name in here if name != BEGUN and there.get(name) != same[name]]
    words = [_both_words(name, there.get(name), same[name]) for name in names]
    if more := [name for name in there if name not in here]:
        words.append(f"its header has {', '.join(more)}")
    return "; ".join(words)


def _both_words(name: str, there: Any, here: Any) -> str:
    """What a header has instead of what was asked for."""
    if name == "bots" and isinstance(there, list):
        return f"this file is {' against '.join(map(str, there))}, not {' against '.join(here)}"
    return f"its {name} is {there}, not {here}"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def is_match_file(text: str) -> bool:
    """Whether a text begins like the results file of a match or a league."""
    return BEGINNING.match(text) is not None


def records_of(lines: Iterable[str]) -> Iterator[Record]:
    """The games of a results file in the order in which they ended; BadResults or RecordError says what is wrong.

    A truncated last line is ignored, as when a contest is resumed.
    """
    contents = Contents()
    for number, line in enumerate(lines, 1):
        game = contents.take_line(line, number)
        if game is not None:
            yield _record(contents, game, number)


def _record(contents: Contents, game: GameResult, number: int) -> Record:
    place = Place(number, 1)
    opening = contents.openings[game.pair]
    bots = [contents.bots[bot] for bot in game.seats]
    tags = {
        "Game": contents.game,
        **{f"{OPTION_TAG}{name}": value for name, value in contents.options.items()},
        "Position": opening.start,
        "First": bots[0],
        "Second": bots[1],
        "Date": contents.begun.replace("-", "."),
        "Termination": TERMINATIONS.get(game.fault or "", game.reason),
        "FirstKind": bots[0],
        "SecondKind": bots[1],
        "Round": str(game.pair + 1),
        "Fault": game.reason if game.fault else "",
    }
    builder = Builder([(name, value, place) for name, value in tags.items() if value], place, RecordLimits())
    for ply, move in enumerate((*opening.moves, *game.moves), 1):
        builder.move(move, place)
        if ply == len(opening.moves):
            builder.comment(END_OF_OPENING, None, None, place)
    return Record.of(builder.finish("1/2-1/2" if game.winner is None else RESULTS[game.winner], place))
