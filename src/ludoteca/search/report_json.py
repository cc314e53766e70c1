"""Reports as JSON: one schema for the command line, analysis in JSON lines, and the web."""

from __future__ import annotations

from typing import Any

from ludoteca.search.report import Report
from ludoteca.search.values import Chances


def report_json(report: Report) -> dict[str, Any]:
    """A report; scores are the mover's chance of winning, counting a draw as half; chances are win, draw and loss."""
    return {
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
        "nps": round(report.nodes_per_second),
        "best": str(report.best),
        "score": round(report.score, 4),
        "value": report.value,
        "chances": _rounded(report.chances),
        "points": report.points,
        "expected_points": _tenths(report.expected_points),
        "proven": report.proven,
        "mover": report.position.mover,
        "method": report.method,
        "lines": [
            {
                "moves": [str(move) for move in line.moves],
                "score": round(report.score_of(line), 4),
                "value": line.value,
                "plies_to_end": line.plies_to_end,
                "chances": _rounded(report.chances_of(line)),
                "points": line.points,
                "expected_points": _tenths(report.expected_points_of(line)),
            }
            for line in report.lines
        ],
    }


def _rounded(chances: Chances) -> list[float]:
    return [round(chance, 4) for chance in chances]


def _tenths(points: float | None) -> float | None:
    return None if points is None else round(points, 1)
