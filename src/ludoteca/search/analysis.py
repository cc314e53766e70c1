"""Analysis: what `ludoteca.analyse` and every interface's engine report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.kernel.errors import BadOption, UnknownName
from ludoteca.play.position import Position
from ludoteca.search.deepening import AlphaBeta
from ludoteca.search.growing import TreeSearch
from ludoteca.search.limits import Budget, Limits
from ludoteca.search.report import NothingToSearch, Report
from ludoteca.search.solving import prepare_proofs, prepare_solver, try_to_prove, try_to_solve

SOLVER_SHARE = 0.2  # of the time, spent on the chance that the position is small enough to solve
SOLVER_NODES = 2_000_000
PROOF_SHARE = 0.5  # for the mover's win, then of what is left for the other's
MIB_A_MS = 1 / 16  # a table of this size holds what is found in a millisecond, and takes little of it to set up
METHODS = ("alphabeta", "mcts", "proof")

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
    seed: int | None = None,
    stop: Any = None,
    listener: Callable[[Report], None] | None = None,
) -> Report:
    """The best moves of a position with their values and lines; certain where it can be worked out.

    `megabytes` is the most it takes; a short analysis takes less.  The method "proof" looks for a forced win and gives
    the answer of alpha-beta, as its report says, when there is none within the limits.  The same `seed` grows the same
    tree.  `listener` is told of every step on the way; throw `stop` (see `desk.new_stop`) to end it early.
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
    if depth is not None and method != "alphabeta":
        raise BadOption(f"the method {method} has no limit of depth; limit its time or its nodes")
    if lines > 1 and method == "proof":
        raise BadOption("a proof has one line; ask another method for more")
    if not position.moves():
        raise NothingToSearch("the game is over")
    searcher: Searcher = (
        TreeSearch(megabytes=megabytes, threads=threads, seed=seed)
        if method == "mcts"
        else AlphaBeta(megabytes=_worthwhile(megabytes, ms), threads=threads)
    )
    searcher.prepare(position)
    settle = _prove if method == "proof" else _solve if lines == 1 and depth is None else None
    if settle is not None:
        (prepare_proofs if method == "proof" else prepare_solver)(position)
    budget = Budget(Limits(time_ms=ms, nodes=nodes, depth=depth))
    certain = None if settle is None else settle(position, budget, megabytes, stop)
    if certain is not None:
        return certain
    return searcher.search(position, budget.part(), lines=lines, stop=stop, listener=listener)


def _worthwhile(megabytes: float, ms: float | None) -> float:
    """The size of a table for so long a search."""
    return megabytes if ms is None else min(megabytes, ms * MIB_A_MS)


def _solve(position: Position, budget: Budget, megabytes: float, stop: Any) -> Report | None:
    """The true result, where the position is small enough."""
    limits = budget.part(SOLVER_SHARE, SOLVER_NODES)
    room = _worthwhile(megabytes / 2, limits.time_ms)
    report, nodes = try_to_solve(position, limits, megabytes=room, stop=stop)
    budget.spend(nodes)
    return report


def _prove(position: Position, budget: Budget, megabytes: float, stop: Any) -> Report | None:
    """A forced win of the mover, or else of the other."""
    for attacker in (position.mover, 1 - position.mover):
        limits = budget.part(PROOF_SHARE)
        room = _worthwhile(megabytes, limits.time_ms)
        report, nodes = try_to_prove(position, limits, attacker=attacker, megabytes=room, stop=stop)
        budget.spend(nodes)
        if report is not None:
            return report
    return None
