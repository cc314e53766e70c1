"""`ludoteca words`: what a game says, for translators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName
from ludoteca.cli.output import print_json, say

if TYPE_CHECKING:
    from ludoteca.kernel.declare import Game


def words(
    game: GameName,
    po: Annotated[str, typer.Option("--po", metavar="LANGUAGE", help="Print a file for translators: pt or es.")] = "",
    as_json: AsJson = False,
) -> None:
    """List every word and sentence of a game that players see, and where it is used, for translators.

    With --po, the file has the sentences of the declaration, the rules and the lesson that Ludoteca itself does not
    translate.  Put it next to the game: pt.po in its folder, or hexapawn.pt.po next to hexapawn.py.

    Example: ludoteca words gekitai

    Example: ludoteca words ./hexapawn.py --po pt
    """
    from ludoteca.games import find_game
    from ludoteca.kernel.description import words_of

    if po:
        _write_po(find_game(game), po)
        return
    found = words_of(find_game(game))
    if as_json:
        print_json([{"where": where, "text": text} for where, text in found])
        return
    width = max(len(where) for where, _ in found)
    for where, text in found:
        typer.echo(f"{where:{width}}  {text}")


def _write_po(game: Game, language: str) -> None:
    from ludoteca.errors import UnknownName
    from ludoteca.languages.catalogues import catalogue, po_text
    from ludoteca.languages.choice import ENGLISH, LANGUAGES
    from ludoteca.play.game_sentences import game_sentences

    others = [each for each in LANGUAGES if each != ENGLISH]
    if language not in others:
        raise UnknownName("there is no language called {name}; available: {known}", language, others)
    ours, own = catalogue(language), game.translations(language)
    every = list(game_sentences(game))
    left = [(where, sentence) for where, sentence in every if sentence not in ours]
    typer.echo(po_text(language, left, own), nl=False)
    count = len({sentence for _, sentence in left})
    missing = len({sentence for _, sentence in left} - set(own))
    say(f"{count} sentences, {missing} not translated yet; Ludoteca translates the other {len(every) - len(left)}")
