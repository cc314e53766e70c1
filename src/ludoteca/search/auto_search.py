"""Which search a game gets: alpha-beta if it has an evaluation, a Monte Carlo tree otherwise.

Nothing else decides this: bots, levels, analysis and protocols all use `AutoSearch`, unless a person has named a
method.
"""

from __future__ import annotations

from ludoteca.play.position import Position, Variant
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.learned_evaluation import has_evaluation, learned_for
from ludoteca.search.limits import Limits
from ludoteca.search.searcher import UNLIMITED, Searcher
from ludoteca.search.tree_search import TreeSearch


def auto_method(variant: Variant, limits: Limits = UNLIMITED) -> str:
    """`"alphabeta"` or `"mcts"`; a depth limit requires alpha-beta, and a learned evaluation names its own method."""
    if limits.depth is not None:
        return "alphabeta"
    learned = learned_for(variant)
    if learned is not None:
        return learned.search
    return "alphabeta" if has_evaluation(variant) else "mcts"


class AutoSearch(Searcher):
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
        self._searchers: dict[str, Searcher] = {}  # those needed so far

    def forget(self, seed: int | None = None) -> None:
        """Remember nothing; a seed also restarts the random numbers."""
        if seed is not None:
            self.seed = seed
        for searcher in self._searchers.values():
            searcher.forget(seed)

    def searcher_for(self, position: Position, limits: Limits) -> Searcher:
        """The search that suits the game and the limits."""
        method = auto_method(position.variant, limits)
        if method not in self._searchers:
            self._searchers[method] = (
                AlphaBeta(megabytes=self.megabytes, threads=self.threads, seed=self.seed)
                if method == "alphabeta"
                else TreeSearch(megabytes=self.tree_megabytes, threads=self.threads, seed=self.seed)
            )
        return self._searchers[method]
