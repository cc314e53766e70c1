"""`ludoteca watch`: watch two bots in this terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import GameName, complete_bot
from ludoteca.cli.open_table import TableOptions, open_table
from ludoteca.cli.option_groups import takes_groups
from ludoteca.languages import t

HUMAN = "human"  # as `terminal.seats` has it, which is not imported here


@takes_groups
def watch(
    game: GameName,
    *,
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="BOT", help="The bot that moves first.", autocompletion=complete_bot),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option("--second", metavar="BOT", help="The bot that moves second.", autocompletion=complete_bot),
    ] = None,
    chosen: TableOptions,
) -> None:
    """Watch two bots play each other.

    Example: ludoteca watch gekitai --first level2 --second level5 --delay 1
    """
    for option, seat in (("--first", first), ("--second", second)):
        if seat is not None and seat.strip().lower() == HUMAN:
            raise typer.BadParameter(t("watch is for two bots; to play yourself, use ludoteca play"), param_hint=option)
    open_table(game, (first, second), chosen)
