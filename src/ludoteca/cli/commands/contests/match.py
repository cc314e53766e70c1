"""`ludoteca match`: two bots play each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, complete_bot
from ludoteca.cli.contest_options import ContestOptions, Pairs, follow_games, print_late
from ludoteca.cli.option_groups import takes_groups
from ludoteca.cli.output import print_json

if TYPE_CHECKING:
    from ludoteca.arena import Sprt
    from ludoteca.arena.match import Standing

BotName = Annotated[
    str,
    typer.Argument(
        metavar="BOT", help="A bot, such as greedy, level4 or alphabeta:200ms.", autocompletion=complete_bot
    ),
]


@takes_groups
def match(
    game: GameName,
    first: BotName,
    second: BotName,
    *,
    pairs: Pairs = 50,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="ELO0,ELO1", help="Stop as soon as the test decides between these two Elo differences."
        ),
    ] = None,
    chosen: ContestOptions,
    as_json: AsJson = False,
) -> None:
    """Let two bots play each other, and see which is stronger, by how much and how certainly.

    Both play both sides of each opening. A bot that crashes, hangs or makes an illegal move loses that game; one that
    exceeds its own time limit is reported, or loses with --overtime.

    Example: ludoteca match gekitai greedy hard --pairs 100 --sprt 0,30
    """
    from ludoteca.arena import play_match

    test = chosen_sprt(sprt)
    contest = chosen.contest(game, (first, second), pairs)

    def so_far(standing: Standing) -> str:
        return f"{standing.wins + standing.losses + standing.draws} of {contest.games} games, {standing}"

    standing = follow_games(play_match(contest, **chosen.playing(), sprt=test), chosen.out, so_far)
    if as_json:
        print_json({"game": contest.variant.name, "options": contest.variant.changed_options, **standing.to_json()})
        return
    typer.echo(f"{first} against {second}: {standing}")
    typer.echo(f"games: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost")
    typer.echo(f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, standing.counts))}")
    if standing.repeated:
        typer.echo(f"{standing.repeated} games repeat an earlier one: Elo and LOS are less certain than they look")
    for bot, faults in zip(standing.bots, standing.faults, strict=True):
        if faults:
            typer.echo(f"games {bot} lost by crashing, hanging, an illegal move or overtime: {faults}")
    for late in zip(standing.bots, standing.late_moves, standing.latest_ms, strict=True):
        print_late(*late)
    if test is not None:
        low, high = (f"{elo:+g}" if elo else "0" for elo in (test.elo0, test.elo1))
        decided = {"elo1": f"decided for {high} Elo, against {low}", "elo0": f"decided for {low} Elo, against {high}"}
        typer.echo(f"SPRT: {decided.get(standing.verdict or '', 'not decided')}")


def chosen_sprt(text: str | None) -> Sprt | None:
    """The test given by --sprt."""
    if text is None:
        return None
    from ludoteca.arena import Sprt

    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not two numbers such as 0,10", param_hint="--sprt") from error
    try:
        return Sprt(elo0, elo1)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sprt") from error
