"""Lines of Action: gather all your men into one group; a man moves as far as its line is full."""

from ludoteca.games.linesofaction import rules
from ludoteca.kernel import Fact, game, repetition

GAME = game(
    modules=(rules,),
    title="Lines of Action",
    designer="Claude Soucie",
    players=("Black", "White"),
    summary="A man moves as many cells as there are men on its line; gather all your men into one group.",
    goal="Connect all your men into one group, diagonals included.",
    start=".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b",
    facts=(Fact("Men", "men"),),
    options=("both", "stuck", repetition("threefold", "off")),
    longest=600,
    accent="slate",
    surface="walnut",
    minutes=20,
    difficulty="medium",
    showcase=("..b..b../.w....../..wbb.../w.b.bw../..bw.b../...w.w../..w...w./....b... b", "c8-c4"),
)
