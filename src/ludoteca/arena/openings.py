"""Openings: a few random legal moves that leave the game about even, all different, reproducible by seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from ludoteca.arena.games import Opening, derived_seed
from ludoteca.errors import LudotecaError
from ludoteca.play import Position, Variant
from ludoteca.play.playouts import play_random
from ludoteca.search.auto_search import AutoSearch
from ludoteca.search.limits import Limits

TRIES = 40  # per opening; then the most balanced one seen is taken
PLAYOUTS = 200
TOLERANCE = 0.1  # distance of the first player's score from one half
Judge = Callable[[Position], float]  # the first player's expected score, 0 to 1


def by_playouts(position: Position) -> float:
    """The first player's score in random games from here."""
    seed = derived_seed(str(position))
    played = play_random(position.variant, PLAYOUTS, seed=seed, start=position)
    return (played.first_wins + played.draws / 2) / played.games


def by_search(nodes: int) -> Judge:
    """The first player's expected score according to a search of this many nodes.

    Strong bots win most positions that random games consider even; positions that are even to a search are contested.
    """

    def judge(position: Position) -> float:
        seed = derived_seed(str(position))
        searcher = AutoSearch(megabytes=4, tree_megabytes=32, seed=seed)
        chance = searcher.search(position, Limits(nodes=nodes)).score
        return chance if position.mover == 0 else 1 - chance

    return judge


def openings(
    variant: Variant,
    plies: int,
    seed: int,
    *,
    judge: Judge = by_playouts,
    tolerance: float = TOLERANCE,
    known: tuple[Opening, ...] = (),
) -> Iterator[Opening]:
    """An endless sequence of openings; `known` ones, from a resumed contest, come first unchanged.

    The n-th opening depends only on the seed and the ones before it.  In a game with a random setup each opening has
    its own setup.  If that many moves do not lead to enough different positions, some are repeated.
    """
    seen = {opening.position(variant) for opening in known}
    yield from known
    number = len(known)
    while True:
        opening, reached = _find(variant, plies, derived_seed(seed, "opening", number), judge, tolerance, seen)
        seen.add(reached)
        yield opening
        number += 1


def _find(
    variant: Variant, plies: int, seed: int, judge: Judge, tolerance: float, seen: set[Position]
) -> tuple[Opening, Position]:
    """The first balanced opening that is new; failing that, the most balanced one, new if possible."""
    chance = random.Random(seed)
    best: tuple[tuple[bool, float], Opening, Position] | None = None
    for attempt in range(TRIES):
        found = _try(variant, plies, chance)
        if found is None:  # the game can be over this early; accept fewer moves
            plies -= attempt % 2 * min(plies, max(1, plies // 6))
            continue
        opening, reached = found
        is_old = reached in seen
        if is_old and best is not None:  # nothing better than what we have
            continue
        lean = abs(judge(reached) - 0.5)
        if lean <= tolerance and not is_old:
            return opening, reached
        if best is None or (is_old, lean) < best[0]:
            best = (is_old, lean), opening, reached
    if best is None:
        raise LudotecaError(f"no opening for {variant.title} was found that does not end the game")
    return best[1], best[2]


def _try(variant: Variant, plies: int, chance: random.Random) -> tuple[Opening, Position] | None:
    """A setup and this many random moves; None if the game is over by then."""
    start = position = variant.start(chance.getrandbits(63))
    moves = []
    for _ in range(plies):
        if position.outcome is not None:
            return None
        move = chance.choice(position.moves())
        moves.append(str(move))
        position = position.play(move)
    return None if position.outcome is not None else (Opening(str(start), tuple(moves)), position)
