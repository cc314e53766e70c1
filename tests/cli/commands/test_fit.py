"""`ludoteca fit`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from commands import answer, call


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


def test_a_run_is_kept_in_a_folder_and_repeated(tmp_path):
    config = str(tmp_path / "run" / "config.json")
    found = answer("fit", "gekitai", "--games", "10", "--depth", "1", "--seed", "3", "--run", str(tmp_path / "run"))
    assert json.loads((tmp_path / "run" / "result.json").read_text()) == found
    assert (tmp_path / "run" / "progress.csv").read_text().count("error on held-out games") == 4
    assert answer("fit", "--config", config) == found
    assert answer("fit", "--config", config, "--seed", "4") != found


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"command": "train", "options": {}}', "repeats ludoteca train"),
        ('{"command": "fit", "options": {"rounds": 3}}', "has unknown options: rounds"),
        ("nothing", "is not the configuration of a run"),
    ],
)
def test_a_configuration_that_does_not_fit_is_refused(tmp_path, content, said):
    (tmp_path / "config.json").write_text(content)
    done = call("fit", "--config", str(tmp_path / "config.json"))
    assert done.exit_code == 2 and said in " ".join(done.stderr.split())
