"""Breakthrough: two rows of men a side; the first to reach the far row wins."""

from ludoteca.games.breakthrough import evaluation, rules
from ludoteca.kernel import Fact, game

GAME = game(
    modules=(rules, evaluation),
    title="Breakthrough",
    designer="Dan Troyka",
    players=("White", "Black"),
    summary="March your men ahead and take diagonally; the first to reach the far row wins.",
    goal="Bring one of your men to the far row.",
    board=lambda options: rules.BOARDS[options["size"]],
    facts=(Fact("Men", "men"),),
    is_symmetric=False,  # men know which way is ahead
    longest=512,  # each man makes at most six steps and can be taken once
    accent="brown",
    surface="linen",
    family="race",
    minutes=15,
    difficulty="easy",
    showcase=("b.bbbbbb/.bb....b/b...b.b./....wb../......../.wbww.w./w.w.w..w/w.ww.www w", "e5-d6"),
)
