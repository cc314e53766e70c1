"""What cannot be compiled is told in one sentence with the file and the line."""

from __future__ import annotations

import importlib.util
from itertools import count

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.kernel import new_state

HEAD = """
from ludoteca.kernel import Cells, Count, Phase, SquareBoard, State, compiled

STATE = State(stones=Cells(SquareBoard(3, 3), per_player=True), height=Count(0, 9, kind="i4"))
NAMES = {"a": 1}
PHASE = Phase({"take": "take a stone", "put": "put it back"})


def plain(number):
    return number + 1


@compiled
def doubled(state, number):
    return 2 * number


"""
numbers = count()


def sentence_of(tmp_path, body: str) -> str:
    """What calling `asked` of a game file says of the line in it that is marked."""
    path = tmp_path / f"strange{next(numbers)}.py"
    path.write_text(HEAD + body)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(LudotecaError) as raised:
        module.asked(new_state(module.STATE.layout))
    assert raised.value.__cause__ is None
    marked = next(number for number, line in enumerate(path.read_text().splitlines(), 1) if "# here" in line)
    said = str(raised.value)
    assert said.startswith(f"{path}, line {marked}: "), said
    assert "\n" not in said and len(said) < len(str(path)) + 250
    return said.partition(": ")[2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("state.hieght", "the state has no field hieght; did you mean height?"),
        ("state.walls[0]", "the state has no field walls; it has mover, stones, height"),
        ("plain(1)", "plain is called here, but it is not compiled; write @compiled above its def"),
        ("unheard(1)", "the name unheard is not defined"),
        ("NAMES['a']", "compiled code cannot use NAMES, a dict; numbers, tuples and arrays it can"),
        ("doubled(state)", "wrong arguments: missing a required argument: 'number'"),
        ("PHASE.throw", "no value is called throw; the values are take, put"),
        ("state.stones + NAMES", "compiled code cannot use NAMES, a dict"),
        ("state.stones @ 'a'", "compiled code cannot do matmul("),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path, line, said):
    assert sentence_of(tmp_path, f"@compiled\ndef asked(state):\n    return {line}  # here\n").startswith(said)


def test_a_mistake_is_told_where_it_is_made_and_not_where_it_is_called_from(tmp_path):
    body = (
        "@compiled\ndef inner(state):\n    state.stoens[1] = 0  # here\n\n\n"
        "@compiled\ndef middle(state):\n    inner(state)\n\n\n"
        "@compiled\ndef asked(state):\n    middle(state)\n"
    )
    assert sentence_of(tmp_path, body) == "the state has no field stoens; did you mean stones?"
