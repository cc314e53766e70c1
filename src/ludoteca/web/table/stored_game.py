"""A game at a table, as the database stores it: plain data that says who plays, the state of the game, and offers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from ludoteca.errors import LudotecaError
from ludoteca.play import Match, PlayerName, Series, TimeControl
from ludoteca.play.match.series import Setups

BOT_MOVES = "BotMoves"  # the tag that says who computed a bot's moves, if it was not the server
PLAYS_ON = "PlaysOn"  # the tag of games in which a bot does not resign
FREE_PLIES = 2  # while fewer have been played, either player may abort the game
FIRST_MOVE_MS = 60_000  # for each of them, once both players are there; without it the game is aborted
GONE_MS = 60_000  # whoever has been away for this long can be declared to have forfeited
AGAINST_SOMEONE = ("bot", "friend")  # kinds of games that histories and statistics count
OPENING_PLIES = 10  # of each game that a history can be searched for
ASKED = ("abort", "rematch", "settle")  # kinds of offers that a match knows nothing about


MoveTree = Mapping[str, "MoveTree"]  # what may be played, and after each move what then


class Refused(LudotecaError):
    """This is impossible in this game, or not for you, or not now."""


class Stale(LudotecaError):
    """The message answers a position that has passed."""


@dataclass(slots=True)
class Seat:
    """Who plays a side."""

    kind: str  # "human" or "bot"
    name: str
    bot: str | None = None
    generation: int = 0  # of its token; a seat of generation 0 is free

    @property
    def is_free(self) -> bool:
        """Whether nobody has sat down yet."""
        return self.kind == "human" and self.generation == 0


@dataclass(frozen=True, slots=True)
class ConditionalMoves:
    """What a player has decided to answer, from a position in which it is the opponent's turn."""

    seat: int
    moves: MoveTree


@dataclass(frozen=True, slots=True)
class SeriesSoFar:
    """How many games a series has, how they are set up, and those before the current one."""

    games: int = 1
    setups: str = "new"
    earlier: tuple[Match, ...] = ()


@dataclass(slots=True)
class StoredGame:
    """A game as the database has it."""

    id: str
    match: Match
    kind: str
    owner: str | None
    seats: list[Seat]
    holders: set[tuple[int, str]] = field(default_factory=set)  # seat, guest
    takeback: int | None = None
    offers: dict[str, int] = field(default_factory=dict)  # by kind, one of ASKED: the seat that waits for an answer
    asked: dict[tuple[str, int], int] = field(default_factory=dict)  # by kind and seat: the ply of the last offer
    series: str | None = None
    so_far: SeriesSoFar = field(default_factory=SeriesSoFar)
    round: int = 1
    next: str | None = None
    control: str = "none"
    listed: bool = True  # among the games to watch
    rated: bool = False  # whether its result counts for ratings
    conditional: ConditionalMoves | None = None
    vacations: dict[int, int] = field(default_factory=dict)  # by seat, until when its player is on vacation
    version: int = 0  # of what the database has
    clock_at: int | None = None  # the server's time when the mover's clock was stored running
    arrived: set[int] = field(default_factory=set)  # seats whose players have been seen at the table, as a room knows
    left: dict[int, int] = field(default_factory=dict)  # when the players who are away left, by seat, as a room knows
    first_due: tuple[int, int] | None = None  # a ply among the first, and when it must be made, as a room knows

    @property
    def players(self) -> set[str]:
        """Everyone who holds a seat."""
        return {guest for _, guest in self.holders}

    def is_away(self, seat: int) -> bool:
        """Whether a player is not at the table, as a room knows."""
        return seat not in self.arrived or seat in self.left


class Newest(NamedTuple):
    """How a game stands in the database: enough to follow a single move."""

    id: str
    version: int
    plies: int
    text: str | None  # of the last move
    clock_ms: int | None  # of its player, after it
    clock: Any
    tags: Any


def opening_of(moves: Iterable[str]) -> str:
    """The first moves of a game, as a history is searched for them: each with a comma after it, which no move has."""
    return "".join(f"{move.lower()}," for move in islice(moves, OPENING_PLIES))


def now_ms() -> int:
    """The time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def at_moment(stored: StoredGame, now: int) -> StoredGame:
    """The game for whoever decides something about it: meanwhile no time passes."""
    match = copy(stored.match)
    match.now = lambda: now
    return replace(stored, match=match)


def state_of(stored: StoredGame) -> str:
    """Whether a game waits for someone, continues, is over or was aborted."""
    outcome = stored.match.outcome
    if outcome is not None:
        return "aborted" if outcome.is_aborted else "over"
    return "open" if any(seat.is_free for seat in stored.seats) else "going"


def points_of(stored: StoredGame, seat: int) -> float | None:
    """What a seat has got against someone else: 1, 0.5 or 0; None if nobody has, or nobody else plays."""
    outcome = stored.match.outcome
    if outcome is None or outcome.is_aborted or stored.kind not in AGAINST_SOMEONE:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner == seat)


def is_by_browser(tags: object) -> bool:
    """Whether a player's browser has computed the bot's moves, according to the game's tags."""
    return isinstance(tags, dict) and tags.get(BOT_MOVES) == "browser"


def seats_of(stored: StoredGame, guest: str) -> frozenset[int]:
    """The seats that a guest holds."""
    return frozenset(seat for seat, holder in stored.holders if holder == guest)


def series_with(stored: StoredGame, named: Callable[[Seat], str] = attrgetter("name")) -> Series:
    """The series up to a game; `named` gives its players' names."""
    shift = stored.round - 1
    players = [PlayerName(named(seat), seat.bot or "human") for seat in stored.seats]
    series = Series(
        stored.match.variant,
        stored.so_far.games,
        players=(players[shift % 2], players[(1 + shift) % 2]),
        setups=Setups(stored.so_far.setups),
        control=TimeControl.parse(stored.control),
    )
    series.matches = [*stored.so_far.earlier, stored.match]
    return series


def bot_to_move(stored: StoredGame) -> str | None:
    """The bot to move, if the game continues and it is a bot's turn."""
    seat = stored.seats[stored.match.position.mover]
    return seat.bot if seat.kind == "bot" and state_of(stored) == "going" else None


def awaited(stored: StoredGame) -> tuple[int, int] | None:
    """The ply and the seat of someone whose move another person is waiting for; None if nobody waits."""
    is_waiting = stored.kind == "friend" and state_of(stored) == "going"
    return (len(stored.match.plies), stored.match.position.mover) if is_waiting else None


# --- its clock


def are_here(stored: StoredGame, moving: int | None = None) -> bool:
    """Whether both players have arrived; bots always have, and by correspondence only a vacation is waited for.

    Whoever is moving is there.
    """
    if stored.vacations:
        return False
    clock = stored.match.clock
    if clock is not None and clock.control.is_correspondence:
        return True
    return all(seat.kind == "bot" or number in (*stored.arrived, moving) for number, seat in enumerate(stored.seats))


def run_clock(match: Match, since: int | None = None, *, are_here: bool = True) -> None:
    """Start the mover's clock, if the first move has been made and both players have arrived.

    One that was stored running has run since then.
    """
    if are_here and match.clock is not None and match.clock.running is None and match.outcome is None and match.plies:
        now = match.now()
        match.clock.start(match.position.mover, now if since is None else min(since, now))


def is_live(control: TimeControl) -> bool:
    """Whether a clock is for two who sit at the board at the same time, not one with days per move."""
    return control.is_timed and not control.is_correspondence


def has_live_clock(stored: StoredGame) -> bool:
    """Whether two people play with such a clock."""
    clock = stored.match.clock
    return stored.kind == "friend" and clock is not None and is_live(clock.control) and state_of(stored) == "going"


def must_begin(stored: StoredGame) -> bool:
    """Whether the first moves have a limit of their own."""
    return len(stored.match.plies) < FREE_PLIES and has_live_clock(stored)


def await_first_move(stored: StoredGame, present: Collection[int]) -> None:
    """Note when the next of the first moves is due, if both players are there; it stays due if one leaves."""
    ply = len(stored.match.plies)
    if not must_begin(stored):
        stored.first_due = None
    elif (stored.first_due is None or stored.first_due[0] != ply) and {0, 1} <= set(present):
        stored.first_due = ply, stored.match.now() + FIRST_MOVE_MS


def first_left_ms(stored: StoredGame) -> int | None:
    """How long the mover has left for one of the first moves; None if there is no such limit now."""
    if stored.first_due is None or stored.first_due[0] != len(stored.match.plies) or not must_begin(stored):
        return None
    return max(0, stored.first_due[1] - stored.match.now())


def gone_ms(stored: StoredGame, seat: int) -> int | None:
    """How long until a player who has left counts as gone for good; None if they are here, or may take their time."""
    if seat not in stored.left or not has_live_clock(stored):
        return None
    return max(0, stored.left[seat] + GONE_MS - stored.match.now())


def is_running(match: Match) -> bool:
    """Whether someone's time is running."""
    return match.clock is not None and match.clock.running is not None


def runs_live(match: Match) -> bool:
    """Whether someone's time is running in a game that a room must watch: deadlines days away are left to jobs."""
    return match.clock is not None and match.clock.running is not None and is_live(match.clock.control)
