"""Analysis: what `ludoteca.analyse` and every interface's engine report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.play.position import Position
from ludoteca.search.deepening import AlphaBeta
from ludoteca.search.growing import TreeSearch
from ludoteca.search.limits import Limits
from ludoteca.search.report import Report
from ludoteca.search.solving import solve_exactly

SOLVER_SHARE = 0.2  # of the time, spent on the chance that the position is small enough to solve
SOLVER_NODES = 2_000_000

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
    left = ms
    if lines == 1 and depth is None:
        share = None if ms is None else ms * SOLVER_SHARE
        budget = Limits(time_ms=share, nodes=SOLVER_NODES if nodes is None else nodes)
        exact = solve_exactly(position, budget)  # not our switch: its deadline would end what comes after
        if exact is not None:
            return exact
        if share is not None and ms is not None:
            left = ms - share
    searcher: Searcher = (
        TreeSearch(megabytes=megabytes, threads=threads)
        if method == "mcts"
        else AlphaBeta(megabytes=megabytes, threads=threads)
    )
    limits = Limits(time_ms=left, nodes=nodes, depth=depth)
    return searcher.search(position, limits, lines=lines, stop=stop, listener=listener)
