"""Iterative deepening: alpha-beta one ply deeper each time, in one thread or several, until a limit is reached."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.languages.texts import t
from ludoteca.play.position import Move, Position, Variant
from ludoteca.search.alphabeta import GLANCE, ORDER, SCORE, SEARCH, at_root
from ludoteca.search.learned_evaluation import has_evaluation
from ludoteca.search.limits import Limits, Stopwatch, compile_first
from ludoteca.search.report import Line, NothingToSearch, Report, line_of
from ludoteca.search.stop_flag import new_stop, own_stop_flag
from ludoteca.search.threads import SearchThreads, run_interruptible, useful_threads
from ludoteca.search.transposition_table import NO_MOVE, TranspositionTable, known_move, new_transposition_table
from ludoteca.search.values import INFINITE, PROVEN, WIN, is_proven
from ludoteca.search.workspace import MAX_PLY, Workspace, new_workspace

Listener = Callable[[Report], None]
NO_VALUES = np.zeros(0, dtype=np.int64)
WINDOW = 300  # how far from the last value the next is expected


class AlphaBeta:
    """A searcher that keeps its table from move to move.

    It is deterministic, except for the choice among equal moves in a game without an evaluation, where most are equal.
    """

    def __init__(
        self, *, megabytes: float = 16, threads: int = 1, is_exact: bool = False, seed: int | None = None
    ) -> None:
        self.megabytes = megabytes
        self.table: TranspositionTable = new_transposition_table(megabytes)
        self.threads = threads
        self.is_exact = is_exact
        self._chance = random.Random(seed)
        self._holds_for: tuple[Variant, frozenset[int]] | None = None  # what the table's entries are valid for

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        stop: Any = None,
        listener: Listener | None = None,
    ) -> Report:
        """Search until a limit is reached or the result is certain; `stop` may be set from any thread."""
        if not position.moves():
            raise NothingToSearch(t("the game is over"))
        self.prepare(position)
        self._forget_other_games(position)
        watch = Stopwatch()
        with own_stop_flag(stop, limits.time_ms) as own:
            return run_interruptible(lambda: self._search(position, limits, lines, own, watch, listener), own)

    def _search(
        self, position: Position, limits: Limits, lines: int, stop: Any, watch: Stopwatch, listener: Listener | None
    ) -> Report:
        count, threads = len(position.moves()), useful_threads(self.threads)
        share = None if limits.nodes is None else max(1, limits.nodes // threads)
        workspaces = [self._laid_out(position, share) for _ in range(threads)]
        with (
            BrokenRulesReporter(position.variant.game, *(work.states for work in workspaces)),
            SearchThreads(stop) as running,
        ):
            for number, work in enumerate(workspaces[1:], 1):
                running.start(self._deepen_along, work, count, number, stop)
            return self._deepen(position, workspaces, limits, min(lines, count), stop, watch, listener)

    def _forget_other_games(self, position: Position) -> None:
        """Begin with an empty table if its content may no longer be true.

        In another game, or with other options, keys mean something else; and if positions have repeated, values depend
        on which.
        """
        variant, past = position.variant, frozenset[int]()
        if variant.repetition != "off":
            seen = Counter(earlier.key for earlier in position.line())
            past = frozenset(key for key, times in seen.items() if times > 1 or variant.repetition == "superko")
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

    def prepare(self, position: Position) -> None:
        """Compile everything that a search of this game needs, which the first search would otherwise do."""
        compile_first("alphabeta", position.variant.game.state, lambda: self._compile(position))

    def _compile(self, position: Position) -> None:
        position.play(position.moves()[0]).moves()  # reports play their lines, and look up more in the table
        self._followed(position, (), 1)
        self._laid_out(position, 1)

    def _laid_out(self, position: Position, nodes: int | None) -> Workspace:
        work = new_workspace(position, node_limit=nodes or 0, is_exact=self.is_exact)
        codes = [move.code for move in position.moves()]
        if not has_evaluation(position.variant):
            self._chance.shuffle(codes)
        work.moves[0, : len(codes)] = codes
        with BrokenRulesReporter(position.variant.game, work.states):
            self._at_root(ORDER, work, new_stop(), count=len(codes))
        return work

    def _at_root(
        self,
        task: int,
        work: Workspace,
        stop: Any,
        depth: int = 0,
        window: tuple[int, int] = (-INFINITE, INFINITE),
        first: int = 0,
        count: int = 0,
        values: npt.NDArray[np.int64] = NO_VALUES,
    ) -> int:
        return int(at_root(task, work, self.table, stop, depth, *window, first, count, values))

    def _deepen(
        self,
        position: Position,
        workspaces: list[Workspace],
        limits: Limits,
        lines: int,
        stop: Any,
        watch: Stopwatch,
        listener: Listener | None,
    ) -> Report:
        work = workspaces[0]
        count = len(position.moves())
        found: list[Line] = []
        depth, deepest = 0, min(limits.depth or MAX_PLY - 2, MAX_PLY - 2, int(work.plies_left))
        while depth < deepest and not work.is_aborted:
            depth += 1
            before, found = found, self._search_lines(position, work, depth, found, lines, stop, count)
            if work.is_aborted:
                if lines > 1:
                    found = before  # values of different depths cannot be compared
                depth -= 1
                break
            if listener is not None:
                listener(self._report(position, workspaces, found, depth, watch))
            if self._is_settled(found, depth, limits):
                break
        found = found or self._at_a_glance(position, work, lines)
        return self._report(position, workspaces, [self._to_the_end(position, line) for line in found], depth, watch)

    def _report(
        self, position: Position, workspaces: list[Workspace], found: list[Line], depth: int, watch: Stopwatch
    ) -> Report:
        nodes = sum(int(each.nodes) for each in workspaces)
        return Report(position, tuple(found), depth, nodes, watch.seconds, "alphabeta")

    def _at_a_glance(self, position: Position, work: Workspace, lines: int) -> list[Line]:
        """The moves that look best without searching, if there is no time for more."""
        return [self._seen_after(position, work, int(code)) for code in work.moves[0, :lines]]

    def _seen_after(self, position: Position, work: Workspace, code: int) -> Line:
        """A move with the static value of the position after it."""
        step = position.follow(code)
        assert step is not None
        return Line((step[0],), self._at_root(GLANCE, work, new_stop(), first=code))

    def _to_the_end(self, position: Position, line: Line) -> Line:
        """A forced result with its whole line, as far as the table knows it."""
        if line.plies_to_end is None or len(line.moves) >= line.plies_to_end:
            return line
        return replace(line, moves=self._followed(position, line.moves, line.plies_to_end))

    def _search_lines(
        self, position: Position, work: Workspace, depth: int, before: list[Line], lines: int, stop: Any, count: int
    ) -> list[Line]:
        """One iteration: each line in turn, excluding those already found."""
        if lines == count > 1:
            return self._score_all(position, work, depth, before, stop, count)
        found: list[Line] = []
        for first in range(lines):
            expected = before[first].value if first < len(before) else None
            value = self._aspire(work, depth, expected, first, stop, count)
            if value is None:
                break
            if work.is_aborted and value <= -PROVEN:  # what was tried is lost, and nothing is known about the rest
                if lines == 1 and not (before and is_proven(before[0].value)):
                    found = [self._seen_after(position, work, int(work.moves[0, work.root_index]))]
                break
            codes = work.line[0, : work.line_length[0]].tolist()
            found.append(Line(self._followed(position, line_of(position, codes), depth), value))
        if not found:
            return before
        if lines > 1:
            found.sort(key=lambda line: -line.value)
            self._set_order(work, found, count)
        return found

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

    def _score_all(
        self, position: Position, work: Workspace, depth: int, before: list[Line], stop: Any, count: int
    ) -> list[Line]:
        """One iteration if every move is wanted: each separately, which is faster than one after the other."""
        values = np.zeros(count, dtype=np.int64)
        self._at_root(SCORE, work, stop, depth, count=count, values=values)
        if work.is_aborted:
            return before
        found = []
        for value, index in sorted(zip(values.tolist(), range(count), strict=True), key=lambda pair: -pair[0]):
            codes = work.root_lines[index, : 1 if stop[0] else work.root_lengths[index]].tolist()  # no time for more
            found.append(Line(line_of(position, codes), value))
        return found

    def _set_order(self, work: Workspace, found: list[Line], count: int) -> None:
        """Put the best lines' moves first, for the next iteration."""
        ahead = [line.moves[0].code for line in found]
        rest = [code for code in work.moves[0, :count].tolist() if code not in ahead]
        work.moves[0, :count] = ahead + rest

    def _aspire(
        self, work: Workspace, depth: int, expected: int | None, first: int, stop: Any, count: int
    ) -> int | None:
        """Search with a narrow window around the expected value, widened if the value is outside.

        None if it was stopped before a move as good as expected was found, unless all moves tried lose.
        """
        low, high = -INFINITE, INFINITE
        if expected is not None and depth > 3 and not is_proven(expected):
            low, high = max(-INFINITE, expected - WINDOW), min(INFINITE, expected + WINDOW)
        while True:
            value = self._at_root(SEARCH, work, stop, depth, (low, high), first, count)
            if work.is_aborted:
                return None if value == -INFINITE or -PROVEN < value <= low else value
            if low < value < high or (low, high) == (-INFINITE, INFINITE):
                return value
            low, high = (-INFINITE, high) if value <= low else (low, INFINITE)

    def _is_settled(self, found: list[Line], depth: int, limits: Limits) -> bool:
        """Whether deeper search cannot change anything: all lines lead to a forced end."""
        if limits.depth is not None:
            return False
        return all(is_proven(line.value) and WIN - abs(line.value) <= depth for line in found)

    def _deepen_along(self, work: Workspace, count: int, number: int, stop: Any) -> None:
        """A helper thread: fill the table, at slightly different depths from the others."""
        depth = 1 + number % 2
        order = np.random.default_rng(number)
        work.moves[0, :count] = order.permutation(work.moves[0, :count])
        while depth < MAX_PLY - 2 and not work.is_aborted and not stop[0]:
            self._at_root(SEARCH, work, stop, depth, count=count)
            depth += 1
