"""Verbs that open a table in this terminal: play and watch."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.words import AsciiOnly, GameName, PositionText, Seed, Settings, chosen_game

IsPlain = Annotated[bool, typer.Option("--plain", help="The plain console, without a full screen.")]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, max=99, help="Best of N games.")]
Delay = Annotated[
    str | None, typer.Option("--delay", metavar="SECONDS", help="0, 0.1, 0.5, 1, 2 or 5 seconds a move, or step.")
]


def play(
    game: GameName,
    first: Annotated[str, typer.Option("--first", metavar="WHO", help="Who begins: human, or a bot.")] = "human",
    second: Annotated[str | None, typer.Option("--second", metavar="WHO", help="The other side.")] = None,
    games: Games = 1,
    delay: Delay = None,
    settings: Settings = None,
    position: PositionText = None,
    seed: Seed = None,
    is_plain: IsPlain = False,
    ascii_only: AsciiOnly = False,
) -> None:
    """Play a game here, against a bot or against somebody beside you.

    Example: ludoteca play greener --first human --second level3 --set size=9x9
    """
    from ludoteca.terminal.seats import favourite_bot

    other = favourite_bot(chosen_game(game, settings).name) if second is None else second
    open_table(game, (first, other), games, delay, settings, position, seed, is_plain=is_plain, ascii_only=ascii_only)


def watch(
    game: GameName,
    first: Annotated[str | None, typer.Option("--first", metavar="BOT", help="Who begins.")] = None,
    second: Annotated[str | None, typer.Option("--second", metavar="BOT", help="The other side.")] = None,
    games: Games = 1,
    delay: Delay = "0.5",
    settings: Settings = None,
    position: PositionText = None,
    seed: Seed = None,
    is_plain: IsPlain = False,
    ascii_only: AsciiOnly = False,
) -> None:
    """Watch two bots play each other.

    Example: ludoteca watch gekitai --first level2 --second level5 --delay 1
    """
    from ludoteca.terminal.seats import favourite_bot

    usual = favourite_bot(chosen_game(game, settings).name)
    seats = (first or usual, second or usual)
    open_table(game, seats, games, delay, settings, position, seed, is_plain=is_plain, ascii_only=ascii_only)


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
    from ludoteca.terminal.saved_games import Shelf
    from ludoteca.terminal.seats import check_seat
    from ludoteca.terminal.table import Table, read_pace, usual_pace

    variant = chosen_game(game, settings)
    first, second = (check_seat(seat, variant.name) for seat in seats)
    pace = usual_pace((first, second)) if delay is None else read_pace(delay)
    start = variant.position(position) if position else None
    shelf = Shelf()
    begins_as_second = (start or variant.start()).mover == 1  # as White does in Greener with first=white
    seated = (second, first) if begins_as_second else (first, second)
    table = Table.begin(variant, seated, shelf, games=games, pace=pace, start=start, chance=Random(seed))
    run(is_plain=is_plain, ascii_only=ascii_only, shelf=shelf, table=table)
