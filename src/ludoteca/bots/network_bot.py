"""`net:FILE`: a bot that searches with a network from a file, one of those that `ludoteca train --network` writes."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from ludoteca.bots.bot import Bot
from ludoteca.bots.search_bots import DEFAULT_LIMITS, MOST_MEGABYTES, MOST_THREADS
from ludoteca.bots.specs import Limits, Spec
from ludoteca.errors import require
from ludoteca.games.sent_files import found_here
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Move, Position
from ludoteca.search.batched import BatchedSearch
from ludoteca.search.batched.network_file import NetworkFile
from ludoteca.search.report import Line
from ludoteca.search.tree_search import is_same_game
from ludoteca.search.values import UNTIMED

SIMULATIONS_A_LOOK = 4  # between two looks at the clock
MANY_SIMULATIONS = 1_000_000


class NetworkBot(Bot):
    """Plays the move that a tree search with a network visits most."""

    def __init__(self, name: str, file: Path, limits: Limits, *, threads: int = 1, megabytes: float = 64) -> None:
        require("nn", "onnxruntime")
        self.name, self.limits = name, limits or DEFAULT_LIMITS
        self._file, self._threads, self._megabytes = file, threads, megabytes
        self._network: NetworkFile | None = None
        self._search: BatchedSearch | None = None
        self._root: Position | None = None  # what the tree's root is
        self._is_stopped = False

    @property
    def network(self) -> NetworkFile:
        """The network, read when it is needed for the first time."""
        if self._network is None:
            self._network = NetworkFile(self._file, threads=self._threads)
        return self._network

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """The most visited move; a forced one at once."""
        allowed, begun = limits or self.limits, time.monotonic()
        self._remember_loss(position, None)
        self._is_stopped = False
        if len(position.codes) == 1:
            return position.moves()[0]
        search = self._search_from(position)
        found = search.run(1)
        simulations = 1
        while found.proofs[0] == Ending.NONE and not self._is_stopped:
            left = MANY_SIMULATIONS if allowed.nodes is None else allowed.nodes - simulations
            late = allowed.time_ms is not None and 1000 * (time.monotonic() - begun) >= allowed.time_ms
            if left <= 0 or late:
                break
            found = search.run(min(left, SIMULATIONS_A_LOOK))
            simulations += min(left, SIMULATIONS_A_LOOK)
        move = search.encoders[0].move(position, int(found.actions[0]))
        if found.proofs[0] == (Ending.SECOND_WINS if position.mover == 0 else Ending.FIRST_WINS):
            self._remember_loss(position, Line((move,), -UNTIMED))
        return move

    def prepare(self, position: Position) -> None:
        """Read the network and compile the search."""
        self._search_from(position).run(2)

    def reseed(self, seed: int) -> None:  # noqa: ARG002 (it leaves nothing to chance)
        """Forget the tree."""
        self._root = None

    def interrupt(self) -> None:
        """Answer with the best move so far."""
        self._is_stopped = True

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_network": None, "_search": None, "_root": None}

    def _search_from(self, position: Position) -> BatchedSearch:
        """The search, with what it knows about the position if that follows from the last one."""
        if self._search is None or self._search.variants != (position.variant,):
            self.network.check_plays(position.variant)
            self._search = self._new_search(position)
        elif (steps := self._steps_to(position)) is None:
            self._search.set_position(0, position)
        else:
            actions = self._search.encoders[0].tables.actions
            for code in steps:
                self._search.advance(np.array([actions[code]]))
        self._root = position
        return self._search

    def _new_search(self, position: Position) -> BatchedSearch:
        simulations = self.limits.nodes or MANY_SIMULATIONS
        return BatchedSearch([position], self.network, simulations=simulations, megabytes=self._megabytes)

    def _steps_to(self, position: Position) -> list[int] | None:
        """The codes of the moves that lead from the root to a position; None if it does not follow from it."""
        steps: list[int] = []
        for later in position.line():
            if self._root is not None and is_same_game(later, self._root):
                return steps
            if self._root is None or later.ply <= self._root.ply or later.code is None:
                return None
            steps[:0] = [later.code, *later.more]
        return None


def make(spec: Spec) -> NetworkBot:
    """`net:FILE`, `net:FILE:2s`, `net:FILE:800`; settings: threads, memory (MiB)."""
    spec.only("threads", "memory", limits=("time_ms", "nodes"))
    path = found_here(Path(spec.target).expanduser()).resolve()
    if not path.is_file():
        raise spec.wrong(f"there is no file {spec.target}")
    return NetworkBot(
        spec.text,
        path,
        spec.limits,
        threads=spec.whole("threads", 1, least=1, most=MOST_THREADS),
        megabytes=spec.whole("memory", 64, least=1, most=MOST_MEGABYTES),
    )
