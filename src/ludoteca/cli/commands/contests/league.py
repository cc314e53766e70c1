"""`ludoteca league`: bots play all against all and are rated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, complete_bot, must_be_writable
from ludoteca.cli.contest_options import ContestOptions, Pairs, follow_games, print_late
from ludoteca.cli.option_groups import takes_groups
from ludoteca.cli.output import print_json, say


@takes_groups
def league(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="Two or more bots.", autocompletion=complete_bot)],
    *,
    pairs: Pairs = 20,
    chosen: ContestOptions,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw the standings as SVG.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play a round robin, and rate them on one scale.

    --pairs applies to each pairing. Ratings are a Bradley-Terry fit with 95% intervals.

    Example: ludoteca league gekitai random greedy hard --pairs 50 --plot league.svg
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise typer.BadParameter("a league needs two or more different bots", param_hint="BOT...")
    from ludoteca.arena import play_league, standings
    from ludoteca.arena.league import standings_json, standings_text
    from ludoteca.arena.svg_drawing import league_svg

    contest = chosen.contest(game, tuple(bots), pairs)
    must_be_writable(plot, "--plot")
    played = play_league(contest, **chosen.playing())
    results = follow_games(played, chosen.out, lambda results: f"{len(results.games)} of {contest.games} games")
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
