"""Hex: join your two sides of a rhombus of hexes with a chain of stones."""

from ludoteca.games.hex import playouts, rules
from ludoteca.games.hex.notation import NOTATION
from ludoteca.kernel import game

GAME = game(
    modules=(rules, playouts),
    title="Hex",
    designer="Piet Hein and John Nash",
    players=("Red", "Blue"),
    summary="Join your two sides of the board with a chain of stones.",
    goal="Join your two sides with an unbroken chain: Red north and south, Blue west and east.",
    board=lambda options: rules.BOARDS[options["size"]],
    goals=(("north", "south"), ("west", "east")),
    longest=lambda options: len(rules.BOARDS[options["size"]].cells) + 1,  # a swap is a move, too
    notation=NOTATION,
    accent="pine",
    surface="slate",
    family="connect",
    minutes=15,
    difficulty="easy",
    first_wins=True,
    showcase=("/".join(["." * 11] * 11) + " r", "f6", "e5", "d7", "g4", "g5", "h4", "h3", "f5", "g3", "d6", "c8"),
)
