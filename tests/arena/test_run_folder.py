"""The folder of a run: numbers are never lost or repeated, and nothing else is mixed in."""

from __future__ import annotations

import csv
import json

import pytest

from ludoteca.arena.run_folder import BadRun, RunFolder, read_config

OPTIONS = {"game": "gekitai", "seed": 1, "also": []}


def rows(folder):
    with (folder / "progress.csv").open(newline="") as file:
        return [(row["step"], row["name"], float(row["value"])) for row in csv.DictReader(file)]


def test_numbers_are_a_table_and_curves(tmp_path):
    with RunFolder(tmp_path / "run", "train", OPTIONS) as run:
        run.add(100, {"error, in bits": 0.9, "Elo": -20})
        run.add(250, {"error, in bits": 0.7})
        assert rows(run.folder) == [("100", "error, in bits", 0.9), ("100", "Elo", -20), ("250", "error, in bits", 0.7)]
    page = (run.folder / "report.html").read_text()
    assert page.count("<svg") == 1 and "error, in bits" in page and "This run has not ended." in page
    run.finish({"elo": 30}, ["It is 30 Elo stronger."])
    page = (run.folder / "report.html").read_text()
    assert "It is 30 Elo stronger." in page and "not ended" not in page
    assert json.loads((run.folder / "result.json").read_text()) == {"elo": 30}
    assert read_config(run.folder / "config.json")["options"] == OPTIONS


def test_an_interrupted_run_continues_without_losing_or_repeating_a_number(tmp_path):
    with RunFolder(tmp_path, "train", {**OPTIONS, "also": ()}) as run:  # as options come from the command line
        run.add(100, {"error": 0.9})
    with (tmp_path / "progress.csv").open("a") as file:
        file.write("2026-11-19T06:30:28+00:00,200,err")  # the power went out
    with RunFolder(tmp_path, "train", OPTIONS) as run:
        run.add(100, {"error": 0.9})
        run.add(200, {"error": 0.8})
    assert rows(tmp_path) == [("100", "error", 0.9), ("200", "error", 0.8)]


def test_a_folder_has_one_run(tmp_path):
    with RunFolder(tmp_path, "train", OPTIONS):
        pass
    with pytest.raises(BadRun, match="another run: seed was 1 and is 2"):
        RunFolder(tmp_path, "train", {**OPTIONS, "seed": 2})
    with pytest.raises(BadRun, match="another run: of ludoteca train"):
        RunFolder(tmp_path, "fit", OPTIONS)


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"command": "train", "options": 3}'])
def test_what_is_no_configuration_is_named(tmp_path, content):
    (tmp_path / "config.json").write_text(content)
    with pytest.raises(BadRun, match=r"config\.json is not the configuration of a run"):
        read_config(tmp_path / "config.json")


def test_without_a_folder_nothing_is_stored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with RunFolder(None, "train", OPTIONS) as run:
        run.add(1, {"error": 0.9})
    run.finish({}, [])
    assert list(tmp_path.iterdir()) == []


def test_numbers_go_to_tensorboard_where_a_library_writes_its_events(tmp_path, monkeypatch):
    (tmp_path / "tensorboardX.py").write_text(
        "class SummaryWriter:\n"
        "    def __init__(self, folder): self.file = open(folder + '/events', 'w')\n"
        "    def add_scalar(self, *given): print(*given[:3], file=self.file)\n"
        "    def close(self): self.file.close()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with RunFolder(tmp_path / "run", "train", OPTIONS) as run:
        run.add(100, {"error": 0.9})
    assert (tmp_path / "run" / "events").read_text() == "error 0.9 100\n"
