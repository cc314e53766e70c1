"""Alpha-beta as a `Searcher`: one ply deeper each time, in one thread or several, until a limit is reached."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.play.position import Move, Position, Variant
from ludoteca.search.alphabeta import CUT_SHORT, SETTLED, STOPPED, deepen
from ludoteca.search.learned_evaluation import has_evaluation
from ludoteca.search.report import Line, Report, line_of
from ludoteca.search.searcher import Searcher, Task
from ludoteca.search.threads import SearchThreads, StopFlag, useful_threads
from ludoteca.search.transposition_table import NO_MOVE, TranspositionTable, known_move, new_transposition_table
from ludoteca.search.workspace import MAX_PLY, Workspace, new_workspace


class AlphaBeta(Searcher):
    """A searcher that keeps its table from move to move.

    It is deterministic, except for the choice among equal moves in a game without an evaluation, where most are equal.
    """

    method = "alphabeta"

    def __init__(
        self, *, megabytes: float = 16, threads: int = 1, is_exact: bool = False, seed: int | None = None
    ) -> None:
        self.megabytes = megabytes
        self.table: TranspositionTable = new_transposition_table(megabytes)
        self.threads = threads
        self.is_exact = is_exact
        self._chance = random.Random(seed)
        self._holds_for: tuple[Variant, frozenset[int]] | None = None  # what the table's entries are valid for

    def run(self, task: Task) -> Report:
        """Deepen ply by ply, reporting each depth."""
        position, limits = task.position, task.limits
        self._forget_other_games(position)
        count, threads = len(position.moves()), useful_threads(self.threads)
        share = None if limits.nodes is None else max(1, limits.nodes // threads)
        workspaces = [self._laid_out(position, share) for _ in range(threads)]
        with (
            BrokenRulesReporter(position.variant.game, *(work.states for work in workspaces)),
            SearchThreads(task.stop) as running,
        ):
            for number, work in enumerate(workspaces[1:], 1):
                running.start(self._deepen_along, work, count, number, task.stop.flag)
            return self._deepen(task, workspaces)

    def _forget_other_games(self, position: Position) -> None:
        """Begin with an empty table if its content may no longer be true.

        In another game, or with other options, keys mean something else; and if positions have repeated, values depend
        on which.
        """
        variant, past = position.variant, frozenset[int]()
        if variant.repetition != "off":
            seen = Counter(earlier.repetition_key for earlier in position.line())
            past = frozenset(key for key, times in seen.items() if times > 1 or variant.repetition != "threefold")
        holds_for = (variant, past)
        if self._holds_for is not None and self._holds_for != holds_for:
            self.table.fill(0)
        self._holds_for = holds_for

    def forget(self, seed: int | None = None) -> None:
        """Begin with an empty table; a seed also restarts the random numbers."""
        if seed is not None:
            self._chance.seed(seed)
        self.table.fill(0)
        self._holds_for = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "table": None, "_holds_for": None}  # its memory is too large to send around

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.table = new_transposition_table(self.megabytes)

    def compile(self, position: Position) -> None:
        """Compile the search and its reports."""
        position.play(position.moves()[0]).moves()  # reports play their lines, and look up more in the table
        self._followed(position, (), 1)
        self._laid_out(position, 1)

    def _laid_out(self, position: Position, nodes: int | None) -> Workspace:
        codes = [move.code for move in position.moves()]
        if not has_evaluation(position.variant):
            self._chance.shuffle(codes)
        work = new_workspace(position, codes, node_limit=nodes or 0, is_exact=self.is_exact)
        with BrokenRulesReporter(position.variant.game, work.states):
            deepen(work, self.table, StopFlag().flag, 0, len(codes), len(codes))
        return work

    def _deepen(self, task: Task, workspaces: list[Workspace]) -> Report:
        position, limits, work = task.position, task.limits, workspaces[0]
        count = len(position.moves())
        lines = min(task.lines, count)
        depth, deepest = 0, min(limits.depth or MAX_PLY - 2, MAX_PLY - 2, int(work.plies_left))
        found = self._found(position, work, lines, depth)

        def report() -> Report:
            nodes = sum(int(each.nodes) for each in workspaces)
            return Report(position, tuple(found), depth, nodes, task.watch.seconds, self.method)

        while depth < deepest:
            end = deepen(work, self.table, task.stop.flag, depth + 1, count, lines)
            if end != STOPPED:
                found = self._found(position, work, lines, depth + 1, is_late=task.stop.is_set)
            if end >= CUT_SHORT:
                break
            depth += 1
            if task.listener is not None:
                task.listener(report())
            if end == SETTLED and limits.depth is None:
                break
        found = [self._to_the_end(position, line) for line in found]
        return report()

    def _found(
        self, position: Position, work: Workspace, lines: int, depth: int, *, is_late: bool = False
    ) -> list[Line]:
        """The lines that a step has found, the best first; if there is one for every move, none is continued."""
        is_all = lines == len(position.moves()) > 1
        found = []
        for place in range(lines):
            length = 1 if is_all and is_late else int(work.root_lengths[place])  # no time for more
            line = line_of(position, work.root_lines[place, :length].tolist())
            value = int(work.root_values[place])
            found.append(Line(line if is_all else self._followed(position, line, depth), value))
        return sorted(found, key=lambda line: -line.value)

    def _to_the_end(self, position: Position, line: Line) -> Line:
        """A forced result with its whole line, as far as the table knows it."""
        if line.plies_to_end is None or len(line.moves) >= line.plies_to_end:
            return line
        return replace(line, moves=self._followed(position, line.moves, line.plies_to_end))

    def _followed(self, position: Position, line: tuple[Move, ...], depth: int) -> tuple[Move, ...]:
        """The line, continued by the table: a search that found its value there stopped."""
        for move in line:
            after = position.follow(move.code)
            assert after is not None
            position = after[1]
        while len(line) < depth:
            code = int(known_move(self.table, np.uint64(position.key)))
            known = position.follow(code) if code != NO_MOVE else None
            if known is None:
                break
            line, position = (*line, known[0]), known[1]
        return line

    def _deepen_along(self, work: Workspace, count: int, number: int, stop: Any) -> None:
        """A helper thread: fill the table, at slightly different depths from the others."""
        order = np.random.default_rng(number)
        work.moves[0, :count] = order.permutation(work.moves[0, :count])
        for depth in range(1 + number % 2, MAX_PLY - 2):
            if deepen(work, self.table, stop, depth, count, 1) >= CUT_SHORT or stop[0]:
                break
