"""A position as text: the board, the facts about it, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.kernel.scene import Scene
from ludoteca.languages import in_language, t
from ludoteca.play.position import CellLabels, Position


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact: a value for each player, or a shared one."""

    name: str
    both: tuple[str, str] | None
    shared: str = ""


def fact_rows(scene: Scene) -> list[FactRow]:
    """The facts in the game's order, those of both players in one row.

    What the mover has to do is shown with the turn.
    """
    values: dict[str, dict[int | None, str]] = {}
    labels = CellLabels(scene.labels)
    for fact in scene.facts:
        if fact.role == "task":
            continue
        values.setdefault(in_language(fact.name), {})[fact.player] = labels.shown(in_language(fact.value))
    rows = []
    for name, by_player in values.items():
        if None in by_player:
            rows.append(FactRow(name, None, by_player[None]))
        elif len(by_player) == 1:  # only one of them has it
            seat, value = next(iter(by_player.items()))
            rows.append(FactRow(name, None, f"{in_language(scene.players[seat or 0].name)} {value}"))
        else:
            rows.append(FactRow(name, (by_player.get(0, ""), by_player.get(1, ""))))
    return rows


def fact_table(scene: Scene, width: int) -> list[str]:
    """The rows as text of a given width: names on the left, values in two columns of equal width on the right.

    If a name leaves no room for the values, they are below it.
    """
    column = column_width(scene)
    lines = []
    for row in fact_rows(scene):
        values = row.shared if row.both is None else f"{row.both[0]:>{column}}{row.both[1]:>{column}}"
        room = width - len(row.name)
        is_wide = len(values) >= room if row.both is None else len(values) > room
        lines += [row.name, f"{values:>{width}}"] if is_wide else [f"{row.name}{values:>{room}}"]
    return lines


def brief_facts(scene: Scene, width: int) -> str:
    """As many facts as fit on one line: `Discs 5:7  Bonuses 0:1`."""
    line = ""
    for row in fact_rows(scene):
        value = row.shared if row.both is None else ":".join(row.both)
        longer = f"{line}  {row.name} {value}".strip()
        if len(longer) <= width:
            line = longer
    return line


def column_width(scene: Scene) -> int:
    """The width of a column: a player's name, and the values under it."""
    words = [in_language(player.name) for player in scene.players]
    words += [value for row in fact_rows(scene) if row.both is not None for value in row.both]
    return max(6, *(len(word) + 1 for word in words))


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
