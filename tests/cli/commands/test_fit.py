"""`ludoteca fit`."""

from __future__ import annotations

import json
import subprocess
import sys


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludoteca", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_fit_prints_every_term_and_the_errors(tmp_path):
    done = run("fit", "gekitai", "--games", "20", "--depth", "1", "--json", "--out", str(tmp_path / "fitted.json"))
    answer = json.loads(done.stdout)
    assert json.loads((tmp_path / "fitted.json").read_text()) == answer
    assert set(answer["held_out_error_bits"]) == {"fitted", "in use", "by hand", "knowing nothing"}
    assert "central stones" in answer["weights"]
    assert set(answer["outlook"]) == {"fitted", "in use"}
    assert set(answer["outlook"]["in use"]) == {"draw_band", "points_per_unit", "most_points"}
