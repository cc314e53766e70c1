"""The move list: one row per turn, for any interface."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.play.match.turns import turns
from ludoteca.play.move_words import move_in_words
from ludoteca.terminal.table import Table


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A row of the move list: everything one player did in a row."""

    number: int
    seat: int
    moves: str
    plies: range
    is_undone: bool


def turn_rows(table: Table) -> list[TurnRow]:
    """The game turn by turn; undone moves are separate rows."""
    match, movers = table.match, table.movers
    plies = (*match.plies, *match.undone)
    played = len(match.plies)
    rows: list[TurnRow] = []
    for number, turn in enumerate(turns(movers), 1):
        for part in (range(turn.start, min(turn.stop, played)), range(max(turn.start, played), turn.stop)):
            if part:
                text = table.variant.labels.shown(" ".join(move_in_words(plies[at].move) for at in part))
                rows.append(TurnRow(number, movers[part.start], text, part, is_undone=part.start >= played))
    return rows
