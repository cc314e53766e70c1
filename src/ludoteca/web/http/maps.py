"""Custom boards that are an option of a game, such as maps: whether the rules allow one."""

from __future__ import annotations

from ludoteca.games import find_game
from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import t


class NoMap(LudotecaError):
    """The rules do not allow such a map, or the game has none."""


def playable_map(game_name: str, board: str) -> str:
    """The map to play on, from the board field of a position; discs outside the starting cells are left out."""
    game = find_game(game_name)
    option = next((option for option in game.options if option.drawn_as and option.parse is not None), None)
    if option is None or option.parse is None:
        raise NoMap(t("{game} is not played on maps", game=t(game.title)))
    letters = {ord(letter): "." for player in game.players for letter in (player.letter.upper(), player.letter.lower())}
    try:
        return str(option.parse(board))
    except ValueError:
        try:
            return str(option.parse(board.translate(letters)))
        except ValueError as error:
            raise NoMap(str(error)) from error
