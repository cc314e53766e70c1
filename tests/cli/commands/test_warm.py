"""`ludoteca warm`."""

from __future__ import annotations

from commands import answer, run
from example_games import FOLDER


def test_warm_says_how_long_each_game_took():
    assert list(answer("warm", "gekitai", "squ")["seconds"]) == ["gekitai", "squ"]


def test_warm_is_silent_on_standard_error_when_nobody_watches():
    assert run("warm", "gekitai").stderr == ""


def test_games_of_files_are_compiled_among_others_and_what_is_wrong_with_one_is_told(tmp_path):
    source = (FOLDER / "hexapawn.py").read_text()
    broken = tmp_path / "broken.py"
    broken.write_text(source.replace("state.mover = 1 - state.mover", "state.mover = 1 - state.mvoer"))
    assert broken.read_text() != source
    alone, among_others = run("warm", str(broken)), run("warm", str(broken), "gekitai")
    assert (among_others.returncode, among_others.stderr) == (alone.returncode, alone.stderr)
    assert alone.returncode == 1 and "mvoer" in alone.stderr
