"""Reports as JSON: one schema for the command line, for analysis in JSON lines, for the web, for whoever keeps them."""

from __future__ import annotations

from typing import Any

from ludoteca.search.report import Report


def report_json(report: Report) -> dict[str, Any]:
    """A report; scores are the mover's chance of winning, from 0 to 1."""
    return {
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
        "nps": round(report.nodes_per_second),
        "best": str(report.best),
        "score": round(report.score, 4),
        "value": report.value,
        "points": report.points,
        "proven": report.proven,
        "mover": report.position.mover,
        "method": report.method,
        "lines": [
            {
                "moves": [str(move) for move in line.moves],
                "score": round(line.win_chance, 4),
                "value": line.value,
                "plies_to_end": line.plies_to_end,
                "points": line.points,
            }
            for line in report.lines
        ],
    }
