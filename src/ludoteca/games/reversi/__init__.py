"""Reversi: enclose the other side's discs in line and they turn to your colour; more discs win."""

from ludoteca.games.reversi import endings, evaluation, rules
from ludoteca.games.reversi.rules import BOARD, PASS, PLACE
from ludoteca.kernel import Fact, Notation, Player, game


def vertex(state, code):
    """A move for engines that speak GTP: a cell in capitals, counted from the top left; no letter is left out."""
    return "pass" if PASS.has(code) else BOARD.name[int(PLACE.cell(code))].upper()


GAME = game(
    modules=(rules, evaluation, endings),
    title="Reversi",
    designer="Lewis Waterman and John W. Mollett",
    players=(Player("Black", "B"), Player("White", "W")),
    summary="Enclose your opponent's discs in a line to flip them to your colour; most discs wins.",
    goal="Have more discs than your opponent when nobody can move any more.",
    facts=(Fact("Discs", "discs"), Fact("Points", rules.points, when=rules.empties)),
    most_moves=33,
    notation=Notation(vertex=vertex),
    longest=130,  # never reached: 60 placements and a pass before each
    accent="teal",
    surface="felt",
    family="territory",
    minutes=20,
    difficulty="easy",
    showcase=("......../....W.../BB.WWWW./.BBBBW../WWWBW.../.WWWBB../.B.BBB../..B..... W", "b2"),
)
