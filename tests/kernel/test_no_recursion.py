"""Compiled functions never call themselves: Numba's disk cache does not bring such functions back alive."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ludoteca

PACKAGE = Path(ludoteca.__file__).parent
SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if "@compiled" in path.read_text()]


def calls_in(function: ast.FunctionDef) -> set[str]:
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {called.id for called in calls if isinstance(called, ast.Name)}


def compiled_functions(path: Path) -> dict[str, set[str]]:
    """The compiled functions of a file, with the names of what each calls."""
    functions = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]
    return {
        function.name: calls_in(function)
        for function in functions
        if any(isinstance(mark, ast.Name) and mark.id == "compiled" for mark in function.decorator_list)
    }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_compiled_function_reaches_itself(path):
    functions = compiled_functions(path)
    for name in functions:
        reached, waiting = set(), set(functions[name])
        while waiting:
            called = waiting.pop()
            if called in functions and called not in reached:
                reached.add(called)
                waiting |= functions[called]
        assert name not in reached, f"{name} in {path} is recursive"
