"""A position as a sheet of text: the board, the facts below it, and whose turn it is."""

from __future__ import annotations

from ludoteca.play.position import Position


def sheet(position: Position, *, ascii_only: bool = False) -> str:
    """Board, facts, and one line that says how things stand."""
    scene = position.scene()
    lines = [position.board(ascii_only=ascii_only), ""]
    for fact in scene.facts:
        owner = "" if fact.player is None else f" ({scene.players[fact.player].name})"
        lines.append(f"{fact.name}{owner}: {fact.value}")
    if scene.score is not None:
        first, second = scene.players
        lines.append(f"Score: {first.name} {scene.score[0]}, {second.name} {scene.score[1]}")
    lines.append(standing(position))
    return "\n".join(lines)


def standing(position: Position) -> str:
    """Who is to move, or how the game ended."""
    outcome = position.outcome
    if outcome is None:
        return f"{position.players[position.mover].name} to move"
    if outcome.winner is None:
        return f"Draw: {outcome.reason}"
    return f"{position.players[outcome.winner].name} wins: {outcome.reason}"
