"""`ludoteca bots`: list the bots."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, complete_game, opened_game
from ludoteca.cli.output import print_json, print_row
from ludoteca.languages import in_language


def bots(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="List only bots that play this game.",
            autocompletion=complete_game,
            callback=lambda name: name and opened_game(name),
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the bots, or those that play one game, with a short description of each.

    Example: ludoteca bots gekitai
    """
    from ludoteca.bots import bot_names, explain_bot
    from ludoteca.games import find_game

    names = bot_names(None if game is None else find_game(game).name)
    if as_json:
        print_json([{"name": name, "explain": explain_bot(name)} for name in names])
        return
    width = max(map(len, names))
    for name in names:
        print_row(f"{name:{width}}  {in_language(explain_bot(name))}", width + 2)
