"""`ludoteca watch`: watch two bots in this terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import AsciiOnly, GameName, PositionText, Seed, Settings, chosen_game
from ludoteca.cli.open_table import Delay, Games, IsPlain, open_table


def watch(
    game: GameName,
    first: Annotated[str | None, typer.Option("--first", metavar="BOT", help="The bot that moves first.")] = None,
    second: Annotated[str | None, typer.Option("--second", metavar="BOT", help="The bot that moves second.")] = None,
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
