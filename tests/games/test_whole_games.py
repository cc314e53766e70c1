"""Whole games in their usual notation, for the games without a file format of their own: read, ended, written again.

They were played by levels of ours.
"""

from pathlib import Path

import pytest

from ludoteca.play.records import Record, read_record

FILES = sorted((Path(__file__).parent / "whole_games").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_whole_game_is_read_to_its_end_and_written_again(file):
    record = read_record(file.read_text(encoding="utf-8"))
    final = record.final()
    assert (record.variant.name, str(final)) == (file.stem, record.tags["Final"])
    assert record.result == {0: "1-0", 1: "0-1", None: "1/2-1/2"}[final.outcome.winner]
    assert final.outcome.reason == record.tags["Ending"] == record.termination
    assert read_record(record.to_text()) == Record.from_json(record.to_json()) == record
