"""`ludoteca site`: a folder with the games, or a sentence that says why not."""

from __future__ import annotations

import pytest
from commands import answer, call
from example_games import FOLDER


@pytest.mark.usefixtures("game_files_forgotten")
def test_a_game_of_a_file_has_a_site_too(tmp_path):
    folder = tmp_path / "site"
    built = answer("site", str(folder), str(FOLDER / "hexapawn.py"))
    assert built["games"] == ["hexapawn"] and built["folder"] == str(folder)
    assert built["compressed"] < built["size"]
    for page in ("new", "game", "analysis", "editor", "rules"):
        assert "Hexapawn" in (folder / page / "hexapawn" / "index.html").read_text()
    assert (folder / built["version"] / "modules" / "hexapawn.wasm").is_file()


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ana")
    result = call("site", str(tmp_path), "gekitai")
    assert result.exit_code == 1
    assert "has other files in it; name a new folder" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
