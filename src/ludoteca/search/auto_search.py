"""Which search a game gets: alpha-beta if it has an evaluation, a Monte Carlo tree otherwise.

Nothing else decides this: bots, levels, analysis and protocols all use `AutoSearch`, unless a person has named a
method.
"""

from __future__ import annotations

from typing import Any

from ludoteca.play.position import Position, Variant
from ludoteca.search.iterative_deepening import AlphaBeta
from ludoteca.search.learned_evaluation import has_evaluation, learned_for
from ludoteca.search.limits import Limits
from ludoteca.search.report import Report
from ludoteca.search.tree_search import Listener, TreeSearch

UNLIMITED = Limits()


def auto_method(variant: Variant, limits: Limits = UNLIMITED) -> str:
    """`"alphabeta"` or `"mcts"`; a depth limit requires alpha-beta, and a learned evaluation names its own method."""
    if limits.depth is not None:
        return "alphabeta"
    learned = learned_for(variant)
    if learned is not None:
        return learned.search
    return "alphabeta" if has_evaluation(variant) else "mcts"


class AutoSearch:
    """A searcher for any game; like the searchers it uses, it remembers from move to move."""

    def __init__(
        self,
        *,
        megabytes: float = 64,
        tree_megabytes: float | None = None,  # if trees should have another size
        threads: int = 1,
        seed: int | None = None,
    ) -> None:
        self.megabytes = megabytes
        self.tree_megabytes = megabytes if tree_megabytes is None else tree_megabytes
        self.threads = threads
        self.seed = seed
        self._searchers: dict[str, AlphaBeta | TreeSearch] = {}  # those needed so far

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
        return self._for(position, limits).search(position, limits, lines=lines, stop=stop, listener=listener)

    def prepare(self, position: Position, limits: Limits = UNLIMITED) -> None:
        """Compile everything that a search of this game needs, which the first search would otherwise do."""
        self._for(position, limits).prepare(position)

    def forget(self, seed: int | None = None) -> None:
        """Remember nothing; a seed also restarts the random numbers."""
        if seed is not None:
            self.seed = seed
        for searcher in self._searchers.values():
            searcher.forget(seed)

    def _for(self, position: Position, limits: Limits) -> AlphaBeta | TreeSearch:
        method = auto_method(position.variant, limits)
        if method not in self._searchers:
            self._searchers[method] = (
                AlphaBeta(megabytes=self.megabytes, threads=self.threads, seed=self.seed)
                if method == "alphabeta"
                else TreeSearch(megabytes=self.tree_megabytes, threads=self.threads, seed=self.seed)
            )
        return self._searchers[method]
