"""Growing a tree: the Monte Carlo searcher that people and bots use."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler import layouts
from ludoteca.errors import BrokenRules
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Position, Variant
from ludoteca.search.learned_evaluation import has_evaluation, learned_for
from ludoteca.search.mcts import (
    CUT_OFF,
    DEEPEST,
    EXPLORATION,
    FAVOUR,
    LINE_ROOM,
    LONGEST,
    PAST,
    RAVE,
    REPETITION,
    SETTINGS,
    SHARE,
    THRESHOLD,
    TRUST,
    USES_PRIORS,
    best_lines,
    grow,
)
from ludoteca.search.report import Line, Report, line_of
from ludoteca.search.searcher import Searcher, Task
from ludoteca.search.threads import SearchThreads, StopFlag, useful_threads
from ludoteca.search.tree import clear, new_tree, transplant
from ludoteca.search.workspace import REPETITION_MODES

Settings = npt.NDArray[np.float64]
ENDLESS = 1 << 60
REPORT_EVERY_MS = 200
CUTOFF = 4
USUAL_EXPLORATION = {True: 0.7, False: 0.05}  # with priors and without
USUAL_RAVE = 1000
USUAL_THRESHOLD = 2
USUAL_FAVOUR = 1.0
TRUSTED_VISITS, TRUSTED_SHARE, TRUSTED_THRESHOLD = 30, 0.5, 10  # if both playouts and evaluation count, see `trust`


class TreeSearch(Searcher):
    """A searcher that keeps its tree from move to move.

    By default, it plays out to the end in a game without an evaluation, and uses the evaluation in one that has it.  A
    learned evaluation may do better alongside playouts than instead of them: then its value of a move counts as some
    visits, and its value of a leaf as a share of the playout's result.
    """

    method = "mcts"

    def __init__(
        self,
        *,
        megabytes: float = 64,
        threads: int = 1,
        exploration: float | None = None,
        cutoff: int | None = None,  # plies of a playout before it is evaluated; 0: play to the end
        priors: bool | None = None,  # let `evaluate`, or else `move_prior`, decide which moves to try first
        rave: float = USUAL_RAVE,  # visits until games with the move played later count less than its own; 0: never
        threshold: int | None = None,  # visits before a leaf gets children
        trust: float | None = None,  # visits that the evaluation of a move counts as, instead of priors
        share: float | None = None,  # of a leaf's evaluation in the result of its playout
        seed: int | None = None,
    ) -> None:
        self.megabytes = megabytes
        self.threads = threads
        self.exploration = exploration
        self.cutoff = cutoff
        self.priors = priors
        self.rave = rave
        self.threshold = threshold
        self.trust = trust
        self.share = share
        self.tree = new_tree(megabytes / 2)
        self._spare = new_tree(megabytes / 2)
        self._root: Position | None = None
        self.randoms = self._seeded(seed)

    def run(self, task: Task) -> Report:
        """Grow the tree, reporting now and then."""
        done = np.zeros(1, dtype=np.int64)
        target = task.limits.nodes or ENDLESS

        def report() -> Report:
            return self._report(task.position, task.lines, int(min(done[0], target)), task.watch.seconds)

        listener = task.listener
        tell = None if listener is None else lambda: listener(report())
        try:
            self._grow(task.position, task.stop, done, target, tell)
        except BrokenRules:  # the tree is in an undefined state
            self._root = None
            raise
        return report()

    def forget(self, seed: int | None = None) -> None:
        """Begin with an empty tree; a seed also restarts the random numbers."""
        self._root = None
        if seed is not None:
            self.randoms = self._seeded(seed)

    def set_aside(self, position: Position, code: int) -> None:
        """Let the next search of the position just searched spend all its playouts on other moves than this one.

        A move that ends the game is not forgotten that way.
        """
        tree, mover = self.tree, position.mover
        for child in range(int(tree.first[0]), int(tree.first[0] + tree.count[0])):
            if tree.move[child] == code:
                tree.proof[child] = Ending.SECOND_WINS if mover == 0 else Ending.FIRST_WINS
        tree.proof[0] = Ending.NONE

    def _seeded(self, seed: int | None) -> list[random_numbers.Random]:
        return [random_numbers.new_random(None if seed is None else seed + number) for number in range(self.threads)]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "tree": None, "_spare": None, "_root": None}  # too large to send around

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.tree, self._spare = new_tree(self.megabytes / 2), new_tree(self.megabytes / 2)

    def compile(self, position: Position) -> None:
        """Compile the tree and its reports."""
        position.play(position.moves()[0]).moves()  # reports play their lines
        stop = StopFlag().flag
        stop[0] = 1  # compiled for the call, over before it begins
        self._work(position, self.randoms[0], stop, np.zeros(1, dtype=np.int64), 1)
        self._lines(position, 1)
        transplant(new_tree(0), 0, new_tree(0), stop)

    def _grow(
        self, position: Position, stop: StopFlag, done: Any, target: int, tell: Callable[[], object] | None
    ) -> None:
        self._move_root(position, stop.flag)
        with SearchThreads(stop) as running:
            own, *others = self.randoms[: useful_threads(self.threads)]
            for random in others:
                running.start(self._work, position, random, stop.flag, done, target)
            if tell is None:
                self._work(position, own, stop.flag, done, target)
                return
            running.start(self._work, position, own, stop.flag, done, target)
            while not running.wait(REPORT_EVERY_MS / 1000):
                if self.tree.first[0] >= 0:
                    tell()

    def _work(self, position: Position, random: Any, stop: Any, done: Any, target: int) -> None:
        variant = position.variant
        states = layouts.new_states(3, variant.game.state)
        states[0] = position.state
        mode = REPETITION_MODES.index(variant.repetition)
        past = [earlier.repetition_key for earlier in position.line()][:0:-1] if mode else []
        keys = np.zeros(len(past) + DEEPEST + 2, dtype=np.uint64)
        keys[: len(past)] = past
        longest = variant.longest - position.ply
        settings = self.settings_for(variant)
        settings[LONGEST], settings[PAST], settings[REPETITION] = longest, len(past), mode
        with BrokenRulesReporter(variant.game, states):
            grow(self.tree, states, np.zeros_like(variant.room), keys, random, stop, done, target, settings)

    def settings_for(self, variant: Variant) -> Settings:
        """How trees grow in a game, for `mcts.grow`; what depends on the position is left open."""
        is_judged, learned = has_evaluation(variant), learned_for(variant)
        plays_out = not is_judged or (learned is not None and learned.plays_out)
        is_trusted = is_judged and plays_out and self.priors is None
        trust = (TRUSTED_VISITS if is_trusted else 0) if self.trust is None else self.trust
        share = (TRUSTED_SHARE if is_trusted else 0) if self.share is None else self.share
        priors = trust == 0 and (is_judged if self.priors is None else self.priors)
        usual_threshold = TRUSTED_THRESHOLD if trust else USUAL_THRESHOLD
        settings = np.zeros(SETTINGS)
        settings[EXPLORATION] = USUAL_EXPLORATION[priors] if self.exploration is None else self.exploration
        settings[THRESHOLD] = usual_threshold if self.threshold is None else self.threshold
        settings[CUT_OFF] = (0 if plays_out else CUTOFF) if self.cutoff is None else self.cutoff
        settings[USES_PRIORS] = float(priors)
        settings[RAVE] = 0.0 if priors else self.rave
        settings[TRUST], settings[SHARE] = trust, share
        has_priors = variant.game.own(verbs.move_prior) is not None and self.priors is not False
        settings[FAVOUR] = USUAL_FAVOUR if has_priors and not priors and trust == 0 else 0.0
        return settings

    def _move_root(self, position: Position, stop: Any) -> None:
        """Keep what is known below the new position if it follows from the last one; otherwise begin afresh."""
        node = self.find_node(position)
        self._root = position
        if node is None:
            clear(self.tree)
        elif node != 0:
            transplant(self.tree, node, self._spare, stop)
            self.tree, self._spare = self._spare, self.tree
        if self.tree.proof[0] != Ending.NONE and self.tree.first[0] < 0:
            clear(self.tree)

    def find_node(self, position: Position) -> int | None:
        """The node of a position that was reached from the last root by moves the tree knows."""
        if self._root is None or position.variant != self._root.variant:
            return None
        steps = []
        for later in position.line():
            if is_same_game(later, self._root):
                break
            if later.ply <= self._root.ply or later.previous is None:
                return None
            steps.append(later)
        node = 0
        for later in reversed(steps):
            child = self._child_towards(node, later)
            if child is None:
                return None
            node = child
        return node

    def _child_towards(self, node: int, later: Position) -> int | None:
        first = int(self.tree.first[node])
        before = later.previous
        if first < 0 or before is None:
            return None
        wanted = later.state.tobytes()
        for child in range(first, first + int(self.tree.count[node])):
            state = layouts.copied(before.state)
            verbs.play(state, int(self.tree.move[child]))
            if state.tobytes() == wanted:
                return child
        return None

    def _report(self, position: Position, lines: int, playouts: int, seconds: float) -> Report:
        found = self._lines(position, lines)
        if not found:
            legal = position.moves()
            found = [Line((legal[random_numbers.below(self.randoms[0], len(legal))],), 0)]
        return Report(position, tuple(found), len(found[0].moves), playouts, seconds, self.method)

    def _lines(self, position: Position, lines: int) -> list[Line]:
        """The best lines of the tree, the best first; none before it has grown."""
        count = len(position.moves())
        rows, children = np.zeros((count, LINE_ROOM), np.int64), np.zeros(count, np.int64)
        states = layouts.new_states(2, position.variant.game.state)
        states[0] = position.state
        with BrokenRulesReporter(position.variant.game, states):
            number = best_lines(self.tree, states, min(lines, count), children, rows)
        found = []
        for value, visits, is_certain, moves, *codes in rows[:number].tolist():
            if line := line_of(position, codes[:moves]):
                found.append(Line(line, value, visits, is_exact=bool(is_certain)))
        return found


def is_same_game(here: Position, there: Position) -> bool:
    """Whether what a tree knows about one position is true for the other: if repetition counts, so does the past."""
    if here is there:
        return True
    if here.ply != there.ply or here != there:
        return False
    return here.variant.repetition == "off" or all(map(eq, here.line(), there.line()))
