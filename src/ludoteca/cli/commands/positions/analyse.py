"""`ludoteca analyse`: the best moves of a position."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.arguments import AsJson, GameName, PositionWords, Rules, Seed, Settings, chosen_game, chosen_position
from ludoteca.cli.output import print_json, say
from ludoteca.languages import in_language, t

if TYPE_CHECKING:
    from ludoteca.search.report import Report

USUAL_MS = 1000.0


def analyse(
    game: GameName,
    position: PositionWords = None,
    time_ms: Annotated[
        float | None,
        typer.Option(
            "--ms",
            min=0,
            max=86_400_000,
            help="Time limit in milliseconds; 0 for none. 1000 unless nodes or depth are limited.",
        ),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, max=10**15, help="Search at most this many positions.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", min=1, max=1000, help="Search at most this many plies ahead.")
    ] = None,
    lines: Annotated[
        int, typer.Option("--lines", "-n", min=1, max=1000, help="How many of the best moves to show.")
    ] = 1,
    threads: Annotated[int, typer.Option("--threads", min=1, max=64)] = 1,
    method: Annotated[
        str | None,
        typer.Option("--method", help="alphabeta, mcts or proof.  [default: the search that suits the game]"),
    ] = None,
    settings: Settings = None,
    rules: Rules = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Show the best moves, with value, line and depth, and explain the best one.

    With two or more lines, the explanation also says what happens otherwise.

    In a terminal the report is updated during the search; Ctrl-C stops it and keeps the result so far.

    Example: ludoteca analyse gekitai --ms 2000 --lines 3
    """
    from ludoteca.explain.explanation import explain
    from ludoteca.search.analysis import analyse as think
    from ludoteca.search.background import BackgroundWork
    from ludoteca.search.report import report_json

    if time_ms is None and nodes is None and depth is None:
        time_ms = USUAL_MS
    root = chosen_position(chosen_game(game, settings, rules), position, seed)
    is_live = sys.stderr.isatty() and not as_json
    shown = root.variant.labels.shown
    show = (lambda report: say(shown(status(report)))) if is_live else None
    limits: dict[str, Any] = {"nodes": nodes, "depth": depth, "lines": lines, "threads": threads}
    if root.outcome is not None:
        say(t("the game is over: {reason}", reason=root.outcome.reason))
        raise typer.Exit(1)
    work = BackgroundWork(
        lambda stop: think(root, time_ms or None, **limits, method=method, seed=seed, stop=stop, listener=show)
    )
    report, _ = work.result_so_far()
    if method == "proof" and report.method != "proof":
        say(t("no win was proven for either side within the limits; this is the result of a search"))
    explanation = explain(root, report.best, report)
    if as_json:
        print_json({"position": str(root), **report_json(report), "explanation": explanation.to_json()})
    else:
        typer.echo(shown(in_language(str(report))))
        typer.echo(shown(t("{move}: {explanation}", move=root.written(report.best), explanation=explanation.text)))


def status(report: Report) -> str:
    """One line while thinking."""
    from ludoteca.search.report import SHOWN_MOVES  # late: --help must not wait for Numba

    speed = f"{report.nodes_per_second / 1e6:.2f} M/s"
    moves = " ".join(report.position.written_line(report.pv[:SHOWN_MOVES]))
    depth, worth = t("depth {depth}", depth=f"{report.depth:2}"), in_language(report.words_of(report.lines[0]))
    return f"{depth}  {worth}  {report.nodes:>11,} {speed}  {moves}"
