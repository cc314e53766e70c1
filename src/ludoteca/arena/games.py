"""One game between two bots, as a job that can be sent to another process; two of them with seats swapped are a pair.

A bot that fails, answers an illegal move or never answers loses the game; the reason is recorded.  So are moves that
took longer than the bot's own time, and where the contest says so they lose, too.  A job may ask for the value of
every position as well: then a search that is no player judges them.
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
from ludoteca.bots.engine_process import EngineHangs
from ludoteca.bots.foreign_bots import answered
from ludoteca.kernel.errors import MoveError
from ludoteca.languages.texts import in_english
from ludoteca.play import Position, Variant, load_game
from ludoteca.search.auto_search import AutoSearch
from ludoteca.search.limits import Limits

LONGEST_TRACEBACK = 8000  # characters
LONGEST_REASON = 1000
LATE_MS = 50  # beyond a bot's own time; less is not worth a word
CRASHES = (Exception, SystemExit)  # whatever a bot raises, it loses by it


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
    """A bot that was given as an object or a class, pickled: each game is played by a copy of its own.

    It is unpickled by whoever plays, so that one which cannot be unpickled loses its games and does no harm.
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
    overtime_ms: int | None = None  # so much more than its own time loses a bot the game; None: it is only noted
    judge_nodes: int = 0  # of the search that judges every position; 0: none does

    @property
    def key(self) -> tuple[tuple[int, int], int]:
        """What tells this game from all others of a contest."""
        return self.seats, self.pair

    def bot(self, seat: int) -> Bot:
        """A new bot for a seat, whose chance depends on nothing but the job."""
        bot = self.bots[self.seats[seat]]
        seed = derived_seed(self.seed, self.pair, self.seats, seat)
        return find_bot(bot if isinstance(bot, str) else pickle.loads(bot.content), seed=seed)


@dataclass(frozen=True)
class GameResult:
    """How a game went; `winner` is a seat, None for a draw."""

    seats: tuple[int, int]
    pair: int
    winner: int | None
    reason: str
    fault: str | None = None  # "crash", "hang", "illegal" or "overtime" when the loser lost that way
    moves: tuple[str, ...] = ()  # after the opening
    slowest_ms: tuple[int, int] = (0, 0)  # each seat's longest thought
    details: str = ""  # the traceback of a crash, and what an engine wrote to its standard error
    late_moves: tuple[int, int] = (0, 0)  # each seat's moves that took longer than its own time
    latest_ms: tuple[int, int] = (0, 0)  # by how much at most
    values: tuple[int, ...] = ()  # for the first player, of the positions before the moves, where a search judged them

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
    """Said by whoever plays a game: the bot of a seat is made and gets ready; no clock runs yet."""

    seat: int


@dataclass(frozen=True)
class Thinks:
    """Said by whoever plays a game: the bot of a seat is asked for a move from now on."""

    seat: int


@dataclass(frozen=True)
class Judges:
    """Said by whoever plays a game: a position is judged; no bot is at work."""


@dataclass(frozen=True)
class Played:
    """Said by whoever plays a game: a move was made, after so long a thought, so far beyond the bot's own time."""

    move: str
    took_s: float = 0.0
    late_ms: int = 0


Event = Prepares | Judges | Thinks | Played | GameResult


def derived_seed(*parts: Any) -> int:
    """A seed that depends on all of its parts, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


@dataclass
class GameInProgress:
    """What is known of a game while it is played; enough to close it when a bot takes its process down."""

    job: Job
    moves: list[str] = field(default_factory=list)
    slowest_ms: list[int] = field(default_factory=lambda: [0, 0])
    late_moves: list[int] = field(default_factory=lambda: [0, 0])
    latest_ms: list[int] = field(default_factory=lambda: [0, 0])
    values: list[int] = field(default_factory=list)
    thinking: int | None = None  # a seat
    is_clocked: bool = False  # it thinks about a move, and does not merely get ready

    def took(self, seat: int, seconds: float) -> None:
        """Note how long a thought was, whatever came of it."""
        self.slowest_ms[seat] = max(self.slowest_ms[seat], round(1000 * seconds))

    def was_late(self, seat: int, late_ms: int) -> None:
        """Note by how much a thought was longer than the bot's own time, 0 if it was not."""
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
    """Text of a bot's making, fit to be kept and shown: cut, and without what steers terminals or is not Unicode."""
    cut = text if len(text) <= most else f"{text[: most // 2]}…{text[-(most // 2) :]}"
    return "".join(letter if letter == "\n" or letter.isprintable() else "\ufffd" for letter in cut)


def play_game(job: Job) -> Iterator[Event]:
    """Play a game, saying what happens as it happens; the result comes last."""
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
            yield account.lost(seat, "illegal", "changed the position that it was shown")
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
    """By how much a thought was longer than the bot's own time; 0 if it was not, or if it has none."""
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
