"""The game after a game: the next of its series, or the same again with sides swapped."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sqlalchemy.orm import Session

from ludoteca.languages import t, translatable
from ludoteca.play import Match, TimeControl
from ludoteca.play.match.saved_parts import usual_start
from ludoteca.play.score_sheet import How
from ludoteca.web.live.changes import Change, ask
from ludoteca.web.live.listener import Refused
from ludoteca.web.live.room_status import can, seats_of
from ludoteca.web.live.series import SeriesSoFar, series_with
from ludoteca.web.live.table_words import NOT_OVER_YET, WATCHER
from ludoteca.web.storage import repository
from ludoteca.web.storage.repository import PLAYS_ON, Stored
from ludoteca.web.tokens import new_id

ASKED_ALREADY = translatable("You have already asked for another game.")


def follow(old: Stored, so_far: SeriesSoFar, guest: str, chance: Random) -> Change | None:
    """A guest asks for the next game; None if there is one already.  A decided series starts again.

    Between two people it begins when the second of them asks.  An aborted game of a series is played again.
    """
    if old.next is not None:
        return None
    mine = seats_of(old, guest)
    if not can(old, guest)["again"]:
        over = old.match.outcome is not None
        raise Refused(t(ASKED_ALREADY if over and mine else WATCHER if over else NOT_OVER_YET))
    if old.kind == "friend" and len(mine) == 1 and old.offers.get("rematch") != 1 - min(mine):
        return ask(old, "rematch", min(mine))
    played = None if old.series is None else series_with(old, so_far)
    goes_on = played is not None and played.outcome is None
    match = played.next_match(chance) if played is not None and goes_on else same_again(old, chance)
    series = old.series if goes_on or played is None else new_id()
    is_replay = goes_on and old.match.how is How.ABORTED
    new = Stored(
        id=new_id(),
        match=match,
        kind=old.kind,
        owner=old.owner,
        seats=[replace(seat) for seat in (old.seats if is_replay else reversed(old.seats))],
        holders=set(old.holders) if is_replay else {(1 - seat, guest) for seat, guest in old.holders},
        series=series,
        round=1 if not goes_on else old.round if is_replay else old.round + 1,
        control=old.control,
        listed=old.listed,
    )
    if old.kind == "device" and series is None:  # at one table the names stay where they are
        new.seats.reverse()
    if PLAYS_ON in old.match.tags:
        match.tags[PLAYS_ON] = old.match.tags[PLAYS_ON]
    after = replace(old, next=new.id, offers={})

    def write(session: Session) -> None:
        if series is not None and not goes_on:
            repository.add_series(session, series, so_far.games, so_far.setups)
        repository.add_game(session, new)
        repository.update_game(session, after)
        repository.answer_offers(session, old.id, "rematch", "accepted")

    return Change(after, write)


def same_again(old: Stored, chance: Random) -> Match:
    """The same game with sides swapped; from the same position, if that was not the standard start."""
    variant = old.match.variant
    is_own = not old.match.has_usual_start and usual_start(variant) is not None
    first, second = old.match.players
    return Match(
        variant,
        old.match.start if is_own else variant.start(chance.getrandbits(32)),
        players=(second, first),
        control=TimeControl.parse(old.control),
    )
