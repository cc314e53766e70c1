"""`ludoteca check`: does a game keep every promise that a game makes."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, Rules, Settings, chosen_game
from ludoteca.cli.output import ProgressLine, print_json


def check(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000, help="Random games to play.")] = 8,
    settings: Settings = None,
    rules: Rules = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed for the games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Check that a game keeps every promise a game must keep, and report what is wrong and where.

    Plays random games, with every index checked. Position text and moves must round-trip, compiled and uncompiled rules
    must agree, a rotated or mirrored board must play the same, and numbers and words must make sense.

    Example: ludoteca check ./hexapawn.py
    """
    os.environ.setdefault("LUDOTECA_CHECKED", "1")  # every index is checked, unless the compiler was loaded before
    from ludoteca.errors import LudotecaError
    from ludoteca.play.conformance import NotConforming, check_game

    variant = chosen_game(game, settings, rules)

    def show(played: int) -> None:
        line.kept = f"nothing was wrong in {played:,} games"
        line.report(f"{played:,} of {games:,} games checked", played, games)

    try:
        with ProgressLine("nothing was wrong in 0 games") as line:
            found = check_game(variant, games=games, seed=seed, listener=show)
    except NotConforming as error:
        raise LudotecaError(str(error)) from error
    if as_json:
        print_json(asdict(found))
    else:
        typer.echo(found)
