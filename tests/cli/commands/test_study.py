"""`ludoteca study`: a report on any game, the same whether it was interrupted or not."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

from commands import call, run

HEXAPAWN = Path(__file__).parents[3] / "examples" / "hexapawn.py"
COMMAND = ("study", str(HEXAPAWN), "--games", "30", "--levels", "1,8", "--workers", "1")


def games_of(folder):
    return [json.loads(line) for file in folder.glob("studies/*.jsonl") for line in file.read_text().splitlines()[1:]]


def test_a_study_that_was_interrupted_ends_as_it_would_have(tmp_path, monkeypatch):
    data, out = tmp_path / "data", tmp_path / "report"
    monkeypatch.setenv("LUDOTECA_DATA", str(data))
    with subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *COMMAND], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        until = time.monotonic() + 120
        while len(games_of(data)) < 20 and time.monotonic() < until and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    before = [line for line in games_of(data) if "seats" in line]
    assert 0 < len(before) < 120, said
    assert process.returncode == 130 and "the same command continues" in said

    done = run(*COMMAND, "--out", str(out), "--json")
    assert done.returncode == 0, done.stderr
    after = [line for line in games_of(data) if "seats" in line]
    assert after[: len(before)] == before and len(after) == 120
    for line in after:
        is_mirror = sorted(line["seats"]) in ([1, 2], [3, 4])
        assert len(line.get("values", ())) == (len(line["moves"]) if is_mirror else 0)

    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "elsewhere"))
    whole = run(*COMMAND, "--json")
    assert json.loads(whole.stdout) == json.loads(done.stdout) == json.loads((out / "report.json").read_text())
    report = (out / "report.md").read_text()
    assert report.startswith("# A study of Hexapawn") and "(plots/first-player.svg)" in report
    assert {path.name for path in (out / "plots").iterdir()} >= {"first-player.svg", "skill.svg", "cells-go.svg"}
    ElementTree.fromstring((out / "report.html").read_text().removeprefix("<!DOCTYPE html>\n"))


def test_what_cannot_be_studied_is_told():
    assert "should be numbers such as 1,4,7,10" in call("study", "gekitai", "--levels", "x").stderr
    assert "no level 12" in call("study", "gekitai", "--levels", "12").stderr
    same = call("study", "gekitai", "--set", "double_win=mover", "--against", "double_win=mover")
    assert same.exit_code == 2 and "this is the same variant" in same.stderr
    assert "cannot be created" in call("study", "gekitai", "--out", "/dev/null/report").stderr
    assert "NAME=VALUE" in call("study", "gekitai", "--against", "mover").stderr
