"""Saved matches on disk: whole files or none, and a named error for whatever is damaged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.errors import LudotecaError
from ludoteca.play.files import LARGEST_FILE, DamagedSave, SaveFileError, read_saved, write_saved
from ludoteca.play.match.clock import TimeControl
from ludoteca.play.match.match import Match
from ludoteca.play.score_sheet import PlayerName

gekitai = ludoteca.game("gekitai")


def played(*moves: str, **more) -> Match:
    match = Match(gekitai, **more)
    for move in moves:
        match.play(move)
    return match


def test_a_match_is_saved_to_a_file_and_loaded(tmp_path):
    match = played("c3", "d5", players=(PlayerName("Ána"), PlayerName("Bo", "mcts:500ms")), tags={"Event": "“Café”"})
    match.undo()
    match.save_to(tmp_path / "a.match")
    assert Match.load_from(tmp_path / "a.match") == match
    assert [path.name for path in tmp_path.iterdir()] == ["a.match"]


def test_a_missing_file_and_a_folder_gave_errors_without_our_name(tmp_path):
    with pytest.raises(LudotecaError, match=r"the file .*none\.match cannot be used: No such file") as missing:
        Match.load_from(tmp_path / "none.match")
    assert isinstance(missing.value, FileNotFoundError)
    with pytest.raises(LudotecaError, match="cannot be used: No such file"):
        Match(gekitai).save_to(tmp_path / "none" / "a.match")
    for wrong in (Match(gekitai).save_to, Match.load_from):
        with pytest.raises(SaveFileError, match=r"cannot be used: .*directory") as folder:
            wrong(tmp_path)
        assert folder.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_any_comment_can_be_written_and_read(tmp_path):
    match = Match(gekitai)
    match.play("c3", comment='half a pair \ud800, "quotes", \0, новое')
    match.save_to(tmp_path / "a.match")
    assert Match.load_from(tmp_path / "a.match") == match


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_a_save_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step, error):
    path = tmp_path / "a.match"
    old = played("c3")
    old.save_to(path)

    def fail(*arguments):
        raise error

    monkeypatch.setattr(step, fail)
    with pytest.raises(type(error)):
        played("c3", "d5").save_to(path)
    monkeypatch.undo()
    assert Match.load_from(path) == old
    assert list(tmp_path.iterdir()) == [path]


def test_a_program_killed_while_saving_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.match"
    old = played("c3")
    old.save_to(path)
    killed = "import os, sys; from ludoteca.play import files; os.fsync = lambda file: os._exit(9)\n"
    killed += "files.write_saved(sys.argv[1], {'half': 'written'})"
    assert subprocess.run([sys.executable, "-c", killed, str(path)], check=False).returncode == 9
    assert Match.load_from(path) == old


def test_what_json_cannot_hold_never_reaches_the_file(tmp_path):
    path = tmp_path / "a.match"
    write_saved(path, {"fine": 1})
    for wrong in ({"number": float("nan")}, {"object": object()}):
        with pytest.raises((ValueError, TypeError)):
            write_saved(path, wrong)
    assert read_saved(path) == {"fine": 1}


def test_a_link_goes_on_pointing_to_the_saved_file(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_saved(tmp_path / "link", {"fine": 1})
    assert (tmp_path / "link").is_symlink()
    assert read_saved(tmp_path / "real") == {"fine": 1}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "line 1, column 1"),
        (b'{"format": ', "line 1, column 12"),
        (b"\xff\xfe", "utf-8"),
        (b"[" * 200_000, "damaged"),
        (b"1" * 10_000, "damaged"),
        (b'{"format": NaN}', "NaN"),
        (b"[]", "object"),
        (b"{}", "format"),
        (b" " * (LARGEST_FILE + 1), "larger"),
    ],
    ids=["empty", "cut", "bytes", "deep", "digits", "nan", "list", "bare", "huge"],
)
def test_a_damaged_file_is_an_error_that_says_so(tmp_path, content, named):
    path = tmp_path / "a.match"
    path.write_bytes(content)
    with pytest.raises(DamagedSave, match=named):
        Match.load_from(path)
    assert path.read_bytes() == content


@given(st.data())
def test_a_file_cut_anywhere_is_damaged(tmp_path_factory, data):
    path: Path = tmp_path_factory.mktemp("cut") / "a.match"
    match = played("c3", "d5")
    match.save_to(path)
    content = path.read_bytes()
    path.write_bytes(content[: data.draw(st.integers(0, len(content) - 3))])
    with pytest.raises(DamagedSave):
        Match.load_from(path)


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ({"format": "ludoteca match 99"}, "format"),
        ({"game": "backgammon"}, "there is no game called 'backgammon'"),
        ({"game": 3}, "game"),
        ({"options": {"self": "1"}}, "gekitai has no option"),
        ({"options": {"double_win": "perhaps"}}, "double_win"),
        ({"options": ["x"]}, "options"),
        ({"start": "nonsense"}, "start"),
        ({"players": [{"name": "Ana", "kind": "human"}]}, "players"),
        ({"players": [1, 2]}, "players"),
        ({"tags": {"Date": 2024}}, "tags"),
        ({"plies": [{"move": "c3"}, {"move": "c3"}]}, "move 2: c3 is taken"),
        ({"plies": [{"move": "c3", "clock_ms": -1}]}, "clock_ms"),
        ({"plies": [{"move": "c3", "evaluation": True}]}, "evaluation"),
        ({"plies": [{"move": "c3", "comment": 5}]}, "comment"),
        ({"plies": ["c3"]}, "move 1"),
        ({"played": 3}, "played"),
        ({"played": True}, "played"),
        ({"declared": {"how": "boredom"}}, "how"),
        ({"declared": {"how": "time", "seat": 2}}, "seat"),
        ({"declared": {"how": "agreement"}, "played": 1}, "after its end"),
        ({"declared": {"how": "agreement"}, "draw_offer": 1}, "two ways"),
        ({"draw_offer": 7}, "draw_offer"),
        ({"clock": {"control": "none"}}, "control"),
        ({"clock": 12}, "clock"),
    ],
)
def test_a_wrong_field_is_named(damage, named):
    saved = played("c3", "d5").save()
    with pytest.raises(DamagedSave, match=named):
        Match.load(saved | damage)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_whatever_stands_in_a_field_loading_gives_a_match_or_a_named_error(data):
    saved = played("c3", "d5", control=TimeControl(1000)).save()
    saved[data.draw(st.sampled_from(sorted(saved)))] = data.draw(anything)
    try:
        loaded = Match.load(saved)
    except DamagedSave:
        return
    assert Match.load(loaded.save()) == loaded
