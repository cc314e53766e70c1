"""Which games are rated, against whom, and what a finished one changes: pure functions over games and ratings."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.bots.levels import level_ratings
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.languages import translatable
from ludoteca.play import TimeControl, Variant
from ludoteca.play.score_sheet import How
from ludoteca.web.people.account import is_account
from ludoteca.web.people.glicko2 import Advantage, Rating, Result, rated
from ludoteca.web.table.stored_game import StoredGame, is_by_browser, state_of

LIVE, CORRESPONDENCE = SPEEDS = ("live", "correspondence")
SPEED_WORDS = translatable({LIVE: "live", CORRESPONDENCE: "correspondence"})
LEVEL_DEVIATION = 30.0  # matches between neighbours measured each step about as exactly
SWAP = "swap"  # the option that lets the second player take over what the first has played
LOPSIDED = 150.0  # rating points: whoever moves first wins 70 of 100 games between equals
HASTY_MS, HASTY_PLIES = 60_000, 8  # a game lost on the clock or resigned before either of these
MOST_HASTY = 2  # such losses in a day, against anyone; more are lost on purpose
DAY_MS = 24 * 3_600_000
QUITS = (How.RESIGNATION, How.TIME, How.FORFEIT)


@dataclass(frozen=True, slots=True)
class Side:
    """Who played a side of a rated game: an account, or a level with a fixed rating."""

    player: str
    level: Rating | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A finished rated game."""

    game: str
    speed: str
    rules: str  # what moving first is worth is learned for these
    sides: tuple[Side, Side]
    first: int  # the side that moved first
    points: tuple[float, float]


def speed_of(control: str, kind: str) -> str:
    """Whether a game is live or by correspondence: without a clock, bots still answer at once."""
    found = TimeControl.parse(control)
    is_slow = found.is_correspondence if found.is_timed else kind == "friend"
    return CORRESPONDENCE if is_slow else LIVE


def rated_rules(variant: Variant) -> str | None:
    """Which rules a game is played by, if it can be rated: the usual ones, or these with the swap; None for others."""
    changed = set(variant.changed_options)
    return None if changed - {SWAP} else with_swap(variant.name) if changed else variant.name


def with_swap(game: str) -> str:
    """The name of a game's usual rules with the swap."""
    return f"{game}+{SWAP}"


def has_swap(game: str) -> bool:
    """Whether a game has the option to swap."""
    return any(option.name == SWAP for option in find_game(game).options)


def is_lopsided(variant: Variant, advantage: Advantage) -> bool:
    """Whether moving first decides so much that a single game says little: that is known, or has been learned."""
    is_learned = advantage.is_known and abs(advantage.points) >= LOPSIDED
    return is_learned or (variant.game.first_wins and rated_rules(variant) == variant.name)


def rating_of_level(game: str, bot: str | None) -> Rating | None:
    """The fixed rating of a level; None for other bots, and where the levels have not been measured."""
    number = (bot or "").removeprefix("level")
    try:
        ratings = level_ratings(find_game(game)) if number.isdigit() and bot != number else None
    except LudotecaError:  # its rules are no longer installed
        return None
    if ratings is None or not 1 <= int(number) <= len(ratings):
        return None
    return Rating(ratings[int(number) - 1], LEVEL_DEVIATION)


def side_in(stored: StoredGame, number: int) -> Side | None:
    """Who plays a side, if that can be rated."""
    seat = stored.seats[number]
    if seat.kind == "bot":
        level = rating_of_level(stored.match.variant.name, seat.bot)
        return None if level is None else Side(seat.bot or "", level)
    holders = [guest for held, guest in stored.holders if held == number]
    return Side(holders[0]) if len(holders) == 1 and is_account(holders[0]) else None


def played_game(stored: StoredGame) -> Played | None:
    """A game as ratings see it; None if it does not count, as when it was aborted or a browser moved for the bot."""
    outcome = stored.match.outcome
    if not stored.rated or outcome is None or state_of(stored) != "over" or is_by_browser(stored.match.tags):
        return None
    first, second = side_in(stored, 0), side_in(stored, 1)
    if first is None or second is None or first.player == second.player:
        return None
    points = (0.5, 0.5) if outcome.winner is None else (1.0, 0.0) if outcome.winner == 0 else (0.0, 1.0)
    speed = speed_of(stored.control, stored.kind)
    variant = stored.match.variant
    rules = rated_rules(variant) or variant.name
    return Played(variant.name, speed, rules, (first, second), stored.match.start.mover, points)


def is_hasty(stored: StoredGame, took_ms: int) -> bool:
    """Whether the loser gave up, or let the time run out, before much was played."""
    return stored.match.how in QUITS and (len(stored.match.plies) < HASTY_PLIES or took_ms < HASTY_MS)


def new_ratings(played: Played, before: tuple[Rating, Rating], advantage: Advantage) -> tuple[Rating, Rating]:
    """Both ratings after a game; those of levels stay."""
    new = []
    for number, side in enumerate(played.sides):
        lead = advantage.points if number == played.first else -advantage.points
        result = Result(before[1 - number], played.points[number], lead)
        new.append(side.level or rated(before[number], [result]))
    return new[0], new[1]


def new_advantage(played: Played, before: tuple[Rating, Rating], advantage: Advantage) -> Advantage:
    """What the game teaches about the first player's advantage."""
    first = played.first
    return advantage.learned(before[first], before[1 - first], played.points[first])
