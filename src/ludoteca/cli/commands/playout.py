"""`ludoteca playout`: play random games and summarise them."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, PositionText, Seed, Settings, chosen_game, chosen_position
from ludoteca.cli.interruptible import run_interruptibly
from ludoteca.cli.output import print_json

MOST_GAMES = 100_000_000  # the length of each is kept


def playout(
    game: GameName,
    count: Annotated[int, typer.Option("--games", "-n", min=1, max=MOST_GAMES, help="How many games to play.")] = 1000,
    position: PositionText = None,
    settings: Settings = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play random games and say how they went.

    Who wins, how long the games last, how many moves there are to choose from.

    Example: ludoteca playout gekitai --games 10000
    """
    from ludoteca.play.game_statistics import collect_statistics

    variant = chosen_game(game, settings)
    start = chosen_position(variant, position) if position else None
    found = run_interruptibly(partial(collect_statistics, variant, count, seed=seed, start=start))
    first, second = variant.game.players if start is None else start.players
    if as_json:
        results = {"first": found.first_wins, "second": found.second_wins, "draws": found.draws}
        plies = {"min": found.shortest, "mean": found.mean_plies, "max": found.longest}
        branching = {"mean": found.mean_choices, "max": found.most_choices}
        print_json({"game": variant.name, "games": count, "results": results, "plies": plies, "branching": branching})
        return
    results = {f"{first.name} wins": found.first_wins, f"{second.name} wins": found.second_wins, "draws": found.draws}
    for name, number in results.items():
        typer.echo(f"{name:12} {number:>10,}  {number / count:6.1%}")
    typer.echo(f"{'length':12} {found.shortest} to {found.longest} moves, {found.mean_plies:.1f} on average")
    typer.echo(f"{'branching':12} up to {found.most_choices} moves to choose from, {found.mean_choices:.1f} on average")
