"""Kalah: sow seeds around the board and through your store; a last seed there lets you sow again."""

from ludoteca.games.kalah import evaluation, rules
from ludoteca.kernel import game

GAME = game(
    modules=(rules, evaluation),
    title="Kalah",
    designer="William Julius Champion Jr.",
    players=("South", "North"),
    summary="Sow seeds around the board and into your store; end a sowing there to sow again. Most seeds wins.",
    goal="Collect more seeds in your store than your opponent.",
    board=lambda options: rules.BOARDS[options["houses"]],
    longest=500,
    accent="lime",
    surface="walnut",
    family="count",
    other_names=("kalaha", "mancala"),
    minutes=10,
    difficulty="easy",
    first_wins=True,
    showcase=("5,4,0,5,6,2,1/3,4,5,0,3,2,8 s", "a1"),
)
