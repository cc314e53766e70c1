"""Reversi: enclose the other side's discs in line and they turn to your colour; more discs win."""

from ludoteca.games.reversi import endings, evaluation, rules
from ludoteca.games.reversi.notation import NOTATION
from ludoteca.kernel import Fact, Player, game

GAME = game(
    modules=(rules, evaluation, endings),
    title="Reversi",
    designer="Lewis Waterman and John W. Mollett",
    players=(Player("Black", "B"), Player("White", "W")),
    summary="Enclose your opponent's discs in a line to flip them to your colour; most discs wins.",
    goal="Have more discs than your opponent when nobody can move any more.",
    facts=(Fact("Discs", "discs"), Fact("Points", rules.points, when=rules.empties)),
    most_moves=33,
    notation=NOTATION,
    longest=130,  # never reached: 60 placements and a pass before each
    accent="teal",
    surface="felt",
    family="territory",
    minutes=20,
    difficulty="easy",
    showcase=("......../....W.../BB.WWWW./.BBBBW../WWWBW.../.WWWBB../.B.BBB../..B..... W", "b2"),
)
