"""`ludoteca calibrate`: fit the ten levels of a game."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.arguments import AsJson, GameName, Rules, Settings, chosen_game, must_be_writable
from ludoteca.cli.option_groups import ExecutorOptions, RunOptions, takes_groups
from ludoteca.cli.output import ProgressLine, print_json, say

if TYPE_CHECKING:
    from ludoteca.arena.calibration import Calibration
    from ludoteca.arena.run_folder import RunFolder
    from ludoteca.play import Variant

NUMBERS_EVERY = 50  # games, in a run's table


@takes_groups
def calibrate(
    context: typer.Context,
    game: GameName,
    settings: Settings = None,
    rules: Rules = None,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs", "-n", min=4, max=10_000, help="Maximum number of openings between neighbouring levels."
        ),
    ] = 24,
    most_nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            min=100,
            max=1_000_000_000,
            help="Maximum number of positions per move, if the strongest level would take too long.",
        ),
    ] = None,
    *,
    chosen: ExecutorOptions,
    kept_run: RunOptions,
    is_accuracy: Annotated[
        bool, typer.Option("--accuracy", help="Measure the accuracy of random play and of each level instead.")
    ] = False,
    games_each: Annotated[
        int, typer.Option("--games", min=2, max=10_000, help="With --accuracy: games per level.")
    ] = 6,
    is_check: Annotated[
        bool, typer.Option("--check", help="Only measure the current levels, playing all pairs; write nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the levels here.  [default: next to the game, or in --run FOLDER]",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed for the openings and all random choices.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Fit the ten levels of a game with short matches, and save them next to the game.

    Level 1 is a match for a beginner, level 10 is as strong as it gets, and neighbouring levels are 100 to 250 Elo
    apart. Every game is saved: after an interruption the same command continues, with the same result.

    The levels are fitted with a game's default options and used with all of them. With --set, --check shows how far
    apart they are in a variant.

    With --accuracy, random play and each level play a few games, half of them against level 5, and a review rates every
    move; the game's accuracy scale is then set so that level 10 scores 95% and random play 10%.

    Example: ludoteca calibrate ./hexapawn.py
    """
    from ludoteca.arena.calibration import Calibration, Check, GameFile, games_file, verdict
    from ludoteca.bots.levels import write_ladder
    from ludoteca.explain.accuracy import measured_scale

    variant = chosen_game(game, settings, rules)
    if variant.changed_options and not is_check:
        raise typer.BadParameter(
            "levels are fitted with the default options and used with all; add --check to measure them with others",
            param_hint="--set",
        )
    target = out or (kept_run.run / "levels.json" if kept_run.run else Path(str(variant.game.place_of("levels.json"))))
    run = kept_run.folder(context, variant.game)
    if not is_check:
        must_be_writable(target, "--out")
    if is_accuracy:
        with run:
            _calibrate_accuracy(variant, games_each, seed, None if is_check else target, run, as_json=as_json)
        return
    executor = chosen.executor()
    path = games_file(variant, seed)
    path = kept_run.run / path.name if kept_run.run else path
    with closing(GameFile(path)) as games:
        calibration = (Check if is_check else Calibration)(
            variant, games, pairs=pairs, seed=seed, most_nodes=most_nodes
        )
        kept = f"the games are in {path}, and the same command continues"
        with run, ProgressLine(kept) as line, closing(calibration.play(executor)) as played:
            for count in played:
                line.count(progress(calibration, count), count)
                if count % NUMBERS_EVERY == 0:
                    run.add(count, numbers_so_far(calibration))
            run.add(len(games.points), numbers_so_far(calibration))
        if not is_check:
            steps = measured_steps(calibration)
            write_ladder(target, variant, calibration.rungs(), measured_scale(variant.game), steps)
        sentence = verdict(calibration)
        asked = {"game": variant.name, "options": variant.changed_options, "search": calibration.method}
        found = {"levels": table(calibration), "verdict": sentence, "file": None if is_check else str(target)}
        run.finish({**asked, **found}, [sentence])
        if as_json:
            print_json({**asked, **found})
            return
        print_table(calibration)
    typer.echo(sentence)
    if not is_check:
        typer.echo(f"written to {target}")


def _calibrate_accuracy(
    variant: Variant, games: int, seed: int, target: Path | None, run: RunFolder, *, as_json: bool
) -> None:
    """Measure accuracies, print a row for each player, and write the scale unless there is no target."""
    from ludoteca.arena.accuracy_scale import PLAYERS, PlayerMoves, fitted_scale, measure
    from ludoteca.bots.levels import ladder_of, level_steps, write_ladder
    from ludoteca.explain.accuracy import scale_of

    players, is_interrupted = [PlayerMoves(name) for name in PLAYERS], False
    try:
        with ProgressLine() as line:
            for number in measure(variant, players, games, seed):
                words = f"{variant.title}: {number} of {games * len(PLAYERS)} games reviewed"
                line.show(words, is_lasting=number % len(PLAYERS) == 0)
    except KeyboardInterrupt:
        is_interrupted = True
    is_written = target is not None and not is_interrupted
    scale = fitted_scale(players) if is_written else scale_of(variant.game)
    if target is not None and is_written:
        write_ladder(target, variant, ladder_of(variant.game), scale, level_steps(variant.game))
    rows: list[dict[str, Any]] = [
        {
            "player": player.name,
            "moves": sum(map(len, player.costs)),
            "cost_over_stake": None if player.share is None else round(player.share, 3),
            "accuracies": [round(found) for found in player.accuracies(scale)],
        }
        for player in players
    ]
    asked = {"game": variant.name, "options": variant.changed_options, "games": games}
    result = {**asked, "players": rows, "file": str(target) if is_written else None}
    if not is_interrupted:
        run.finish(result, [f"accuracy of {row['player']}: {row['accuracies']}" for row in rows])
    if as_json:
        print_json(result)
    else:
        typer.echo("player   moves  cost over stake  accuracy: mean (each game)")
        for row in rows:
            found = row["accuracies"]
            mean = f"{sum(found) / len(found):4.0f}%" if found else "   –"
            share = "–" if row["cost_over_stake"] is None else f"{row['cost_over_stake']:.3f}"
            typer.echo(f"{row['player']:8} {row['moves']:5} {share:>16}  {mean} ({', '.join(map(str, found))})")
        if is_written:
            typer.echo(f"written to {target}")
    if is_interrupted:
        say("interrupted; nothing was written")
        raise typer.Exit(1)


def progress(calibration: Calibration, games: int) -> str:
    """What is being done."""
    what = f"{len(calibration.steps)} levels play their neighbours" if calibration.steps else "looking for strengths"
    return f"{calibration.variant.title}: {games:,} games, {what}"


def numbers_so_far(calibration: Calibration) -> dict[str, float]:
    """What is known of the levels: from the weakest player to the strongest, and between neighbours."""
    elo = calibration.elo()
    numbers = {"Elo from random play to the strongest": max(elo.values()) - min(elo.values())}
    if len(calibration.steps) > 1:
        steps = [step.elo.elo for step in calibration.measured()]
        numbers["smallest step between levels, in Elo"] = min(steps)
        numbers["largest step between levels, in Elo"] = max(steps)
    return numbers


def measured_steps(calibration: Calibration) -> list[int] | None:
    """The Elo of each level over the one below; None if two levels are the same."""
    from ludoteca.bots.levels import LEVELS

    if len(calibration.steps) < len(LEVELS):
        return None
    elo = calibration.elo()
    return [round(elo[higher] - elo[lower]) for lower, higher in pairwise(calibration.steps)]


def table(calibration: Calibration) -> list[dict[str, Any]]:
    """A row for each level."""
    from ludoteca.arena.match import finite
    from ludoteca.bots.levels import LEVELS

    elo, steps = calibration.elo(), calibration.measured()
    rows = []
    for level, rung in zip(LEVELS, calibration.rungs(), strict=True):
        number = calibration.step_of(level)
        is_new = level > 1 and number > calibration.step_of(level - 1)
        step = steps[number - 1] if is_new else None
        rows.append(
            {
                "level": level,
                "words": rung.words(calibration.method),
                **rung.to_json(),
                "elo": round(elo[calibration.steps[number]]),
                "over_level_below": None if step is None else finite(step.elo.elo),
                "over_level_below_95": None if step is None else [finite(step.elo.low), finite(step.elo.high)],
                "pairs": 0 if step is None else step.pairs,
            }
        )
    return rows


def print_table(calibration: Calibration) -> None:
    """The levels: what each is, its Elo, and by how much it is above the one below."""
    from ludoteca.arena.calibration import RANDOM
    from ludoteca.arena.statistics import signed

    base = "random play" if RANDOM in calibration.elo() else "level 1"
    rows = table(calibration)
    width = max(len(row["words"]) for row in rows)
    typer.echo(f"level  {'what it is':{width}}  Elo over {base}  over the level below, 95% interval (pairs)")
    for row in rows:
        above = ""
        if row["pairs"]:
            low, high = row["over_level_below_95"]
            bounds = f"{'-inf' if low is None else signed(low)} to {'+inf' if high is None else signed(high)}"
            step = row["over_level_below"]
            above = f"{'won all' if step is None else signed(step)} ({bounds}), {row['pairs']} pairs"
        elif row["level"] > 1:
            above = "the same"
        typer.echo(f"{row['level']:5}  {row['words']:{width}}  {row['elo']:>{9 + len(base)}}  {above}")
