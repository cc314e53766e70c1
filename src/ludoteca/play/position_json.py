"""A position as JSON, in English: what `ludoteca show --json` prints, and parts that other interfaces send too."""

from __future__ import annotations

from typing import Any

from ludoteca.kernel.scene import cell_json, fact_json, shape_json
from ludoteca.languages.texts import in_english
from ludoteca.play.position import Outcome, Position


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, with the reason as a text; `winner` is 0, 1, or null for a draw or an aborted game."""
    if outcome is None:
        return None
    told: dict[str, Any] = {"winner": outcome.winner, "reason": outcome.reason}
    return {**told, "aborted": True} if outcome.is_aborted else told


def position_json(position: Position) -> dict[str, Any]:
    """Everything visible in a position."""
    scene = position.scene()
    told: dict[str, Any] = {
        "game": position.variant.name,
        "options": position.variant.changed_options,
        "position": str(position),
        "mover": position.mover,
        "players": [player.name for player in scene.players],
        "score": scene.score,
        "facts": [fact_json(fact) for fact in scene.facts],
        "cells": {
            name: {**cell_json(look, shape_json), "inside": dict(look.inside)}
            for name, look in scene.cells.items()
            if look.pieces or look.marks
        },
        "outcome": outcome_json(position.outcome),
    }
    english: dict[str, Any] = in_english(told)
    return english
