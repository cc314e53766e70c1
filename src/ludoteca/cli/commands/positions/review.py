"""`ludoteca review`: the moves of a game that mattered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameFiles, Seed
from ludoteca.cli.output import ProgressLine, print_json, say
from ludoteca.cli.record_files import must_be_some, opened, records_in, title
from ludoteca.languages import in_language, t, translatable

if TYPE_CHECKING:
    from ludoteca.explain.reviews import Review
    from ludoteca.play.records import Record

PROGRESS = translatable({
    "moves": "game {number}: moves {done} of {of}",
    "turning points": "game {number}: turning points {done} of {of}",
})  # fmt: skip
USUAL_MS, AGAIN = 200.0, 5  # a turning point gets so many times as long


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records, or - for standard input.")],
    time_ms: Annotated[
        float | None,
        typer.Option(
            "--ms",
            min=1,
            max=3_600_000,
            help="Milliseconds per position, five times that at turning points; 200 unless --nodes is given.",
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes", min=1, max=10**12, help="Search at most this many positions for each position in the game."
        ),
    ] = None,
    seed: Seed = None,
    games: GameFiles = None,  # noqa: ARG001 (parsing the argument opens it)
    as_json: AsJson = False,
) -> None:
    """Review games: the few moves that mattered, what was better, and each side's accuracy.

    Accuracy depends on how much of the winning chances each move gave away; see docs/explanations.md. Ctrl-C stops a
    review and prints what has been reviewed so far. A record of a game that is not installed needs its file:
    --game ./hexapawn.py

    Example: ludoteca review game.pgn
    """
    from ludoteca.explain.review_text import review_json

    count, is_stopped = 0, False
    answers = []
    with opened(file) as text:
        for record in records_in(text):
            count += 1
            found, is_stopped = _reviewed(record, time_ms, nodes, seed, count)
            if as_json:
                answers.append({"names": list(record.players), "result": record.result, **review_json(found)})
            else:
                _print(record, found, count)
            if is_stopped:
                break
    if as_json:
        print_json(answers)
    must_be_some(count)
    if is_stopped:
        say(f"ludoteca: {t('stopped; the review is incomplete')}")
        raise typer.Exit(1)


def _reviewed(
    record: Record, time_ms: float | None, nodes: int | None, seed: int | None, number: int
) -> tuple[Review, bool]:
    """The review, and whether it was stopped."""
    from ludoteca.explain.reviews import review as look_over
    from ludoteca.search.background import BackgroundWork

    each = USUAL_MS if time_ms is None and nodes is None else time_ms
    final = record.final()

    def show(what: str, done: int, of: int) -> None:
        progress.show(t(PROGRESS[what], number=number, done=done, of=of))

    with ProgressLine() as progress:
        return BackgroundWork(
            lambda stop: look_over(
                final, ms=each, again_ms=each and AGAIN * each, nodes=nodes, seed=seed, stop=stop, listener=show
            )
        ).result_so_far()


def _print(record: Record, found: Review, number: int) -> None:
    from ludoteca.explain.review_text import review_text

    separator = "\n" if number > 1 else ""
    typer.echo(f"{separator}{title(record)}\n\n{in_language(review_text(found))}")
