"""What options decide, as tables."""

from __future__ import annotations

from ludoteca.games import find_game
from ludoteca.wasm.option_tables import OptionTables, values_of


def test_a_number_with_many_values_is_offered_as_round_ones():
    option = next(option for option in find_game("glaisher").options if option.name == "max_turns")
    values = values_of(option)
    assert {0, 100, 400} <= set(values) and len(values) < 30


def test_what_two_options_decide_together_is_one_table():
    tables = OptionTables(find_game("mapello")).to_json()
    assert ["map", "centre"] in [table["options"] for table in tables["state"]]
    assert tables["longest"]["options"] == [] == tables["board"]["options"]


def test_every_board_is_listed_once():
    tables = OptionTables(find_game("greener"))
    found = tables.to_json()["board"]
    assert len(tables.boards) == len(found["entries"]) == len(set(found["entries"])) > 1
