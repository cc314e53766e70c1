"""`ludoteca rules`: print the rules of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName
from ludoteca.cli.output import print_json


def rules(
    game: GameName,
    is_short: Annotated[
        bool, typer.Option("--short", help="Print only how to play, without the numbered rules.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rules of a game.

    Shows how to play, the numbered rules, rulings and options, and sources.

    Example: ludoteca rules gekitai --short
    """
    from ludoteca.play.rule_pages import rule_page
    from ludoteca.terminal.prompts import columns, in_columns

    page = rule_page(game)
    if as_json:
        print_json({"game": page.game, "how_to_play": page.how_to_play, "text": page.text})
    else:
        typer.echo(in_columns(page.how_to_play if is_short else page.drawn, columns()))
