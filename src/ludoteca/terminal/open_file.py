"""Tables from files: a game saved by Ludoteca, or a record."""

from __future__ import annotations

import io
from pathlib import Path

from ludoteca.languages import t
from ludoteca.play.files import LARGEST_FILE, DamagedSave
from ludoteca.terminal.messages import file_trouble
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.table import Table


def table_from_file(path: Path, saved_games: SavedGames) -> Table:
    """The table in a file; of several records the first.  RecordError or DamagedSave says what is wrong."""
    from ludoteca.play.records import all_from_json, is_json, iterate_records
    from ludoteca.play.records.from_match import to_match

    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise DamagedSave(file_trouble(error)) from error
    if len(content) > LARGEST_FILE:
        raise DamagedSave(t("{file} is larger than any saved game", file=path))
    text = content.decode("utf-8-sig", errors="replace")
    if is_json(text) and '"ludoteca table' in text[:200]:
        return Table.load(saved_games.read(path), saved_games)
    records = all_from_json(text) if is_json(text) else iterate_records(io.StringIO(text))
    record = next(iter(records), None)
    if record is None:
        raise DamagedSave(t("{file} has no record in it", file=path))
    return Table.of_match(to_match(record), saved_games)
