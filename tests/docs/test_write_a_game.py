"""docs/write-a-game.md and the pages after it work as they stand: the game is an example, the code runs."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.kernel import Ending, new_state, weigh
from ludoteca.play.lessons.conditions import MEASURES, SIMPLE
from ludoteca.play.lessons.lesson_text import KEYS
from ludoteca.play.position import open_game

ROOT = Path(__file__).parents[2]
FOLLOWED = ("write-a-game.md", "boards-and-pieces.md", "finish-a-game.md")
PAGE = "\n".join((ROOT / "docs" / name).read_text() for name in FOLLOWED)
HEXAPAWN = (ROOT / "examples" / "hexapawn.py").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def run(*command: str, folder: Path = ROOT, **more: str) -> str:
    done = subprocess.run(command, cwd=folder, env=os.environ | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_page_can_be_read_in_ten_minutes():
    assert len((ROOT / "docs" / FOLLOWED[0]).read_text().split()) < 2_600


def test_the_whole_game_is_the_example():
    assert blocks("python")[0] == HEXAPAWN
    assert sum(bool(line.strip()) for line in HEXAPAWN.splitlines()) < 70


@pytest.mark.parametrize(
    ("file", "excerpt"),
    [
        found
        for page in sorted((ROOT / "docs").glob("*.md"))
        for found in re.findall(r"^```python-from (\S+)\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    ],
)
def test_an_excerpt_is_in_its_file(file, excerpt):
    assert excerpt in (ROOT / file).read_text()


def test_the_step_of_a_lesson_is_in_its_file():
    ((file, excerpt),) = re.findall(r"^````markdown-from (\S+)\n(.*?)^````$", PAGE, re.DOTALL | re.MULTILINE)
    assert excerpt in (ROOT / file).read_text()


def test_every_condition_and_number_of_a_lesson_is_listed():
    section = PAGE.partition("\n## Lessons\n")[2].partition("\n## One file or a folder")[0]
    listed = set(re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))))
    assert {*SIMPLE, *MEASURES, "height d4", "fact NAME", "their fact NAME", "plays b2 or c3"} <= listed
    assert set(KEYS) <= listed


def test_the_other_code_runs_after_the_game(tmp_path):
    file = tmp_path / "sections.py"
    more = "from ludoteca.kernel import NOTHING, Fact, Numbers, Ruling, Setting, count_cells\n"
    file.write_text(HEXAPAWN + more + "\n\n".join(blocks("python")[1:]))
    spec = importlib.util.spec_from_file_location("sections", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    state = new_state(module.STATE.layout)
    state.pawns[0] = 3
    assert weigh(module.terms(state), module.WEIGHTS) == pytest.approx(0.1 + 2 * 0.8)
    facts = [(each.value, each.player) for fact in module.FACTS for each in fact.shown(state, module.STATE, {})]
    assert facts == [("2", 0), ("0", 1), ("1", 0), ("3", 1), ("White", None)]
    assert module.ending_of_the_stuck(state) == Ending.SECOND_WINS


def test_people_see_and_type_moves_as_the_page_spells_them(tmp_path):
    spelling = next(block for block in blocks("python") if "def spell(" in block)
    file = tmp_path / "spelt.py"
    file.write_text(HEXAPAWN.replace("GAME = ", f"{spelling}\n\nGAME = "))
    position = open_game(str(file)).start().play("b2")
    assert [position.written(move) for move in position.moves()] == ["a2", "axb2", "cxb2", "c2"]
    assert position.written_line([position.moves()[1]]) == ["axb2"]
    assert position.play("axb2") == position.play("ab2+") == position.play("a3-b2")


def test_the_check_is_what_it_says():
    printed = run(sys.executable, "-W", "error", "-c", blocks("python-check")[0])
    assert printed.startswith("Hexapawn conforms in 8 random games")
    assert printed.splitlines()[-1] == "[a1-a2, a1-b2, c1-b2, c1-c2]"


@pytest.mark.parametrize("line", re.findall(r"^\$ (ludoteca .*examples.*)$", "".join(blocks("console")), re.MULTILINE))
def test_a_command_of_the_page_runs(line):
    assert run(sys.executable, "-m", *line.split())


def tool_called(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_the_reference_is_what_docstrings_say():
    tool = tool_called("reference_page")
    text = tool.page()
    assert tool.PAGE.read_text() == text, "run tools/reference_page.py"
    for wanted in ("**`Quiet(high, reason", "**`swapping(", "| `at_longest(state)` |", "| `in_sight(", "`BOARD.leaps`"):
        assert wanted in text
    pictures = set(re.findall(r"\(pictures/pieces/([\w-]+)\.svg\)", text))
    assert all((ROOT / "docs" / "pictures" / "pieces" / f"{name}.svg").exists() for name in pictures)


def test_the_pictures_are_what_the_tool_draws():
    tool = tool_called("piece_pictures")
    for name, picture in tool.pictures().items():
        assert (ROOT / "docs" / "pictures" / "pieces" / name).read_text() == picture, "run tools/piece_pictures.py"
    assert tool.SCRIPT.read_text() == tool.silhouettes_script(), "run tools/piece_pictures.py"


def test_the_package_can_be_installed_with_its_rules(tmp_path):
    source, site = tmp_path / "source", tmp_path / "site"
    source.mkdir()
    (source / "pyproject.toml").write_text(blocks("toml")[0])
    for name in ("hexapawn.py", "hexapawn.rules.md", "hexapawn.lessons.md"):
        (source / name).write_bytes((ROOT / "examples" / name).read_bytes())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    run(*pip, "--no-build-isolation", "--target", str(site), str(source))
    path = os.pathsep.join([str(site), str(ROOT / "src")])
    shown = run(sys.executable, "-m", "ludoteca", "rules", "hexapawn", folder=tmp_path, PYTHONPATH=path)
    assert "Whoever brings a pawn to the far row wins" in shown
    checked = run(sys.executable, "-m", "ludoteca", "lesson", "hexapawn", "--check", folder=tmp_path, PYTHONPATH=path)
    assert "Take diagonally: 2 right, 2 wrong" in checked


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("AHEAD[state.mover", "AHEAD[state.movr", "the state has no field movr; did you mean mover?"),
        ("longest=20", "longest=20, most_moves=2", "Hexapawn has 3 moves in the position 'bbb/.../www w', more than"),
        ("BOARD = Square", "BOARD = (Square", "line 6: '(' was never closed"),
        ("piece=\"pawn\"", "piece=\"prawn\"", "line 11: no piece is called 'prawn'; the pieces are disc, stone,"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_on_the_command_line(tmp_path, old, new, said):
    assert old in HEXAPAWN
    (tmp_path / "hexapawn.py").write_text(HEXAPAWN.replace(old, new, 1))
    command = [sys.executable, "-m", "ludoteca", "moves", "hexapawn.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert done.stderr.startswith("ludoteca: ") and said in done.stderr
