"""`ludoteca analysis-server`: answer queries in JSON lines."""

from __future__ import annotations

import json
import os
import sys
from typing import Annotated, Any

import typer

from ludoteca.cli.arguments import GameFiles
from ludoteca.cli.output import line_out, lines_in


def analysis_server(
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=256, help="Number of queries to work on at once.")
    ] = 1,
    threads: Annotated[int, typer.Option("--threads", min=1, max=64, help="Threads per search.")] = 1,
    megabytes: Annotated[int, typer.Option("--memory", min=1, max=16_384, help="Memory per search, in MiB.")] = 64,
    games: GameFiles = None,  # noqa: ARG001 (parsing the argument opens it)
) -> None:
    """Analyse positions sent as JSON, one query per line, and answer the same way.

    A query about a game that is not installed needs its file: --game ./hexapawn.py

    Example: echo '{"id": 1, "game": "gekitai"}' | ludoteca analysis-server
    """
    from ludoteca.protocols.analysis import AnalysisServer

    def answer(message: dict[str, Any]) -> None:
        line_out(json.dumps(message, ensure_ascii=False))

    server = AnalysisServer(answer, workers=workers, threads=threads, megabytes=megabytes)
    server.serve(lines_in())
    if server.is_busy:  # everything is answered, and nobody wants what is still being compiled
        sys.stdout.flush()
        os._exit(0)
