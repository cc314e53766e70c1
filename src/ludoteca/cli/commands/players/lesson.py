"""`ludoteca lesson`: learn a game on its board."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import AsciiOnly, AsJson, GameName
from ludoteca.cli.open_table import IsPlain
from ludoteca.cli.output import print_json


def lesson(
    game: GameName,
    is_checked: Annotated[
        bool, typer.Option("--check", help="Try every possible turn in every step, and count the right and wrong ones.")
    ] = False,
    is_plain: IsPlain = False,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Learn a game on its board, in a few short steps.

    You get feedback on every move, and your place is saved.

    Example: ludoteca lesson gekitai
    """
    from ludoteca.play.lessons import find_lesson
    from ludoteca.play.lessons.answers import check_lesson, lesson_json

    wanted = find_lesson(game)
    if is_checked:
        checked = check_lesson(wanted)
        if as_json:
            print_json({"game": wanted.game.name, "steps": [each.as_json() for each in checked]})
        else:
            typer.echo("\n".join(str(each) for each in checked))
    elif as_json:
        print_json(lesson_json(wanted))
    else:
        from ludoteca.terminal.launch import run

        run(is_plain=is_plain, ascii_only=ascii_only, lesson=wanted)
