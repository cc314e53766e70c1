"""Growing a tree: the Monte Carlo searcher that people and bots use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.kernel import chance, records
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Move, Position
from ludoteca.search.desk import MOST_PAST, new_stop
from ludoteca.search.limits import Limits, Stopwatch, compile_first, deadline
from ludoteca.search.mcts import DEEPEST, grow
from ludoteca.search.report import Line, NothingToSearch, Report
from ludoteca.search.tree import POINT, Tree, clear, new_tree, transplant
from ludoteca.search.values import MOST, UNIT, WIN

Listener = Callable[[Report], None]
ENDLESS = 1 << 60
REPORT_EVERY_MS = 200


class TreeSearch:
    """A searcher that keeps its tree from move to move."""

    def __init__(
        self,
        *,
        megabytes: float = 64,
        threads: int = 1,
        exploration: float = 0.7,
        cutoff: int | None = None,  # plies of a playout before `evaluate` judges; None: play to the end
        priors: bool = False,  # let `evaluate` say which moves to try first
        threshold: int = 2,  # visits before a leaf gets children
        seed: int | None = None,
    ) -> None:
        self.megabytes = megabytes
        self.threads = threads
        self.exploration = exploration
        self.cutoff = cutoff
        self.priors = priors
        self.threshold = threshold
        self._tree = new_tree(megabytes / 2)
        self._spare: Tree | None = None
        self._root: Position | None = None
        self._random = [chance.new_random(None if seed is None else seed + number) for number in range(threads)]

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        stop: Any = None,
        listener: Listener | None = None,
    ) -> Report:
        """Search until a limit is met or the result is certain; `stop` may be thrown from any thread."""
        if not position.moves():
            raise NothingToSearch("the game is over")
        self._move_root(position)
        stop = new_stop() if stop is None else stop
        compile_first("mcts", position.variant.game.state, lambda: self._compile(position))
        done = np.zeros(1, dtype=np.int64)
        target = limits.nodes or ENDLESS
        watch = Stopwatch()
        workers = [
            threading.Thread(target=self._work, args=(position, random, stop, done, target), daemon=True)
            for random in self._random
        ]
        with deadline(stop, limits.time_ms):
            if len(workers) == 1 and listener is None:
                self._work(position, self._random[0], stop, done, target)
            else:
                self._run(workers, position, stop, done, target, watch, lines, listener)
        return self._report(position, lines, int(min(done[0], target)), watch.seconds)

    def _compile(self, position: Position) -> None:
        position.play(position.moves()[0]).moves()  # reports play their lines
        stop = new_stop()
        stop[0] = 1  # compiled for the call, over before it begins
        self._work(position, self._random[0], stop, np.zeros(1, dtype=np.int64), 1)

    def _run(
        self,
        workers: list[threading.Thread],
        position: Position,
        stop: Any,
        done: Any,
        target: int,
        watch: Stopwatch,
        lines: int,
        listener: Listener | None,
    ) -> None:
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                while worker.is_alive():
                    worker.join(REPORT_EVERY_MS / 1000)
                    if worker.is_alive() and listener is not None and self._tree.first[0] >= 0:
                        listener(self._report(position, lines, int(min(done[0], target)), watch.seconds))
        finally:  # an interrupt must not leave threads running
            stop[0] = 1
            for worker in workers:
                worker.join()

    def _work(self, position: Position, random: Any, stop: Any, done: Any, target: int) -> None:
        variant = position.variant
        states = records.new_states(3, variant.game.state)
        states[0] = position.state
        watches = variant.repetition != "off"
        past = [earlier.key for earlier in position.line()][1 : MOST_PAST + 1][::-1] if watches else []
        keys = np.zeros(len(past) + DEEPEST + 2, dtype=np.uint64)
        keys[: len(past)] = past
        longest = variant.longest - position.ply
        cutoff = longest if self.cutoff is None else self.cutoff
        settings = np.array(
            [self.exploration, self.threshold, cutoff, longest, len(past), float(watches), float(self.priors)]
        )
        room = np.zeros(variant.game.most_moves, dtype=np.int32)
        grow(self._tree, states, room, keys, random, stop, done, target, settings)

    def _move_root(self, position: Position) -> None:
        """Keep what is known below the new position if it follows from the last; else begin afresh."""
        node = self._find(position)
        self._root = position
        if node is None:
            clear(self._tree)
        elif node != 0:
            spare = new_tree(self.megabytes / 2) if self._spare is None else self._spare
            transplant(self._tree, node, spare)
            self._tree, self._spare = spare, self._tree
        if self._tree.proof[0] != Ending.NONE and self._tree.first[0] < 0:
            clear(self._tree)

    def _find(self, position: Position) -> int | None:
        """The node of a position that was reached from the last root by moves the tree knows."""
        if self._root is None or position.variant != self._root.variant:
            return None
        steps = []
        for later in position.line():
            if later is self._root or (later.ply == self._root.ply and later == self._root):
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
        first = int(self._tree.first[node])
        before = later.previous
        if first < 0 or before is None:
            return None
        codes = self._tree.move[first : first + int(self._tree.count[node])].tolist()
        for move in before.moves():
            if move.code in codes and before.play(move) == later:
                return first + codes.index(move.code)
        return None

    def _report(self, position: Position, lines: int, playouts: int, seconds: float) -> Report:
        tree = self._tree
        moves = {move.code: move for move in position.moves()}
        children = self._ranked(0, position.mover)
        found = []
        for child in children:
            move = moves.get(int(tree.move[child]))
            if move is not None:  # superko forbids moves that the rules alone allow
                line = (move, *self._follow(child, position.play(move)))
                found.append(Line(line, self._value(child, position.mover, len(line)), int(tree.visits[child])))
            if len(found) == lines:
                break
        if not found:
            found = [Line((position.moves()[0],), 0)]
        exact = tree.proof[0] != Ending.NONE
        return Report(position, tuple(found), len(found[0].moves), playouts, seconds, "mcts", bool(exact))

    def _ranked(self, node: int, mover: int) -> list[int]:
        """The children, best first: proven wins, then by visits, draws among them, proven losses last."""
        tree = self._tree
        first = int(tree.first[node])
        if first < 0:
            return []
        winning = Ending.FIRST_WINS if mover == 0 else Ending.SECOND_WINS

        def rank(child: int) -> tuple[int, int]:
            proof = int(tree.proof[child])
            certain = 2 if proof == winning else (0 if proof in (Ending.NONE, Ending.DRAW) else -1)
            if tree.proof[node] == Ending.DRAW and proof == Ending.DRAW:
                certain = 1
            return certain, int(tree.visits[child])

        return sorted(range(first, first + int(tree.count[node])), key=rank, reverse=True)

    def _follow(self, node: int, position: Position) -> list[Move]:
        """The most visited line below a node."""
        line: list[Move] = []
        while position.outcome is None and len(line) < 30:
            ranked = self._ranked(node, position.mover)
            if not ranked or self._tree.visits[ranked[0]] == 0:
                break
            node = ranked[0]
            move = next((each for each in position.moves() if each.code == self._tree.move[node]), None)
            if move is None:
                break
            line.append(move)
            position = position.play(move)
        return line

    def _value(self, child: int, mover: int, plies: int) -> int:
        """A child's mean result as a value of `values`: the logarithm of the odds."""
        proof = int(self._tree.proof[child])
        if proof == Ending.DRAW:
            return 0
        if proof != Ending.NONE:
            wins = (proof == Ending.FIRST_WINS) == (mover == 0)
            return WIN - plies if wins else plies - WIN
        visits = int(self._tree.visits[child]) + 2  # as if one more had been won and one lost: a few prove little
        chance_of_winning = min(max(0.5 + 0.5 * float(self._tree.totals[child]) / (visits * POINT), 1e-6), 1 - 1e-6)
        logit = float(np.log(chance_of_winning / (1 - chance_of_winning)))
        return int(min(max(logit * UNIT, -MOST), MOST))


