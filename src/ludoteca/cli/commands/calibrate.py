"""`ludoteca calibrate`: fit the ten levels of a game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.arguments import AsJson, GameName, Settings, chosen_game, must_be_writable
from ludoteca.cli.executor_options import ExecutorOptions
from ludoteca.cli.option_groups import takes_groups
from ludoteca.cli.output import ProgressLine, print_json, say

if TYPE_CHECKING:
    from ludoteca.arena.calibration import Calibration

SAID_EVERY = 100  # games, where nobody watches a line that changes


@takes_groups
def calibrate(
    game: GameName,
    settings: Settings = None,
    pairs: Annotated[
        int, typer.Option("--pairs", "-n", min=4, max=10_000, help="The most openings that two neighbours play.")
    ] = 24,
    most_nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            min=100,
            max=1_000_000_000,
            help="The most that a level looks at for a move, where the strongest would take too long.",
        ),
    ] = None,
    *,
    chosen: ExecutorOptions,
    is_check: Annotated[
        bool, typer.Option("--check", help="Only measure the levels as they are, all pairs; write nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the levels here.  [default: beside the game]"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the openings and of all chance.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Fit the ten levels of a game by short matches, and write them beside it.

    Level 1 is a match for a beginner, level 10 as strong as it gets, neighbours are 100 to 250 Elo apart. Every game is
    kept: after an interruption the same command goes on, and ends as it would have.

    The levels are the same with all options of a game, and fitted with its usual ones. With --set, --check shows how
    far apart they are in a variant.

    Example: ludoteca calibrate ./hexapawn.py
    """
    from ludoteca.arena.calibration import Calibration, Check, GameFile, games_file, verdict
    from ludoteca.bots.levels import ladder_of, ladder_text
    from ludoteca.search.learned_evaluation import learned_for

    variant = chosen_game(game, settings)
    if variant.changed_options and not is_check:
        raise typer.BadParameter(
            "levels are fitted with the usual options and hold for all; add --check to measure them with others",
            param_hint="--set",
        )
    target = out or Path(str(variant.game.place_of("levels.json")))
    if not is_check:
        must_be_writable(target, "--out")
    executor = chosen.executor()
    path = games_file(variant, seed)
    line = ProgressLine()
    with closing(GameFile(path)) as games:
        calibration = (Check if is_check else Calibration)(
            variant, games, pairs=pairs, seed=seed, most_nodes=most_nodes
        )
        try:
            with closing(calibration.play(executor)) as played:
                for count in played:
                    line.show(progress(calibration, count))
                    if not line.is_watched and count % SAID_EVERY == 0:
                        say(progress(calibration, count))
        except KeyboardInterrupt:
            line.say(f"interrupted; the games are in {path}, and the same command goes on")
            raise
        line.clear()
        if not is_check:
            is_learned = learned_for(variant) is not None
            text = ladder_text(calibration.method, calibration.rungs(), is_learned=is_learned)
            target.write_text(text, encoding="utf-8")
            ladder_of.cache_clear()
        sentence = verdict(calibration)
        if as_json:
            asked = {"game": variant.name, "options": variant.changed_options, "search": calibration.method}
            found = {"levels": table(calibration), "verdict": sentence, "file": None if is_check else str(target)}
            print_json({**asked, **found})
            return
        print_table(calibration)
    typer.echo(sentence)
    if not is_check:
        typer.echo(f"written to {target}")


def progress(calibration: Calibration, games: int) -> str:
    """What is being done."""
    what = f"{len(calibration.steps)} levels play their neighbours" if calibration.steps else "looking for strengths"
    return f"{calibration.variant.title}: {games:,} games, {what}"


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
    typer.echo(f"level  {'what it is':{width}}  Elo over {base}  over the level below, 95 % interval (pairs)")
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
