"""`ludoteca play`: play a game in this terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import AsciiOnly, GameName, PositionText, Seed, Settings, chosen_game
from ludoteca.cli.open_table import Delay, Games, IsPlain, open_table


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
