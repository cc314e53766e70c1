"""Games between two people as plain data, for tests of what is decided about them."""

from __future__ import annotations

from random import Random
from typing import Any

from ludoteca.web.table.changes import decide, sit_down
from ludoteca.web.table.new_game import NewGame, first_game
from ludoteca.web.table.stored_game import StoredGame

CHANCE = Random(0)


def is_second(_token: str, _game: str, seat: int, _generation: int) -> bool:
    return seat == 1


def table(*moves: str, **wanted: Any) -> StoredGame:
    """A game between ann and bob, after some moves."""
    stored = first_game(NewGame(game="gekitai", opponent="friend", **wanted), "ann", CHANCE)
    seated = sit_down(stored, is_second, "bob", "token", "Bob")
    assert seated is not None and seated.after is not None
    stored = seated.after
    for ply, text in enumerate(moves):
        played = decide(stored, ("ann", "bob")[ply % 2], {"type": "move", "ply": ply, "text": text}, CHANCE)
        assert played is not None and played.after is not None
        stored = played.after
    return stored
