"""Whether a position has one clearly best move, and how that is known.

If the game can be solved from here, every move's result is exact.  Otherwise a search compares the two best moves: a
win or a loss that it proves is certain, everything else is as good as the search is deep.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludoteca.play.position import Move, Position
from ludoteca.search.auto_search import AutoSearch, auto_method
from ludoteca.search.limits import Limits
from ludoteca.search.report import Line, Report
from ludoteca.search.searcher import Searcher
from ludoteca.search.solver import try_to_prove, try_to_solve
from ludoteca.search.tree_search import TreeSearch
from ludoteca.search.values import PROVEN, UNTIMED

LEAST_MOVES = 3  # with fewer there is little to find
NOT_WINNING = 0.5  # the mover's best chance with another move, if that is not certain to win
NOT_LOSING = 0.4  # the mover's least chance with the saving move
DECIDED, DECISIVE = 0.75, 0.35  # chance: the least that the best move gives, and the least that it gives more
ROUGH = 0.5  # of these numbers, if few games are played out: their results differ less than those of good moves
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
            how = f"Played {report.nodes:,} games out, for the solution and then for all other moves"
        else:
            how = f"Searched {report.depth} plies deep, the two best moves compared"
        others = f"The best of the other {len(report.position.moves()) - 1} moves"
        return [
            f"{how}, {report.nodes:,} positions." if report.method != "mcts" else f"{how}.",
            *(
                f"{what}: {moves[0]} {report.words_of(line)}: {' '.join(moves)}"
                for what, line in (("The solution", self.best), (others, self.second))
                for moves in [report.position.written_line(line.moves)]
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
        is_tree = auto_method(position.variant) == "mcts"
        limits = Limits(nodes=max(nodes // PLAYOUTS, 10 * len(position.moves())) if is_tree else nodes)
        searcher = self._searcher if nodes > GLANCE else self._glancer
        searcher.forget(1)
        report = searcher.search(position, limits, lines=2)
        if is_tree and (nodes > GLANCE or report.value >= PROVEN):
            report = _with_rival(searcher.searcher_for(position, limits), report, limits)
        return _with_proofs(report, nodes // PLAYOUTS) if is_tree else report


def _with_rival(searcher: Searcher, report: Report, limits: Limits) -> Report:
    """The report of a tree, with the best of all other moves searched as long as the best move.

    A tree hardly looks at other moves once it likes one, and no more once it has proven one.
    """
    assert isinstance(searcher, TreeSearch)
    best = report.lines[0]
    searcher.set_aside(report.position, best.moves[0].code)
    others = searcher.search(report.position, limits, lines=2)
    if others.best == best.moves[0] and others.value >= PROVEN:  # it wins at once, so there is nothing to find
        return replace(report, lines=(best,))
    rivals = [line for line in others.lines if line.moves[0] != best.moves[0]]
    return replace(report, lines=(best, *rivals[:1]), nodes=report.nodes + others.nodes)


def _with_proofs(report: Report, nodes: int) -> Report:
    """The same report, but with a certain second line if every move except the best is proven to lose.

    A tree hardly looks at bad moves, so it would need far more playouts to prove that all of them are.
    """
    best, second = report.lines[0], report.lines[-1]
    if best == second or best.proven or second.proven or report.score_of(second) > report.score_of(best):
        return report
    others = [move for move in report.position.moves() if move != best.moves[0]]
    others.sort(key=lambda move: move != second.moves[0])  # the most likely exception comes first
    if any(not _loses(report.position, move, nodes) for move in others):
        return report
    return replace(report, lines=(best, replace(second, value=-UNTIMED, is_exact=True)))


def _loses(position: Position, move: Move, nodes: int) -> bool:
    """Whether the opponent is proven to win after a move."""
    after, opponent = position.play(move), 1 - position.mover
    if after.outcome is not None:
        return after.outcome.winner == opponent
    return try_to_prove(after, Limits(nodes=nodes), attacker=opponent, megabytes=SMALL_MEGABYTES).report is not None


def verdict_of(report: Report, *, is_rough: bool = False) -> Verdict | None:
    """The verdict that a report of the two best moves allows; a rough one needs less certainty."""
    if len(report.position.codes) < LEAST_MOVES or len(report.lines) < 2:
        return None
    kind = kind_of(report, ROUGH if is_rough and report.method == "mcts" else 1.0)
    return None if kind is None else Verdict(kind, report)


def kind_of(report: Report, share: float = 1.0) -> str | None:
    """What the best move does that the second best does not: a key of KINDS, or None; for `chance`, a share of it."""
    best, second = report.lines[:2]
    best_score, second_score = report.score_of(best), report.score_of(second)
    if best.value >= PROVEN:
        if second.value < PROVEN and (second.proven or second_score <= NOT_WINNING):
            return "win"
    elif second.value <= -PROVEN and best.value > -PROVEN:
        return "save" if best.is_draw or best_score >= NOT_LOSING else None
    elif not best.proven and best_score >= share * DECIDED and best_score - second_score >= share * DECISIVE:
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
