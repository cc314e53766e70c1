"""`ludoteca puzzle`: solve puzzles in this terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import AsciiOnly, complete_game, first_game, opened_game
from ludoteca.cli.open_table import IsPlain


def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game's name, or its file.", autocompletion=complete_game),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", metavar="N", help="The number of a puzzle.  [default: one that suits you]")
    ] = None,
    is_today: Annotated[
        bool, typer.Option("--today", help="Show the puzzle of the day, the same for everyone.")
    ] = False,
    is_plain: IsPlain = False,
    ascii_only: AsciiOnly = False,
) -> None:
    """Solve puzzles: find the one move that wins, saves or decides the game.

    The difficulty adapts to your rating, which is kept on this computer.

    Example: ludoteca puzzle gekitai --today
    """
    from ludoteca.play import load_game
    from ludoteca.puzzles.puzzle import NoPuzzles
    from ludoteca.puzzles.solving import Solving
    from ludoteca.terminal.launch import run

    solving = Solving(load_game(opened_game(game or first_game())))
    if number is not None:
        try:
            solving.choose(number)
        except NoPuzzles as error:
            raise typer.BadParameter(str(error), param_hint="--number") from error
    elif is_today:
        solving.today()
    run(is_plain=is_plain, ascii_only=ascii_only, solving=solving)
