"""`ludoteca warm`: compile ahead of time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

import typer

from ludoteca.cli.arguments import AsJson, GameNames
from ludoteca.cli.output import ProgressLine, print_json


def warm(
    names: GameNames = None,
    as_json: AsJson = False,
) -> None:
    """Compile rules and searches ahead of time.

    Nothing has to wait for it later.  Several games are compiled at once, one per processor.

    Example: ludoteca warm
    """
    from ludoteca.games import game_names

    chosen = list(names or game_names())
    seconds: dict[str, float] = {}
    compiled = _one_game(chosen[0]) if len(chosen) == 1 else _several_games(chosen)
    with ProgressLine() as line:
        for done, (what, total, game, spent) in enumerate(compiled, 1):
            seconds[game] = seconds.get(game, 0.0) + spent
            line.show(f"{what}: {done} of {total}")
    if as_json:
        print_json({"seconds": {name: round(spent, 3) for name, spent in seconds.items()}})
    else:
        for name, spent in seconds.items():
            typer.echo(f"{name:10} {spent:6.2f} s")


def _one_game(name: str) -> Iterator[tuple[str, int, str, float]]:
    """Compile a game here, step by step: what was done, of how many steps, for which game, and how long it took."""
    from ludoteca.play.compile_ahead import run_step, steps
    from ludoteca.search.analysis import search_steps

    todo = steps([name], search_steps)
    for step in todo:
        yield f"{step.game} {step.what}", len(todo), step.game, run_step(step).seconds


def _several_games(names: Sequence[str]) -> Iterator[tuple[str, int, str, float]]:
    """Compile each game in a process of its own, as many at once as there are processors."""
    from concurrent.futures import ThreadPoolExecutor

    def compiled(name: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ludoteca", "warm", "--json", "--", name]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in pool.map(compiled, names):
            if done.returncode:
                pool.shutdown(cancel_futures=True)
                typer.echo(done.stderr, err=True, nl=False)
                raise typer.Exit(done.returncode)
            for game, spent in json.loads(done.stdout)["seconds"].items():
                yield game, len(names), game, spent
