"""`ludoteca build`: games for other machines than this one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameNames
from ludoteca.cli.output import ProgressLine, print_json

build = typer.Typer(help="Build games for other machines than this one.", rich_markup_mode=None)


@build.callback()
def without_a_target() -> None:
    """Build games for other machines than this one."""


@build.command()
def wasm(
    names: GameNames = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where the files go.")] = Path(
        "build/wasm"
    ),
    as_json: AsJson = False,
) -> None:
    """Build games for browsers: a WebAssembly module each, and a JSON file with what it means.

    The module has the rules, the descriptions, the levels and the analysis, from the same compiled functions as
    everywhere. It needs a linker: lld, or pip install 'ludoteca[wasm]'.

    Example: ludoteca build wasm gekitai ./hexapawn.py --out site
    """
    from ludoteca.games import game_names
    from ludoteca.wasm.build import build_game, check_games

    line = ProgressLine()
    wanted = names or game_names()
    check_games(wanted, line.show)
    for name in wanted:
        line.show(f"building {name} …")
        built = build_game(name, out)
        line.clear()
        if as_json:
            files = [str(file) for file in built.files]
            print_json({"game": built.name, "files": files, "bytes": built.size, "compressed": built.compressed})
        else:
            typer.echo(f"{built.name:12} {built.size:9,} bytes {built.compressed:9,} compressed")
