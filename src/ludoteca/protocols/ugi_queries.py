"""What an engine can be asked about a position, and the right answers: for the engine and for those who check one."""

from __future__ import annotations

from ludoteca.play import Position

RESULTS = {0: "p1win", 1: "p2win", None: "draw"}


def query_answers(position: Position) -> dict[str, str]:
    """The answer to each `query`, by its word."""
    outcome = position.outcome
    return {
        "p1turn": "true" if position.mover == 0 else "false",
        "gameover": "false" if outcome is None else "true",
        "result": "none" if outcome is None else RESULTS[outcome.winner],
    }
