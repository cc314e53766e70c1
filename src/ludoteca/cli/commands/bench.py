"""`ludoteca bench`: how fast the rules run here.  It prints figures and ratios; no test depends on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameNames
from ludoteca.cli.output import print_json, say

if TYPE_CHECKING:
    from ludoteca.cli.benchmarks.rules_speed import Speed


def bench(
    names: GameNames = None,
    has_yardstick: Annotated[
        bool, typer.Option("--yardstick", help="Compare with plain C, for the games in tools/yardstick.c.")
    ] = False,
    has_environments: Annotated[
        bool,
        typer.Option(
            "--environments", help="Measure the vector environment instead, and compare it with other libraries."
        ),
    ] = False,
    has_search: Annotated[
        bool, typer.Option("--search", help="Measure the searches instead: positions and playouts per second.")
    ] = False,
    has_start: Annotated[
        bool, typer.Option("--start", help="Measure new processes instead: a bot's first move with an empty cache.")
    ] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=3600, help="Length of each round in seconds.")
    ] = 0.5,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the rules run here.

    Random games per second on one core through the generic verbs, and compile times.

    Example: ludoteca bench gekitai --yardstick
    """
    from ludoteca.cli.benchmarks.rules_speed import NoYardstick, measured, plain_c
    from ludoteca.games import game_names
    from ludoteca.play import load_game

    if has_environments:
        bench_environments(names or game_names(), seconds, as_json)
        return
    if has_search:
        bench_search(names or game_names(), seconds, as_json)
        return
    if has_start:
        bench_start(names or game_names(), as_json)
        return
    in_c = {}
    if has_yardstick:
        try:
            in_c = plain_c()
        except NoYardstick as error:
            say(f"ludoteca: {error}")
    speeds = []
    variants = [load_game(name) for name in names or game_names()]
    if not as_json:
        typer.echo(f"{'':10}{'games/s':>12}{'plies/s':>14}{'cold compile':>15}{'plain C':>13}{'ratio':>8}".rstrip())
    for variant in variants:
        speed = measured(variant, in_c.get(variant.name), seconds)
        speeds.append(speed)
        if not as_json:
            typer.echo(line(speed))
    if not as_json:
        say("games and plies per second of processor time")
    if as_json:
        print_json({"games": [asdict(speed) for speed in speeds]})


def bench_environments(names: Iterable[str], seconds: float, as_json: bool) -> None:
    """Steps a second of random games with planes and masks, ours and those of other libraries that are installed."""
    from ludoteca.cli.benchmarks.environment_speed import measured_steps
    from ludoteca.play import load_game

    measured = measured_steps([load_game(name) for name in names], seconds)
    if as_json:
        print_json({"steps": [asdict(each) for each in measured]})
        return
    typer.echo(f"{'':36}{'steps/s':>14}{'ours to it':>12}")
    for each in measured:
        ratio = "" if each.ratio is None else f"{each.ratio:>12.1f}"
        typer.echo(f"{each.what:36}{each.steps_per_s:>14,.0f}{ratio}")


def bench_search(names: Iterable[str], seconds: float, as_json: bool) -> None:
    """Positions a second of alpha-beta and playouts a second of trees, on one thread and on two."""
    from ludoteca.cli.benchmarks.search_speed import measured_search
    from ludoteca.play import load_game

    if not as_json:
        typer.echo(f"{'':10}{'alpha-beta/s':>14}{'2 threads':>11}{'playouts/s':>12}{'2 threads':>11}{'to random':>11}")
    found = []
    for name in names:
        speed = measured_search(load_game(name), seconds)
        found.append(speed)
        if not as_json:
            typer.echo(
                f"{name:10}{speed.nodes_per_s:>14,.0f}{speed.nodes_ratio_two_threads:>10.2f}x"
                f"{speed.playouts_per_s:>12,.0f}{speed.playouts_ratio_two_threads:>10.2f}x"
                f"{speed.playouts_to_random_games:>11.2f}"
            )
    if as_json:
        print_json({"search": [asdict(speed) for speed in found]})


def bench_start(names: Iterable[str], as_json: bool) -> None:
    """Seconds until a bot has made its first move, and until the moves are listed, each in a new process."""
    from ludoteca.cli.benchmarks.start_speed import BOT, measured_start

    if not as_json:
        typer.echo(f"{'':10}{f'first move of {BOT}, empty cache':>36}{'full cache':>14}{'`ludoteca moves`':>24}")
    found = []
    for name in names:
        speed = measured_start(name)
        found.append(speed)
        if not as_json:
            typer.echo(
                f"{name:10}{speed.first_move_s:>16.2f} s ({speed.first_move_cpu_s:5.2f} s of CPU)"
                f"{speed.next_first_move_s:>12.2f} s{speed.moves_s:>9.2f} s ({speed.moves_cpu_s:.2f} s of CPU)"
            )
    if as_json:
        print_json({"start": [asdict(speed) for speed in found]})


def line(speed: Speed) -> str:
    """A row of the table."""
    row = f"{speed.game:10}{speed.games_per_s:>12,.0f}{speed.plies_per_s:>14,.0f}{speed.cold_compile_s:>13.2f} s"
    if speed.c_games_per_s is not None:
        row += f"{speed.c_games_per_s:>13,.0f}{speed.ratio_to_c:>8.2f}"
    return row
