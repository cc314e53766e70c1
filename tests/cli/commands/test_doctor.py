"""`ludoteca doctor`."""

from __future__ import annotations

import pytest
from commands import answer
from typer.testing import CliRunner

from ludoteca.cli.app import whole_program
from ludoteca.games import game_names


def test_doctor_examines_the_machine_and_every_game():
    report = answer("doctor")
    assert list(report) == ["versions", "cache", "processor", "terminal", "programs", "gpu", "games"]
    assert tuple(report["games"]) == game_names()
    assert report["cache"]["directory"]


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
