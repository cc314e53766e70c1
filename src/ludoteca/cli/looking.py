"""Verbs that look at games and positions: games, rules, show, moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.words import (
    AsciiOnly,
    AsJson,
    GameName,
    PositionWords,
    Seed,
    Settings,
    chosen_game,
    chosen_position,
    is_unicode,
    print_json,
    say,
)

if TYPE_CHECKING:
    from ludoteca.kernel.declare import Game
    from ludoteca.play import Position


def games(as_json: AsJson = False) -> None:
    """List the games that are installed.

    Example: ludoteca games
    """
    from ludoteca.games import find_game, game_names
    from ludoteca.kernel.errors import LudotecaError

    found, is_whole = [], True
    for name in game_names():
        try:
            found.append(find_game(name))
        except LudotecaError as error:  # one broken package must not hide the other games
            say(f"ludoteca: {error}")
            is_whole = False
    if as_json:
        print_json([game_json(game) for game in found])
    else:
        width = max((len(game.name) for game in found), default=0)
        for game in found:
            typer.echo(f"{game.name:{width}}  {game.summary} ({game.designer})")
            for option in game.options:
                values = option.choices_text() if option.choices else "see its rules"
                typer.echo(f"{'':{width}}    --set {option.name}={option.text(option.default)}  ({values})")
    if not is_whole:
        raise typer.Exit(1)


def game_json(game: Game) -> dict[str, Any]:
    """A game's declaration, for programs."""
    return {
        "name": game.name,
        "title": game.title,
        "designer": game.designer,
        "summary": game.summary,
        "players": [player.name for player in game.players],
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


def rules(
    game: GameName,
    is_short: Annotated[bool, typer.Option("--short", help="Only how to play, without the numbered rules.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rules of a game.

    How to play, the numbered rules, rulings and options, sources.

    Example: ludoteca rules gekitai --short
    """
    from ludoteca.play.rule_pages import rule_page

    page = rule_page(game)
    if as_json:
        print_json({"game": page.game, "how_to_play": page.how_to_play, "text": page.text})
    else:
        typer.echo(page.how_to_play if is_short else page.text)


def show(
    game: GameName,
    position: PositionWords = None,
    settings: Settings = None,
    seed: Seed = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Draw a position: board, facts, who is to move or who has won.

    Example: ludoteca show gekitai "....../..r.../....../...b../....../...... r"
    """
    from ludoteca.terminal.position_sheet import sheet

    shown = chosen_position(chosen_game(game, settings), position, seed)
    if as_json:
        print_json(position_json(shown))
    else:
        typer.echo(sheet(shown, ascii_only=ascii_only or not is_unicode()))
        typer.echo(str(shown))


def moves(
    game: GameName,
    position: PositionWords = None,
    settings: Settings = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """List the legal moves of a position, one on a line.

    Example: ludoteca moves gekitai
    """
    current = chosen_position(chosen_game(game, settings), position, seed)
    legal = [str(move) for move in current.moves()]
    if as_json:
        outcome = outcome_json(current)
        print_json({"position": str(current), "mover": current.mover, "moves": legal, "outcome": outcome})
        return
    for move in legal:
        typer.echo(move)
    if current.outcome is not None:
        say(f"the game is over: {current.outcome.reason}")


def outcome_json(position: Position) -> dict[str, Any] | None:
    """How a game ended, for programs."""
    outcome = position.outcome
    return None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason}


def position_json(position: Position) -> dict[str, Any]:
    """All that `show` tells, for programs."""
    scene = position.scene()
    cells = {
        name: {
            "pieces": [{"kind": piece.kind, "colour": piece.colour, "owner": piece.owner} for piece in look.pieces],
            "height": look.height,
            "inside": dict(look.inside),
            "marks": list(look.marks),
        }
        for name, look in scene.cells.items()
        if look.pieces or look.marks
    }
    return {
        "game": position.variant.name,
        "options": position.variant.changed_options,
        "position": str(position),
        "mover": position.mover,
        "players": [player.name for player in scene.players],
        "score": scene.score,
        "facts": [{"name": fact.name, "value": fact.value, "player": fact.player} for fact in scene.facts],
        "cells": cells,
        "outcome": outcome_json(position),
    }
