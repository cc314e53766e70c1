"""`ludoteca show`: draw a position."""

from __future__ import annotations

import typer

from ludoteca.cli.arguments import (
    AsciiOnly,
    AsJson,
    GameName,
    PositionWords,
    Rules,
    Seed,
    Settings,
    chosen_game,
    chosen_position,
)
from ludoteca.cli.output import is_unicode, print_json


def show(
    game: GameName,
    position: PositionWords = None,
    settings: Settings = None,
    rules: Rules = None,
    seed: Seed = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Draw a position: the board, the facts, and who is to move or has won.

    Example: ludoteca show gekitai "....../..r.../....../...b../....../...... r"
    """
    from ludoteca.play.position_json import position_json
    from ludoteca.terminal.position_sheet import sheet

    shown = chosen_position(chosen_game(game, settings, rules), position, seed)
    if as_json:
        print_json(position_json(shown))
    else:
        typer.echo(sheet(shown, ascii_only=ascii_only or not is_unicode()))
        typer.echo(str(shown))
