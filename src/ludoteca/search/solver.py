"""Solving: certain results for positions that are small enough, or close enough to a forced end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludoteca.kernel import verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.languages.texts import t
from ludoteca.play.position import Move, Position
from ludoteca.search.bounds_table import (
    MOVE_MASK,
    BoundsTable,
    best_move,
    find,
    greatest_value,
    least_value,
    new_bounds_table,
)
from ludoteca.search.exact_search import search_exactly
from ludoteca.search.limits import Limits, Stopwatch, compile_first
from ludoteca.search.proof_search import efforts, efforts_after, plies_of_proof, prove
from ludoteca.search.report import Line, NothingToSearch, Report
from ludoteca.search.threads import StopFlag, run_interruptible
from ludoteca.search.transposition_table import TranspositionTable, new_transposition_table, probe
from ludoteca.search.values import INFINITE, MOST_LEAD, RESULT, UNTIMED, WIN, final_value
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
            raise NothingToSearch(t("the game is over"))
        self.is_possible = position.variant.repetition == "off"
        self.deepest = 0  # plies of the longest line searched, to the end of the game; 0 before there is one
        self._position, self._lines = position, lines
        self._table = new_bounds_table(megabytes if self.is_possible else 0)
        prepare_solver(position)

    def attempt(self, limits: Limits, *, known: int = 0, stop: StopFlag | None = None) -> Attempt:
        """Work until it is solved or a limit is reached; `known` is 1 if the mover is certain to win, -1 to lose."""
        if not self.is_possible:
            return Attempt(None, 0)
        watch = Stopwatch()
        with (stop or StopFlag()).until(limits.time_ms) as own:
            if self._lines == 1:
                best, nodes = self._line(self._position, own, limits.nodes, known)
                found = None if best is None else [best]
            else:
                found, nodes = self._all_lines(own, limits.nodes)
        if found is None:
            return Attempt(None, nodes)
        wanted = tuple(found[: self._lines])
        depth = max(len(line.moves) for line in wanted)
        return Attempt(Report(self._position, wanted, depth, nodes, watch.seconds, "solver"), nodes)

    def _line(self, position: Position, stop: StopFlag, limit: int | None, known: int = 0) -> tuple[Line | None, int]:
        """The best line with its true value, and the nodes it took."""
        work = _solved(position, self._table, stop, limit or 0, known)
        nodes = int(work.nodes)
        if work.deepest > 0:
            self.deepest = max(self.deepest, int(work.deepest) + position.ply - self._position.ply)
        if not _is_certain(work) or (known and _sign(int(work.frames[0].best)) != known):
            return None, nodes
        line, is_over = _best_line(position, work, self._table, stop, None if limit is None else limit - nodes)
        return _valued(position, int(work.frames[0].best), line, is_over=is_over), nodes

    def _all_lines(self, stop: StopFlag, limit: int | None) -> tuple[list[Line] | None, int]:
        """Every move with its true value, the best first, and the nodes it took."""
        found, nodes = [], 0
        for move in self._position.moves():
            after = self._position.play(move)
            how = verbs.ending(after.state)
            if how != Ending.NONE:
                line: Line | None = _valued(after, int(final_value(after.state, how)), (), is_over=True)
            elif limit is not None and nodes >= limit:
                line = None
            else:
                line, spent = self._line(after, stop, None if limit is None else limit - nodes)
                nodes += spent
            if line is None:
                return None, nodes
            found.append(_one_ply_earlier(self._position, move, after, line))
        return sorted(found, key=lambda line: (_sign(line.value), line.points or 0, line.value), reverse=True), nodes


def _valued(position: Position, value: int, line: tuple[Move, ...], *, is_over: bool) -> Line:
    """A line whose value the solver has found, including points."""
    lead, game = value - RESULT * _sign(value), position.variant.game
    is_known = game.points is not None and abs(lead) < MOST_LEAD  # otherwise it is this large or larger
    points = game.in_points(lead) if is_known else None
    return Line(line, _sign(value) * (WIN - len(line) if is_over else UNTIMED), points=points, is_exact=True)


def _one_ply_earlier(position: Position, move: Move, after: Position, line: Line) -> Line:
    """The same line seen from the move before it."""
    value = line.value if line.plies_to_end is None else line.value - (1 if line.value > 0 else -1)
    side = 1 if after.mover == position.mover else -1
    points = None if line.points is None else side * line.points
    return Line((move, *line.moves), side * value, points=points, is_exact=True)


def _solved(position: Position, table: BoundsTable, stop: StopFlag, nodes: int, known: int = 0) -> Workspace:
    """A workspace in which the position has been solved, unless it was stopped; the value is in its first frame.

    If the winner is known, only values of such a win are searched for, which is faster.
    """
    work = new_workspace(position, node_limit=nodes)
    low, high = MOST_LEAD if known > 0 else -INFINITE, -MOST_LEAD if known < 0 else INFINITE
    with BrokenRulesReporter(position.variant.game, work.states):
        run_interruptible(lambda: search_exactly(work, table, stop.flag, low, high), stop)
    return work


def _is_certain(work: Workspace) -> bool:
    """Whether every line was played to its end: time did not run out, and no game was too long to hold."""
    return not work.is_aborted and not work.evaluated


def _best_line(
    position: Position, work: Workspace, table: BoundsTable, stop: StopFlag, nodes_left: int | None
) -> tuple[tuple[Move, ...], bool]:
    """The line in the workspace, continued until the game is over; and whether it is.

    The search breaks a line off where the table or the game knew the value.  The next move is in the table, or else the
    position is solved again, with a table that knows most of it.
    """
    line: list[Move] = []
    codes: list[int] = work.line[0, : work.line_length[0]].tolist()
    while position.outcome is None:
        if not codes:
            codes = _known_best(position, table)
            if not codes and (nodes_left is None or nodes_left > 0):
                work = _solved(position, table, stop, nodes_left or 0)
                nodes_left = None if nodes_left is None else nodes_left - int(work.nodes)
                codes = work.line[0, : work.line_length[0]].tolist() if _is_certain(work) else []
        step = position.follow(codes.pop(0)) if codes else None
        if step is None:
            return tuple(line), False
        line.append(step[0])
        position = step[1]
    return tuple(line), True


def _known_best(position: Position, table: BoundsTable) -> list[int]:
    """The best move according to the table, if known."""
    place = find(table, np.uint64(position.key))
    if place < 0 or least_value(table[place, 1]) != greatest_value(table[place, 1]):
        return []
    best = best_move(table[place, 1])
    return [move.code for move in position.moves() if move.code & MOVE_MASK == best][:1]


def prepare_solver(position: Position) -> None:
    """Compile the solver if this game can use it, which the first use would otherwise do."""
    if position.variant.repetition == "off":
        compile_first("solver", position.variant.game.state, lambda: _compile_solver(position))


def _compile_solver(position: Position) -> None:
    table = new_bounds_table(0)
    work = new_workspace(position, node_limit=1)
    with BrokenRulesReporter(position.variant.game, work.states):
        search_exactly(work, table, StopFlag().flag, -INFINITE, INFINITE)
    find(table, np.uint64(position.key))  # for the line, which is played
    for read in (least_value, greatest_value, best_move):
        read(table[0, 1])
    after = position.play(position.moves()[0])
    after.moves()
    final_value(after.state, Ending.DRAW)
    _ = after.score


def _sign(value: int) -> int:
    """1 for a win, -1 for a loss, 0 for a draw, from a value that includes points."""
    return (value > RESULT // 2) - (value < -RESULT // 2)


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
        raise NothingToSearch(t("the game is over"))
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
    work.keys[work.past] = position.key
    proven = []
    for move in position.moves():
        with BrokenRulesReporter(position.variant.game, work.states):
            proof, disproof = efforts_after(work, table, 0, move.code, side)
        if proof == 0:
            proven.append((int(plies_of_proof(disproof)), move.code))
    if not proven:
        return None
    return (min(proven) if position.mover == side else max(proven))[1]
