"""`ludoteca study`: what a designer asks of a game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, Rules, Settings, chosen_game
from ludoteca.cli.option_groups import ExecutorOptions, takes_groups
from ludoteca.cli.output import ProgressLine, print_json

if TYPE_CHECKING:
    from ludoteca.arena.executors import Executor
    from ludoteca.arena.study.document import Document
    from ludoteca.arena.study.findings import Study


@takes_groups
def study(
    game: GameName,
    settings: Settings = None,
    rules: Rules = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="NAME=VALUE",
            help="Compare with a second variant, with this option changed; may be repeated.",
        ),
    ] = None,
    count: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            min=4,
            max=100_000,
            help="Games that each player plays against itself, and against the next.",
        ),
    ] = 20,
    levels: Annotated[
        str | None,
        typer.Option(
            "--levels", metavar="LEVELS", help="The levels that play, such as 1,4,7,10.  [default: five quick ones]"
        ),
    ] = None,
    *,
    chosen: ExecutorOptions,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write report.html, report.md and report.json here."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed for all random choices.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Find out what a game is like: length, choice, first-move advantage, draws, leads, skill, dead options.

    The game's levels play themselves and each other, limited by positions and not by time, so a seed gives the same
    report everywhere. Every game is saved: after an interruption the same command continues. The report is printed as
    Markdown; --out also writes it as a page with plots.

    Example: ludoteca study ./hexapawn.py --out report
    """
    from ludoteca.arena.study.document import markdown
    from ludoteca.arena.study.findings import Study, compare
    from ludoteca.arena.study.report import report_of, report_of_two
    from ludoteca.search.background import BackgroundWork

    players = chosen_levels(levels)
    variant = chosen_game(game, settings, rules)
    other = chosen_game(game, [*(settings or ()), *against], rules) if against else None
    if other == variant:
        raise typer.BadParameter("this is the same variant", param_hint="--against")
    must_take_files(out)
    executor = chosen.executor()
    first = BackgroundWork(lambda _: Study(variant, games=count, levels=players, seed=seed)).result()
    studies = [first]
    if other is not None:
        second = BackgroundWork(lambda _: Study(other, games=count, levels=first.levels, seed=seed))
        studies.append(second.result())
    for number, each in enumerate(studies, 1):
        follow(each, executor, f"variant {number} of 2, " if other else "")
    findings = [each.findings() for each in studies]
    if other is None:
        document, found = report_of(findings[0]), findings[0].to_json()
    else:
        comparison = compare(*findings)
        document, found = report_of_two(comparison), comparison.to_json()
    if out is not None:
        write_report(out, document, found)
    if as_json:
        print_json(found)
    elif out is None:
        typer.echo(markdown(document), nl=False)
    else:
        typer.echo("\n".join(document.summary))
        typer.echo(f"written to {out}")


def chosen_levels(text: str | None) -> list[int]:
    """The levels given by --levels."""
    if text is None:
        return []
    try:
        return [int(each) for each in text.split(",")]
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} should be numbers such as 1,4,7,10", param_hint="--levels") from error


def must_take_files(folder: Path | None) -> None:
    """Make the folder, before the work whose result it should hold."""
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{folder} cannot be created: {error.strerror}", param_hint="--out") from error


def follow(study: Study, executor: Executor, which: str) -> None:
    """Play to the end, with a line that says how far it is."""
    kept = f"the games are in {study.path}, and the same command continues"
    with ProgressLine(kept) as line, closing(study.play(executor)) as played:
        for known in played:
            line.count(f"{study.variant.title}: {which}{known:,} of {study.contest.games:,} games", known)


def write_report(folder: Path, document: Document, found: object) -> None:
    """The report as a page, as Markdown with its plots beside it, and as JSON."""
    import json

    from ludoteca.arena.study.document import markdown
    from ludoteca.arena.study.page import page

    (folder / "report.html").write_text(page(document), encoding="utf-8")
    (folder / "report.md").write_text(markdown(document, plots="plots"), encoding="utf-8")
    (folder / "report.json").write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (folder / "plots").mkdir(exist_ok=True)
    for plot in (plot for section in document.sections for plot in section.plots):
        (folder / "plots" / f"{plot.name}.svg").write_text(plot.svg, encoding="utf-8")
