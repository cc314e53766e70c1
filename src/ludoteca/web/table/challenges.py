"""Challenges: games that someone offers to whoever accepts, decided over plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ludoteca.languages import t, translatable
from ludoteca.play import PlayerName, TimeControl
from ludoteca.web.people.account import RATED_NEEDS_ACCOUNT, is_account
from ludoteca.web.people.glicko2 import Rating
from ludoteca.web.table.new_game import Name, NewGame, first_game
from ludoteca.web.table.rated import speed_of
from ludoteca.web.table.stored_game import FREE_PLIES, Refused, Seat, StoredGame, is_live
from ludoteca.web.tokens import new_id

MOST_OWN = 5  # challenges of one guest at a time
MOST_AT_ADDRESS = 60  # of everyone at one address, so that nobody can fill the list with guests of their own
MOST_TIMES = 5  # games that one challenge may lead to
USUAL_CLOCK = "10+5"
SEEN_MS = 45_000  # whoever has not been on a page for longer is not waiting for a game with a clock
LIVE_MS, SLOW_MS = 3600 * 1000, 3 * 24 * 3600 * 1000  # how long a challenge stands, with a clock and without
OTHER_RATING = translatable("Your rating does not fit this challenge.")
RANGE_NEEDS_ACCOUNT = translatable("This challenge is for players with certain ratings. Sign in to accept it.")
OTHER_SIDE = {"first": "second", "second": "first", "random": "random"}


RatingBound = Annotated[int, Field(ge=0, le=4000)]


class NewChallenge(BaseModel):
    """A challenge to post: the game, how many such games it may lead to, and whom it is for, if not for anyone."""

    model_config = ConfigDict(extra="forbid")

    wanted: NewGame
    times: Annotated[int, Field(ge=1, le=MOST_TIMES)] = 1
    to: Name = ""
    least: RatingBound | None = None  # rating of whoever accepts
    most: RatingBound | None = None


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game that a challenge has led to."""

    game: str
    guest: str  # who accepted
    state: str = "going"
    plies: int = 0
    is_over_by_poster: bool = False  # who posted the challenge has aborted it

    @property
    def is_returned(self) -> bool:
        """Whether it does not count: whoever accepted has aborted it, or nobody made a first move."""
        return self.state == "aborted" and not self.is_over_by_poster

    @property
    def is_young(self) -> bool:
        """Whether it may still be aborted by one player alone."""
        return self.state == "going" and self.plies < FREE_PLIES


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge with the games it has led to."""

    id: str
    guest: str
    name: str
    wanted: NewGame
    made: int
    seen: int  # when who posted it was last here
    expires: int
    times: int = 1  # how many games it may lead to
    to: str | None = None  # the only guest who may accept
    to_name: str = ""
    version: int = 0
    least: int | None = None  # rating of whoever accepts
    most: int | None = None
    rating: Rating | None = None  # of who posted it, if that is an account
    begun: tuple[BegunGame, ...] = field(default=())

    @property
    def left(self) -> int:
        """How many more games it may lead to: it comes back when whoever accepted has aborted."""
        return self.times - sum(not game.is_returned for game in self.begun)

    @property
    def has_range(self) -> bool:
        """Whether only players with certain ratings may accept."""
        return self.least is not None or self.most is not None

    @property
    def is_slow(self) -> bool:
        """Whether nobody need be here for the game to begin."""
        return not is_live(TimeControl.parse(self.wanted.clock))


def post(
    new: NewChallenge,
    guest: str,
    name: str,
    to: str | None,
    own: Iterable[Challenge],
    chance: Random,
    now: int,
    rating: Rating | None = None,
) -> Challenge:
    """The challenge that a guest posts; the one that stands if it is the same.  A game that cannot be is refused."""
    if to == guest:
        raise Refused(t("You cannot challenge yourself."))
    if new.wanted.continues:
        raise Refused(t("A record can only be continued with someone you invite."))
    if new.least is not None and new.most is not None and new.least > new.most:
        raise Refused(t("The lowest rating is above the highest."))
    wanted = new.wanted.model_copy(update={"opponent": "friend", "name": name})
    begun = first_game(wanted, guest, chance)  # or the reason why not
    wanted = wanted.model_copy(update={"options": dict(begun.match.variant.changed_options), "clock": begun.control})
    standing = [challenge for challenge in own if challenge.left > 0 and challenge.expires > now]
    for challenge in standing:
        if (challenge.wanted, challenge.to, challenge.least, challenge.most) == (wanted, to, new.least, new.most):
            return challenge
    if len(standing) >= MOST_OWN:
        raise Refused(t("You have {count} open challenges. Withdraw one of them first.", count=len(standing)))
    posted = Challenge(new_id(), guest, name, wanted, now, now, now, new.times, to, new.to)
    posted = replace(posted, least=new.least, most=new.most, rating=rating)
    return replace(posted, expires=now + (SLOW_MS if posted.is_slow else LIVE_MS))


def gone_since(now: int) -> int:
    """Whoever was last seen then, or before, has left."""
    return now - SEEN_MS


def is_open(challenge: Challenge, now: int) -> bool:
    """Whether a challenge can be accepted: with a clock only while who posted it is here."""
    is_waiting = challenge.is_slow or challenge.seen > gone_since(now)
    return challenge.left > 0 and now < challenge.expires and is_waiting


def is_pending(challenge: Challenge, now: int) -> bool:
    """Whether who posted it should still listen: someone may accept, or abort what has just begun."""
    return (challenge.left > 0 and now < challenge.expires) or any(game.is_young for game in challenge.begun)


def is_for(challenge: Challenge, guest: str) -> bool:
    """Whether a guest sees a challenge."""
    return guest == challenge.guest or challenge.to in (None, guest)


def rated_in(wanted: NewGame) -> tuple[str, str]:
    """The game and the speed of which a rating counts here."""
    return wanted.game, speed_of(wanted.clock, "friend")


def admits(challenge: Challenge, rating: Rating | None) -> bool:
    """Whether somebody with this rating in the game may accept; guests have none."""
    if rating is None:
        return not challenge.has_range
    number = round(rating.rating)
    return (challenge.least or 0) <= number and (challenge.most is None or number <= challenge.most)


def accepted_before(challenge: Challenge, guest: str) -> str | None:
    """The game that has begun because a guest accepted, if nobody has moved twice in it: asking again does no harm."""
    return next((begun.game for begun in challenge.begun if begun.guest == guest and begun.is_young), None)


def must_be_open_to(
    challenge: Challenge | None, guest: str, *, is_blocked: bool, now: int, rating: Rating | None = None
) -> Challenge:
    """Refuse a challenge that a guest cannot accept."""
    if challenge is None or not is_for(challenge, guest) or not is_open(challenge, now) or is_blocked:
        raise Refused(t("This challenge is no longer open. Someone may have been quicker."))
    if guest == challenge.guest:
        raise Refused(t("This is your own challenge. Wait until someone accepts it."))
    if challenge.wanted.rated and not is_account(guest):
        raise Refused(t(RATED_NEEDS_ACCOUNT))
    if not admits(challenge, rating):
        raise Refused(t(OTHER_RATING if is_account(guest) else RANGE_NEEDS_ACCOUNT))
    return challenge


def fits(challenge: Challenge, other: Challenge) -> bool:
    """Whether accepting an open challenge gives what another wants."""

    def essence(wanted: NewGame) -> dict[str, Any]:
        return wanted.model_dump(exclude={"name", "side", "listed"})

    sides = {challenge.wanted.side, OTHER_SIDE[other.wanted.side]}
    is_alike = essence(challenge.wanted) == essence(other.wanted) and ("random" in sides or len(sides) == 1)
    are_for_anyone = challenge.to is None and other.to is None and challenge.guest != other.guest
    return is_alike and are_for_anyone and admits(challenge, other.rating) and admits(other, challenge.rating)


def begin_game(challenge: Challenge, guest: str, name: str, chance: Random, side: str = "random") -> StoredGame:
    """The game that begins when a guest accepts, on the side that they want if that is still free to choose."""
    wanted = challenge.wanted
    if wanted.side == "random":
        wanted = wanted.model_copy(update={"side": OTHER_SIDE[side]})
    stored = first_game(wanted, challenge.guest, chance)
    number = next(number for number, seat in enumerate(stored.seats) if seat.is_free)
    stored.seats[number] = Seat("human", name, generation=1)
    stored.holders.add((number, guest))
    first, second = stored.seats
    stored.match.players = PlayerName(first.name), PlayerName(second.name)
    return stored
