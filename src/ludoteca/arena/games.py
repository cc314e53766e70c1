"""One game between two bots, as a job for another process; two games with seats swapped are a pair.

A bot that resigns, fails, answers an illegal move or never answers loses the game; the reason is recorded.  So are
moves that exceeded the bot's own time, which lose too if the contest says so.  A job may also ask for the value of
every position: then a search that does not play evaluates them.
"""

from __future__ import annotations

import hashlib
import pickle
import time
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.bots import Bot, find_bot
from ludoteca.bots.bot import Resigned
from ludoteca.bots.engine_process import EngineHangs
from ludoteca.bots.foreign_bots import answered
from ludoteca.errors import MoveError
from ludoteca.languages.texts import in_english
from ludoteca.play import Position, Variant, load_game
from ludoteca.play.score_sheet import How
from ludoteca.search.auto_search import AutoSearch
from ludoteca.search.limits import Limits

LONGEST_TRACEBACK = 8000  # characters
LONGEST_REASON = 1000
LATE_MS = 50  # beyond a bot's own time; less is not worth mentioning
CRASHES = (Exception, SystemExit)  # whatever a bot raises, it loses the game


@dataclass(frozen=True)
class Opening:
    """Where a pair of games begins: a position as text, and the moves already played from it."""

    start: str
    moves: tuple[str, ...] = ()

    def position(self, variant: Variant) -> Position:
        """The position in which the bots take over."""
        position = variant.position(self.start)
        for move in self.moves:
            position = position.play(move)
        return position


@dataclass(frozen=True)
class PickledBot:
    """A bot that was given as an object or a class, pickled: each game is played by its own copy.

    It is unpickled by the process that plays, so that one which cannot be unpickled loses its games and does no harm.
    """

    name: str
    content: bytes

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Job:
    """One game to play.  `bots` are those of the contest; `seats` says which of them plays first and which second."""

    game: str
    options: Mapping[str, str]
    bots: tuple[str | PickledBot, ...]
    seats: tuple[int, int]
    pair: int  # which opening
    opening: Opening
    seed: int
    overtime_ms: int | None = None  # a bot that exceeds its own time by this much loses; None: it is only noted
    judge_nodes: int = 0  # of the search that evaluates every position; 0: none

    @property
    def key(self) -> tuple[tuple[int, int], int]:
        """What distinguishes this game from all others of a contest."""
        return self.seats, self.pair

    def bot(self, seat: int) -> Bot:
        """A new bot for a seat, whose randomness depends only on the job."""
        bot = self.bots[self.seats[seat]]
        seed = derived_seed(self.seed, self.pair, self.seats, seat)
        return find_bot(bot if isinstance(bot, str) else pickle.loads(bot.content), seed=seed)


@dataclass(frozen=True)
class GameResult:
    """The result of a game; `winner` is a seat, None for a draw."""

    seats: tuple[int, int]
    pair: int
    winner: int | None
    reason: str
    fault: str | None = None  # "crash", "hang", "illegal" or "overtime" if the loser lost that way
    moves: tuple[str, ...] = ()  # after the opening
    slowest_ms: tuple[int, int] = (0, 0)  # each seat's longest thinking time
    details: str = ""  # the traceback of a crash, and what an engine wrote to its standard error
    late_moves: tuple[int, int] = (0, 0)  # each seat's moves that exceeded its own time
    latest_ms: tuple[int, int] = (0, 0)  # by how much at most
    values: tuple[int, ...] = ()  # of the positions before the moves, for the first player, if evaluated

    @property
    def key(self) -> tuple[tuple[int, int], int]:
        """The key of its job."""
        return self.seats, self.pair

    def score_of(self, bot: int) -> float:
        """1, 1/2 or 0 for a bot of the contest."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.seats[self.winner] == bot else 0.0


@dataclass(frozen=True)
class Prepares:
    """Sent by the playing process: a seat's bot is being made and prepared; no clock is running yet."""

    seat: int


@dataclass(frozen=True)
class Thinks:
    """Sent by the playing process: a seat's bot is asked for a move from now on."""

    seat: int


@dataclass(frozen=True)
class Judges:
    """Sent by the playing process: a position is being evaluated; no bot is at work."""


@dataclass(frozen=True)
class Played:
    """Sent by the playing process: a move was made, after this much thinking, this far beyond the bot's own time."""

    move: str
    took_s: float = 0.0
    late_ms: int = 0


Event = Prepares | Judges | Thinks | Played | GameResult


def derived_seed(*parts: Any) -> int:
    """A seed that depends on all of its parts, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


@dataclass
class GameInProgress:
    """What is known about a game in progress; enough to close it if a bot takes its process down."""

    job: Job
    moves: list[str] = field(default_factory=list)
    slowest_ms: list[int] = field(default_factory=lambda: [0, 0])
    late_moves: list[int] = field(default_factory=lambda: [0, 0])
    latest_ms: list[int] = field(default_factory=lambda: [0, 0])
    values: list[int] = field(default_factory=list)
    thinking: int | None = None  # a seat
    is_clocked: bool = False  # it is thinking about a move, not just preparing

    def took(self, seat: int, seconds: float) -> None:
        """Note how long a bot thought, whatever the result."""
        self.slowest_ms[seat] = max(self.slowest_ms[seat], round(1000 * seconds))

    def was_late(self, seat: int, late_ms: int) -> None:
        """Note by how much it exceeded its own time, 0 if it did not."""
        self.late_moves[seat] += late_ms > LATE_MS
        self.latest_ms[seat] = max(self.latest_ms[seat], late_ms)

    def result(self, winner: int | None, reason: str, fault: str | None = None, details: str = "") -> GameResult:
        """The game as it ended."""
        return GameResult(
            self.job.seats,
            self.job.pair,
            winner,
            reason,
            fault,
            tuple(self.moves),
            (self.slowest_ms[0], self.slowest_ms[1]),
            details,
            (self.late_moves[0], self.late_moves[1]),
            (self.latest_ms[0], self.latest_ms[1]),
            tuple(self.values),
        )

    def lost(self, seat: int, fault: str, what: str, details: str = "") -> GameResult:
        """The game of a bot that failed."""
        reason = harmless(f"{self.job.bots[self.job.seats[seat]]} {what}", LONGEST_REASON).replace("\n", " ")
        return self.result(1 - seat, reason, fault, harmless(details, LONGEST_TRACEBACK))


def harmless(text: str, most: int) -> str:
    """A bot's text made safe to store and show: truncated, without control sequences and invalid Unicode."""
    cut = text if len(text) <= most else f"{text[: most // 2]}…{text[-(most // 2) :]}"
    return "".join(letter if letter == "\n" or letter.isprintable() else "\ufffd" for letter in cut)


def play_game(job: Job) -> Iterator[Event]:
    """Play a game, yielding events as they happen; the result comes last."""
    variant = load_game(job.game, **job.options)
    position = job.opening.position(variant)
    account = GameInProgress(job)
    bots: list[Bot] = []
    for seat in range(2):
        yield Prepares(seat)
        try:
            bots.append(job.bot(seat))
            bots[seat].prepare(position)
        except CRASHES as error:
            yield _crashed(account, seat, error)
            return
    judge = AutoSearch(megabytes=16, tree_megabytes=64, seed=derived_seed(job.seed, job.pair, job.seats, "judge"))
    while position.outcome is None:
        seat = position.mover
        if job.judge_nodes:
            yield Judges()
            value = judge.search(position, Limits(nodes=job.judge_nodes)).value
            account.values.append(value if seat == 0 else -value)
        yield Thinks(seat)
        before = position.state.tobytes()
        since = time.perf_counter()
        try:
            answer = bots[seat].choose(position)
        except Resigned:
            account.took(seat, time.perf_counter() - since)
            yield account.result(1 - seat, How.RESIGNATION)
            return
        except MoveError as error:  # a bot that answers with text may name an illegal move
            account.took(seat, time.perf_counter() - since)
            yield account.lost(seat, "illegal", f"did not answer with a legal move: {error}")
            return
        except CRASHES as error:
            account.took(seat, time.perf_counter() - since)
            yield _crashed(account, seat, error)
            return
        took_s = time.perf_counter() - since
        account.took(seat, took_s)
        if position.state.tobytes() != before:
            yield account.lost(seat, "illegal", "changed the position it was given")
            return
        try:
            move = answered(position, answer)
        except MoveError as error:
            yield account.lost(seat, "illegal", f"did not answer with a legal move: {error}")
            return
        late_ms = over_time_ms(bots[seat], took_s)
        account.was_late(seat, late_ms)
        if job.overtime_ms is not None and late_ms > job.overtime_ms:
            yield account.lost(seat, "overtime", f"took {1000 * took_s:.0f} ms for a move, {late_ms} ms too long")
            return
        account.moves.append(str(move))
        yield Played(str(move), took_s, late_ms)
        position = position.play(move)
    yield account.result(position.outcome.winner, in_english(position.outcome.reason))


def over_time_ms(bot: Bot, took_s: float) -> int:
    """By how much a bot exceeded its own time; 0 if it did not, or has none."""
    time_ms = bot.limits.time_ms
    return 0 if time_ms is None else max(0, round(1000 * took_s - time_ms))


def _crashed(account: GameInProgress, seat: int, error: BaseException) -> GameResult:
    try:
        said, told = in_english(str(error)), "".join(traceback.format_exception(error))
        if details := getattr(error, "details", ""):
            told = f"{told}standard error:\n{details}"
    except Exception as worse:  # noqa: BLE001 (an error that cannot even be written down)
        said, told = f"and cannot say why: {type(worse).__name__}", ""
    if isinstance(error, EngineHangs):
        return account.lost(seat, "hang", f"hung: {said}", told)
    return account.lost(seat, "crash", f"crashed: {type(error).__name__}: {said}", told)
