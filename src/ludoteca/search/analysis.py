"""Analysis: what `ludoteca.analyse` and every interface's engine report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.kernel.errors import BadOption, UnknownName
from ludoteca.play.position import Position
from ludoteca.search.deepening import AlphaBeta
from ludoteca.search.growing import TreeSearch
from ludoteca.search.limits import Limits
from ludoteca.search.report import Report
from ludoteca.search.solving import solve_exactly

SOLVER_SHARE = 0.2  # of the time, spent on the chance that the position is small enough to solve
SOLVER_NODES = 2_000_000
METHODS = ("alphabeta", "mcts")

Searcher = AlphaBeta | TreeSearch


def analyse(
    position: Position,
    ms: float | None = 500,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    megabytes: float = 64,
    method: str = "alphabeta",
    stop: Any = None,
    listener: Callable[[Report], None] | None = None,
) -> Report:
    """The best moves of a position with their values and lines; certain where it can be worked out.

    `listener` is told of every step on the way; throw `stop` (see `desk.new_stop`) to end it early.
    """
    for name, given, least in (
        ("ms", ms, 0),
        ("nodes", nodes, 1),
        ("depth", depth, 1),
        ("lines", lines, 1),
        ("threads", threads, 1),
        ("megabytes", megabytes, 0),
    ):
        if given is not None and given < least:
            raise BadOption(f"{name} cannot be {given}; it is at least {least}")
    if method not in METHODS:
        raise UnknownName("method", str(method), METHODS)
    left, nodes_left = ms, nodes
    if lines == 1 and depth is None:
        share = None if ms is None else ms * SOLVER_SHARE
        tries = SOLVER_NODES if nodes is None else max(1, min(SOLVER_NODES, nodes // 5))
        exact = solve_exactly(position, Limits(time_ms=share, nodes=tries), megabytes=megabytes / 2, stop=stop)
        if exact is not None:
            return exact
        left = None if ms is None or share is None else ms - share
        nodes_left = None if nodes is None else max(1, nodes - tries)
    searcher: Searcher = (
        TreeSearch(megabytes=megabytes, threads=threads)
        if method == "mcts"
        else AlphaBeta(megabytes=megabytes, threads=threads)
    )
    limits = Limits(time_ms=left, nodes=nodes_left, depth=depth)
    return searcher.search(position, limits, lines=lines, stop=stop, listener=listener)
