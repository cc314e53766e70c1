"""`ludoteca doctor`."""

from __future__ import annotations

import sys

import numba
import pytest
from commands import answer
from numba import cuda
from typer.testing import CliRunner

from ludoteca.cli.app import whole_program
from ludoteca.compiler import hardware
from ludoteca.games import game_names


def test_doctor_examines_the_machine_and_every_game():
    report = answer("doctor")
    assert list(report) == ["versions", "cache", "processor", "terminal", "programs", "gpu", "games"]
    assert tuple(report["games"]) == game_names()
    assert report["cache"]["directory"]


def test_without_a_graphics_card_the_reason_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(hardware, "NVIDIA_DRIVER", tmp_path / "version")
    monkeypatch.setattr(numba, "__version__", "9.9")
    monkeypatch.setattr(hardware, "find_spec", lambda _: None)
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    monkeypatch.setattr(cuda, "cuda_error", lambda: "\nCUDA driver library cannot be found.\nIf you are sure that\n")
    missing = "pip install 'ludoteca[gpu]' installs what else is needed"
    told = f"none that Numba 9.9 can use: CUDA driver library cannot be found; {missing}"
    assert hardware.graphics_card() == told
    monkeypatch.setattr(cuda, "cuda_error", lambda: "Error at driver init: \nCUDA_ERROR_NO_DEVICE (100):")
    (tmp_path / "version").write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  Thu Nov 19\nGCC")
    reason = "Error at driver init: CUDA_ERROR_NO_DEVICE (100); the NVIDIA driver is 570.86.15"
    assert hardware.graphics_card() == f"none that Numba 9.9 can use: {reason}; {missing}"
    monkeypatch.delattr(numba, "cuda")
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    assert "none that Numba 9.9 can use: numba.cuda cannot be imported (" in hardware.graphics_card()


def test_it_says_what_it_costs_that_modules_cannot_be_built(monkeypatch):
    assert "browsers" not in CliRunner().invoke(whole_program(), ["doctor"]).stderr
    monkeypatch.setenv("WASM_LD", "no-such-linker")
    run = CliRunner().invoke(whole_program(), ["doctor"])
    assert run.exit_code == 0
    (line,) = [line for line in run.stderr.splitlines() if "browsers" in line]
    assert line.startswith(
        "ludoteca: browsers cannot compute positions or think for bots, so the server does both for "
    )
    assert "WASM_LD is set to 'no-such-linker'" in line


@pytest.mark.parametrize("is_plain", [False, True])
def test_findings_stand_in_columns_under_their_headings(monkeypatch, is_plain):
    """The longest name once ran into its finding, and NO_COLOR was not heard."""
    monkeypatch.setenv("NO_COLOR", "1" if is_plain else "")
    shown = CliRunner().invoke(whole_program(), ["doctor"], color=True).stdout
    assert ("\x1b[" in shown) is not is_plain
    if is_plain:
        groups = [group.splitlines() for group in shown.strip().split("\n\n")]
        assert [group[0] for group in groups] == [
            "Versions", "Cache", "Processor", "Terminal", "Programs", "GPU", "Games",
        ]  # fmt: skip
        rows = [line for group in groups for line in group[1:]]
        starts = {len(row) - len(row[2:].lstrip().split("  ", 1)[1].lstrip()) for row in rows}
        assert len(starts) == 1, starts
