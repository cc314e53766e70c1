"""`ludoteca games`: list the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from ludoteca.cli.arguments import AsJson
from ludoteca.cli.output import print_json, print_row, say
from ludoteca.languages import in_language

if TYPE_CHECKING:
    from ludoteca.kernel.declare import Game


def games(as_json: AsJson = False) -> None:
    """List the installed games.

    Example: ludoteca games
    """
    from ludoteca.errors import LudotecaError
    from ludoteca.games import find_game, game_names
    from ludoteca.play.rule_pages import designers_of

    found, is_whole = [], True
    for name in game_names():
        try:
            found.append(find_game(name))
        except LudotecaError as error:  # one broken package must not hide the other games
            say(f"ludoteca: {in_language(str(error))}")
            is_whole = False
    if as_json:
        print_json([game_json(game) for game in found])
    else:
        width = max((len(game.name) for game in found), default=0)
        for game in found:
            row = f"{game.name:{width}}  {in_language(game.summary)} ({in_language(designers_of(game))})"
            print_row(row, width + 2)
            for rule_set in game.rule_sets[1:]:
                values = ", ".join(map(str, map(in_language, game.rules_in_words(rule_set))))
                print_row(f"{'':{width}}    --rules {rule_set.name}  ({values})", width + 8)
            for option in game.options:
                values = in_language(option.choices_text())
                row = f"{'':{width}}    --set {option.name}={option.text(option.default)}  ({values})"
                print_row(row, width + 8)
    if not is_whole:
        raise typer.Exit(1)


def game_json(game: Game) -> dict[str, Any]:
    """A game's declaration, for programs."""
    return {
        "name": game.name,
        "title": game.title,
        "designer": game.designer,
        "summary": game.summary,
        "goal": game.goal,
        "family": game.family,
        "other_names": list(game.other_names),
        "board": game.whole_board.shape,
        "minutes": game.minutes,
        "time": game.time,
        "difficulty": game.difficulty,
        "players": [player.name for player in game.players],
        "rules": {rule_set.name: game.rule_texts(rule_set) for rule_set in game.rule_sets},
        "options": [
            {
                "name": option.name,
                "default": option.text(option.default),
                "choices": [option.text(choice) for choice in option.choices],
                "explain": option.explain,
            }
            for option in game.options
        ],
    }
