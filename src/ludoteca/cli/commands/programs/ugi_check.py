"""`ludoteca ugi-check`: check how an engine speaks UGI."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, EngineGame, Rules, Settings, chosen_game
from ludoteca.cli.output import print_json, say


def ugi_check(
    engine: Annotated[str, typer.Argument(metavar="ENGINE", help="The command that starts the engine, in quotes.")],
    game: EngineGame,
    settings: Settings = None,
    rules: Rules = None,
    patience_s: Annotated[
        float, typer.Option("--patience", min=0.1, max=3600, help="Seconds to wait for an answer.")
    ] = 20.0,
    as_json: AsJson = False,
) -> None:
    """Walk an engine through UGI step by step and report what is wrong.

    Example: ludoteca ugi-check "ludoteca ugi"
    """
    from ludoteca.protocols.ugi_check import UgiCheck

    taken = []
    for step in UgiCheck(engine, chosen_game(game, settings, rules), patience_s=patience_s).steps():
        taken.append(step)
        if not as_json:
            typer.echo(f"{'ok   ' if step.wrong is None else 'WRONG'}  {step.what}")
            if (more := step.wrong or step.note) is not None:
                typer.echo(f"       {more}")
    wrong = [step for step in taken if step.wrong is not None]
    if as_json:
        print_json(
            {"engine": engine, "steps": [{"what": step.what, "wrong": step.wrong, "note": step.note} for step in taken]}
        )
    elif wrong:
        end = ", and nothing more could be tried" if wrong[-1].is_fatal else ""
        say(f"{len(wrong)} of {len(taken)} steps failed{end}")
    if wrong:
        raise typer.Exit(1)
