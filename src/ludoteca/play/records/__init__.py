"""Records of games: read, write and replay them.  The format is described in docs/records.md."""

from collections.abc import Callable

from ludoteca.errors import UnknownName
from ludoteca.languages.texts import translatable
from ludoteca.play.records.pgn import FORMATS, write_pgn
from ludoteca.play.records.reader import iterate_records, read_record, read_records
from ludoteca.play.records.record import Record, all_from_json, from_json
from ludoteca.play.records.record_json import to_json
from ludoteca.play.records.sgf import write_sgf
from ludoteca.play.records.tree import Place, RecordedGame, RecordError, RecordLimits, RecordLine, RecordPly
from ludoteca.play.records.writer import write_record, write_records

__all__ = [
    "WRITERS",
    "Place",
    "Record",
    "RecordError",
    "RecordLimits",
    "RecordLine",
    "RecordPly",
    "all_from_json",
    "from_json",
    "iterate_records",
    "read_record",
    "read_records",
    "to_json",
    "write_as",
    "write_record",
    "write_records",
]

RECORD = "record"
WRITERS: dict[str, Callable[[RecordedGame], str]] = {
    RECORD: write_record,
    **dict.fromkeys(FORMATS, write_pgn),
    "sgf": write_sgf,
}
NO_FORMAT = translatable("{game} has no format called {name}; available: {known}")


def formats_of(record: RecordedGame) -> tuple[str, ...]:
    """The formats in which a record can be written: our own, and that of its game."""
    notation = record.variant.game.notation
    return (RECORD, notation.format) if notation is not None and notation.format else (RECORD,)


def write_as(record: RecordedGame, name: str) -> str:
    """A record as text in a format."""
    if name not in formats_of(record):
        raise UnknownName(NO_FORMAT, name, formats_of(record), game=record.variant.title)
    return WRITERS[name](record)
