"""Solving: certain results for positions that are small enough, or close enough to a forced end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludoteca.compiler import layouts
from ludoteca.kernel import verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.languages.texts import t
from ludoteca.play.position import Move, Position
from ludoteca.search.bounds_table import BoundsTable, new_bounds_table
from ludoteca.search.exact_search import IS_OVER, NODES, REACHED, sign, solve_lines
from ludoteca.search.limits import Limits, Stopwatch, compile_first
from ludoteca.search.proof_search import efforts, efforts_after, plies_of_proof, prove
from ludoteca.search.report import GAME_OVER, Line, NothingToSearch, Report, line_of
from ludoteca.search.threads import StopFlag, run_interruptible
from ludoteca.search.transposition_table import TranspositionTable, new_transposition_table, probe
from ludoteca.search.values import MOST_LEAD, RESULT, UNTIMED, WIN
from ludoteca.search.workspace import MAX_PLY, Workspace, new_workspace

ENOUGH = 1 << 29  # a proof number that no proof search within memory reaches


class Attempt(NamedTuple):
    """The outcome of an attempt to be certain."""

    report: Report | None  # None if the limits were reached first
    nodes: int


def solve_exactly(
    position: Position, limits: Limits, *, megabytes: float = 32, stop: StopFlag | None = None
) -> Report | None:
    """The true result (and lead in points) with its line; None if the limits were reached first.

    Only for games whose positions cannot repeat: otherwise use `prove_win`.
    """
    return try_to_solve(position, limits, megabytes=megabytes, stop=stop).report


def try_to_solve(
    position: Position, limits: Limits, *, lines: int = 1, megabytes: float = 32, stop: StopFlag | None = None
) -> Attempt:
    """Like `solve_exactly`, with as many best moves as wanted; and the nodes it took, whatever the outcome."""
    return Solver(position, lines=lines, megabytes=megabytes).attempt(limits, stop=stop)


class Solver:
    """Solves one position in several attempts, each of which knows what those before it have found."""

    def __init__(self, position: Position, *, lines: int = 1, megabytes: float = 32) -> None:
        if not position.moves():
            raise NothingToSearch(t(GAME_OVER))
        self.is_possible = position.variant.repetition == "off"
        self.deepest = 0  # plies of the longest line searched, to the end of the game; 0 before there is one
        self._position, self._lines = position, lines
        self._table = new_bounds_table(megabytes if self.is_possible else 0)
        prepare_solver(position)

    def attempt(self, limits: Limits, *, known: int = 0, stop: StopFlag | None = None) -> Attempt:
        """Work until it is solved or a limit is reached; `known` is 1 if the mover is certain to win, -1 to lose."""
        if not self.is_possible:
            return Attempt(None, 0)
        position, watch = self._position, Stopwatch()
        codes = np.array([] if self._lines == 1 else position.codes, np.int32)
        with (stop or StopFlag()).until(limits.time_ms) as own:
            known = 0 if len(codes) else known  # of the best move, not of each
            work, told, is_certain = _solved(position, self._table, own, codes, limits.nodes or 0, known)
        nodes, self.deepest = int(told[NODES]), max(self.deepest, int(told[REACHED]))
        if not is_certain:
            return Attempt(None, nodes)
        found = [_line(position, work, place, is_over=told[IS_OVER + place]) for place in range(max(1, len(codes)))]
        found.sort(key=lambda line: (sign(line.value), line.points or 0, line.value), reverse=True)
        wanted = tuple(found[: self._lines])
        depth = max(len(line.moves) for line in wanted)
        return Attempt(Report(position, wanted, depth, nodes, watch.seconds, "solver"), nodes)


def _solved(
    position: Position, table: BoundsTable, stop: StopFlag, codes: Any, nodes: int, known: int
) -> tuple[Workspace, Any, bool]:
    """A workspace with the lines of `solve_lines`, what it tells of them, and whether they are certain."""
    variant, work = position.variant, new_workspace(position)
    here = layouts.new_states(1, variant.game.state)
    told = np.zeros(IS_OVER + max(1, len(codes)), np.int64)
    given = (position.state, codes, len(codes), here, position.ply, variant.longest, nodes, known, told)
    with BrokenRulesReporter(variant.game, work.states, here):
        is_certain = run_interruptible(lambda: solve_lines(work, table, stop.flag, *given), stop)
    return work, told, is_certain


def _line(position: Position, work: Workspace, place: int, *, is_over: bool) -> Line:
    """One of the lines in the workspace, whose values include points."""
    line = line_of(position, work.root_lines[place, : work.root_lengths[place]].tolist())
    value, game = int(work.root_values[place]), position.variant.game
    lead = value - RESULT * sign(value)
    is_known = game.own(verbs.points) is not None and abs(lead) < MOST_LEAD  # otherwise it is this large or larger
    points = game.in_points(lead) if is_known else None
    return Line(line, sign(value) * (WIN - len(line) if is_over else UNTIMED), points=points, is_exact=True)


def prepare_solver(position: Position) -> None:
    """Compile the solver if this game can use it, which the first use would otherwise do."""
    if position.variant.repetition == "off":
        compile_first("solver", position.variant.game.state, lambda: _compile_solver(position))


def _compile_solver(position: Position) -> None:
    stop = StopFlag()
    stop.set()
    _solved(position, new_bounds_table(0), stop, np.array([], np.int32), 1, 0)
    position.play(position.moves()[0]).moves()  # lines are played
    sign(0)
    _ = position.score


def prove_win(
    position: Position,
    limits: Limits,
    *,
    attacker: int | None = None,
    megabytes: float = 64,
    stop: StopFlag | None = None,
) -> Report | None:
    """A forced win for the attacker (by default the mover), with its line; None if none was found."""
    return try_to_prove(position, limits, attacker=attacker, megabytes=megabytes, stop=stop).report


def try_to_prove(
    position: Position,
    limits: Limits,
    *,
    attacker: int | None = None,
    megabytes: float = 64,
    stop: StopFlag | None = None,
) -> Attempt:
    """Like `prove_win`, and the nodes it took, whatever the outcome."""
    if not position.moves():
        raise NothingToSearch(t(GAME_OVER))
    side = position.mover if attacker is None else attacker
    prepare_proofs(position)
    table, watch = new_transposition_table(megabytes), Stopwatch()
    with (stop or StopFlag()).until(limits.time_ms) as own:
        nodes = _try_proof(position, table, own, side, limits.nodes or 0)
        proof, _ = efforts(probe(table, np.uint64(position.key)))
        if proof != 0:
            return Attempt(None, nodes)
        left = None if limits.nodes is None else limits.nodes - nodes
        line, is_over = _winning_line(position, table, own, side, left)
    if not line:  # the first move was overwritten, and no nodes were left to find it again
        return Attempt(None, nodes)
    value = (WIN - len(line) if is_over else UNTIMED) * (1 if side == position.mover else -1)
    found = Line(line, value, is_exact=True)
    report = Report(position, (found,), len(line), nodes, watch.seconds, "proof")
    return Attempt(report, nodes)


def prepare_proofs(position: Position) -> None:
    """Compile proof search, which the first use would otherwise do."""
    compile_first("proofs", position.variant.game.state, lambda: _compile_proofs(position))


def _compile_proofs(position: Position) -> None:
    table = new_transposition_table(0)
    work = new_workspace(position, node_limit=1)
    with BrokenRulesReporter(position.variant.game, work.states):
        prove(work, table, StopFlag().flag, 0, 1)
    efforts(probe(table, np.uint64(position.key)))
    plies_of_proof(0)
    _proven_move(position, table, 0)
    position.play(position.moves()[0]).moves()


def _try_proof(position: Position, table: TranspositionTable, stop: StopFlag, side: int, nodes: int) -> int:
    """Work on the proof until it is in the table or a limit is reached; returns the nodes it took."""
    work = new_workspace(position, node_limit=nodes)
    with BrokenRulesReporter(position.variant.game, work.states):
        run_interruptible(lambda: prove(work, table, stop.flag, side, ENOUGH), stop)
    return int(work.nodes)


def _winning_line(
    position: Position, table: TranspositionTable, stop: StopFlag, side: int, nodes_left: int | None
) -> tuple[tuple[Move, ...], bool]:
    """A line of the proof, and whether it ends in the win: the attacker wins soon, the defender holds out.

    If the table no longer has the proof, it is found again.
    """
    line: list[Move] = []
    while position.outcome is None and len(line) < MAX_PLY:
        code = _proven_move(position, table, side)
        if code is None and (nodes_left is None or nodes_left > 0):
            nodes = _try_proof(position, table, stop, side, nodes_left or 0)
            nodes_left = None if nodes_left is None else nodes_left - nodes
            code = _proven_move(position, table, side)
        step = None if code is None else position.follow(code)
        if step is None:
            break
        line.append(step[0])
        position = step[1]
    return tuple(line), position.outcome is not None and position.outcome.winner == side


def _proven_move(position: Position, table: TranspositionTable, side: int) -> int | None:
    """The attacker's fastest proven move, or the defender's that holds out longest."""
    work = new_workspace(position)
    work.keys[work.past] = position.repetition_key
    proven = []
    for move in position.moves():
        with BrokenRulesReporter(position.variant.game, work.states):
            proof, disproof = efforts_after(work, table, 0, move.code, side)
        if proof == 0:
            proven.append((int(plies_of_proof(disproof)), move.code))
    if not proven:
        return None
    return (min(proven) if position.mover == side else max(proven))[1]
