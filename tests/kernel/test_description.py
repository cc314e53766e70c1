"""A game as data."""

from __future__ import annotations

from ludoteca.games import find_game
from ludoteca.kernel.description import describe


def test_a_field_is_described_as_it_is_stored():
    fields = {field["name"]: field for field in describe(find_game("mapello"))["state"]["fields"]}
    assert (fields["limits"]["kind"], fields["limits"]["shape"]) == ("u1", [3])  # declared as Hidden("u1", 3)
    assert (fields["closers"]["kind"], fields["closers"]["shape"]) == ("u8", [8])


def test_a_description_has_what_the_shelf_shows():
    about = describe(find_game("reversi"))
    assert (about["surface"], about["minutes"], about["difficulty"]) == ("felt", 20, "easy")
