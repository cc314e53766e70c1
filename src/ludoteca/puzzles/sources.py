"""Where positions come from: games that a shallow search plays against itself, or recorded games."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import count, islice

from ludoteca.play.position import Position, Variant
from ludoteca.play.records import Record
from ludoteca.puzzles.verification import Verifier
from ludoteca.search.report import Report

SELF_PLAY = "self-play"
OPENING = 8  # random moves at the beginning of a game, at most
BEST, SECOND = 0.7, 0.15  # how often the best move is played, and the second best; the rest are random
Looked = tuple[Position, Report | None]  # a position, and the result of a quick search, if there was one


def self_play(variant: Variant, verifier: Verifier, glance: int, seed: int, first: int) -> Iterator[list[Looked]]:
    """Games without end, starting with this number; the same seed and number give the same game."""
    for number in count(first):
        yield _played(variant, verifier, glance, random.Random(f"{seed} {number}"))


def _played(variant: Variant, verifier: Verifier, glance: int, chance: random.Random) -> list[Looked]:
    """One game, in which both sides err now and then: that is where puzzles are."""
    position = variant.start(chance.getrandbits(32))
    for _ in range(chance.randint(0, OPENING)):
        if position.outcome is None:
            position = position.after(chance.choice(position.codes))
    game: list[Looked] = []
    while position.outcome is None:
        report = verifier.search(position, glance)
        game.append((position, report))
        lines, luck = report.lines, chance.random()
        if luck < BEST:
            code = lines[0].moves[0].code
        elif luck < BEST + SECOND and len(lines) > 1:
            code = lines[1].moves[0].code
        else:
            code = chance.choice(position.codes)
        position = position.after(code)
    return game


def recorded(variant: Variant, records: Iterable[Record], first: int) -> Iterator[list[Looked]]:
    """The main lines of records of this variant, starting with this number; others are skipped."""
    own = (record for record in records if record.variant == variant)
    for record in islice(own, first, None):
        yield [(position, None) for position in record.positions() if position.outcome is None]
