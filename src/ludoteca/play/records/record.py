"""A game record and everything it can be converted to: text, JSON, a match, a picture in a notebook."""

from __future__ import annotations

from html import escape
from typing import Any

from ludoteca.play.match.match import Match
from ludoteca.play.records.from_match import from_match, to_match
from ludoteca.play.records.record_json import read_all_json, read_json, to_json
from ludoteca.play.records.tree import USUAL_LIMITS, RecordedGame, RecordLimits
from ludoteca.play.records.writer import write_record
from ludoteca.play.svg_picture import picture


class Record(RecordedGame):
    """A game from start to result.  Readers have replayed every move, including variations."""

    __slots__ = ()

    @classmethod
    def of(cls, game: RecordedGame) -> Record:
        """The record of a game that was read or played."""
        names = (game.players, game.date, game.result, game.termination, game.tags)
        return cls(game.variant, game.start, game.main, *names)

    def _repr_html_(self) -> str:
        """How a notebook shows it: the last position, and the moves."""
        names = " – ".join(escape(name) for name in self.players)
        moves = " ".join(escape(str(ply.move)) for ply in self.main.plies)
        head = f"<strong>{escape(self.variant.title)}</strong> {names} {escape(self.result)}"
        return f"<figure><figcaption>{head}</figcaption>{picture(self.final())}<p>{moves}</p></figure>"

    def to_text(self) -> str:
        """The record as text."""
        return write_record(self)

    def to_json(self) -> dict[str, Any]:
        """The record as a value for `json.dumps`."""
        return to_json(self)

    @classmethod
    def from_json(cls, source: Any, limits: RecordLimits = USUAL_LIMITS) -> Record:
        """A record from JSON text or a parsed value."""
        return cls.of(read_json(source, limits))

    @classmethod
    def from_match(cls, match: Match) -> Record:
        """The record of a match so far, without undone moves."""
        return cls.of(from_match(match))

    def to_match(self) -> Match:
        """A match in which the main line has been played."""
        return to_match(self)


def from_json(source: Any, limits: RecordLimits = USUAL_LIMITS) -> Record:
    """A record from JSON text or a parsed value; a RecordError gives the path of what is wrong."""
    return Record.of(read_json(source, limits))


def all_from_json(source: Any, limits: RecordLimits = USUAL_LIMITS) -> list[Record]:
    """The records in a JSON array, or a single record outside an array."""
    return [Record.of(game) for game in read_all_json(source, limits)]
