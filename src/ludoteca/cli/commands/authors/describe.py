"""`ludoteca describe`: a game as data."""

from __future__ import annotations

from ludoteca.cli.arguments import AsJson, GameName
from ludoteca.cli.output import print_json


def describe(game: GameName, as_json: AsJson = True) -> None:  # noqa: ARG001 (it is JSON either way)
    """Print a game's whole declaration as JSON: board, fields, moves, words, facts, options.

    Example: ludoteca describe gekitai
    """
    from ludoteca.games import find_game
    from ludoteca.kernel.description import describe as description

    print_json(description(find_game(game)))
