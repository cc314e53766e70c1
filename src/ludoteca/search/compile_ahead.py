"""Compiling the searches of a game ahead of time; see `ludoteca.play.compile_ahead`."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.play.compile_ahead import Step
from ludoteca.play.position import Variant
from ludoteca.search.iterative_deepening import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.solver import prove_win, solve_exactly
from ludoteca.search.tree_search import TreeSearch


def search_steps(variant: Variant) -> Iterator[Step]:
    """Alpha-beta, trees and proofs, each in every form that bots and analysis use."""

    def look_ahead() -> None:
        start = variant.start(0)
        AlphaBeta(megabytes=1).search(start, Limits(depth=1))
        AlphaBeta(megabytes=1).search(start, Limits(depth=1), lines=len(start.moves()))

    def grow() -> None:
        searcher = TreeSearch(megabytes=1, seed=0)
        report = searcher.search(variant.start(0), Limits(nodes=5))
        searcher.search(variant.start(0).play(report.best), Limits(nodes=5))

    def prove() -> None:
        solve_exactly(variant.start(0), Limits(nodes=5), megabytes=1)
        prove_win(variant.start(0), Limits(nodes=5), megabytes=1)

    yield Step(variant.name, "search", look_ahead)
    yield Step(variant.name, "trees", grow)
    yield Step(variant.name, "proofs", prove)
