"""`ludoteca build`: games for other machines than this one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameNames
from ludoteca.cli.output import ProgressLine, print_json

build = typer.Typer(help="Build games for other platforms.", rich_markup_mode=None)


@build.callback()
def without_a_target() -> None:
    """Build games for other platforms."""


@build.command()
def wasm(
    names: GameNames = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Write the files here.")] = Path(
        "build/wasm"
    ),
    as_json: AsJson = False,
) -> None:
    """Build games for browsers: for each, a WebAssembly module and a JSON file that describes it.

    The module has the rules, descriptions, levels and analysis, made from the same compiled functions as everywhere
    else. Building needs a linker: lld, or pip install 'ludoteca[wasm]'.

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
