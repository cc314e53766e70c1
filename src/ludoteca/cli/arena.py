"""Verbs that measure bots: match and league."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.words import AsJson, GameName, Settings, chosen_game, must_be_writable, print_json, say

if TYPE_CHECKING:
    from ludoteca.arena import Contest, Sprt

Pairs = Annotated[
    int, typer.Option("--pairs", "-n", min=1, max=1_000_000, help="Openings; each is played twice, seats swapped.")
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", "-j", min=1, max=256, help="Games played at once; one for each processor otherwise."),
]
Openings = Annotated[
    int | None,
    typer.Option("--openings", metavar="PLIES", min=0, max=1000, help="Random moves of an opening.  [default: 6]"),
]
MoveLimit = Annotated[
    float | None,
    typer.Option("--move-limit", metavar="SECONDS", min=0.1, max=86_400, help="Longer is a hang.  [default: 60]"),
]
Overtime = Annotated[
    int | None,
    typer.Option(
        "--overtime",
        metavar="MS",
        min=0,
        max=86_400_000,
        help="A move that takes so much longer than the bot's own time loses; otherwise it is only reported.",
    ),
]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Keep all games there, as JSON lines.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where the contest in --out was interrupted.")]
Balance = Annotated[
    int,
    typer.Option(
        "--balance",
        metavar="NODES",
        min=0,
        max=100_000_000,
        help="Openings are even to a search of so many nodes; 0: to random games.",
    ),
]
FirstSeed = Annotated[int, typer.Option("--seed", help="The same seed, the same openings.")]
BotName = Annotated[str, typer.Argument(metavar="BOT", help="A bot, such as greedy, level4 or alphabeta:200ms.")]


def match(
    game: GameName,
    first: BotName,
    second: BotName,
    pairs: Pairs = 50,
    workers: Workers = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as it is clear which of the two is true."),
    ] = None,
    openings: Openings = None,
    balance: Balance = 0,
    move_limit: MoveLimit = None,
    overtime: Overtime = None,
    out: Out = None,
    is_resumed: Resume = False,
    settings: Settings = None,
    seed: FirstSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Let two bots play each other: who is stronger, by how much, how surely.

    Both play both sides of each opening. A bot that crashes, hangs or answers an illegal move loses that
    game; one that takes longer than its own time is named, or loses by --overtime.

    Example: ludoteca match gekitai greedy hard --pairs 100 --sprt 0,30
    """
    from ludoteca.arena import play_match

    test = chosen_sprt(sprt)
    contest = chosen_contest(game, settings, (first, second), pairs, openings, seed, move_limit, balance, overtime)
    must_have_file(out, is_resumed)
    line = Line()
    played = play_match(contest, workers=processes(workers), path=out, resume=is_resumed, sprt=test)
    with closing(played):
        try:
            for result, standing in played:
                if result is not None and result.fault:
                    line.say(f"pair {result.pair + 1}: {result.reason}")
                line.show(f"{standing.wins + standing.losses + standing.draws} of {contest.games} games, {standing}")
        except KeyboardInterrupt:
            line.say(interrupted(out))
            raise
    line.clear()
    if as_json:
        print_json({"game": contest.variant.name, "options": contest.variant.changed_options, **standing.to_json()})
        return
    typer.echo(f"{first} against {second}: {standing}")
    typer.echo(f"games: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost")
    typer.echo(f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, standing.counts))}")
    if standing.repeated:
        typer.echo(f"{standing.repeated} games went just as an earlier one did: Elo and LOS seem surer than they are")
    for bot, faults in zip(standing.bots, standing.faults, strict=True):
        if faults:
            typer.echo(f"{bot} lost {faults} by a crash, a hang, an illegal move or overtime")
    for late in zip(standing.bots, standing.late_moves, standing.latest_ms, strict=True):
        print_late(*late)
    if test is not None:
        low, high = (f"{elo:+g}" if elo else "0" for elo in (test.elo0, test.elo1))
        decided = {"elo1": f"decided for {high} Elo, against {low}", "elo0": f"decided for {low} Elo, against {high}"}
        typer.echo(f"SPRT: {decided.get(standing.verdict or '', 'not decided')}")


def league(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="Two bots or more.")],
    pairs: Pairs = 20,
    workers: Workers = None,
    openings: Openings = None,
    balance: Balance = 0,
    move_limit: MoveLimit = None,
    overtime: Overtime = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw the table there, as SVG.")] = None,
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
    from ludoteca.arena import play_league, table
    from ludoteca.arena.league import table_json, table_text
    from ludoteca.arena.rating_plot import league_svg

    contest = chosen_contest(game, settings, tuple(bots), pairs, openings, seed, move_limit, balance, overtime)
    must_have_file(out, is_resumed)
    must_be_writable(plot, "--plot")
    line = Line()
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
    places = table(contest, results)
    if as_json:
        names = {"game": contest.variant.name, "options": contest.variant.changed_options, "pairs": pairs}
        print_json({**names, "table": table_json(places)})
    else:
        typer.echo(table_text(places))
        for place in places:
            print_late(place.bot, place.late_moves, place.latest_ms)
    if plot is not None:
        draw(plot, league_svg(places, f"{contest.variant.title}, {pairs} pairs each"))


def print_late(bot: str, moves: int, worst_ms: int) -> None:
    """Say so when a bot took longer than its own time."""
    if moves:
        times = f"{moves} move{'s' if moves > 1 else ''}"
        typer.echo(f"{bot} took longer than its time for {times}, by up to {worst_ms} ms")


def draw(file: Path, picture: str) -> None:
    """Write a picture; what was printed before stays printed when that cannot be."""
    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:
        say(f"ludoteca: {file} cannot be written: {error.strerror}")
        raise typer.Exit(1) from error


def chosen_contest(
    game: str,
    settings: list[str] | None,
    bots: tuple[str, ...],
    pairs: int,
    opening_plies: int | None,
    seed: int,
    move_limit_s: float | None,
    balance_nodes: int,
    overtime_ms: int | None,
) -> Contest:
    """The contest that the arguments describe."""
    from ludoteca.arena import Contest
    from ludoteca.arena.contest import MOVE_LIMIT_S, OPENING_PLIES

    plies = OPENING_PLIES if opening_plies is None else opening_plies
    limit_s = move_limit_s or MOVE_LIMIT_S
    return Contest(chosen_game(game, settings), bots, pairs, plies, seed, limit_s, balance_nodes, overtime_ms)


def chosen_sprt(text: str | None) -> Sprt | None:
    """The test given by --sprt."""
    if text is None:
        return None
    from ludoteca.arena import Sprt

    try:
        elo0, elo1 = map(float, text.split(","))
        return Sprt(elo0, elo1)
    except ValueError as error:
        raise typer.BadParameter(
            f"{text!r} should be two numbers such as 0,10: {error}", param_hint="--sprt"
        ) from error


def must_have_file(out: Path | None, is_resumed: bool) -> None:
    """There is nothing to resume without a file, and nothing can be kept in one that cannot be written."""
    if is_resumed and out is None:
        raise typer.BadParameter("say with --out which file to go on with", param_hint="--resume")
    must_be_writable(out, "--out")


def processes(wanted: int | None) -> int:
    """How many games to play at once."""
    return wanted or os.cpu_count() or 1


def interrupted(out: Path | None) -> str:
    """What to say after Ctrl-C."""
    kept = f"finished games are in {out}; go on with --resume" if out else "nothing was kept; --out keeps games"
    return f"interrupted; {kept}"


class Line:
    """One line of progress on standard error that is written over; silent unless somebody watches."""

    def __init__(self) -> None:
        self.is_watched = sys.stderr.isatty()

    def show(self, words: str) -> None:
        """Replace the line."""
        if self.is_watched:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{words[:width]}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Leave an empty line."""
        self.show("")

    def say(self, sentence: str) -> None:
        """Say something that stays."""
        self.clear()
        say(sentence)
