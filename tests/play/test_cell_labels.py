"""Cells as the original programs call them: read and typed so, kept as the board has them."""

import pytest

import ludoteca
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import sheet

CORNERS = {
    "squ": {"a1": "A1", "j1": "A10", "a10": "J1", "c2": "B3"},
    "mapello": {"z0": "A0", "i9": "J9", "d4": "E4", "a1": "B1"},
    "glaisher": {"a1": "E1", "e1": "M1", "a5": "A5", "i5": "Q5", "e5": "I5", "e9": "E9"},
}


@pytest.mark.parametrize("name", CORNERS)
def test_every_cell_has_a_label_that_leads_back_to_it(name):
    variant = ludoteca.game(name, rules="original")
    labels = variant.labels
    assert {cell: labels[cell] for cell in CORNERS[name]} == CORNERS[name]
    assert len({labels[cell] for cell in variant.board.names}) == len(variant.board.names)
    for cell in variant.board.names:
        for typed in (labels[cell], labels[cell].lower(), f"{labels[cell][0]} {labels[cell][1:]}"):
            assert labels.read(typed) == cell
        assert (
            labels.shown(f"the stack at {cell}, and {cell}-se:1+2")
            == f"the stack at {labels[cell]}, and {labels[cell]}-se:1+2"
        )


@pytest.mark.parametrize("name", ["gekitai", "glaisher", "greener", "mapello", "squ", "reversi"])
def test_as_published_cells_are_called_as_the_board_calls_them(name):
    labels = ludoteca.game(name).labels
    assert not labels.labels
    assert labels.shown("c2 is taken") == "c2 is taken"
    assert labels.read("C2") == "C2"


def test_words_and_numbers_that_are_no_cells_stay():
    labels = ludoteca.game("squ", rules="original").labels
    assert labels.shown("level10 takes 2s at k12; r8:a1") == "level10 takes 2s at k12; r8:A1"
    assert labels.read("undo 3") == "undo 3"


@pytest.mark.parametrize(
    ("name", "typed", "played"),
    [("squ", "B3", "c2"), ("squ", "j 10", "j10"), ("mapello", "e3", "d3"), ("glaisher", "D2-e:1+5", "a2-e:1+5")],
)
def test_what_is_typed_in_the_notation_of_the_original_is_played_and_recorded_in_ours(name, typed, played):
    start = ludoteca.game(name, rules="original").start()
    move = Entry(start).type(typed)
    assert str(move) == played
    assert start.play(played).last_move == move


def test_the_board_has_letters_at_its_rows_where_the_original_has_them():
    drawn = sheet(ludoteca.game("squ", rules="original").start(), ascii_only=True).splitlines()
    assert drawn[0].split() == [str(number) for number in range(1, 11)]
    assert [line[0] for line in drawn[1:11]] == list("ABCDEFGHIJ")
    drawn = sheet(ludoteca.game("mapello", rules="original").start(), ascii_only=True).splitlines()
    assert drawn[0].split() == list("ABCDEFGHIJ")
    assert [line[0] for line in drawn[1:11]] == list("0123456789")
    drawn = sheet(ludoteca.game("glaisher", rules="original").start(), ascii_only=True).splitlines()
    assert [(line.split()[0], line.split()[-1]) for line in drawn[:9:4]] == [("E1", "M1"), ("A5", "Q5"), ("E9", "M9")]
