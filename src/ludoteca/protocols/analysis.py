"""Analysis in JSON lines: many queries at once, answered as they are ready, the most urgent first.

A line in is a query, or an action: {"action": "cancel", "id": …} or {"action": "terminate"}.  A line out is a report
({"id": …, "final": false or true, …}), or an error ({"id": …, "error": …, "field": …}).  The end of the input ends the
server once all queries are answered.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from ludoteca import __version__
from ludoteca.kernel.errors import LudotecaError
from ludoteca.protocols.query import BadField, Query, read_id, read_query
from ludoteca.search.analysis import analyse
from ludoteca.search.desk import new_stop
from ludoteca.search.report import Report
from ludoteca.search.report_json import report_json

LONGEST_LINE = 1_000_000  # characters
MOST_WAITING = 100_000
LAST = float("inf")  # after every query

Say = Callable[[dict[str, Any]], None]


class Ticket:
    """How to end a query early."""

    def __init__(self) -> None:
        self.stop = new_stop()  # also thrown by the query's own alarm
        self.is_cancelled = False

    def cancel(self) -> None:
        """End it now, or before it begins."""
        self.is_cancelled = True
        self.stop[0] = 1


class AnalysisServer:
    """Workers that take queries from one queue."""

    def __init__(self, say: Say, *, workers: int = 1, threads: int = 1, megabytes: int = 64) -> None:
        self._say_line = say
        self._voice = threading.Lock()
        self._threads, self._megabytes = threads, megabytes
        self._queue: queue.PriorityQueue[tuple[float, int, Query | None]] = queue.PriorityQueue()
        self._order = count()
        self._tickets: dict[str | int, Ticket] = {}  # of queries that are waiting or under way
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for worker in self._workers:
            worker.start()

    def serve(self, lines: Iterable[str]) -> None:
        """Take lines until the end of them or `terminate`, then finish."""
        is_over = False
        for line in lines:
            if not self.take(line):
                is_over = True
                break
        self.close(at_once=is_over)

    def close(self, *, at_once: bool = False) -> None:
        """End the workers, after the queries that wait, or at once."""
        if at_once:
            for ticket in list(self._tickets.values()):
                ticket.cancel()
        for _ in self._workers:
            self._queue.put((LAST, next(self._order), None))
        for worker in self._workers:
            worker.join()

    def take(self, line: str) -> bool:
        """Carry out one line; False after `terminate`."""
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
            ticket = self._tickets.get(read_id(message))
            if ticket is None:
                raise BadField("id", "no query of that id is waiting or under way")
            ticket.cancel()
        else:
            raise BadField("action", "there are the actions cancel, terminate and version")
        return True

    def _enqueue(self, message: dict[str, Any]) -> None:
        query = read_query(message)
        if query.id in self._tickets:
            raise BadField("id", "a query of that id is not answered yet")
        if len(self._tickets) >= MOST_WAITING:
            raise BadField("id", f"{MOST_WAITING} queries are waiting already")
        self._tickets[query.id] = Ticket()
        self._queue.put((-query.priority, next(self._order), query))

    def _work(self) -> None:
        while True:
            _, _, query = self._queue.get()
            if query is None:
                return
            ticket = self._tickets[query.id]
            try:
                is_early = ticket.is_cancelled
                answer = {"id": query.id, "final": True} if is_early else self._look(query, ticket.stop)
            except LudotecaError as error:
                answer = {"id": query.id, "error": str(error), "field": None}
            except Exception as error:  # noqa: BLE001 (the outermost loop: whoever asked must hear of it)
                answer = {"id": query.id, "error": f"{type(error).__name__}: {error}", "field": None}
            self._tickets.pop(query.id)  # before the answer: its id may be used again at once
            self.say({**answer, "cancelled": True} if ticket.is_cancelled else answer)

    def _look(self, query: Query, stop: Any) -> dict[str, Any]:
        last_told = time.monotonic()

        def tell(report: Report) -> None:
            nonlocal last_told
            if query.every_ms is not None and (time.monotonic() - last_told) * 1000 >= query.every_ms:
                last_told = time.monotonic()
                self.say({"id": query.id, "final": False, **report_json(report)})

        report = analyse(
            query.position,
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
