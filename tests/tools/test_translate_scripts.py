"""Scripts that are translated from Python are up to date, and what cannot be translated is named with its place."""

from __future__ import annotations

import ast

import pytest
import translate_scripts
from translate_scripts import Program, Script, Source, Untranslatable, translated

PATH = "search/values.py"  # any file: only its name is told


def script_of(text: str) -> str:
    """A function as JavaScript."""
    script = Script(Program(), PATH)
    script.source = Source(PATH)
    (node,) = ast.parse(text).body
    return script.definition(node)


def test_every_script_is_what_its_python_file_says():
    found = translated()
    assert {path.relative_to(translate_scripts.STATIC).as_posix() for path in translate_scripts.scripts()} == set(found)
    old = [name for name, text in found.items() if (translate_scripts.STATIC / name).read_text("utf-8") != text]
    assert not old, "run python tools/translate_scripts.py"


def test_names_and_truth_are_those_of_each_language():
    text = script_of("def each_name(own_names, *, with_all=False):\n    return own_names or [with_all]\n")
    assert text.startswith("export function eachName(ownNames, withAll = false)")
    assert "py.either(ownNames, () => [withAll])" in text


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("with open(a): pass", "With"),
        ("return a @ 2", "MatMult"),
        ("return f'{a:.3f}'", r"the format '\.3f'"),
        ("return unheard_of", "the name unheard_of"),
        ("del a", "Delete"),
    ],
)
def test_other_python_is_refused_with_its_place(line, what):
    with pytest.raises(Untranslatable, match=rf"search/values\.py:2: {what} cannot be translated"):
        script_of(f"def odd(a):\n    {line}\n")
