"""Analysis: what `ludoteca.analyse` and every interface's engine report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ludoteca.errors import BadOption, UnknownName
from ludoteca.languages.texts import t, translatable
from ludoteca.play.compile_ahead import Step
from ludoteca.play.position import Position, Variant
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.auto_search import auto_method
from ludoteca.search.limits import Budget, Limits
from ludoteca.search.report import GAME_OVER, NothingToSearch, Report
from ludoteca.search.searcher import Listener, Searcher
from ludoteca.search.solver import Solver, prepare_proofs, prepare_solver, prove_win, solve_exactly, try_to_prove
from ludoteca.search.threads import StopFlag
from ludoteca.search.tree_search import TreeSearch

SOLVER_SHARE = 0.2  # of the time, in case the position is small enough to solve
SOLVER_NODES = 2_000_000
SOLVER_NODES_FOR_MORE = 300_000  # if several lines are wanted: people are waiting for the first
NEAR_END = 30  # plies to the end, from which on the search does not get all the time that the solver left
NEAR_END_SHARE = 0.5
SEEN_FROM_END = 0.6  # of the way to the end: a search that sees this far in its share leaves the rest to the solver
PROOF_SHARE = 0.5  # for the mover's win, then of what is left for the opponent's
MIB_A_MS = 1 / 16  # a table of this size holds what is found in a millisecond, and takes little of it to set up
METHODS = ("alphabeta", "mcts", "proof")


def analyse(
    position: Position,
    ms: float | None = 500,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    megabytes: float = 64,
    method: str | None = None,
    seed: int | None = None,
    stop: StopFlag | None = None,
    listener: Listener | None = None,
) -> Report:
    """The best moves of a position with their values and lines; certain results if they can be found.

    In games with points, the final lead is computed too if the winner is certain and time is left.  `megabytes` limits
    the size of its tables; a short analysis uses less.  By default it uses the search that suits the game, "alphabeta"
    or "mcts".  The method "proof" looks for a forced win, and if there is none within the limits, reports the result of
    the usual search.  The same `seed` grows the same tree.  `listener` is called with every intermediate report; set
    `stop` (see `search.threads.StopFlag`) to end it early.
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
            raise BadOption(f"{name} must be {number} of at least {least}, not {given}", option=name)
    if method is not None and method not in METHODS:
        raise UnknownName(translatable("there is no method called {name}; available: {known}"), str(method), METHODS)
    if depth is not None and method not in (None, "alphabeta"):
        words = t("the method {method} takes no depth limit; limit its time or its nodes", method=method)
        raise BadOption(words, option="depth")
    if lines > 1 and method == "proof":
        raise BadOption(t("a proof has only one line; use another method to get more"), option="lines")
    if not position.moves():
        raise NothingToSearch(t(GAME_OVER))
    prepare_analysis(position, method, depth=depth)
    limits = Limits(time_ms=ms, nodes=nodes, depth=depth)
    room = megabytes if depth is not None else megabytes / 2  # each has its own table
    small = _worthwhile(room, ms)
    searcher: Searcher = (
        TreeSearch(megabytes=room, threads=threads, seed=seed)
        if _search_method(position, method, limits) == "mcts"
        else AlphaBeta(megabytes=small, threads=threads, seed=seed)
    )
    can_solve = depth is None and method != "proof"
    solver = Solver(position, lines=lines, megabytes=small) if can_solve else None
    analysis = Analysis(position, searcher, solver, lines, Budget(limits), stop, listener)
    return analysis.report(_prove(analysis, room) if method == "proof" else None)


@dataclass
class Analysis:
    """One analysis: a search and attempts to make its answer certain, within one budget.  Browsers run it, too."""

    position: Position
    searcher: Searcher
    solver: Solver | None
    lines: int
    budget: Budget
    stop: StopFlag | None
    listener: Listener | None

    def report(self, proof: Report | None) -> Report:
        """What was found out, unless it has been proven before."""
        found = proof or self._solve_at_first() or self._search_and_solve()
        return self._whole(replace(found, nodes=0))

    def _whole(self, report: Report) -> Report:
        """The report with all nodes and the total time."""
        return replace(report, nodes=report.nodes + self.budget.spent, seconds=self.budget.seconds)

    def _search_and_solve(self) -> Report:
        """The searcher's answer, with the points if the game has them and time is left.

        A search ends early when it knows who wins.  It never knows that a position is a draw, and a solver sees the end
        sooner, so near the end of the game the solver takes over when the search has looked most of the way there.
        """
        solver = self.solver
        if solver is None or not solver.is_possible or not self.position.variant.game.has_points:
            return self._search()
        is_near_end = self.searcher.method == "alphabeta" and 0 < solver.deepest <= NEAR_END
        found = self._search(NEAR_END_SHARE if is_near_end else 1.0)
        if is_near_end and not found.proven and found.depth < SEEN_FROM_END * solver.deepest:
            found = self._search()
        if self.budget.is_spent:
            return found
        known = 0 if not found.proven else int(found.value > 0) - int(found.value < 0)
        return self._solve(self.budget.part(), known) or found

    def _search(self, share: float = 1.0) -> Report:
        limits, listener = self.budget.part(share), self.listener
        tell = None if listener is None else lambda report: listener(self._whole(report))
        found = self.searcher.search(self.position, limits, lines=self.lines, stop=self.stop, listener=tell)
        self.budget.spend(found.nodes)
        return found

    def _solve_at_first(self) -> Report | None:
        """The true result, if the position is small enough to find it soon."""
        return self._solve(self.budget.part(SOLVER_SHARE, SOLVER_NODES if self.lines == 1 else SOLVER_NODES_FOR_MORE))

    def _solve(self, limits: Limits, known: int = 0) -> Report | None:
        if self.solver is None:
            return None
        found, nodes = self.solver.attempt(limits, known=known, stop=self.stop)
        self.budget.spend(nodes)
        return found


def _prove(analysis: Analysis, room: float) -> Report | None:
    """A forced win for the mover, or else for the opponent."""
    position, budget = analysis.position, analysis.budget
    for attacker in (position.mover, 1 - position.mover):
        limits = budget.part(PROOF_SHARE)
        own = _worthwhile(room, limits.time_ms)
        found, nodes = try_to_prove(position, limits, attacker=attacker, megabytes=own, stop=analysis.stop)
        budget.spend(nodes)
        if found is not None:
            return found
    return None


def prepare_analysis(position: Position, method: str | None = None, *, depth: int | None = None) -> None:
    """Compile everything that such an analysis needs, which the first one would otherwise do."""
    searches_by = _search_method(position, method, Limits(depth=depth))
    (TreeSearch(megabytes=0) if searches_by == "mcts" else AlphaBeta(megabytes=0)).prepare(position)
    if method == "proof":
        prepare_proofs(position)
    elif depth is None:
        prepare_solver(position)


def _search_method(position: Position, method: str | None, limits: Limits) -> str:
    """How an analysis searches, also for what it cannot prove."""
    return method if method in ("alphabeta", "mcts") else auto_method(position.variant, limits)


def _worthwhile(megabytes: float, ms: float | None) -> float:
    """The size of a table for a search this long."""
    return megabytes if ms is None else min(megabytes, ms * MIB_A_MS)


def search_steps(variant: Variant) -> Iterator[Step]:
    """Alpha-beta, trees and proofs, each in every form that bots and analysis use."""

    def look_ahead() -> None:
        start = variant.start(0)
        AlphaBeta(megabytes=1).search(start, Limits(depth=1))
        AlphaBeta(megabytes=1).search(start, Limits(depth=1), lines=len(start.moves()))

    def grow() -> None:
        searcher = TreeSearch(megabytes=1, seed=0)
        report = searcher.search(variant.start(0), Limits(nodes=5))
        searcher.search(variant.start(0).play(report.best), Limits(nodes=5))

    def prove() -> None:
        solve_exactly(variant.start(0), Limits(nodes=5), megabytes=1)
        prove_win(variant.start(0), Limits(nodes=5), megabytes=1)

    yield Step(variant.name, "search", look_ahead)
    yield Step(variant.name, "trees", grow)
    yield Step(variant.name, "proofs", prove)
