"""A game lives in its folder: no other file of the package names one, examples aside.  Scripts have different names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "ludoteca"
WORDS = {"go", "hex"}  # games, and a verb and a shape
GAMES = sorted({path.parent.name for path in (PACKAGE / "games").glob("*/rules.py")} - WORDS)
NAMED = re.compile(rf"(?<![a-z])(?:{'|'.join(GAMES)})(?![a-z])", re.IGNORECASE)
HOMES = [PACKAGE / "originals", *(PACKAGE / "games" / name for name in GAMES)]
EXAMPLES = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->|\{#.*?#\}|placeholder='[^']*'", re.DOTALL)


def sources(*endings: str) -> list[Path]:
    found = sorted(path for path in PACKAGE.rglob("*") if path.suffix in endings)
    return [path for path in found if not any(path.is_relative_to(home) for home in HOMES)]


def names_in(node: ast.AST) -> Iterator[str]:
    """The words of code at a node: names, modules, and strings that are no sentence for people."""
    match node:
        case ast.Constant(value=str(text)) if " " not in text.strip():
            yield text
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.ImportFrom(module=str(name)):
            yield name


def games_named(code: str) -> list[str]:
    found = [(node, name) for node in ast.walk(ast.parse(code)) for name in names_in(node) if NAMED.search(name)]
    return [f"line {node.lineno}: {name}" for node, name in found]


def test_there_are_games_to_look_for():
    assert len(GAMES) >= 6 and len(sources(".py")) > 200 and len(sources(".js")) > 30


@pytest.mark.parametrize(
    "code",
    ['game = "gekitai"', "import ludoteca.games.squ", "from ludoteca.games.reversi import rules", "is_mapello = 1"],
)
def test_a_name_in_code_is_found(code):
    assert len(games_named(code)) == 1


def test_examples_are_for_people():
    assert games_named('"""Example: ludoteca moves gekitai"""\nsay("such as greener")  # squ\nsquares = 3') == []


def test_no_code_names_a_game():
    found = {str(path.relative_to(PACKAGE)): games_named(path.read_text()) for path in sources(".py")}
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_no_page_and_no_script_names_a_game():
    files = sources(".js", ".css", ".html", ".json", ".svg")
    found = {str(path.relative_to(PACKAGE)): NAMED.findall(EXAMPLES.sub("", path.read_text())) for path in files}
    assert {file: names for file, names in found.items() if names} == {}


def test_one_name_is_one_script():
    scripts = (PACKAGE / "web" / "static").rglob("*.js")
    names = [path.name for path in scripts if "translated" not in path.parts]  # those are named after Python's files
    assert sorted({name for name in names if names.count(name) > 1}) == []
