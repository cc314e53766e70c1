"""Lines of Action: gather all your men into one group; a man moves as far as its line is full."""

from ludoteca.games.linesofaction import evaluation, rules
from ludoteca.kernel import Fact, game, repetition

GAME = game(
    modules=(rules, evaluation),
    title="Lines of Action",
    designer="Claude Soucie",
    players=("Black", "White"),
    summary="A man moves as many cells as there are men on its line; gather all your men into one group.",
    goal="Connect all your men into one group, diagonals included.",
    start=".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b",
    facts=(Fact("Men", "men"),),
    options=("both", "stuck", repetition("threefold", "off")),  # [LA6-LA8]
    longest=600,
    accent="navy",
    surface="walnut",
    family="connect",
    other_names=("LOA",),
    minutes=20,
    difficulty="medium",
    showcase=("bb.b..b./......ww/w.w.b..w/w..b..../......../..wwbw.w/w.b....w/.bb..bb. b", "b8-b6"),
)
