"""Games on disk that several commands read."""

from __future__ import annotations

import pytest
from commands import RECORD, call


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text(RECORD)
    return str(file)


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """The file of a match."""
    file = tmp_path_factory.mktemp("match") / "match.jsonl"
    words = ["match", "greener", "hard", "random", "--set", "size=3x3", "--pairs", "2", "--out", str(file)]
    assert call(*words).exit_code == 0
    return file.read_text()


@pytest.fixture
def match_file(tmp_path, played):
    file = tmp_path / "match.jsonl"
    file.write_text(played)
    return file
