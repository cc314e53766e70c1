"""Who can sit at a table: a person, or any bot that plays the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.errors import LudotecaError
from ludoteca.languages import in_language, speaking, t
from ludoteca.languages.choice import ENGLISH
from ludoteca.languages.texts import sentence
from ludoteca.play import Position
from ludoteca.play.score_sheet import PlayerName

HUMAN = "human"
FAVOURITES = ("level3", "greedy", "random")  # the first that exists is the bot for newcomers


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Someone who can take a seat."""

    spec: str  # "human", or the spec of a bot
    title: str
    explain: str
    group: str = ""  # the title of its group of bots


def seat_choices(game_name: str, first: Sequence[str] = ()) -> list[SeatChoice]:
    """A person first, then the bots that play this game, named as in all interfaces.

    Those that go with the chosen rules come before the others.
    """
    from ludoteca.bots.registry import bot_groups

    person = SeatChoice(HUMAN, t("Person"), t("Someone at this keyboard."))
    bots = [
        SeatChoice(bot.spec, in_language(bot.label), in_language(bot.explain), in_language(group.title))
        for group in bot_groups(game_name)
        for bot in group.bots
    ]
    return [person, *sorted(bots, key=lambda bot: bot.spec not in first)]


def favourite_bot(game_name: str, first: Sequence[str] = ()) -> str:
    """The bot for newcomers: the first that goes with the chosen rules, if any does."""
    from ludoteca.bots import bot_names

    names = bot_names(game_name)
    return next((name for name in (*first, *FAVOURITES) if name in names), names[0])


def is_foreign(spec: str) -> bool:
    """Whether someone else wrote the bot: one from a file, an engine, or one of another package."""
    from ludoteca.bots.families import known_bots
    from ludoteca.bots.specs import read_spec

    return read_spec(spec).name not in known_bots()


def check_seat(spec: str, game_name: str) -> str:
    """The spec in its usual spelling; an error that says why if it cannot play the game."""
    from ludoteca.bots import check_plays, find_bot
    from ludoteca.bots.specs import read_spec

    if spec.strip().lower() in (HUMAN, "person", "me"):
        return HUMAN
    titled = [choice.spec for choice in seat_choices(game_name) if choice.title.lower() == spec.strip().lower()]
    spec = titled[0] if titled else spec
    check_plays(spec, game_name)
    find_bot(spec)  # bots of other packages too: they will think in this process
    return read_spec(spec).text


def seat_from_file(player: PlayerName, game_name: str) -> tuple[PlayerName, str]:
    """A player named by a file, and what to say about it: a bot that a file must not name is replaced by a person."""
    from ludoteca.bots import check_plays
    from ludoteca.bots.registry import listed_spec

    if player.kind == HUMAN:
        return player, ""
    try:
        check_plays(listed_spec(player.kind).text, game_name)
    except LudotecaError as error:
        words = t("{player} is now played by a person: {reason}", player=player.name, reason=str(error))
        return replace(player, kind=HUMAN), sentence(words)
    return player, ""


def seats_by_turn(start: Position, begins: str, follows: str) -> tuple[str, str]:
    """Who sits where when one begins and the other follows: the second seat begins in Greener with first=white."""
    return (begins, follows) if start.mover == 0 else (follows, begins)


def player_names(seats: tuple[str, str]) -> tuple[PlayerName, PlayerName]:
    """The two players, with names that distinguish them; they read as English until they are shown."""
    from ludoteca.bots.registry import bot_label

    with speaking(ENGLISH):
        if seats == (HUMAN, HUMAN):
            first, second = (t("Player {number}", number=number) for number in (1, 2))
            return PlayerName(first), PlayerName(second)
        names = [t("You") if spec == HUMAN else bot_label(spec) for spec in seats]
        if names[0] == names[1]:
            names = [t("{name} ({number})", name=name, number=number) for number, name in enumerate(names, 1)]
        return PlayerName(names[0], seats[0]), PlayerName(names[1], seats[1])


def translatable_name(player: PlayerName) -> PlayerName:
    """A player from a file; a name that `player_names` gave can be translated again."""
    bot = "random" if player.kind == HUMAN else player.kind
    pairs = ((HUMAN, HUMAN), (HUMAN, bot)) if player.kind == HUMAN else ((HUMAN, bot), (bot, bot))
    known = [one for pair in pairs for one in player_names(pair)]
    return replace(player, name=next((one.name for one in known if one.name == player.name), player.name))
