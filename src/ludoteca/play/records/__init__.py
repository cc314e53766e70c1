"""Records of games: read, write and replay them.  The format is described in docs/records.md."""

from ludoteca.play.records.reader import iterate_records, read_record, read_records
from ludoteca.play.records.record import Record, all_from_json, from_json
from ludoteca.play.records.record_json import is_json, to_json
from ludoteca.play.records.tree import Place, RecordError, RecordLimits, RecordLine, RecordPly
from ludoteca.play.records.writer import write_record, write_records

__all__ = [
    "Place",
    "Record",
    "RecordError",
    "RecordLimits",
    "RecordLine",
    "RecordPly",
    "all_from_json",
    "from_json",
    "is_json",
    "iterate_records",
    "read_record",
    "read_records",
    "to_json",
    "write_record",
    "write_records",
]
