"""Analysis in JSON lines: many queries at once, answered as they are ready, the most urgent first.

A line in is a query, or an action: {"action": "cancel", "id": …} or {"action": "terminate"}.  A line out is a report
({"id": …, "final": false or true, …}), or an error ({"id": …, "error": …, "field": …}).  The end of the input ends the
server once all queries are answered.

The thread that reads lines never works on a query, since that may have to be compiled first: one thread sets up
positions, in order of arrival, and the workers search.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from ludoteca import __version__
from ludoteca.errors import LudotecaError
from ludoteca.play import Position, load_game
from ludoteca.search.analysis import METHODS, analyse, prepare_analysis
from ludoteca.search.report import Report, report_json
from ludoteca.search.threads import StopFlag

LONGEST_LINE = 1_000_000  # characters
MOST_WAITING = 100_000
LAST = float("inf")  # after every query
LONGEST_MS = 24 * 3600 * 1000
LARGEST = 10**12
MOST_LINES = 64
MOST_MOVES = 10_000
LONGEST_TEXT = 4000
LONGEST_ID = 200
FIELDS = ("id", "game", "options", "position", "moves", "seed", "lines", "ms", "nodes", "depth", "method", "priority",
          "every_ms")  # fmt: skip

Say = Callable[[dict[str, Any]], None]


# --- queries: their fields, and errors that name the field


class BadField(LudotecaError):
    """A query that cannot be answered because of one of its fields."""

    def __init__(self, field: str, what: str) -> None:
        self.field = field
        super().__init__(what)


@dataclass(frozen=True)
class Where:
    """The requested position; nothing of the game is loaded yet."""

    game: str
    options: Mapping[str, Any]
    text: str
    seed: int
    moves: tuple[str, ...]

    def position(self) -> Position:
        """The position, or BadField; rules may have to be compiled for it."""
        try:
            load_game(self.game)
        except LudotecaError as error:
            raise BadField("game", str(error)) from error
        try:
            variant = load_game(self.game, **self.options)
        except LudotecaError as error:
            raise BadField("options", str(error)) from error
        try:
            position = variant.position(self.text) if self.text else variant.start(self.seed)
        except LudotecaError as error:
            raise BadField("position", str(error)) from error
        for number, move in enumerate(self.moves):
            try:
                position = position.play(move)
            except LudotecaError as error:
                raise BadField(f"moves[{number}]", str(error)) from error
        if position.outcome is not None:
            raise BadField("moves" if self.moves else "position", f"the game is over: {position.outcome.reason}")
        return position


@dataclass(frozen=True)
class Query:
    """A position to analyse."""

    id: str | int
    where: Where
    lines: int = 1
    ms: int | None = None
    nodes: int | None = None
    depth: int | None = None
    method: str | None = None  # by default as suits the game
    priority: int = 0
    every_ms: int | None = None  # how often to report progress; None: only at the end


def read_query(message: dict[str, Any]) -> Query:
    """The query that a message describes, or BadField; whether the position exists is checked later."""
    for name in message:
        if name not in FIELDS:
            raise BadField(name[:60], f"there is no such field; the fields are: {', '.join(FIELDS)}")
    limits = {name: _whole(message, name, None, 1, most) for name, most in
              (("ms", LONGEST_MS), ("nodes", LARGEST), ("depth", 1000))}  # fmt: skip
    if all(limit is None for limit in limits.values()):
        limits["ms"] = 1000
    method = message.get("method")
    if method is not None and method not in METHODS:
        raise BadField("method", f"it should be one of: {', '.join(METHODS)}")
    if method not in (None, "alphabeta") and limits["depth"] is not None:
        raise BadField("depth", f"{method} takes no depth limit")
    lines = _whole(message, "lines", 1, 1, MOST_LINES) or 1
    if method == "proof" and lines > 1:
        raise BadField("lines", "a proof has one line")
    return Query(
        id=read_id(message),
        where=_read_where(message),
        lines=lines,
        method=method,
        priority=_whole(message, "priority", 0, -(10**9), 10**9) or 0,
        every_ms=_whole(message, "every_ms", None, 1, LONGEST_MS),
        **limits,
    )


def read_id(message: dict[str, Any]) -> str | int:
    """The name of a query."""
    name = message.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int) or len(str(name)) > LONGEST_ID:
        raise BadField("id", f"a query has an id: a text of at most {LONGEST_ID} characters, or a whole number")
    return name


def _whole(message: dict[str, Any], name: str, default: int | None, least: int, most: int) -> int | None:
    value = message.get(name, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadField(name, f"it should be a whole number from {least} to {most}")
    return value


def _text(message: dict[str, Any], name: str, default: str) -> str:
    value = message.get(name, default)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise BadField(name, f"it should be a text of at most {LONGEST_TEXT} characters")
    return value


def _read_where(message: dict[str, Any]) -> Where:
    if "game" not in message:
        raise BadField("game", "a query names a game")
    game = _text(message, "game", "")
    options = message.get("options", {})
    if not isinstance(options, dict):
        raise BadField("options", "they should be an object of names and values")
    text = _text(message, "position", "")
    seed = _whole(message, "seed", 0, 0, 2**63) or 0
    moves = message.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(isinstance(move, str) for move in moves):
        raise BadField("moves", f"they should be a list of at most {MOST_MOVES} texts")
    return Where(game, options, text, seed, tuple(moves))


class PendingQuery:
    """A query in progress, and how to end it early."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.stop = StopFlag()  # also set by the query's own alarm
        self.is_cancelled = False
        self._is_begun = False
        self._turn = threading.Lock()

    def begin(self) -> bool:
        """Whether its search may begin: not once it was cancelled."""
        with self._turn:
            self._is_begun = not self.is_cancelled
            return self._is_begun

    def cancel(self) -> bool:
        """End it; returns whether it had not begun, so that nobody else will answer it."""
        with self._turn:
            self.is_cancelled = True
            self.stop.set()
            return not self._is_begun


class AnalysisServer:
    """Workers that take queries from one queue."""

    def __init__(self, say: Say, *, workers: int = 1, threads: int = 1, megabytes: int = 64) -> None:
        self._say_line = say
        self._voice = threading.Condition()
        self._threads, self._megabytes = threads, megabytes
        self._unread: queue.SimpleQueue[PendingQuery | None] = (
            queue.SimpleQueue()
        )  # their positions are still to be set up
        self._queue: queue.PriorityQueue[tuple[float, int, PendingQuery | None, Position | None]] = (
            queue.PriorityQueue()
        )
        self._order = count()
        self._pending: dict[str | int, PendingQuery] = {}  # of queries that are waiting or in progress
        self._reader = threading.Thread(target=self._set_up, daemon=True)
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in (self._reader, *self._workers):
            thread.start()

    def serve(self, lines: Iterable[str]) -> None:
        """Read lines until their end or `terminate`, then finish."""
        is_over = False
        for line in lines:
            if not self.take(line):
                is_over = True
                break
        self.close(at_once=is_over)

    def close(self, *, at_once: bool = False) -> None:
        """End after the waiting queries, or at once: then a thread that is compiling is not waited for."""
        if at_once:
            for pending in list(self._pending.values()):
                self._cancel(pending)
        self._unread.put(None)
        if at_once:
            with self._voice:
                self._voice.wait_for(lambda: not self._pending)  # a stopped search still answers
        else:
            for thread in (self._reader, *self._workers):
                thread.join()

    @property
    def is_busy(self) -> bool:
        """Whether a thread still works, after closing at once, on something that it has to compile."""
        return any(thread.is_alive() for thread in (self._reader, *self._workers))

    def take(self, line: str) -> bool:
        """Handle one line; False after `terminate`."""
        if not line.strip():
            return True
        name: Any = None
        try:
            message = read_line(line)
            name = message.get("id") if isinstance(message.get("id"), str | int) else None
            if "action" in message:
                return self._act(message)
            self._enqueue(message)
        except BadField as error:
            self.say({"id": name, "error": str(error), "field": error.field})
        return True

    def say(self, answer: dict[str, Any]) -> None:
        """Send an answer; threads never mix theirs."""
        with self._voice:
            self._say_line(answer)

    def _act(self, message: dict[str, Any]) -> bool:
        action = message["action"]
        if action == "terminate":
            return False
        if action == "version":
            self.say({"id": message.get("id"), "action": "version", "version": __version__})
        elif action == "cancel":
            pending = self._pending.get(read_id(message))
            if pending is None:
                raise BadField("id", "no query with that id is waiting or running")
            self._cancel(pending)
        else:
            raise BadField("action", "the actions are cancel, terminate and version")
        return True

    def _cancel(self, pending: PendingQuery) -> None:
        """End a query; a waiting one is answered at once, whatever it waits for."""
        if pending.cancel():
            self._answer(pending, {"id": pending.query.id, "final": True})

    def _enqueue(self, message: dict[str, Any]) -> None:
        query = read_query(message)
        if query.id in self._pending:
            raise BadField("id", "a query with that id is still unanswered")
        if self._unread.qsize() + self._queue.qsize() >= MOST_WAITING:
            raise BadField("id", f"{MOST_WAITING} queries are waiting already")
        pending = PendingQuery(query)
        self._pending[query.id] = pending
        self._unread.put(pending)

    def _set_up(self) -> None:
        """Set up the positions of queries, one after the other: the life of the reading thread."""
        while (pending := self._unread.get()) is not None:
            if pending.is_cancelled:
                continue
            query = pending.query
            try:
                self._queue.put((-query.priority, next(self._order), pending, query.where.position()))
            except Exception as error:  # noqa: BLE001 (the outermost loop: whoever asked must hear of it)
                self._regret(pending, error)
        for _ in self._workers:
            self._queue.put((LAST, next(self._order), None, None))

    def _work(self) -> None:
        """Work on one query after the other: the life of a worker."""
        while True:
            _, _, pending, position = self._queue.get()
            if pending is None or position is None:
                return
            if pending.is_cancelled:
                continue
            query = pending.query
            try:
                prepare_analysis(position, query.method, depth=query.depth)
                if pending.begin():
                    self._answer(pending, self._look(query, position, pending.stop))
            except Exception as error:  # noqa: BLE001 (the outermost loop: whoever asked must hear of it)
                self._regret(pending, error)

    def _regret(self, pending: PendingQuery, error: Exception) -> None:
        """Report what is wrong with a query, unless it was cancelled and therefore answered."""
        what = str(error) if isinstance(error, LudotecaError) else f"{type(error).__name__}: {error}"
        field = error.field if isinstance(error, BadField) else None
        pending.begin()
        self._answer(pending, {"id": pending.query.id, "error": what, "field": field})

    def _answer(self, pending: PendingQuery, answer: dict[str, Any]) -> None:
        """Send the last answer to a query; only the first such answer is sent."""
        name = pending.query.id
        with self._voice:
            if self._pending.get(name) is pending:
                del self._pending[name]  # before the answer: its id may be used again at once
                self._say_line({**answer, "cancelled": True} if pending.is_cancelled else answer)
                self._voice.notify_all()

    def _look(self, query: Query, position: Position, stop: Any) -> dict[str, Any]:
        last_told = time.monotonic()

        def tell(report: Report) -> None:
            nonlocal last_told
            if query.every_ms is not None and (time.monotonic() - last_told) * 1000 >= query.every_ms:
                last_told = time.monotonic()
                self.say({"id": query.id, "final": False, **report_json(report)})

        report = analyse(
            position,
            query.ms,
            nodes=query.nodes,
            depth=query.depth,
            lines=query.lines,
            method=query.method,
            threads=self._threads,
            megabytes=self._megabytes,
            stop=stop,
            listener=tell,
        )
        return {"id": query.id, "final": True, **report_json(report)}


def read_line(line: str) -> dict[str, Any]:
    """A line as a JSON object, or BadField."""
    if len(line) > LONGEST_LINE:
        raise BadField("", f"a line has at most {LONGEST_LINE} characters")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadField("", f"this is not JSON: {error}"[:300]) from error
    if not isinstance(message, dict):
        raise BadField("", "a line is a JSON object")
    return message
