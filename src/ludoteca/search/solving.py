"""Solving: certain results for positions that are small enough, or near enough to a forced end."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.kernel import verbs
from ludoteca.play.position import Position
from ludoteca.search.alphabeta import search
from ludoteca.search.crew import heard
from ludoteca.search.desk import MAX_PLY, new_desk, new_stop
from ludoteca.search.limits import Limits, Stopwatch, compile_first, deadline
from ludoteca.search.proof import efforts, efforts_after, plies_of_proof, prove
from ludoteca.search.report import Line, NothingToSearch, Report, line_of
from ludoteca.search.table import new_table, probe
from ludoteca.search.values import INFINITE, MOST_LEAD, RESULT, WIN


def solve_exactly(
    position: Position, limits: Limits, *, megabytes: float = 32, stop: Any = None
) -> Report | None:
    """The true result (and lead in points) with its line; None when the limits were met first.

    Only for games whose positions cannot come back: elsewhere use `prove_win`.
    """
    if not position.moves():
        raise NothingToSearch("the game is over")
    if position.variant.repetition != "off":
        return None
    prepare_solver(position)
    watch, own_stop = Stopwatch(), new_stop()  # its own: to run out of time is not to be stopped
    with deadline(own_stop, limits.time_ms, watched=stop):
        desk, table = new_desk(position, node_limit=limits.nodes or 0), new_table(megabytes)
        desk.is_solving = 1
        value = int(heard(lambda: search(desk, table, own_stop, 0, MAX_PLY, -INFINITE, INFINITE), own_stop))
    if desk.is_aborted or desk.evaluated:  # out of time, or too long a game to hold
        return None
    line = line_of(position, desk.line[0, : desk.line_length[0]].tolist())
    points = None if position.score is None else value - RESULT * _sign(value)
    if points is not None and abs(points) >= MOST_LEAD:
        points = None  # that far or further
    plies = len(line)
    result = (WIN - plies) * _sign(value) if abs(value) >= RESULT // 2 else 0
    exact = Line(line, result, points=points)
    return Report(position, (exact,), plies, int(desk.nodes), watch.seconds, "solver", is_exact=True)


def prepare_solver(position: Position) -> None:
    """Have the solver compiled if this game has a use for it; the first use would do so."""
    if position.variant.repetition == "off":
        compile_first("solver", position.variant.game.state, lambda: _compile_solver(position))


def _compile_solver(position: Position) -> None:
    search(new_desk(position, node_limit=1), new_table(0), new_stop(), 0, 1, -INFINITE, INFINITE)


def _compile_proofs(position: Position) -> None:
    prove(new_desk(position, node_limit=1), new_table(0), new_stop(), 0, 1)


def _sign(value: int) -> int:
    """1 for a win, -1 for a loss, 0 for a draw, of a value with points in it."""
    return (value > RESULT // 2) - (value < -RESULT // 2)


def prove_win(
    position: Position, limits: Limits, *, attacker: int | None = None, megabytes: float = 64, stop: Any = None
) -> Report | None:
    """A forced win of the attacker (the mover unless said otherwise), with its line; None when none was found."""
    if not position.moves():
        raise NothingToSearch("the game is over")
    side = position.mover if attacker is None else attacker
    compile_first("proofs", position.variant.game.state, lambda: _compile_proofs(position))
    watch, stop = Stopwatch(), new_stop() if stop is None else stop
    with deadline(stop, limits.time_ms):
        desk, table = new_desk(position, node_limit=limits.nodes or 0), new_table(megabytes)
        heard(lambda: prove(desk, table, stop, side, 1 << 29), stop)
    proof, disproof = efforts(probe(table, np.uint64(position.key)))
    if proof != 0:
        return None
    plies = int(plies_of_proof(disproof))
    line = line_of(position, _winning_line(position, table, side))
    value = (WIN - plies) * (1 if side == position.mover else -1)
    return Report(position, (Line(line, value),), plies, int(desk.nodes), watch.seconds, "solver", is_exact=True)


def _winning_line(position: Position, table: Any, side: int) -> list[int]:
    """A line of the proof, as far as the table still knows it: the attacker wins soon, the defender holds out."""
    desk = new_desk(position)
    codes: list[int] = []
    while len(codes) < MAX_PLY - 2 and not int(verbs.ending(desk.states[0])):
        count = verbs.moves(desk.states[0], desk.moves[0])
        proven = []
        for code in desk.moves[0, :count].tolist():
            proof, disproof = efforts_after(desk, table, 0, code, side)
            if proof == 0:
                proven.append((int(plies_of_proof(disproof)), code))
        if not proven:
            break
        attacks = int(desk.states[0].mover) == side
        _, code = min(proven) if attacks else max(proven)
        codes.append(code)
        verbs.play(desk.states[0], code)
        desk.plies_left -= 1
    return codes
