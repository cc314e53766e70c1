"""Figures for Prometheus, served on a port of their own: what the pages' address serves is public."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Gauge, Histogram, start_http_server

from ludoteca.errors import LudotecaError

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
MESSAGES = Histogram(
    "ludoteca_message_seconds", "From a client's message to the end of what it caused", ["type"], buckets=SECONDS
)
REFUSALS = Counter("ludoteca_refusals", "Refusals that clients were sent", ["code"])
COMMITS = Histogram("ludoteca_commit_seconds", "Transactions that write", buckets=SECONDS)
GAMES = Gauge("ludoteca_games", "Games in memory")
LISTENERS = Gauge("ludoteca_listeners", "Sockets to games")
WAITING = Gauge("ludoteca_waiting_jobs", "Bots, hints and analyses that wait for a process")
SERVERS = Gauge("ludoteca_servers", "Servers on the database")


class BadAddress(LudotecaError):
    """The figures cannot be served there."""


@contextmanager
def served(at: str) -> Iterator[None]:
    """Serve the figures at `PORT` on this machine or `ADDRESS:PORT`, while the block lasts; nowhere if it is empty."""
    if not at:
        yield
        return
    host, _, port = at.rpartition(":")
    try:
        server, thread = start_http_server(int(port), host.strip("[]") or "127.0.0.1")
    except (OSError, ValueError, OverflowError) as error:
        raise BadAddress(f"--metrics {at}: the figures cannot be served there: {error}") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
