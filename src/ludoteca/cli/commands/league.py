"""`ludoteca league`: bots play all against all and are rated."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, Settings, must_be_writable
from ludoteca.cli.contest_options import (
    Balance,
    FirstSeed,
    MoveLimit,
    Openings,
    Out,
    Overtime,
    Pairs,
    Resume,
    Workers,
    chosen_contest,
    interrupted,
    must_have_file,
    print_late,
    processes,
)
from ludoteca.cli.output import ProgressLine, print_json, say


def league(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="Two bots or more.")],
    pairs: Pairs = 20,
    workers: Workers = None,
    openings: Openings = None,
    balance: Balance = 0,
    move_limit: MoveLimit = None,
    overtime: Overtime = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw the standings, as SVG.")] = None,
    out: Out = None,
    is_resumed: Resume = False,
    settings: Settings = None,
    seed: FirstSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play all against all, and rate them on one scale.

    The number of pairs is that of each pairing. Ratings are a Bradley-Terry fit with 95 % intervals.

    Example: ludoteca league gekitai random greedy hard --pairs 50 --plot league.svg
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise typer.BadParameter("a league needs two different bots or more", param_hint="BOT...")
    from ludoteca.arena import play_league, standings
    from ludoteca.arena.league import standings_json, standings_text
    from ludoteca.arena.rating_plot import league_svg

    contest = chosen_contest(game, settings, tuple(bots), pairs, openings, seed, move_limit, balance, overtime)
    must_have_file(out, is_resumed)
    must_be_writable(plot, "--plot")
    line = ProgressLine()
    with closing(play_league(contest, workers=processes(workers), path=out, resume=is_resumed)) as played:
        try:
            for result, results in played:
                if result is not None and result.fault:
                    line.say(f"pair {result.pair + 1}: {result.reason}")
                line.show(f"{len(results.games)} of {contest.games} games")
        except KeyboardInterrupt:
            line.say(interrupted(out))
            raise
    line.clear()
    places = standings(contest, results)
    if as_json:
        names = {"game": contest.variant.name, "options": contest.variant.changed_options, "pairs": pairs}
        print_json({**names, "table": standings_json(places)})
    else:
        typer.echo(standings_text(places))
        for place in places:
            print_late(place.bot, place.late_moves, place.latest_ms)
    if plot is not None:
        draw(plot, league_svg(places, f"{contest.variant.title}, {pairs} pairs each"))


def draw(file: Path, picture: str) -> None:
    """Write a picture; if that fails, what was printed before stays printed."""
    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:
        say(f"ludoteca: {file} cannot be written: {error.strerror}")
        raise typer.Exit(1) from error
