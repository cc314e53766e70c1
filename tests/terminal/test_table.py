"""A table that cannot be kept."""

from __future__ import annotations

import ludoteca
from ludoteca.terminal.messages import turn_line
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.table import Table


def test_a_game_that_cannot_be_saved_goes_on_and_says_so(tmp_path):
    folder = tmp_path / "saved_games"
    table = Table.begin(ludoteca.game("gekitai"), ("human", "human"), SavedGames(folder))
    folder.write_text("not a folder")
    table.play(table.position.moves()[0])
    assert len(table.match.plies) == 1
    assert "cannot be saved" in turn_line(table)
    folder.unlink()
    table.play(table.position.moves()[0])
    assert "cannot be saved" not in turn_line(table)


def test_saved_games_lie_in_the_folder_that_the_system_names(tmp_path, monkeypatch):
    monkeypatch.delenv("LUDOTECA_DATA", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_args, **_named: tmp_path)
    assert SavedGames().folder == tmp_path
