"""Verbs that talk to other programs over pipes: ugi, ugi-check, analysis."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from ludoteca.cli.words import AsJson, Settings, chosen_game, complete_game, print_json, say

LONGEST_LINE = 1_000_001  # what comes after is taken as a line of its own, and refused


def lines_in() -> Iterator[str]:
    """Standard input line by line, as soon as each arrives; what is no text becomes question marks."""
    while line := sys.stdin.buffer.readline(LONGEST_LINE):
        yield line.decode(errors="replace")


def line_out(line: str) -> None:
    """A line to standard output, at once; when nobody reads it any more, that is the end."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # perhaps in a thread, which could not end the others otherwise
        os._exit(0)


def ugi(
    bot: Annotated[str, typer.Option("--bot", metavar="SPEC", help="What plays; see: ludoteca bots.")] = "alphabeta",
    game: Annotated[
        str, typer.Option("--game", help="Until setoption names another.", autocompletion=complete_game)
    ] = "gekitai",
) -> None:
    """Serve any bot as an engine that speaks UGI on standard input and output.

    Example: ludoteca ugi --bot mcts
    """
    from ludoteca.bots import check_plays
    from ludoteca.protocols.ugi import UgiServer

    check_plays(bot, game)
    UgiServer(line_out, bot=bot, game=game).serve(lines_in())


def ugi_check(
    engine: Annotated[str, typer.Argument(metavar="ENGINE", help="The command that starts it, in quotes.")],
    game: Annotated[str, typer.Option("--game", help="The game it plays.", autocompletion=complete_game)] = "gekitai",
    settings: Settings = None,
    patience_s: Annotated[
        float, typer.Option("--patience", min=0.1, max=3600, help="Seconds to wait for an answer.")
    ] = 20.0,
    as_json: AsJson = False,
) -> None:
    """Walk an engine through UGI step by step and say what is wrong.

    Example: ludoteca ugi-check "ludoteca ugi"
    """
    from ludoteca.protocols.ugi_check import Walk

    taken = []
    for step in Walk(engine, chosen_game(game, settings), patience_s=patience_s).steps():
        taken.append(step)
        if not as_json:
            typer.echo(f"{'ok   ' if step.wrong is None else 'WRONG'}  {step.what}")
            if step.wrong is not None:
                typer.echo(f"       {step.wrong}")
    wrong = [step for step in taken if step.wrong is not None]
    if as_json:
        print_json({"engine": engine, "steps": [{"what": step.what, "wrong": step.wrong} for step in taken]})
    elif wrong:
        end = ", and nothing more could be tried" if wrong[-1].is_fatal else ""
        say(f"{len(wrong)} of {len(taken)} steps went wrong{end}")
    if wrong:
        raise typer.Exit(1)


def analysis(
    workers: Annotated[int, typer.Option("--workers", min=1, max=256, help="Queries looked at side by side.")] = 1,
    threads: Annotated[int, typer.Option("--threads", min=1, max=64, help="Threads of each search.")] = 1,
    megabytes: Annotated[int, typer.Option("--memory", min=1, max=16_384, help="MiB of each search.")] = 64,
) -> None:
    """Analyse positions that come as JSON, a query on a line, and answer the same way.

    Example: echo '{"id": 1, "game": "gekitai", "ms": 200}' | ludoteca analysis
    """
    from ludoteca.protocols.analysis import AnalysisServer

    def answer(message: dict[str, Any]) -> None:
        line_out(json.dumps(message, ensure_ascii=False))

    server = AnalysisServer(answer, workers=workers, threads=threads, megabytes=megabytes)
    server.serve(lines_in())
    if server.is_busy:  # everything is answered, and nobody wants what is still being compiled
        sys.stdout.flush()
        os._exit(0)
