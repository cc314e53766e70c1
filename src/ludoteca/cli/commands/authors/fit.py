"""`ludoteca fit`: fit the weights of a game's evaluation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, Rules, Settings, chosen_game, must_be_writable
from ludoteca.cli.option_groups import RunOptions, takes_groups
from ludoteca.cli.output import ProgressLine, print_json


@takes_groups
def fit(
    context: typer.Context,
    game: GameName,
    count: Annotated[
        int, typer.Option("--games", "-n", min=10, max=10_000_000, help="Self-play games to learn from.")
    ] = 2000,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=8, help="Search depth in plies.")] = 3,
    noise: Annotated[int, typer.Option("--noise", min=0, max=100, help="Percentage of moves that are random.")] = 10,
    settings: Settings = None,
    rules: Rules = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Also write the result here, as JSON.")
    ] = None,
    *,
    kept_run: RunOptions,
    seed: Annotated[int, typer.Option("--seed", help="Seed for the games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Fit the weights of a game's evaluation to self-play games of a shallow search.

    Every fifth game is held out to measure the error, in bits per position. It is compared with the error of the
    current weights, of the hand-set weights (at their best scale) and of knowing nothing. The draw band (how close to
    even drawn games are) and the points per unit of the evaluation are fitted too, for both new and old weights.

    Example: ludoteca fit gekitai --games 500
    """
    from dataclasses import asdict

    from ludoteca.learning.fitting import BATCH, self_play
    from ludoteca.learning.fitting import fit as fitted

    variant = chosen_game(game, settings, rules)
    run = kept_run.folder(context, variant.game)
    must_be_writable(out, "--out")

    def tell(done: int) -> None:
        line.report(f"{done:,} of {count:,} games", done, count, BATCH)

    with run, ProgressLine() as line:
        sample = self_play(variant, count, depth=depth, noise=noise, seed=seed, progress=tell)
        result = fitted(variant, sample)
        errors = {
            "fitted": result.error,
            "in use": result.error_before,
            "by hand": result.error_plain,
            "knowing nothing": result.error_constant,
        }
        run.add(result.positions, {f"error on held-out games, in bits, {name}": each for name, each in errors.items()})
    rows = [dict(zip(result.names, row, strict=True)) for row in result.weights.tolist()]
    weights = dict(zip(result.stages, rows, strict=True)) if result.stages else rows[0]
    outlooks = {"fitted": asdict(result.outlook), "in use": asdict(result.outlook_before)}
    told = {"weights": weights, "held_out_error_bits": errors, "positions": result.positions, "outlook": outlooks}
    run.finish(told, [f"{name}: {error:.4f} bits per position" for name, error in errors.items()])
    if out is not None:
        out.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if as_json:
        print_json(told)
        return
    for row, stage in zip(result.weights, result.stages or ("",), strict=True):
        if stage:
            typer.echo(f"{stage}:")
        for name, weight in zip(result.names, row, strict=True):
            typer.echo(f"{name:36} {weight:8.3f}")
    typer.echo(f"{result.positions:,} positions; error on {result.held_out_positions:,} others, in bits per position:")
    for name, error in errors.items():
        typer.echo(f"  {name:16} {error:.4f}")
    typer.echo("draw band, points per unit of the evaluation, largest expected lead in points:")
    for name, outlook in (("fitted", result.outlook), ("in use", result.outlook_before)):
        typer.echo(f"  {name:16} {outlook.draw_band:.3f} {outlook.points_per_unit:8.3f} {outlook.most_points:8.2f}")
