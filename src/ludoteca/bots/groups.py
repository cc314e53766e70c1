"""Bots as menus offer them: the levels first, then those of the original programs, then those for experts."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.bots.level_descriptions import SENTENCES
from ludoteca.bots.registry import KNOWN, bot_names, explain_bot


@dataclass(frozen=True, slots=True)
class BotChoice:
    """A bot on offer."""

    spec: str
    label: str  # as players read it, also where no title of a group stands above it
    explain: str


@dataclass(frozen=True, slots=True)
class BotGroup:
    """Bots that belong together, and a sentence that says what they have in common."""

    title: str
    note: str
    bots: tuple[BotChoice, ...]


LEVELS = {f"level{number}": f"Level {number}" for number in range(1, len(SENTENCES) + 1)}
ORIGINALS = {
    "easy": "Original Easy",
    "hard": "Original Hard",
    "dumb": "Original Dumb",
    **{f"classic{number}": f"Original Level {number}" for number in range(1, 6)},
}
EXPERTS = {
    "random": "Random",
    "greedy": "Greedy",
    "alphabeta": "Alpha-beta search",
    "mcts": "Monte Carlo search",
}
LABELS = {**LEVELS, **ORIGINALS, **EXPERTS}

SECTIONS = (
    ("Levels", "Ten opponents, from a gentle one to the strongest there is.", LEVELS),
    (
        "From the original program",
        "The bots of the Prolog program this game grew from. None looks further ahead than its own turn and the reply.",
        ORIGINALS,
    ),
    (
        "For experts",
        "Yardsticks to measure other bots by: chance, one turn ahead, and two ways of searching.",
        EXPERTS,
    ),
)
OTHERS = ("From other packages", "Bots that were installed beside Ludoteca.")


def bot_groups(game_name: str | None = None) -> list[BotGroup]:
    """The bots that play a game, or all there are, in groups; a group in which nobody plays it is left out."""
    names = bot_names(game_name)
    found = [(title, note, [name for name in labels if name in names]) for title, note, labels in SECTIONS]
    found.append((*OTHERS, [name for name in names if name not in KNOWN]))
    return [BotGroup(title, note, tuple(map(bot_choice, own))) for title, note, own in found if own]


def bot_choice(name: str) -> BotChoice:
    """A bot by its name."""
    return BotChoice(name, bot_label(name), explain_bot(name))


def bot_label(spec: str) -> str:
    """What players call a bot: `level3` is Level 3; one with settings of its own, such as mcts:500ms, its spec."""
    return LABELS.get(spec, spec)
