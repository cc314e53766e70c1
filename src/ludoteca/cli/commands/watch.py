"""`ludoteca watch`: watch two bots in this terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import GameName
from ludoteca.cli.open_table import TableOptions, open_table
from ludoteca.cli.option_groups import takes_groups


@takes_groups
def watch(
    game: GameName,
    *,
    first: Annotated[str | None, typer.Option("--first", metavar="BOT", help="The bot that moves first.")] = None,
    second: Annotated[str | None, typer.Option("--second", metavar="BOT", help="The bot that moves second.")] = None,
    chosen: TableOptions,
) -> None:
    """Watch two bots play each other.

    Example: ludoteca watch gekitai --first level2 --second level5 --delay 1
    """
    open_table(game, (first, second), chosen)
