"""What the pages show is true: their Python is run, their commands too, and the output they print is compared."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import environment_table
import pytest

from ludoteca.games import find_game, game_names, game_package

ROOT = Path(__file__).parents[1]
RULES = sorted((ROOT / "src" / "ludoteca" / "games").glob("*/rules.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")), *RULES]
FOLLOWED = ("write-a-game.md", "boards-and-pieces.md", "finish-a-game.md")  # in tests/docs/test_write_a_game.py
PAGES = [page for page in PAGES if page.name not in FOLLOWED]
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def commands(page: Path) -> list[tuple[str, str]]:
    """Each command of a page with the output shown below it."""
    text = "".join(blocks(page, "console"))
    return [(command, output) for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "(?:python|pycon)")], ids=name_of)
def test_the_python_of_a_page_runs(page):
    names: dict[str, object] = {"__name__": "__page__"}
    for number, block in enumerate(blocks(page, "(?:python|pycon)"), 1):
        if not block.lstrip().startswith(">>>"):
            exec(compile(block, f"{page.name}, block {number}", "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
        runner = doctest.DocTestRunner(optionflags=LENIENT)
        complaints: list[str] = []
        runner.run(example, out=complaints.append, clear_globs=False)
        names.update(example.globs)
        assert not runner.summarize(verbose=False).failed, "".join(complaints)


@pytest.mark.parametrize(
    ("command", "output"),
    [pytest.param(*shown, id=f"{name_of(page)}: {shown[0]}") for page in PAGES for shown in commands(page)],
)
def test_a_command_of_a_page_does_what_is_shown(command, output, tmp_path):
    program, *arguments = shlex.split(command)
    assert program == "ludoteca"
    done = subprocess.run(
        [sys.executable, "-m", "ludoteca", *arguments], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    if output:
        assert doctest.OutputChecker().check_output(output, done.stdout, doctest.ELLIPSIS), done.stdout


def shipped_games():
    """Those of this package; another test may have opened a file."""
    return [find_game(name) for name in game_names() if game_package(name).startswith("ludoteca.")]


def test_the_readme_lists_the_games_as_they_are_declared():
    text = (ROOT / "README.md").read_text()
    listed = [line for line in text.splitlines() if line.startswith("| `")]
    declared = [
        f"| `{name}` | [{game.title}](src/ludoteca/games/{name}/rules.md) | {game.designer} | {game.summary} |"
        for name, game in ((game.name, game) for game in shipped_games())
    ]
    assert listed == declared


def test_the_table_of_environments_is_what_the_encoders_say():
    text = environment_table.PAGE.read_text()
    assert environment_table.page(text) == text, "run tools/environment_table.py"
    assert all(f"\n| `{game.name}` | `ludoteca/" in text for game in shipped_games())


@pytest.mark.parametrize("game", shipped_games(), ids=lambda game: game.name)
def test_every_game_has_a_rule_page_with_its_options(game):
    page = (ROOT / "src" / "ludoteca" / "games" / game.name / "rules.md").read_text()
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert {"How to play", "Rules", "Rulings and options", "Sources"} <= set(headings)
    assert page.startswith(f"# {game.title}\n")
    for option in game.options:
        assert f"`{option.name}" in page, option.name
    assert {int(minutes) for minutes in re.findall(r"about (\d+) minutes", page)} <= {game.minutes}


def test_the_files_of_the_architecture_are_there():
    named = re.findall(r"`([a-z_]+/[a-z_/]*(?:\.py)?)`", (ROOT / "docs" / "architecture.md").read_text())
    package = ROOT / "src" / "ludoteca"
    homes = (ROOT, ROOT / "src", package, *(package / name for name in ("play", "terminal", "web")))
    assert "kernel/verbs.py" in named
    assert [name for name in named if not any((home / name).exists() for home in homes)] == []


def test_the_readme_begins_with_what_somebody_in_a_clone_needs():
    parts = ["![", "# Lu", "\nmake play", "\nmake test", "pip install '.[web]'", "\nludoteca ", "```python", "## The"]
    places = [(ROOT / "README.md").read_text().index(part) for part in parts]
    assert places == sorted(places) and places[0] == 0
    assert len(blocks(ROOT / "README.md", "python")[0].splitlines()) == 10


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_installs_the_package_from_an_index_that_does_not_have_it(page):
    assert not re.search(r"pip install ['\"]?ludoteca", page.read_text())


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_to_other_pages_lead_somewhere(page):
    for link in links(page):
        assert link.startswith("https://") or (page.parent / link).exists(), link


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())
