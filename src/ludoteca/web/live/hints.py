"""A hint: the engine's move, and why in words."""

from __future__ import annotations

from typing import Any

from ludoteca.play import Match, Position
from ludoteca.web.engine.engine import HINT, Engine, position_request
from ludoteca.web.view import pick_view

HINT_S = 1.0  # about how long a hint takes


async def ask_for_hint(engine: Engine, match: Match, guest: str, language: str) -> dict[str, Any]:
    """What the engine would play, as a message."""
    position = match.position
    request = {"kind": "advise", **position_request(match), "language": language}
    answer = await engine.ask(request, guest, HINT, HINT_S)
    return hint_message(position, answer)


def hint_message(position: Position, answer: dict[str, Any]) -> dict[str, Any]:
    """The move with its picks, the reason in words and as claims, and its line."""
    hint, line = answer["hint"], answer["report"]["lines"][0]
    move = next(move for move in position.moves() if move.text == hint["move"])
    return {
        "text": move.text,
        "picks": [pick_view(pick) for pick in move.picks],
        "reason": hint["reason"],
        "claims": hint["claims"],
        "line": line["moves"],
        "score": line["score"],
    }
