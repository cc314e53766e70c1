"""`ludoteca check`: does a game keep every promise that a game makes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, Settings, chosen_game
from ludoteca.cli.output import print_json


def check(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000, help="Random games to play.")] = 8,
    settings: Settings = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Check that a game keeps every promise that a game makes; what is wrong is named, and where.

    Random games are played. Position text and moves must read back, compiled and uncompiled rules must agree, a turned
    board must play the same, figures and words must make sense.

    Example: ludoteca check ./hexapawn.py
    """
    from ludoteca.kernel.errors import LudotecaError
    from ludoteca.play.conformance import NotConforming, check_game

    variant = chosen_game(game, settings)
    try:
        found = check_game(variant, games=games, seed=seed)
    except NotConforming as error:
        raise LudotecaError(str(error)) from error
    if as_json:
        print_json(asdict(found))
    else:
        typer.echo(found)
