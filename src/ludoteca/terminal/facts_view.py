"""The facts beside the board as a small table: a column for each player, and what belongs to nobody below."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.play.scene import Scene


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact: a value for each player, or one for the table."""

    name: str
    both: tuple[str, str] | None
    shared: str = ""


def fact_rows(scene: Scene) -> list[FactRow]:
    """The facts in the order in which the game tells them, those of both players on one row, the score last.

    What the mover has to do is not among them: it is said where the turn is.
    """
    values: dict[str, dict[int | None, str]] = {}
    for fact in scene.facts:
        if fact.role == "task":
            continue
        values.setdefault(fact.name, {})[fact.player] = fact.value
    if scene.score is not None:
        values["Score"] = {seat: str(points) for seat, points in enumerate(scene.score)}
    rows = []
    for name, by_player in values.items():
        if None in by_player:
            rows.append(FactRow(name, None, by_player[None]))
        elif len(by_player) == 1:  # only one of them has it
            seat, value = next(iter(by_player.items()))
            rows.append(FactRow(name, None, f"{scene.players[seat or 0].name} {value}"))
        else:
            rows.append(FactRow(name, (by_player.get(0, ""), by_player.get(1, ""))))
    return rows


def fact_lines(scene: Scene, width: int) -> list[str]:
    """The rows as text of a given width: names left, values in two columns of equal width at the right."""
    column = max(6, *(len(player.name) + 1 for player in scene.players))
    room = width - 2 * column
    lines = []
    for row in fact_rows(scene):
        if row.both is None:
            value = row.shared
            lines.append(f"{row.name} {value:>{max(0, width - len(row.name) - 1)}}"[:width])
        else:
            lines.append(f"{row.name[:room]:{room}}{row.both[0]:>{column}}{row.both[1]:>{column}}")
    return lines
