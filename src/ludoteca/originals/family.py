"""The bots of the Prolog programs as menus list them; `ludoteca.bots` finds this by entry point."""

from __future__ import annotations

from ludoteca.bots.families import BotFamily, KnownBot
from ludoteca.languages.texts import english, translatable

CLASSIC = translatable(  # from the first level to the last
    (
        "The fifth best move by the score right after it.",
        "The fourth best move by the score right after it.",
        "The third best move by the score right after it.",
        "The second best move by the score right after it.",
        "The best move by the score right after it.",
    )
)
FOUR_GAMES = ("gekitai", "glaisher", "greener", "squ")
MAPELLO_GAMES = ("mapello", "reversi")


def _classic(level: int) -> KnownBot:
    label = english("Original Level {number}", number=level)
    return KnownBot("ludoteca.originals.bots:classic", label, english(CLASSIC[level - 1]), MAPELLO_GAMES)


FAMILY = BotFamily(
    english("From the original program"),
    english(
        "The bots of the Prolog program this game grew from. None looks further ahead than its own turn and the reply."
    ),
    {
        "easy": KnownBot(
            "ludoteca.originals.bots:easy",
            english("Original Easy"),
            english("Any legal move, all equally likely."),
            FOUR_GAMES,
        ),
        "hard": KnownBot(
            "ludoteca.originals.bots:hard",
            english("Original Hard"),
            english("The best turn by a simple count, one turn ahead."),
            FOUR_GAMES,
        ),
        "dumb": KnownBot(
            "ludoteca.originals.bots:dumb",
            english("Original Dumb"),
            english("The capture that gains the fewest greens."),
            ("greener",),
        ),
        **{f"classic{level}": _classic(level) for level in range(1, 6)},
    },
)
