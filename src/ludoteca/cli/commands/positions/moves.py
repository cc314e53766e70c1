"""`ludoteca moves`: list the legal moves."""

from __future__ import annotations

import typer

from ludoteca.cli.arguments import AsJson, GameName, PositionWords, Rules, Seed, Settings, chosen_game, chosen_position
from ludoteca.cli.output import print_json, say
from ludoteca.languages import t


def moves(
    game: GameName,
    position: PositionWords = None,
    settings: Settings = None,
    rules: Rules = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """List the legal moves in a position, one per line.

    Example: ludoteca moves gekitai
    """
    from ludoteca.play.position_json import outcome_json

    current = chosen_position(chosen_game(game, settings, rules), position, seed)
    legal = current.moves()
    written = [current.written(move) for move in legal]
    if as_json:
        told = {"position": str(current), "mover": current.mover, "moves": [str(move) for move in legal]}
        beside = {} if current.variant.game.spell is None else {"written": written}
        print_json({**told, **beside, "outcome": outcome_json(current.outcome)})
        return
    for move in written:
        typer.echo(current.variant.labels.shown(move))
    if current.outcome is not None:
        say(t("the game is over: {reason}", reason=current.outcome.reason))
