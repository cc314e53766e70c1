"""Who can sit at a table: a person, or any bot that plays the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ludoteca.languages import in_language, later, speaking, t
from ludoteca.languages.choice import ENGLISH
from ludoteca.play import Position
from ludoteca.play.score_sheet import PlayerName

HUMAN = "human"
TITLES = later(("Dumb", "Easy", "Greedy", "Hard", "Random", "Search"))  # of bots whose names are words
NUMBERED = later({"level": "Level {number}", "classic": "Classic {number}"})
FAVOURITES = ("level3", "greedy", "random")  # the first that exists is what a newcomer meets


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """One who may take a seat."""

    spec: str  # "human", or the spec of a bot
    title: str
    explain: str


def seat_choices(game_name: str) -> list[SeatChoice]:
    """A person first, then the bots that play this game."""
    from ludoteca.bots import bot_names, explain_bot

    person = SeatChoice(HUMAN, t("Person"), t("Somebody at this keyboard."))
    bots = [(name, in_language(seat_title(name)), in_language(explain_bot(name))) for name in bot_names(game_name)]
    return [person, *(SeatChoice(*bot) for bot in bots)]


def favourite_bot(game_name: str) -> str:
    """The bot that is offered first."""
    from ludoteca.bots import bot_names

    names = bot_names(game_name)
    return next((name for name in FAVOURITES if name in names), names[0])


def seat_title(spec: str) -> str:
    """A bot in words: `level3` is Level 3, `mcts:500ms` stays mcts:500ms.  It reads as English until it is shown."""
    found = re.fullmatch(r"([a-z]+)(\d*)", spec)
    if found is None:
        return spec
    with speaking(ENGLISH):
        if not found[2]:
            return t(found[1].title())
        return t(NUMBERED.get(found[1], f"{found[1].title()} {{number}}"), number=found[2])


def check_seat(spec: str, game_name: str) -> str:
    """The spec in its usual spelling; an error that says why when nobody of that kind can play the game."""
    from ludoteca.bots import check_plays, find_bot
    from ludoteca.bots.specs import read_spec

    if spec.strip().lower() in (HUMAN, "person", "me"):
        return HUMAN
    check_plays(spec, game_name)
    find_bot(spec)  # bots of other packages too: they will think in this process
    return read_spec(spec).text


def seats_by_turn(start: Position, begins: str, follows: str) -> tuple[str, str]:
    """Who sits where when one begins and the other follows: the second seat begins in Greener with first=white."""
    return (begins, follows) if start.mover == 0 else (follows, begins)


def player_names(seats: tuple[str, str]) -> tuple[PlayerName, PlayerName]:
    """The two who play, with names that tell them apart; they read as English until they are shown."""
    with speaking(ENGLISH):
        if seats == (HUMAN, HUMAN):
            first, second = (t("Player {number}", number=number) for number in (1, 2))
            return PlayerName(first), PlayerName(second)
        names = [t("You") if spec == HUMAN else seat_title(spec) for spec in seats]
        if names[0] == names[1]:
            names = [t("{name} ({number})", name=name, number=number) for number, name in enumerate(names, 1)]
        return PlayerName(names[0], seats[0]), PlayerName(names[1], seats[1])


def translatable(player: PlayerName) -> PlayerName:
    """A player from a file; a name that `player_names` gave can be said in another language again."""
    bot = "random" if player.kind == HUMAN else player.kind
    pairs = ((HUMAN, HUMAN), (HUMAN, bot)) if player.kind == HUMAN else ((HUMAN, bot), (bot, bot))
    known = [one for pair in pairs for one in player_names(pair)]
    return replace(player, name=next((one.name for one in known if one.name == player.name), player.name))
