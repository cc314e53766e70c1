"""Analysis: what `ludoteca.analyse` and every interface's engine report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
SOLVER_NODES_FOR_MORE = 300_000  # lines than one: those who watch them wait for the first
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

    `megabytes` is the most its tables take; a short analysis takes less.  The method "proof" looks for a forced win and
    gives the answer of alpha-beta, as its report says, when there is none within the limits.  The same `seed` grows the
    same tree.  `listener` is told of every step on the way; throw `stop` (see `desk.new_stop`) to end it early.
    """
    for name, given, least, kind in (
        ("ms", ms, 0, float | int),
        ("nodes", nodes, 1, int),
        ("depth", depth, 1, int),
        ("lines", lines, 1, int),
        ("threads", threads, 1, int),
        ("megabytes", megabytes, 0, float | int),
    ):
        if given is not None and not (isinstance(given, kind) and given >= least):
            number = "a whole number" if kind is int else "a number"
            raise BadOption(f"{name} cannot be {given}; it is {number} of at least {least}")
    if method not in METHODS:
        raise UnknownName("method", str(method), METHODS)
    if depth is not None and method != "alphabeta":
        raise BadOption(f"the method {method} has no limit of depth; limit its time or its nodes")
    if lines > 1 and method == "proof":
        raise BadOption("a proof has one line; ask another method for more")
    if not position.moves():
        raise NothingToSearch("the game is over")
    settle = _prove if method == "proof" else _solve if depth is None else None
    room = megabytes if settle is None else megabytes / 2  # each has a table of its own
    searcher: Searcher = (
        TreeSearch(megabytes=room, threads=threads, seed=seed)
        if method == "mcts"
        else AlphaBeta(megabytes=_worthwhile(room, ms), threads=threads)
    )
    prepare_analysis(position, method, depth=depth)
    budget = Budget(Limits(time_ms=ms, nodes=nodes, depth=depth))

    def whole(report: Report) -> Report:
        return replace(report, nodes=report.nodes + budget.spent, seconds=budget.seconds)

    certain = None if settle is None else settle(position, budget, lines, room, stop)
    if certain is not None:
        return replace(certain, nodes=budget.spent, seconds=budget.seconds)
    tell = None if listener is None else lambda report: listener(whole(report))
    return whole(searcher.search(position, budget.part(), lines=lines, stop=stop, listener=tell))


def prepare_analysis(position: Position, method: str = "alphabeta", *, depth: int | None = None) -> None:
    """Have everything compiled that such an analysis needs; the first one would do so."""
    (TreeSearch(megabytes=0) if method == "mcts" else AlphaBeta(megabytes=0)).prepare(position)
    if method == "proof":
        prepare_proofs(position)
    elif depth is None:
        prepare_solver(position)


def _worthwhile(megabytes: float, ms: float | None) -> float:
    """The size of a table for so long a search."""
    return megabytes if ms is None else min(megabytes, ms * MIB_A_MS)


def _solve(position: Position, budget: Budget, lines: int, megabytes: float, stop: Any) -> Report | None:
    """The true result, where the position is small enough."""
    limits = budget.part(SOLVER_SHARE, SOLVER_NODES if lines == 1 else SOLVER_NODES_FOR_MORE)
    room = _worthwhile(megabytes, limits.time_ms)
    report, nodes = try_to_solve(position, limits, lines=lines, megabytes=room, stop=stop)
    budget.spend(nodes)
    return report


def _prove(position: Position, budget: Budget, _lines: int, megabytes: float, stop: Any) -> Report | None:
    """A forced win of the mover, or else of the other."""
    for attacker in (position.mover, 1 - position.mover):
        limits = budget.part(PROOF_SHARE)
        room = _worthwhile(megabytes, limits.time_ms)
        report, nodes = try_to_prove(position, limits, attacker=attacker, megabytes=room, stop=stop)
        budget.spend(nodes)
        if report is not None:
            return report
    return None
