"""`ludoteca words`: what a game says, for translators."""

from __future__ import annotations

import typer

from ludoteca.cli.arguments import AsJson, GameName
from ludoteca.cli.output import print_json


def words(game: GameName, as_json: AsJson = False) -> None:
    """List every word and sentence of a game that people read, with where it is used: for translators.

    Example: ludoteca words gekitai
    """
    from ludoteca.games import find_game
    from ludoteca.kernel.description import words_of

    found = words_of(find_game(game))
    if as_json:
        print_json([{"where": where, "text": text} for where, text in found])
        return
    width = max(len(where) for where, _ in found)
    for where, text in found:
        typer.echo(f"{where:{width}}  {text}")
