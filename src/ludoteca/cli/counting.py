"""Verbs that count: perft and playout."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from ludoteca.cli.words import (
    AsJson,
    GameName,
    PositionText,
    Seed,
    Settings,
    chosen_game,
    chosen_position,
    patiently,
    print_json,
)

MOST_GAMES = 100_000_000  # the length of each is kept


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Option("--depth", "-d", min=1, max=1000, help="Moves in the longest sequences counted.")
    ] = 3,
    position: PositionText = None,
    is_divided: Annotated[bool, typer.Option("--divide", help="The count under each first move.")] = False,
    settings: Settings = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Count the move sequences of each length.

    The counts are the fingerprint of a rules engine: others can check them.

    Example: ludoteca perft gekitai --depth 4
    """
    from ludoteca.play.perft import count_sequences

    root = chosen_position(chosen_game(game, settings), position, seed)
    rows: list[tuple[int | str, int]] = []
    if is_divided:
        for move in root.moves():
            count = patiently(partial(count_sequences, root.play(move), depth - 1))
            rows.append((str(move), count))
            if not as_json:
                typer.echo(f"{move!s:6} {count:>14,}")
        total = sum(count for _, count in rows)
        if as_json:
            print_json({"position": str(root), "depth": depth, "divide": dict(rows), "total": total})
        else:
            typer.echo(f"{'total':6} {total:>14,}")
        return
    for plies in range(1, depth + 1):
        count = patiently(partial(count_sequences, root, plies))
        rows.append((plies, count))
        if not as_json:
            typer.echo(f"{plies:3} {count:>14,}")
    if as_json:
        print_json({"position": str(root), "counts": [{"ply": ply, "count": count} for ply, count in rows]})


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
    from ludoteca.play.game_statistics import survey

    variant = chosen_game(game, settings)
    start = chosen_position(variant, position) if position else None
    found = patiently(partial(survey, variant, count, seed=seed, start=start))
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
