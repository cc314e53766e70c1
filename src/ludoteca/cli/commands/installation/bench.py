"""`ludoteca bench`: how fast the rules run here.  It prints figures and ratios; no test depends on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from itertools import chain
from typing import Annotated, Any, NamedTuple

import typer

from ludoteca.cli.arguments import AsJson, GameNames
from ludoteca.cli.output import print_json, say


def bench(
    names: GameNames = None,
    has_yardstick: Annotated[
        bool,
        typer.Option(
            "--yardstick", help="Compare with plain C (the games in tools/yardstick.c) and OpenSpiel's C++ alternately."
        ),
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
    from ludoteca.games import game_names

    chosen = names or game_names()
    if has_environments:
        measured = bench_environments(chosen, seconds)
    elif has_search:
        measured = bench_search(chosen, seconds)
    elif has_start:
        measured = bench_start(chosen)
    else:
        measured = bench_rules(chosen, seconds, has_yardstick=has_yardstick)
    if as_json:
        print_json({measured.name: [asdict(each) for each in measured.found]})
        return
    typer.echo(measured.header.rstrip())
    for each in measured.found:
        typer.echo(measured.row(each))
    if measured.note:
        say(measured.note)


class Benchmark(NamedTuple):
    """What is measured, as it is found, and how it is shown."""

    name: str  # in JSON
    found: Iterable[Any]
    header: str
    row: Callable[[Any], str]
    note: str = ""


def bench_rules(names: Iterable[str], seconds: float, *, has_yardstick: bool) -> Benchmark:
    """Random games a second, and seconds to compile the rules."""
    from ludoteca.cli.benchmarks.rules_speed import NoYardstick, Speed, measured, open_spiel, plain_c
    from ludoteca.play import load_game

    in_c = {}
    if has_yardstick:
        try:
            in_c = plain_c()
        except NoYardstick as error:
            say(f"ludoteca: {error}")

    def row(speed: Speed) -> str:
        told = f"{speed.game:14}{speed.games_per_s:>12,.0f}{speed.plies_per_s:>14,.0f}{speed.cold_compile_s:>13.2f} s"
        return told + (f"  {speed.beside:10}{speed.its_games_per_s:>13,.0f}{speed.ratio:>8.2f}" if speed.beside else "")

    def speeds(name: str) -> Iterable[Speed]:
        variant = load_game(name)
        others = {"plain C": in_c.get(name), "OpenSpiel": open_spiel(variant, seconds) if has_yardstick else None}
        return measured(variant, {beside: playouts for beside, playouts in others.items() if playouts}, seconds)

    header = (
        f"{'':14}{'games/s':>12}{'plies/s':>14}{'cold compile':>15}"
        + f"  {'beside':10}{'games/s':>13}{'ratio':>8}" * has_yardstick
    )
    found = chain.from_iterable(map(speeds, names))
    return Benchmark("games", found, header, row, "games and plies per second of processor time")


def bench_environments(names: Iterable[str], seconds: float) -> Benchmark:
    """Steps a second of random games with planes and masks, ours and those of other libraries that are installed."""
    from ludoteca.cli.benchmarks.environment_speed import Steps, measured_steps
    from ludoteca.play import load_game

    def row(speed: Steps) -> str:
        ratio = "" if speed.ratio is None else f"{speed.ratio:>12.1f}"
        return f"{speed.what:36}{speed.steps_per_s:>14,.0f}{ratio}"

    found = measured_steps([load_game(name) for name in names], seconds)
    return Benchmark("steps", found, f"{'':36}{'steps/s':>14}{'ours to it':>12}", row)


def bench_search(names: Iterable[str], seconds: float) -> Benchmark:
    """Positions a second of alpha-beta and playouts a second of trees, on one thread and on two."""
    from ludoteca.cli.benchmarks.search_speed import SearchSpeed, measured_search
    from ludoteca.play import load_game

    def row(speed: SearchSpeed) -> str:
        return (
            f"{speed.game:10}{speed.nodes_per_s:>14,.0f}{speed.nodes_ratio_two_threads:>10.2f}x"
            f"{speed.playouts_per_s:>12,.0f}{speed.playouts_ratio_two_threads:>10.2f}x"
            f"{speed.playouts_to_random_games:>11.2f}"
        )

    header = f"{'':10}{'alpha-beta/s':>14}{'2 threads':>11}{'playouts/s':>12}{'2 threads':>11}{'to random':>11}"
    return Benchmark("search", (measured_search(load_game(name), seconds) for name in names), header, row)


def bench_start(names: Iterable[str]) -> Benchmark:
    """Seconds until a bot has made its first move, and until the moves are listed, each in a new process."""
    from ludoteca.cli.benchmarks.start_speed import BOT, StartSpeed, measured_start

    def row(speed: StartSpeed) -> str:
        return (
            f"{speed.game:10}{speed.first_move_s:>16.2f} s ({speed.first_move_cpu_s:5.2f} s of CPU)"
            f"{speed.next_first_move_s:>12.2f} s{speed.moves_s:>9.2f} s ({speed.moves_cpu_s:.2f} s of CPU)"
        )

    header = f"{'':10}{f'first move of {BOT}, empty cache':>36}{'full cache':>14}{'`ludoteca moves`':>24}"
    return Benchmark("start", map(measured_start, names), header, row)
