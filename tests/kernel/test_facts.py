"""Facts from fields: numbers, counted cells, what is left, when they are shown and whose they are."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.errors import BadDeclaration
from ludoteca.games import find_game
from ludoteca.kernel import (
    Cells,
    Count,
    Counts,
    Fact,
    Flag,
    Hidden,
    Phase,
    Seat,
    SquareBoard,
    State,
    Together,
    new_state,
)
from ludoteca.kernel.description import describe

BOARD = SquareBoard(3, 3)
FIELDS = State(
    stones=Cells(BOARD, per_player=True),
    walls=Cells(BOARD, letter="#"),
    limits=Hidden("u1", 2),
    taken=Counts(0, 9),
    phase=Phase({"build": "build the map", "play": "place a stone"}),
    ready=Flag("ready"),
    owner=Seat(is_written=False),
    side=Count(1, 9, is_written=False),
    best=Together("{owner}{side}", given="side"),
)


def shown(fact: Fact, **values) -> list[tuple[str, int | None]]:
    state = new_state(FIELDS.layout)
    for name, value in values.items():
        state[name] = value
    fact.check(FIELDS)
    return [(each.value, each.player) for each in fact.shown(state, FIELDS, {})]


@pytest.mark.parametrize(
    ("fact", "values", "expected"),
    [
        (Fact("To move", "mover"), {"mover": 1}, [("1", None)]),
        (Fact("Stones", "stones"), {"stones": (7, 1)}, [("3", 0), ("1", 1)]),
        (Fact("Supply", "stones", out_of=4), {"stones": (7, 1)}, [("1", 0), ("3", 1)]),
        (Fact("Walls", "walls"), {"walls": 3}, [("2", None)]),
        (Fact("Walls left", "walls", out_of=("limits", 1)), {"walls": 3, "limits": (0, 5)}, [("3", None)]),
        (Fact("Left", "walls", out_of="side", words={0: "none"}), {"walls": 3, "side": 2}, [("none", None)]),
        (Fact("Taken", "taken"), {"taken": (2, 5)}, [("2", 0), ("5", 1)]),
        (Fact("Task", "phase"), {"phase": 1}, [("place a stone", None)]),
        (Fact("Record", "side", whose="owner"), {"side": 4, "owner": 1}, [("4", 1)]),
        (Fact("Record", "side", whose="owner"), {"side": 0, "owner": 1}, [("0", None)]),  # there is no record
    ],
)
def test_a_fact_reads_a_field(fact, values, expected):
    assert shown(fact, **values) == expected


@pytest.mark.parametrize(
    ("when", "values", "is_shown"),
    [
        ("ready", {"ready": 1}, True),
        ("ready", {}, False),
        ("not ready", {}, True),
        ("walls", {"walls": 8}, True),
        ("walls", {}, False),
        ("taken", {"taken": (0, 1)}, True),
        ("build", {}, True),
        ("build", {"phase": 1}, False),
        ("not build", {"phase": 1}, True),
        (("play", "ready"), {"ready": 1}, True),
        (("play", "ready"), {}, False),
    ],
)
def test_a_fact_is_shown_while_a_field_or_a_phase_says_so(when, values, is_shown):
    assert bool(shown(Fact("Mover", "mover", when=when), **values)) == is_shown


@pytest.mark.parametrize(
    "fact",
    [
        Fact("Stones", "stomes"),
        Fact("Stones", "stones", out_of="most"),
        Fact("Stones", "stones", when="not redy"),
        Fact("Stones", "stones", when=("build", "over")),
        Fact("Stones", "stones", whose="owner_of_it"),
    ],
)
def test_a_name_that_the_state_does_not_have_is_refused(fact):
    with pytest.raises(BadDeclaration, match=r"the fact Stones names '.*', but the state has no such field"):
        fact.check(FIELDS)


def test_facts_are_described_without_functions():
    facts = {fact["name"]: fact for fact in describe(find_game("mapello"))["facts"]}
    assert facts["Phase"]["when"] == [{"field": "phase", "is": 2}, {"field": "phase", "is": 3}]
    assert facts["Walls left"]["value"] == {"field": "walls"}
    assert facts["Walls left"]["out_of"] == {"field": "limits", "place": 0}
    assert facts["Points"]["value"] == {"function": "points"}
    placing = {fact["name"]: fact["when"] for fact in describe(find_game("greener"))["facts"]}
    assert placing["To do"] == [{"field": "placing", "is_not": 0}]
    assert placing["Greens"] == [{"field": "placing", "is": 0}]


def test_nobody_has_a_record_before_the_first():
    squ = ludoteca.game("squ")
    record = next(fact for fact in squ.start().scene().facts if fact.name == "Record")
    assert (record.value, record.player) == ("none", None)
