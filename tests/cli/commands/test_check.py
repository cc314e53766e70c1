"""`ludoteca check`."""

from __future__ import annotations

from commands import answer, call
from example_games import FOLDER


def test_a_game_that_keeps_its_promises_is_said_to(tmp_path):
    file = tmp_path / "hexapawn.py"
    file.write_text((FOLDER / "hexapawn.py").read_text())
    found = answer("check", str(file), "--games", "2")
    assert found["title"] == "Hexapawn" and found["games"] == 2 and "ending" in found["functions"]
    assert call("check", str(file), "--games", "2").stdout.startswith("Hexapawn conforms in 2 random games")


def test_a_broken_promise_is_one_sentence(tmp_path):
    file = tmp_path / "hexapawn.py"
    file.write_text((FOLDER / "hexapawn.py").read_text().replace("is_symmetric=False,", "is_symmetric=True,"))
    done = call("check", str(file))
    assert done.exit_code == 1 and not done.stdout
    assert "a turned board has other moves" in done.stderr and "Traceback" not in done.stderr
