"""Reversi: Mapello without special pieces, so the rules are Mapello's.

Lewis Waterman and John W. Mollett, 1883.  Rules and sources: docs/rules/reversi.md.
"""

from __future__ import annotations

from dataclasses import replace

from ludoteca.games import mapello
from ludoteca.kernel import Option

GAME = replace(
    mapello.GAME,
    name="reversi",
    title="Reversi",
    designer="Lewis Waterman and John W. Mollett",
    summary="Enclose the other side's discs in line and they turn to your colour; more discs win.",
    encoding="ludoteca.games.encodings.reversi:ENCODING",
    draw_band=0.17,  # ludoteca fit reversi
    points_per_unit=6.1,
    most_points=49.0,
    options=(
        Option(
            "centre",
            "othello",
            "The four discs of the start: Black on e4 and d5 as in Othello, or on d4 and e5 as in Mapello.",
            ("othello", "rulebook"),
        ),
        Option(
            "empties",
            "winner",
            "Who has the empty cells of a game that is over: the winner, as in Othello tournaments, or nobody.",
            ("winner", "nobody"),
            label="Empty cells count for",
        ),
    ),
    fixed={
        "map": "none",
        "walls": 0,
        "bonuses": 0,
        "jokers": 0,
        "bonus": "placer",
        "corner_jokers": True,
    },
)
