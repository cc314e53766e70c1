"""Files that go along with work to another machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.games import sent_files
from ludoteca.games.sent_files import files_needed_by, files_to_send, found_here


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Sources of a machine, at work in one folder; the cache of another one."""
    for name, text in {
        "work/chess.py": "import pieces\nimport json\n",
        "work/chess.levels.json": "{}",
        "work/pieces.py": "from rook import ROOK\n",
        "work/rook.py": "ROOK = 1\n",
        "work/diary.txt": "private",
        "bots/folder/__init__.py": "from folder import inner\n",
        "bots/folder/inner.py": "",
        "bots/folder/book/openings.txt": "e4",
        "bots/folder/__pycache__/inner.pyc": "",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(sent_files.FOLDER, "")
    return tmp_path


def test_a_source_takes_along_what_it_needs_and_nothing_else(home):
    names = [file.name for file in files_needed_by(home / "work" / "chess.py")]
    assert sorted(names) == ["chess.levels.json", "chess.py", "pieces.py", "rook.py"]
    names = [file.name for file in files_needed_by(home / "bots" / "folder" / "__init__.py")]
    assert sorted(names) == ["__init__.py", "inner.py", "openings.txt"]


def test_copies_are_found_by_the_paths_of_the_originals(home):
    original = home / "work" / "chess.py"
    assert found_here(original) == original
    sent = files_to_send([original])
    folder = sent.unpack()
    copy = found_here(original)
    assert copy != original and copy.read_text() == original.read_text()
    assert copy.with_name("chess.levels.json").exists()
    assert Path("chess.py").resolve() == copy.resolve()  # by a relative path, too
    assert found_here(home / "work" / "diary.txt") == home / "work" / "diary.txt"
    assert sent.unpack() == folder and list(folder.parent.iterdir()) == [folder]  # once
    original.write_text("changed")
    os.chdir(home / "work")
    assert files_to_send([original]).unpack() != folder


def test_what_is_too_large_stays_here(home, monkeypatch):
    monkeypatch.setattr(sent_files, "MOST_BYTES", 20)
    with pytest.raises(LudotecaError, match=r"chess\.py is too large to be sent to other machines"):
        files_to_send([home / "work" / "chess.py"])
