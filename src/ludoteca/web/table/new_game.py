"""A new game: what someone asks for, and the game that it becomes."""

from __future__ import annotations

from random import Random
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from ludoteca.bots import check_plays
from ludoteca.bots.registry import NamesProgram, listed_spec
from ludoteca.errors import BadOption
from ludoteca.languages import t
from ludoteca.play import Match, PlayerName, TimeControl, load_game
from ludoteca.play.match.clock import CONTROL_WORDS, Clock, UnreadableTimeControl
from ludoteca.play.records import tree
from ludoteca.play.records.record import TIME_CONTROL
from ludoteca.web.people.account import is_account
from ludoteca.web.people.glicko2 import Advantage
from ludoteca.web.table.rated import is_lopsided, rated_rules, rating_of_level
from ludoteca.web.table.stored_game import BOT_MOVES, PLAYS_ON, Seat, SeriesSoFar, StoredGame
from ludoteca.web.table.words import FREE_SEAT, OVER_ALREADY, PLAYER
from ludoteca.web.tokens import new_id

LONGEST_NAME = LONGEST_CONTROL = 40  # characters
LONGEST_BOT_MS = 5000
MOST_GAMES = 21  # of a series


def clean_name(name: object) -> object:
    """A name as it is shown: one line, nothing invisible, not too long."""
    return tree.clean_name(name)[:LONGEST_NAME].strip() if isinstance(name, str) else name


Name = Annotated[str, BeforeValidator(clean_name)]
OptionName = Annotated[str, StringConstraints(max_length=40)]
OptionText = Annotated[str, StringConstraints(max_length=400)]
Spec = Annotated[str, StringConstraints(max_length=200)]


class NewGame(BaseModel):
    """A game to start."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, StringConstraints(max_length=60)]
    options: Annotated[dict[OptionName, OptionText], Field(max_length=30)] = {}
    position: Annotated[str, StringConstraints(max_length=4000)] = ""  # empty: the standard start
    continues: Annotated[str, StringConstraints(max_length=40)] = ""  # the id of a record whose moves are kept
    opponent: Literal["bot", "friend", "device", "bots"] = "bot"
    bot: Spec = "greedy"
    bots: tuple[Spec, Spec] = ("greedy", "random")
    side: Literal["first", "second", "random"] = "first"
    clock: Annotated[str, StringConstraints(max_length=40)] = "none"
    series: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 1
    setups: Literal["new", "paired", "same"] = "new"
    listed: bool = False  # among the games to watch
    name: Name = ""
    names: tuple[Name, Name] | None = None  # of two on one device
    rated: bool = False  # between accounts, or an account and a level
    plays_on: bool = False  # whether a bot plays lost games to the end instead of resigning


def first_game(new: NewGame, guest: str, chance: Random, record: Match | None = None) -> StoredGame:
    """The game that is asked for, which goes on where a record ends if one is given; a name left out is empty."""
    control = TimeControl.parse(new.clock)
    if len(str(control)) > LONGEST_CONTROL:
        raise UnreadableTimeControl(t(CONTROL_WORDS["unreadable"], given=repr(new.clock)))
    if new.rated:
        check_rated(new, guest)
    if record is None:
        variant = load_game(new.game, **new.options)
        start = variant.position(new.position) if new.position else variant.start(chance.getrandbits(32))
        match = Match(variant, start)
    else:
        match = record.fork()
    if match.outcome is not None:
        option = "position" if record is None else "continues"
        raise BadOption(t(OVER_ALREADY, reason=match.outcome.reason), option=option)
    seats, holders = seats_for(new, guest, chance)
    first, second = (PlayerName(seat.name, seat.bot or "human") for seat in seats)
    match.players = first, second
    match.clock = Clock(control) if control.is_timed else None
    for tag in (PLAYS_ON, BOT_MOVES, TIME_CONTROL):  # of whoever played before
        match.tags.pop(tag, None)
    if new.plays_on:
        match.tags[PLAYS_ON] = "yes"
    return StoredGame(
        id=new_id(),
        match=match,
        kind=new.opponent,
        owner=guest,
        seats=seats,
        holders=holders,
        series=new_id() if new.series > 1 else None,
        so_far=SeriesSoFar(new.series, new.setups),
        control=str(control),
        listed=new.listed,
        rated=new.rated,
    )


def check_rated(new: NewGame, guest: str) -> None:
    """BadOption for a game that cannot be rated."""
    if not is_account(guest):
        reason = t("Sign in to play rated games.")
    elif new.opponent not in ("friend", "bot"):
        reason = t("Rated games are between two accounts, or an account and a level.")
    elif new.opponent == "bot" and rating_of_level(new.game, new.bot) is None:
        reason = t("Games against this bot cannot be rated, because its strength has not been measured.")
    elif new.position or new.continues or rated_rules(load_game(new.game, **new.options)) is None:
        reason = t("Rated games have the usual rules and starting position; only the swap may be chosen.")
    else:
        return
    raise BadOption(reason, option="rated")


def in_pairs(new: NewGame, advantage: Advantage) -> NewGame:
    """The game that is asked for; if it is rated and moving first decides much, each plays first equally often."""
    if not new.rated or new.series % 2 == 0 or not is_lopsided(load_game(new.game, **new.options), advantage):
        return new
    return new.model_copy(update={"series": min(new.series + 1, MOST_GAMES - 1)})


def seats_for(new: NewGame, guest: str, chance: Random) -> tuple[list[Seat], set[tuple[int, str]]]:
    """Who sits where, and which seats the guest holds."""
    mine = {"first": 0, "second": 1}.get(new.side, chance.randrange(2))
    me = Seat("human", new.name, generation=1)
    if new.opponent == "device":
        names = new.names or ("", "")
        both = [
            Seat("human", name or PLAYER.format(number=number), generation=1) for number, name in enumerate(names, 1)
        ]
        return both, {(0, guest), (1, guest)}
    if new.opponent == "bots":
        return [bot_seat(spec, new.game) for spec in new.bots], set()
    other = bot_seat(new.bot, new.game) if new.opponent == "bot" else Seat("human", FREE_SEAT)
    return ([me, other] if mine == 0 else [other, me]), {(mine, guest)}


def bot_seat(spec: str, game: str) -> Seat:
    """A seat for a bot that plays this game and does not think for too long."""
    try:
        read = listed_spec(spec)  # before anything is created from it
    except NamesProgram as error:
        raise NamesProgram(t("bots from files and external engines cannot play here"), option="bot") from error
    if read.settings:  # threads and memory are the server's decision
        raise BadOption(t("bots take no settings here"), option="bot")
    check_plays(spec, game)
    limits = read.limits
    if limits.nodes is not None or limits.depth is not None or (limits.time_ms or 0) > LONGEST_BOT_MS:
        reason = t(
            "bots here take a time limit of up to {seconds} s per move, and no other limit",
            seconds=LONGEST_BOT_MS // 1000,
        )
        raise BadOption(reason, option="bot")
    return Seat("bot", read.text, bot=read.text, generation=1)
