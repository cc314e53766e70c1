"""Reversi as engines that speak GTP write its moves."""

from ludoteca.games.reversi.rules import BOARD, PASS, PLACE
from ludoteca.kernel.notation import Notation


def vertex(state, code):
    """A cell by its name in capitals, counted from the top left as here; eight columns need no letter left out."""
    return "pass" if PASS.has(code) else BOARD.name[int(PLACE.cell(code))].upper()


NOTATION = Notation(vertex=vertex)
