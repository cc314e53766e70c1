"""What the commands play and watch share: options of a table in this terminal, and how one is opened."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import chosen_game

IsPlain = Annotated[bool, typer.Option("--plain", help="The plain console, without a full screen.")]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, max=99, help="Best of N games.")]
Delay = Annotated[
    str | None, typer.Option("--delay", metavar="SECONDS", help="0, 0.1, 0.5, 1, 2 or 5 seconds a move, or step.")
]


def open_table(
    game: str,
    seats: tuple[str, str],
    games: int,
    delay: str | None,
    settings: list[str] | None,
    position: str | None,
    seed: int | None,
    *,
    is_plain: bool,
    ascii_only: bool,
) -> None:
    """Set a table and sit down at it."""
    from random import Random

    from ludoteca.terminal.launch import run
    from ludoteca.terminal.saved_games import SavedGames
    from ludoteca.terminal.seats import check_seat, seats_by_turn
    from ludoteca.terminal.table import Table, read_pace, usual_pace

    variant = chosen_game(game, settings)
    first, second = (check_seat(seat, variant.name) for seat in seats)
    pace = usual_pace((first, second)) if delay is None else read_pace(delay)
    start = variant.position(position) if position else None
    saved_games = SavedGames()
    seated = seats_by_turn(start or variant.start(), first, second)
    table = Table.begin(variant, seated, saved_games, games=games, pace=pace, start=start, chance=Random(seed))
    run(is_plain=is_plain, ascii_only=ascii_only, saved_games=saved_games, table=table)
