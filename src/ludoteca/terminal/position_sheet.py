"""A position as a sheet of text: the board, the facts below it, and whose turn it is."""

from __future__ import annotations

from ludoteca.languages import in_language, t
from ludoteca.play.position import Position
from ludoteca.play.scene import Scene
from ludoteca.terminal.facts_view import fact_rows


def sheet(position: Position, *, ascii_only: bool = False) -> str:
    """Board, facts, and one line about the state of the game."""
    stands = position.variant.labels.shown(standing(position))
    return "\n".join([position.board(ascii_only=ascii_only), "", *fact_lines(position.scene()), stands])


def fact_lines(scene: Scene) -> list[str]:
    """The facts, those of both players on one line: `Supply: Red 8, Black 7`."""
    lines = []
    for row in fact_rows(scene):
        if row.both is None:
            lines.append(f"{row.name}: {row.shared}")
        else:
            both = zip(scene.players, row.both, strict=True)
            parts = [f"{in_language(player.name)} {value}" for player, value in both if value]
            lines.append(f"{row.name}: {', '.join(parts)}")
    return lines


def standing(position: Position) -> str:
    """Who is to move, or how the game ended."""
    outcome = position.outcome
    if outcome is None:
        return position.scene().turn_of(position.players[position.mover].name)
    if outcome.winner is None:
        return t("Draw: {reason}", reason=outcome.reason)
    return t("{player} wins: {reason}", player=position.players[outcome.winner].name, reason=outcome.reason)
