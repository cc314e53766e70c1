"""Whether a position has one clearly best move, and how that is known.

If the game can be solved from here, every move's result is exact.  Otherwise a search compares the two best moves: a
win or a loss that it proves is certain, everything else is as good as the search is deep.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.play.position import Move, Position
from ludoteca.search.auto_search import AutoSearch, auto_method
from ludoteca.search.limits import Limits
from ludoteca.search.report import Line, Report
from ludoteca.search.solver import try_to_solve
from ludoteca.search.values import PROVEN

LEAST_MOVES = 3  # with fewer there is little to find
NOT_WINNING = 0.5  # the mover's best chance with another move, if that is not certain to win
NOT_LOSING = 0.4  # the mover's least chance with the saving move
DECIDED, DECISIVE = 0.75, 0.35  # chance: the least that the best move gives, and the least that it gives more
POINTS_A_CELL = 0.08  # points per cell of the board: the least by which the best move must beat all others
PLAYOUTS = 20  # nodes of a search that one playout costs
MEGABYTES, SMALL_MEGABYTES = 16, 1
GLANCE = 20_000  # nodes for which the small table is enough


@dataclass(frozen=True)
class Verdict:
    """One clearly best move: what it does that no other does, and the report of the solver or the search."""

    kind: str
    report: Report

    @property
    def best(self) -> Line:
        """The solution."""
        return self.report.lines[0]

    @property
    def second(self) -> Line:
        """The best of all other moves."""
        return self.report.lines[1]

    @property
    def is_exact(self) -> bool:
        """Whether the result of every move is certain."""
        return self.best.proven and self.second.proven

    def words(self) -> list[str]:
        """The findings in sentences."""
        report = self.report
        if report.method == "solver":
            how = "Solved: the result of every move is exact"
        elif report.method == "mcts":
            how = f"A tree of {report.nodes:,} games played out"
        else:
            how = f"Searched {report.depth} plies deep, the two best moves compared"
        others = f"The best of the other {len(report.position.moves()) - 1} moves"
        return [
            f"{how}, {report.nodes:,} positions." if report.method != "mcts" else f"{how}.",
            *(
                f"{what}: {line.moves[0]} {report.words_of(line)}: {' '.join(map(str, line.moves))}"
                for what, line in (("The solution", self.best), (others, self.second))
            ),
        ]


class Verifier:
    """Verifies positions of one game one after the other, each as if it were the first."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self._searcher = AutoSearch(megabytes=MEGABYTES, seed=1)
        self._glancer = AutoSearch(megabytes=SMALL_MEGABYTES, seed=1)  # a table that is quickly cleared

    def verdict(self, position: Position) -> Verdict | None:
        """What makes the best move the only one, exactly if possible; None if nothing does."""
        return verdict_of(self.solve(position) or self.search(position, self.nodes))

    def solve(self, position: Position) -> Report | None:
        """The two best moves, from the exact results of all; None if that takes too long."""
        return try_to_solve(position, Limits(nodes=self.nodes), lines=2, megabytes=MEGABYTES).report

    def search(self, position: Position, nodes: int) -> Report:
        """The two best moves according to a search; the same whatever was searched before."""
        wanted = nodes
        if auto_method(position.variant) == "mcts":
            wanted = max(wanted // PLAYOUTS, 10 * len(position.moves()))
        searcher = self._searcher if nodes > GLANCE else self._glancer
        searcher.forget(1)
        return searcher.search(position, Limits(nodes=wanted), lines=2)


def verdict_of(report: Report) -> Verdict | None:
    """The verdict that a report of the two best moves allows."""
    if len(report.position.codes) < LEAST_MOVES or len(report.lines) < 2:
        return None
    kind = kind_of(report)
    return None if kind is None else Verdict(kind, report)


def kind_of(report: Report) -> str | None:
    """What the best move does that the second best does not: a key of KINDS, or None."""
    best, second = report.lines[:2]
    best_score, second_score = report.score_of(best), report.score_of(second)
    if best.value >= PROVEN:
        if second.value < PROVEN and (second.proven or second_score <= NOT_WINNING):
            return "win"
    elif second.value <= -PROVEN and best.value > -PROVEN:
        return "save" if best.is_draw or best_score >= NOT_LOSING else None
    elif not best.proven and best_score >= DECIDED and best_score - second_score >= DECISIVE:
        return "chance"
    if best.points is not None and second.points is not None:
        least = POINTS_A_CELL * len(report.position.variant.board.cells)
        if best.points - second.points >= least and _result(best) == _result(second):
            return "points"
    return None


def _result(line: Line) -> int:
    return (line.value >= PROVEN) - (line.value <= -PROVEN)


def is_answer(position: Position, move: Move, answer: str) -> bool:
    """Whether a move is the answer, or leads to the same position as it."""
    return move.text == answer or position.play(move) == position.play(answer)
