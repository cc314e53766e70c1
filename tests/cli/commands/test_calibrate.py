"""`ludoteca calibrate`: levels beside a game, found once and never lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from commands import run

import ludoteca
from ludoteca.arena.calibration import games_file

HEXAPAWN = Path(__file__).parents[3] / "examples" / "hexapawn.py"


def test_calibrate_writes_levels_that_the_game_then_has(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    shutil.copy(HEXAPAWN, tmp_path)
    kept = ("--run", str(tmp_path / "run"), "--out", str(tmp_path / "hexapawn.levels.json"))
    command = ("calibrate", str(tmp_path / "hexapawn.py"), "--pairs", "4", "--workers", "1", *kept)
    done = run(*command, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    written = json.loads((tmp_path / "hexapawn.levels.json").read_text())
    assert written["search"] == found["search"] == "mcts" and found["options"] == {}
    assert [row["each"] for row in written["levels"]] == [row["each"] for row in found["levels"]]
    assert "does not hold ten levels" in found["verdict"]
    assert found["verdict"] in (tmp_path / "run" / "report.html").read_text()

    again = run(*command)  # every game is known
    assert again.returncode == 0 and found["verdict"] in again.stdout
    assert len([line for line in again.stdout.splitlines() if line.split()[0].isdigit()]) == 10


def test_levels_are_fitted_with_the_usual_options_and_checked_with_any(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    refused = run("calibrate", "greener", "--set", "size=3x3")
    assert refused.returncode == 2 and "add --check to measure them with others" in " ".join(refused.stderr.split())
    assert not (tmp_path / "calibrations").exists()
    usual, small = (games_file(ludoteca.game("greener", **options), 1) for options in ({}, {"size": "3x3"}))
    assert usual != small and small.parent == usual.parent
