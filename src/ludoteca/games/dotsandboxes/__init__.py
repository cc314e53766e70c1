"""Dots and boxes: draw lines between dots; whoever closes a box owns it and draws again."""

from ludoteca.games.dotsandboxes import evaluation, rules
from ludoteca.kernel import game

SHOWCASE = "--.-./-.......-.-/.-.../-...-...-../-----/-b-...-r-r-/-..--/-b-...-b-r-/--.--/....-...-r-/-.--- b"

GAME = game(
    modules=(rules, evaluation),
    title="Dots and boxes",
    designer="Édouard Lucas",
    players=("Blue", "Red"),
    summary="Draw lines between dots. Whoever closes a box owns it and draws again; most boxes wins.",
    goal="Close more boxes than your opponent.",
    board=lambda options: rules.BOARDS[options["size"]],
    longest=lambda options: 2 * options["size"] * (options["size"] + 1),
    accent="magenta",
    surface="linen",
    family="count",
    minutes=10,
    difficulty="easy",
    showcase=(SHOWCASE, "c8"),
)
