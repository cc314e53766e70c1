"""`ludoteca play`: play a game in this terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import GameName
from ludoteca.cli.open_table import TableOptions, complete_seat, open_table
from ludoteca.cli.option_groups import takes_groups


@takes_groups
def play(
    game: GameName,
    *,
    first: Annotated[
        str,
        typer.Option("--first", metavar="WHO", help="Who moves first: human or a bot.", autocompletion=complete_seat),
    ] = "human",
    second: Annotated[
        str | None, typer.Option("--second", metavar="WHO", help="Who moves second.", autocompletion=complete_seat)
    ] = None,
    plays_on: Annotated[
        bool,
        typer.Option(
            "--play-on", help="Bots play lost games to the end; otherwise they resign when they can only lose."
        ),
    ] = False,
    chosen: TableOptions,
) -> None:
    """Play a game in this terminal, against a bot or someone next to you.

    Example: ludoteca play greener --first human --second level3 --set size=9x9
    """
    open_table(game, (first, second), chosen, plays_on=plays_on)
