"""Havannah: complete a ring, a bridge between two corners or a fork between three sides."""

from ludoteca.games.havannah import figures, rules
from ludoteca.kernel import game

GAME = game(
    modules=(rules, figures),
    title="Havannah",
    designer="Christian Freeling",
    players=("White", "Black"),
    summary="Place stones on a hexagon; complete a ring, a bridge or a fork.",
    goal="Be the first with a ring, a bridge between two corners or a fork between three sides.",
    board=lambda options: rules.BOARDS[options["size"]],
    shared_goals=(("north", "northeast", "southeast", "south", "southwest", "northwest"),),
    longest=lambda options: len(rules.BOARDS[options["size"]].cells) + 1,  # a swap is a move, too
    accent="violet",
    surface="linen",
    family="connect",
    minutes=30,
    difficulty="medium",
    showcase=(
        "/".join("." * (15 - abs(row - 7)) for row in range(15)) + " w",
        "h8",
        "i9",
        "g8",
        "h10",
        "f7",
        "j8",
        "h7",
    ),
)
