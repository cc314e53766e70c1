"""`ludoteca ugi`: serve a bot as a UGI engine."""

from __future__ import annotations

from typing import Annotated

import typer

from ludoteca.cli.arguments import EngineGame
from ludoteca.cli.output import line_out, lines_in


def ugi(
    game: EngineGame,
    bot: Annotated[str, typer.Option("--bot", metavar="SPEC", help="The bot to run; see: ludoteca bots")] = "search",
) -> None:
    """Run any bot as an engine that speaks UGI on standard input and output; setoption can choose another game.

    Example: ludoteca ugi --bot mcts
    """
    from ludoteca.bots import check_plays
    from ludoteca.protocols.ugi import UgiServer

    check_plays(bot, game)
    UgiServer(line_out, bot=bot, game=game).serve(lines_in())
