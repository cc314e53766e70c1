"""Bots as menus offer them: the levels first, then those of the original programs, then those for experts."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.bots.families import families, known_bots
from ludoteca.bots.registry import bot_names, explain_bot
from ludoteca.languages.texts import english


@dataclass(frozen=True, slots=True)
class BotChoice:
    """A bot on offer."""

    spec: str
    label: str  # as players read it, also without a group's title above it
    explain: str


@dataclass(frozen=True, slots=True)
class BotGroup:
    """A group of bots, and a sentence that says what they have in common."""

    title: str
    note: str
    bots: tuple[BotChoice, ...]


OTHERS = (english("From other packages"), english("Bots installed by other packages."))


def bot_groups(game_name: str | None = None) -> list[BotGroup]:
    """The bots that play a game, or all bots, in groups; empty groups are left out."""
    names = bot_names(game_name)
    found = [(each.title, each.note, [name for name in each.bots if name in names]) for each in families()]
    found.append((*OTHERS, [name for name in names if name not in known_bots()]))
    return [BotGroup(title, note, tuple(map(bot_choice, own))) for title, note, own in found if own]


def bot_choice(name: str) -> BotChoice:
    """A bot by name."""
    return BotChoice(name, bot_label(name), explain_bot(name))


def bot_label(spec: str) -> str:
    """What players call a bot: `level3` is Level 3; one with its own settings, such as mcts:500ms, keeps its spec."""
    return known_bots()[spec].label if spec in known_bots() else spec
