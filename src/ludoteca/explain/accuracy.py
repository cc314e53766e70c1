"""Accuracy: how well a player chose, from about 10 for random play to 95 for level 10, and 100 for perfect play.

A move's cost is how much it lowers the player's log odds of winning, and the stake of a position is what a random move
would cost on average, according to a short search.  Forced moves do not count, nor do moves in decided positions. Costs
divided by stakes become a percentage on a scale of the game's own, which `ludoteca calibrate GAME --accuracy` measures
and writes to `levels.json`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ludoteca.errors import LudotecaError
from ludoteca.kernel.declare import Game
from ludoteca.languages.texts import t

DECIDED = 0.05  # a chance this close to 0 or 1 counts as decided
STRONG, RANDOM = 95.0, 10.0  # the accuracy of level 10, and of random play
LEAST_STAKE = 0.1  # of all moves together


@dataclass(frozen=True, slots=True)
class AccuracyScale:
    """Total costs over total stakes, in games of level 10 and in games of random play."""

    strong: float
    random: float

    @property
    def power(self) -> float:
        """How steeply accuracy falls around the middle of the scale."""
        return math.log(math.log(RANDOM / 100) / math.log(STRONG / 100)) / math.log(self.random / self.strong)

    @property
    def spread(self) -> float:
        """Costs over stakes at which accuracy is 100 / e."""
        return self.random / float((-math.log(RANDOM / 100)) ** (1 / self.power))

    def accuracy(self, costs: Sequence[float], stakes: Sequence[float]) -> float | None:
        """The accuracy of moves, given by cost and stake; None if hardly anything was at stake."""
        if sum(stakes) < LEAST_STAKE:
            return None
        return 100 * math.exp(-((sum(costs) / sum(stakes) / self.spread) ** self.power))


USUAL = AccuracyScale(strong=0.08, random=0.8)  # for games that have not been measured


def log_odds(chance: float) -> float:
    """The log odds of a chance, constant beyond what counts as decided."""
    bounded = min(max(chance, DECIDED), 1 - DECIDED)
    return math.log(bounded / (1 - bounded))


def is_decided(had: float, left: float) -> bool:
    """Whether nothing was at stake: the game was already lost, or already won and still won after the move."""
    return had <= DECIDED or (had >= 1 - DECIDED and left >= 0.5)


def scale_of(game: Game) -> AccuracyScale:
    """A game's scale; the usual one if none was measured."""
    return measured_scale(game) or USUAL


@cache
def measured_scale(game: Game) -> AccuracyScale | None:
    """The scale in the game's `levels.json`, if it has one."""
    file = game.resource("levels.json")
    if file is None:
        return None
    try:
        found = json.loads(file.read_text("utf-8")).get("accuracy")
        if found is None:
            return None
        scale = AccuracyScale(**found)
        is_usable = 0 < scale.strong < scale.random
    except (ValueError, TypeError, AttributeError) as error:
        raise LudotecaError(
            t(
                "the accuracy scale of {game} cannot be read: {reason} in {file}",
                game=game.title,
                reason=error,
                file=file,
            )
        ) from error
    if not is_usable:
        raise LudotecaError(
            t("the accuracy scale of {game} must have 0 < strong < random, in {file}", game=game.title, file=file)
        )
    return scale
