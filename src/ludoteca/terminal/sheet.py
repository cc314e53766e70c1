"""A position as a sheet of text: the board, the facts below it, and whose turn it is."""

from __future__ import annotations

from ludoteca.play.position import Position
from ludoteca.play.scene import Scene


def sheet(position: Position, *, ascii_only: bool = False) -> str:
    """Board, facts, and one line that says how things stand."""
    return "\n".join(
        [position.board(ascii_only=ascii_only), "", *fact_lines(position.scene()), standing(position)]
    )


def fact_lines(scene: Scene) -> list[str]:
    """The facts, those of both players on one line: `Supply: Red 8, Black 7`."""
    values: dict[str, list[str]] = {}
    for fact in scene.facts:
        owner = "" if fact.player is None else f"{scene.players[fact.player].name} "
        values.setdefault(fact.name, []).append(owner + fact.value)
    if scene.score is not None:
        values["Score"] = [f"{player.name} {points}" for player, points in zip(scene.players, scene.score, strict=True)]
    return [f"{name}: {', '.join(parts)}" for name, parts in values.items()]


def standing(position: Position) -> str:
    """Who is to move, or how the game ended."""
    outcome = position.outcome
    if outcome is None:
        return f"{position.players[position.mover].name} to move"
    if outcome.winner is None:
        return f"Draw: {outcome.reason}"
    return f"{position.players[outcome.winner].name} wins: {outcome.reason}"
