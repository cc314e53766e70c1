"""`ludoteca site`: the games as a folder of files that any host can serve."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameNames
from ludoteca.cli.output import ProgressLine, print_json, say


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder, or one with a site to replace.")],
    names: GameNames = None,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The site's address, such as https://example.org/games/; with it, shared links have previews.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build a static site to play, analyse and keep games in the browser, without a server and even offline.

    Any host can serve the folder, under any path: python -m http.server --directory FOLDER. Building needs a linker:
    lld, or pip install 'ludoteca[wasm]'.

    Example: ludoteca site build/static-site gekitai ./hexapawn.py
    """
    from ludoteca.games import game_names
    from ludoteca.site.build import build_site
    from ludoteca.wasm.build import check_games

    wanted = names or game_names()
    with ProgressLine() as line:
        check_games(wanted, line.show)
        built = build_site(folder, wanted, line.show, address=address)
    if as_json:
        print_json({**asdict(built), "folder": str(built.folder)})
    else:
        sizes = f"{built.files} files, {built.size:,} bytes, {built.compressed:,} compressed"
        typer.echo(f"{built.folder}: {len(built.games)} games, version {built.version}, {sizes}")
        if line.is_watched:
            say(f"try it: python -m http.server --bind 127.0.0.1 --directory {built.folder}")
