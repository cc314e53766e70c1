"""What a record of a game contains: the variant, the start, a tree of moves with comments, the result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import in_english, t, translatable
from ludoteca.play.position import Outcome, Position, Variant

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")  # the first player wins, the second wins, a draw, not decided
HALVES = "½-½"  # also read as a draw
TERMINATIONS = {  # endings that the board does not show, with their possible results
    "resignation": RESULTS[:2],
    "time": RESULTS[:2],
    "agreement": RESULTS[2:3],
    "forfeit": RESULTS[:2],
    "settled": RESULTS[:3],
    "aborted": RESULTS[3:],
}
KNOWN_TAGS = ("Game", "Position", "First", "Second", "Date", "Result", "Termination")
OPTION_TAG = "option."  # lower-case prefix of the tags that set options
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.]*")
BIDIRECTIONAL = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # they would reorder the text around them
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

RECORD_WORDS = translatable(  # what can be wrong with a record; pages use the same words
    {
        "characters": "a text has at most {most} characters; this has {count}",
        "word": "a tag or a move has at most {most} characters; this has {count}",
        "tags": "a record has at most {most} tags",
        "plies": "a record has at most {most} plies, variations included",
        "comments": "a record has at most {most} comments",
        "depth": "variations are nested at most {most} deep",
        "tag": 'a tag looks like [First "Ann"], on one line',
        "letter": "{letter} does not belong here",
        "quote_open": "this quote is never closed",
        "comment_open": "this comment is never closed",
        "variation_open": "this variation is never closed",
        "variation_closed": "no variation is open here",
        "variation_empty": "a variation needs at least one move",
        "variation_first": "a variation must follow the move it replaces",
        "note_first": "a clock or an evaluation must follow a move",
        "clock": "a clock looks like 0:09:58.3; found {text}",
        "clock_most": "a clock shows at most 59 minutes, 59 seconds and 72000 hours; found {text}",
        "evaluation": "an evaluation must be a number; found {text}",
        "no_game": 'a record must begin with the name of its game: [Game "NAME"]',
        "tag_twice": "the tag {name} appears twice",
        "tag_late": "the record that starts on line {line} needs a result before this tag",
        "no_start": "this game has a random setup, so its record needs a Position",
        "no_result": "the record must end with a result ({listed})",
        "result": "a result must be one of {listed}; found {tag}",
        "result_other": "the record ends with {result}, but its Result is {tag}",
        "moves_end": "the moves end in {true_result} ({reason}), not in {result}",
        "moves_go_on": "the moves do not end in {result}, and Termination does not say {others} or {last}",
        "termination": "{how} does not lead to the result {result}",
        "line": "line {line}, column {column}",
        "place": "{place}: {message}",
        "json": "is not readable JSON: {trouble}",
        "json_characters": "should have at most {most} characters; it has {count}",
        "json_format": "should be {format}",
        "json_result": "should be one of {listed}",
        "json_object": "should be an object with named fields",
        "json_field": "has no field {name}; its fields are {listed}",
        "json_list": "should be a list",
        "json_text": "should be text",
        "json_number": "should be a number",
        "json_clock": "should be a whole number of milliseconds, at most {most}",
        "json_tag": "cannot be the name of an additional tag",
    }
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text (line and column, from 1) or in a JSON value (path)."""

    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        return t(RECORD_WORDS["line"], line=self.line, column=self.column) if self.line else self.path


class RecordError(LudotecaError):
    """A record cannot be read; `place` and the message say where."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(t(RECORD_WORDS["place"], place=str(place), message=message))
        self.place = place
        self.reason = message

    @property
    def line(self) -> int:
        """The line, from 1; 0 in JSON values."""
        return self.place.line

    @property
    def column(self) -> int:
        """The column, from 1; 0 in JSON values."""
        return self.place.column


@dataclass(frozen=True, slots=True)
class RecordLimits:
    """How much a reader accepts before it gives up, so that no input can exhaust the machine."""

    characters: int = 10_000_000  # of a record, and of all text read at once
    word: int = 65_536  # characters of a tag or a move
    plies: int = 10_000  # of a record, including variations
    comments: int = 100_000  # of a record
    depth: int = 50  # of nested variations
    tags: int = 200


USUAL_LIMITS = RecordLimits()


@dataclass(slots=True)
class RecordPly:
    """A move with its comments and the variations that could replace it."""

    move: str
    comment: str = ""
    clock_ms: int | None = None  # the mover's clock after the move
    evaluation: float | None = None  # from the first player's point of view
    variations: list[RecordLine] = field(default_factory=list)


@dataclass(slots=True)
class RecordLine:
    """A sequence of moves, with the comment before the first."""

    comment: str = ""
    plies: list[RecordPly] = field(default_factory=list)


@dataclass(slots=True)
class RecordedGame:
    """A game from start to result.  Readers have replayed every move, including variations."""

    variant: Variant
    start: Position
    main: RecordLine = field(default_factory=RecordLine)
    players: tuple[str, str] = ("?", "?")
    date: str = ""
    result: str = "*"
    termination: str = ""
    tags: dict[str, str] = field(default_factory=dict)  # all others, in order

    def __post_init__(self) -> None:
        self.variant.own(self.start)

    def positions(self) -> Iterator[Position]:
        """The start, and the position after each ply of the main line."""
        position = self.start
        yield position
        for ply in self.main.plies:
            position = position.play(ply.move)
            yield position

    def final(self) -> Position:
        """The last position of the main line."""
        return list(self.positions())[-1]


def clean(text: str) -> str:
    """Running text: white space folded to single spaces, control characters made visible."""
    return UNPRINTABLE.sub("\ufffd", " ".join(text.split()))


def clean_name(text: str) -> str:
    """A name or tag as shown beside others: running text without characters that would reorder its neighbours."""
    return clean(BIDIRECTIONAL.sub("", text))


def is_free_tag(name: str) -> bool:
    """Whether a custom tag can have this name."""
    taken = name.lower() in [known.lower() for known in KNOWN_TAGS] or name.lower().startswith(OPTION_TAG)
    return TAG_NAME.fullmatch(name) is not None and not taken


def reason_in_english(outcome: Outcome) -> str:
    """Why a game ended, as records say it."""
    return str(in_english(outcome.reason))


def result_of(outcome: Outcome | None) -> str:
    """The result for an outcome."""
    if outcome is None or outcome.is_aborted:
        return "*"
    return "1/2-1/2" if outcome.winner is None else RESULTS[outcome.winner]
