"""The bots of the Prolog programs as menus list them; `ludoteca.bots` finds this by entry point."""

from __future__ import annotations

from ludoteca.bots.families import BotFamily, KnownBot

RANKS = ("best", "second best", "third best", "fourth best", "fifth best")
FOUR_GAMES = ("gekitai", "glaisher", "greener", "squ")
MAPELLO_GAMES = ("mapello", "reversi")


def _classic(level: int) -> KnownBot:
    explain = f"The {RANKS[5 - level]} move by the score right after it."
    return KnownBot("ludoteca.originals.bots:classic", f"Original Level {level}", explain, MAPELLO_GAMES)


FAMILY = BotFamily(
    "From the original program",
    "The bots of the Prolog program this game grew from. None looks further ahead than its own turn and the reply.",
    {
        "easy": KnownBot(
            "ludoteca.originals.bots:easy", "Original Easy", "Any legal move, all equally likely.", FOUR_GAMES
        ),
        "hard": KnownBot(
            "ludoteca.originals.bots:hard",
            "Original Hard",
            "The best turn by a simple count, one turn ahead.",
            FOUR_GAMES,
        ),
        "dumb": KnownBot(
            "ludoteca.originals.bots:dumb",
            "Original Dumb",
            "The capture that gains the fewest greens.",
            ("greener",),
        ),
        **{f"classic{level}": _classic(level) for level in range(1, 6)},
    },
)
