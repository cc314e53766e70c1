"""Families of bots: each has a title in menus, and each bot a label and a sentence.

A level is described by how patient and how choosy it is, which holds in every game; how far it looks ahead differs.

Their words are `english` texts, which `t` translates.

The families of this package are declared here.  Others, such as `ludoteca.originals`, are found by the entry point
`ludoteca.bot_families`, so that nothing here has to know them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from ludoteca.languages.texts import english, translatable

LEVEL_DESCRIPTIONS = translatable(
    (
        "A first opponent: barely thinks and often overlooks the best move.",
        "Thinks briefly and often settles for a weak move.",
        "Thinks briefly, but prefers better-looking moves.",
        "Thinks a little longer and no longer settles for just any move.",
        "Halfway up: thinks for a while and finds good moves, if not always the best.",
        "Takes its time and is fairly choosy.",
        "Patient and choosy: plays what it considers close to the best move.",
        "Even more patient and choosy: a strong opponent.",
        "Very patient: plays the best move it finds, or one almost as good.",
        "Thinks longest of all, and plays endings perfectly where they can be solved.",
    )
)
GROUP = "ludoteca.bot_families"


@dataclass(frozen=True, slots=True)
class KnownBot:
    """A bot as it is listed; nothing of it is loaded yet."""

    factory: str  # "module:function", imported on first use; called with the spec and a seed
    label: str  # as players read it, also without a family's title above it
    explain: str  # what it does, in one sentence
    games: tuple[str, ...] | None = None  # None: it plays every game


@dataclass(frozen=True, slots=True)
class BotFamily:
    """A group of bots, and a sentence that says what they have in common."""

    title: str
    note: str
    bots: Mapping[str, KnownBot]  # by name


LEVELS = BotFamily(
    english("Levels"),
    english("Ten opponents, from a gentle beginner to the strongest available."),
    {
        f"level{number}": KnownBot(
            "ludoteca.bots.levels:level", english("Level {number}", number=number), english(explain)
        )
        for number, explain in enumerate(LEVEL_DESCRIPTIONS, 1)
    },
)
EXPERTS = BotFamily(
    english("For experts"),
    english("Benchmarks for other bots: random play, one turn ahead, and several searches."),
    {
        "random": KnownBot(
            "ludoteca.bots.simple_bots:RandomBot", english("Random"), english("Any legal move, all equally likely.")
        ),
        "greedy": KnownBot(
            "ludoteca.bots.simple_bots:GreedyBot",
            english("Greedy"),
            english("Picks the turn that leaves the best-looking position."),
        ),
        "search": KnownBot(
            "ludoteca.bots.search_bots:search",
            english("Search"),
            english("Uses the search that suits the game: alpha-beta if it has an evaluation, Monte Carlo otherwise."),
        ),
        "alphabeta": KnownBot(
            "ludoteca.bots.search_bots:alphabeta",
            english("Alpha-beta search"),
            english("Looks as far ahead as its time or node limit allows."),
        ),
        "mcts": KnownBot(
            "ludoteca.bots.search_bots:mcts",
            english("Monte Carlo search"),
            english("Plays random games to the end and follows what wins."),
        ),
    },
)


@cache
def families() -> tuple[BotFamily, ...]:
    """All families in menu order: the levels, those by entry point, then those for experts."""
    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return (LEVELS, *(point.load() for point in found), EXPERTS)


@cache
def known_bots() -> dict[str, KnownBot]:
    """The bots of all families by name, in the order of lists: the general ones first."""
    general = {**LEVELS.bots, **EXPERTS.bots}
    first = {name: general.pop(name) for name in ("random", "greedy")}
    others = {name: bot for family in families()[1:-1] for name, bot in family.bots.items()}
    return {**first, **general, **others}
