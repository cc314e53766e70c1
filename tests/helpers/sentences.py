"""Finding sentences that never reach the catalogue, in the source and on a screen."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ludoteca.languages.catalogues import CLOSING, OPENING

WORDS = re.compile(r"[A-Za-z]{2,},? [A-Za-z]{2,}|^\W*[A-Z][a-z]{2,}")  # two words, or a word with a capital
WORD = re.compile(r"[^\W\d_]{3,}")

SAID = {"t", "translatable"}
NOT_SHOWN = {"Binding", "query_one", "query", "compile", "fullmatch", "Thread", "TypeVar", "NotImplementedError"}
OF_TYPER = {"Option", "Argument", "Typer"}  # its help is English
NAMES = {"id", "classes", "name", "param_hint"}  # arguments that are not shown


def unsaid(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of everything in a Python file that looks like words and is not given to `t` or `translatable`."""
    yield from _in(ast.parse(path.read_text("utf-8")))


def _in(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and WORDS.search(node.value):
            yield node.lineno, node.value
        return
    if isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg in NAMES):
        return
    if isinstance(node, ast.Call) and _is_no_speech(node.func):
        return
    for child in ast.iter_child_nodes(node):
        is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not is_docstring:
            yield from _in(child)


def _is_no_speech(called: ast.expr) -> bool:
    if isinstance(called, ast.Attribute):
        return called.attr in (OF_TYPER if ast.unparse(called.value) == "typer" else NOT_SHOWN)
    return isinstance(called, ast.Name) and called.id in SAID | NOT_SHOWN


def outside(text: str) -> str:
    """What is left of a text in the language of tests without all that went through the catalogue."""
    left, depth = [], 0
    for character in text:
        depth += character == OPENING
        if depth <= 0:
            left.append(character)
        depth -= character == CLOSING
    return "".join(left)


def words_outside(text: str) -> set[str]:
    """The words that did not go through the catalogue."""
    return set(WORD.findall(outside(text)))
