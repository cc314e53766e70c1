"""`ludoteca warm`: compile ahead of time."""

from __future__ import annotations

import sys

import typer

from ludoteca.cli.arguments import AsJson, GameNames
from ludoteca.cli.output import print_json


def warm(
    names: GameNames = None,
    as_json: AsJson = False,
) -> None:
    """Compile the rules and the searches ahead of time.

    Nothing has to wait for it later.

    Example: ludoteca warm
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from ludoteca.play.compile_ahead import carry_out, steps
    from ludoteca.search.compile_ahead import search_steps

    todo = steps(names or None, search_steps)
    seconds: dict[str, float] = {}
    columns = (TextColumn("{task.description:22}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        bar = progress.add_task("", total=len(todo))
        for step in todo:
            progress.update(bar, description=f"{step.game} {step.what}")
            seconds[step.game] = seconds.get(step.game, 0.0) + carry_out(step).seconds
            progress.advance(bar)
    if as_json:
        print_json({"seconds": {name: round(spent, 3) for name, spent in seconds.items()}})
    else:
        for name, spent in seconds.items():
            typer.echo(f"{name:10} {spent:6.2f} s")
