"""A hint: the engine's move, and in words why it likes it."""

from __future__ import annotations

from typing import Any

from ludoteca.play import Match, Position
from ludoteca.web.engine.engine import HINT, Engine, position_request
from ludoteca.web.live.table_words import HINTS
from ludoteca.web.view import pick_view

HINT_MS = 700


async def ask_for_hint(engine: Engine, match: Match, guest: str) -> dict[str, Any]:
    """What the engine would play, as the message says it."""
    position = match.position
    request = {"kind": "analyse", **position_request(match), "ms": HINT_MS, "lines": 1}
    answer = await engine.ask(request, guest, HINT, HINT_MS / 1000)
    return hint_words(position, answer["report"])


def hint_words(position: Position, report: dict[str, Any]) -> dict[str, Any]:
    """The move with its picks, the reason, and the line it comes from."""
    line = report["lines"][0]
    move = next(move for move in position.moves() if move.text == line["moves"][0])
    return {
        "text": move.text,
        "picks": [pick_view(pick) for pick in move.picks],
        "reason": reason(position, report),
        "line": line["moves"],
        "score": line["score"],
    }


def reason(position: Position, report: dict[str, Any]) -> str:
    """One sentence, from the point of view of the mover."""
    line = report["lines"][0]
    chance, plies = line["score"], line["plies_to_end"]
    follow = ", ".join(line["moves"][1:4])
    expected = HINTS["expected"].format(moves=follow) if follow else ""
    if len(position.moves()) == 1:
        return HINTS["only"]
    if plies is not None and chance > 0.5:
        return HINTS["wins_at_once"] if plies <= 1 else HINTS["wins"].format(plies=plies, expected=expected)
    if plies is not None:
        return HINTS["loses"].format(plies=plies)
    if report["proven"] and chance == 0.5:
        return HINTS["draws"].format(expected=expected)
    if line["points"] is not None:
        lead = line["points"]
        score = HINTS["even" if not lead else "ahead" if lead > 0 else "behind"].format(points=abs(lead))
        return HINTS["ends"].format(score=score, expected=expected)
    return HINTS["chance"].format(percent=round(100 * chance), depth=report["depth"], expected=expected)
