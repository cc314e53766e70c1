"""`ludoteca lesson`: what it prints for programs, and what it says of a lesson that is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from commands import answer, call

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_a_lesson_is_printed_as_json():
    lesson = answer("lesson", "gekitai")
    assert (lesson["game"], lesson["title"], len(lesson["steps"])) == ("gekitai", "Learn Gekitai", 7)
    step = lesson["steps"][2]
    assert step["start"]["position"].endswith(" r") and step["solution"] == ["b1"]
    assert {one["verdict"] for one in step["answers"]} == {"right", "wrong"}


def test_every_turn_is_checked_and_counted():
    assert "3 Over the edge: 2 right, 30 wrong" in call("lesson", "gekitai", "--check").stdout.splitlines()
    checks = answer("lesson", "gekitai", "--check")
    assert [step["right"] for step in checks["steps"]][1:4] == [8, 2, 2]


def test_a_game_in_a_file_has_its_lesson_beside_it(tmp_path):
    for name in ("hexapawn.py", "hexapawn.lessons.md"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())

    def check():
        command = [sys.executable, "-m", "ludoteca", "lesson", "hexapawn.py", "--check"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=os.environ)

    assert check().stdout.splitlines()[0] == "1 Step ahead: 3 right, 0 wrong"
    lessons = tmp_path / "hexapawn.lessons.md"
    lessons.write_text(lessons.read_text().replace("accept: takes >= 1", "accept: takes >= 2"))
    done = check()
    assert (done.returncode, done.stdout) == (1, "")
    assert "hexapawn.lessons.md, line 15: the step 'Take diagonally' cannot be solved" in done.stderr
    lessons.unlink()
    assert "Hexapawn has no lesson; put one in" in check().stderr
