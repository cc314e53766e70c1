"""Maps of one's own: what the rules allow is given back as the map to play on, the rest is refused in words."""

from __future__ import annotations

import pytest

from ludoteca.games.mapello.maps import MAPS
from ludoteca.web.http.new_game_form import NoMap, playable_map

RULEBOOK = "/".join(MAPS["rulebook"].split())


def test_a_map_as_it_is_drawn_is_the_map_to_play_on():
    assert playable_map("mapello", RULEBOOK) == RULEBOOK


def test_discs_of_a_position_are_no_part_of_its_map():
    played = RULEBOOK.replace("#...BW...#", "#..BBB.W.#")
    assert playable_map("mapello", played) == RULEBOOK.replace("BW", "..").replace("WB", "..")


@pytest.mark.parametrize(
    ("game", "board", "reason"),
    [
        ("mapello", RULEBOOK.replace("#..#.....#", "#..#.#####"), "a map has at most 8 walls; this has"),
        ("mapello", RULEBOOK.replace("BW", "#W"), "d4 is in the centre"),
        ("mapello", "nowhere", "rows"),
        ("gekitai", RULEBOOK, "Gekitai is not played on maps"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_in_words(game, board, reason):
    with pytest.raises(NoMap, match=reason):
        playable_map(game, board)


def test_a_program_is_told_the_same(server):
    client = server.client()
    fine = client.http.post("/api/v1/maps", json={"game": "mapello", "board": RULEBOOK})
    assert (fine.status_code, fine.json()) == (200, {"map": RULEBOOK})
    refused = client.http.post("/api/v1/maps", json={"game": "mapello", "board": RULEBOOK.replace("BW", "#W")})
    assert refused.status_code == 400
    assert refused.json()["error"] == "d4 is in the centre, where walls and bonuses are not allowed."
