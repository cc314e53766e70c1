"""Scripts that are translated from Python are never old, and what cannot be translated is named with its place."""

from __future__ import annotations

import ast
import json
from hashlib import sha256

import pytest
import translate_scripts
from translate_scripts import Program, Script, Source, Untranslatable, translated

from ludoteca.web.http import app
from ludoteca.web.translated_scripts import OldScripts, must_be_current

PATH = "search/values.py"  # any file: only its name is told


def script_of(text: str) -> str:
    """A function as JavaScript."""
    script = Script(Program(), PATH)
    script.source = Source(PATH)
    (node,) = ast.parse(text).body
    return script.definition(node)


def test_what_was_translated_before_is_there_and_is_current():
    must_be_current()
    assert {name for name in translated() if not (translate_scripts.STATIC / name).is_file()} == set()


@pytest.mark.parametrize("harm", ["its Python changes", "its Python goes", "nothing was translated"])
def test_scripts_that_are_not_those_of_the_python_here_are_not_served(tmp_path, harm):
    (tmp_path / "clock.py").write_text("HOUR = 60\n")
    noted = {"clock.py": sha256(b"HOUR = 60\n").hexdigest()}
    (tmp_path / "sources.json").write_text(json.dumps(noted))
    must_be_current(tmp_path, tmp_path)
    if harm == "its Python changes":
        (tmp_path / "clock.py").write_text("HOUR = 61\n")
    elif harm == "its Python goes":
        (tmp_path / "clock.py").unlink()
    else:
        (tmp_path / "sources.json").unlink()
    with pytest.raises(OldScripts, match=r"python tools/translate_scripts\.py"):
        must_be_current(tmp_path, tmp_path)


def test_a_server_with_old_scripts_does_not_start(monkeypatch):
    def fail():
        raise OldScripts("old")

    monkeypatch.setattr(app, "must_be_current", fail)
    with pytest.raises(OldScripts):
        app.create_app()


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


def test_scripts_take_over_single_methods_of_the_classes_that_they_make():
    text = translated()["translated/kernel/moves.js"]
    assert "class MoveKinds {" in text and "readChain(typed)" in text
    assert not any(left_out in text for left_out in ("constructor(kinds)", "actionTable", "extends MoveCodes"))


def test_expressions_are_as_short_as_they_can_be():
    text = script_of(
        "def told(is_new, all, rest):\n    return [2 * each for each in all if is_new and each] or rest[1:]\n"
    )
    body = "py.map((each) => (2 * each), py.filter((each) => (isNew && py.truthy(each)), all))"
    assert f"return py.either([...{body}], () => py.slice(rest, 1));" in text


def test_places_without_a_parameter_of_their_own_come_together():
    text = translated()["translated/kernel/position_text.js"]
    assert "export function unreadable(name, places = {})" in text
    assert 'throw unreadable("one_letter", { token:' in text
