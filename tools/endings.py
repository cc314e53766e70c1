"""How long exact endings of Reversi take: the FForum problems 40 to 44 and random positions, for docs/strength.md.

python tools/endings.py [--problems 40 41 …] [--empties N] [--positions N] [--megabytes N]
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass
from statistics import fmean, median

import ludoteca
from ludoteca.kernel import count_cells
from ludoteca.play import Position
from ludoteca.search.limits import Limits
from ludoteca.search.report import Report
from ludoteca.search.solver import Solver

CELLS = 64


@dataclass(frozen=True)
class Problem:
    """A position row by row (X is Black, O is White), who is to move, and the known answer."""

    cells: str
    mover: str
    points: int
    best: tuple[str, ...]

    @property
    def text(self) -> str:
        """The position as Ludoteca writes it."""
        cells = self.cells.translate(str.maketrans("XO-", "BW."))
        return "/".join(cells[row : row + 8] for row in range(0, CELLS, 8)) + f" {self.mover}"


PROBLEMS = {
    40: Problem("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", "B", 38, ("a2",)),
    41: Problem("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", "B", 0, ("h4",)),
    42: Problem("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", "B", 6, ("g2",)),
    43: Problem("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-", "W", -12, ("c7", "g3")),
    44: Problem("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--", "W", -14, ("d2", "b8")),
}


@dataclass(frozen=True)
class Solved:
    """What the solver found, and what it took."""

    report: Report
    nodes: int
    seconds: float  # of one core, however busy it was with other things


def solve(position: Position, megabytes: float) -> Solved:
    """Solve a position with a fresh table."""
    solver = Solver(position, megabytes=megabytes)
    begun = time.process_time()
    report, nodes = solver.attempt(Limits())
    if report is None:
        raise RuntimeError(f"not solved: {position}")
    return Solved(report, nodes, time.process_time() - begun)


def with_empties(empties: int, seed: int) -> Position:
    """A position that random play reaches, with so many empty cells."""
    chance = random.Random(seed)
    while True:
        position = ludoteca.game("reversi").start()
        while position.outcome is None and CELLS - sum(map(count_cells, position.state.discs)) > empties:
            position = position.play(chance.choice(position.moves()))
        if position.outcome is None:
            return position


def main() -> None:
    """Print a row a problem, as soon as it is solved, then one for the random positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", nargs="*", type=int, default=list(PROBLEMS), choices=list(PROBLEMS))
    parser.add_argument("--empties", type=int, default=16)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--megabytes", type=float, default=64)
    chosen = parser.parse_args()
    solve(with_empties(12, 0), chosen.megabytes)  # everything is compiled and loaded
    print("| problem | empty cells | best move | points | nodes | seconds of a core |")
    print("|---|---|---|---|---|---|", flush=True)
    for number in chosen.problems:
        problem = PROBLEMS[number]
        found = solve(ludoteca.game("reversi").position(problem.text), chosen.megabytes)
        best, points = str(found.report.best), found.report.points
        if points != problem.points or best not in problem.best:
            raise SystemExit(f"problem {number}: {best} {points}, known is {problem.best} {problem.points}")
        row = (number, problem.cells.count("-"), best, f"{points:+.0f}", f"{found.nodes:,}", f"{found.seconds:.1f}")
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    each = [solve(with_empties(chosen.empties, seed), chosen.megabytes) for seed in range(chosen.positions)]
    if each:
        nodes, seconds = [one.nodes for one in each], [one.seconds for one in each]
        print(f"\n{len(each)} random positions of {chosen.empties} empty cells:")
        print(f"nodes: mean {fmean(nodes):,.0f}, median {median(nodes):,.0f}, most {max(nodes):,}")
        print(f"seconds of a core: mean {fmean(seconds):.3f}, median {median(seconds):.3f}, most {max(seconds):.3f}")


if __name__ == "__main__":
    main()
