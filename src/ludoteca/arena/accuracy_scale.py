"""Measuring accuracy: games of random play and of each level are reviewed, and their costs set the game's scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ludoteca.arena.games import derived_seed
from ludoteca.arena.openings import openings
from ludoteca.bots.bot import Bot
from ludoteca.bots.levels import LEVELS
from ludoteca.bots.registry import find_bot
from ludoteca.explain.accuracy import USUAL, AccuracyScale
from ludoteca.explain.reviews import review
from ludoteca.play import Position, Variant

PLAYERS = ("random", *(f"level{level}" for level in LEVELS))
OPPONENT = "level5"  # in every second game; in the others a player plays itself
OPENING_PLIES = 2
LEAST_STRONG = 0.05  # if level 10 hardly ever errs, its few games do not set the scale
REVIEW_NODES = 20_000  # per position: the same result on any machine


@dataclass
class PlayerMoves:
    """What one player's moves cost, game by game, and what was at stake."""

    name: str
    costs: list[list[float]] = field(default_factory=list)
    stakes: list[list[float]] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """Costs over stakes in all games; None if nothing was at stake."""
        stakes = sum(map(sum, self.stakes))
        return sum(map(sum, self.costs)) / stakes if stakes > 0 else None

    def accuracies(self, scale: AccuracyScale) -> list[float]:
        """The accuracy in each game with something at stake."""
        games = zip(self.costs, self.stakes, strict=True)
        return [found for costs, stakes in games if (found := scale.accuracy(costs, stakes)) is not None]


def measure(variant: Variant, players: Sequence[PlayerMoves], games: int, seed: int) -> Iterator[int]:
    """Let every player play this many games, and review them; yields the number of games so far after each."""
    starts = [opening.position(variant) for opening in islice(openings(variant, OPENING_PLIES, seed), games)]
    count = 0
    for number, start in enumerate(starts):
        for player in players:
            names = [player.name, player.name if number % 2 == 0 else OPPONENT]
            seat = number // 2 % 2  # of the player
            final = _played(start, names[::-1] if seat else names, derived_seed(seed, player.name, number))
            found = review(final, ms=None, again_ms=None, nodes=REVIEW_NODES, seed=seed)
            moves = found.moves[len([*start.line()]) - 1 :]  # without the opening
            own = [move for move in moves if move.counts and (move.mover == seat or names[0] == names[1])]
            player.costs.append([move.cost for move in own])
            player.stakes.append([move.stake for move in own])
            count += 1
            yield count


def fitted_scale(players: Sequence[PlayerMoves]) -> AccuracyScale:
    """The scale on which level 10 and random play score as they should; the usual one if it cannot be determined."""
    random, strong = players[0].share, players[-1].share
    if random is None or strong is None or max(strong, LEAST_STRONG) >= random:
        return USUAL
    return AccuracyScale(strong=round(max(strong, LEAST_STRONG), 3), random=round(random, 3))


def _played(position: Position, names: list[str], seed: int) -> Position:
    bots: list[Bot] = [find_bot(name, seed=derived_seed(seed, seat)) for seat, name in enumerate(names)]
    try:
        while position.outcome is None:
            position = position.play(bots[position.mover].choose(position))
    finally:
        for bot in bots:
            bot.close()
    return position
