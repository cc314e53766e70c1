"""Where things are kept: one folder for data and one for machine code, wherever they are asked for."""

import os
import stat
import sys

import pytest

from ludoteca import folders
from ludoteca.puzzles.progress import Progress, ProgressFile
from ludoteca.terminal import saved_games
from ludoteca.web.serve import ready
from ludoteca.web.settings import Settings


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch):
    for name in ("LUDOTECA_DATA", "LUDOTECA_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_every_interface_keeps_its_data_in_the_same_folder(monkeypatch, tmp_path):
    for module in ("platformdirs.unix.Unix", "platformdirs.macos.MacOS", "platformdirs.windows.Windows"):
        monkeypatch.setattr(f"{module}.user_data_dir", str(tmp_path / module))
    kept = folders.data_folder()
    assert kept.parent == tmp_path
    assert Settings().data == kept
    assert saved_games.SavedGames().folder == kept


def test_a_variable_moves_each_folder(monkeypatch):
    monkeypatch.setenv("HOME", "/home/someone")
    monkeypatch.setenv("LUDOTECA_DATA", "~/games")
    monkeypatch.setenv("LUDOTECA_CACHE", "/fast/code")
    assert str(folders.data_folder()) == "/home/someone/games"
    assert str(folders.cache_folder()) == "/fast/code"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other standards")
def test_on_linux_the_folders_are_those_of_the_xdg_standard(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert folders.data_folder() == tmp_path / "data" / "ludoteca"
    assert folders.cache_folder() == tmp_path / "cache" / "ludoteca"


def test_a_home_that_nobody_knows_is_an_error_and_not_a_folder_named_tilde(monkeypatch):
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # what it does for a user without a home
    with pytest.raises(RuntimeError):
        folders.data_folder()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_the_data_folder_and_the_lock_are_their_owners_whoever_makes_them(tmp_path):
    def mode(path):
        return stat.S_IMODE(path.stat().st_mode)

    def kept_by_the_terminal(data):
        saved_games.SavedGames(data).set(theme="dark")

    def kept_in_a_table(data):
        games = saved_games.SavedGames(data)
        games.keep(games.new_path(), {})

    def kept_by_puzzles(data):
        ProgressFile(data / "puzzles.json").keep("gekitai", Progress())

    def kept_by_the_server(data):
        with ready(Settings(data=data)):
            assert mode(data / "ludoteca.db-server") == mode(data / "ludoteca.db") == 0o600

    umask = os.umask(0)
    try:
        for keep in (kept_by_the_terminal, kept_in_a_table, kept_by_puzzles, kept_by_the_server):
            data = tmp_path / keep.__name__ / "data"
            keep(data)
            assert mode(data) == 0o700, keep.__name__
    finally:
        os.umask(umask)
