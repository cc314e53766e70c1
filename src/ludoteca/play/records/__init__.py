"""Records of games: read, write and replay them.  The format is described in docs/records.md."""

from ludoteca.play.records.formats import WRITERS, write_as
from ludoteca.play.records.reader import iterate_records, read_record, read_records
from ludoteca.play.records.record import Record, all_from_json, from_json
from ludoteca.play.records.record_json import to_json
from ludoteca.play.records.tree import Place, RecordError, RecordLimits, RecordLine, RecordPly
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
