"""What a game says can no longer change: thousands of continuations from there all end so."""

import random

import pytest

import ludoteca
from ludoteca.play.playouts import play_random

GAMES = (("squ", {}), ("squ", {"size": "8", "ties": "draw"}), ("squ", {"discs_per_turn": "1"}), ("reversi", {}),
         ("mapello", {}), ("mapello", {"bonus": "owner", "map": "random"}), ("greener", {}),
         ("greener", {"size": "3x3"}), ("kalah", {}), ("kalah", {"empty_capture": "always", "seeds": "3"}),
         ("dotsandboxes", {}), ("dotsandboxes", {"size": "2"}))  # fmt: skip
LINES, CONTINUATIONS, MOST = 12, 60, 6


def settled_positions(variant, seed):
    """Positions of a random game that are settled, the first of them included."""
    chance, position, found = random.Random(seed), variant.start(seed), []
    while position.outcome is None:
        if position.settled is not None:
            found.append(position)
        position = position.play(chance.choice(position.moves()))
    return found


@pytest.mark.parametrize(
    ("name", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "-".join(value.values())
)
def test_what_is_settled_ends_so_whatever_is_played(name, options):
    variant, count = ludoteca.game(name, **options), 0
    for seed in range(LINES):
        found = settled_positions(variant, seed)
        for position in found[:1] + found[1 :: max(1, len(found) // MOST)]:
            winner = position.settled.winner
            played = play_random(variant, CONTINUATIONS, seed=seed, start=position)
            assert (played.first_wins, played.second_wins)[winner] == CONTINUATIONS, str(position)
            count += CONTINUATIONS
        assert all(one.settled.winner == found[0].settled.winner for one in found), "it stays settled"
    assert count or name in ("mapello", "reversi"), "random games hardly ever settle those"
