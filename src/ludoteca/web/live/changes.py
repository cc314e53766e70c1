"""What can happen to a game: each function takes its state and who asks, and returns the change or refuses it.

Nothing is executed here: a room writes a change and then announces it (room.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import t, translatable
from ludoteca.play import Match
from ludoteca.play.score_sheet import How
from ludoteca.web.live.clock_timer import is_running, run_clock
from ludoteca.web.live.listener import Refused, Stale
from ludoteca.web.live.room_status import are_here, can, may_ask, offers_view, played_view, seats_of
from ludoteca.web.live.table_words import (
    GONE_ON,
    NO_BOT_DRAWS,
    NO_OPPONENT,
    NOT_SETTLED,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    NOTHING_TO_UNDO,
    WATCHING,
)
from ludoteca.web.storage import repository
from ludoteca.web.storage.repository import PLAYS_ON, Stored, is_by_browser, state_of

NO_TAGS: Mapping[str, str] = MappingProxyType({})
OFFERED_DRAW = translatable("You have already offered a draw. You can offer again after your opponent moves.")
ASKED_BACK = translatable("You have already asked to take back your move. You can ask again after your opponent moves.")
OFFERED_END = translatable("You have already offered to end the game.")
OFFERED_ABORT = translatable("You have already asked to end the game without a result.")


class News(NamedTuple):
    """A message to everyone: its type, and what it says besides the board and the clocks."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """The new state of a game, what is written for it, and what everyone is told once it is written."""

    stored: Stored | None  # None: the game is deleted
    write: Callable[[Session], Any] = field(repr=False)
    news: News | None = None


def changed(
    stored: Stored,
    match: Match,
    news: News | None = None,
    *,
    takeback: int | None,
    offers: dict[str, int] | None = None,
    asks: tuple[str, int] | None = None,
    answers: tuple[str, str] | None = None,
    first_new: int | None = None,
    cut: int | None = None,
    tags: Mapping[str, str] = NO_TAGS,
) -> Change:
    """A game with another match.

    `offers` to abort the game or to play another stand only if they are named; `asks` is an offer that is made, with
    its seat; `answers` an offer and what became of it; moves from `first_new` on are written, and those from `cut` on
    deleted.  `tags` are added to the record.
    """
    has_new_tags = not tags.items() <= match.tags.items()
    if has_new_tags:
        match.tags = {**match.tags, **tags}
    plies = len(match.plies)
    asked = {offer: min(ply, plies) for offer, ply in stored.asked.items()}
    if asks is not None:
        asked[asks] = plies
    standing = {} if offers is None else offers
    after = replace(stored, match=match, takeback=takeback, offers=standing, asked=asked)

    def write(session: Session) -> None:
        if cut is not None:
            repository.delete_moves(session, stored.id, cut)
        repository.update_game(session, after, first_new)
        if has_new_tags:
            repository.update_tags(session, after)
        if asks is not None:
            repository.note_offer(session, stored.id, *asks, plies)
        if answers is not None:
            repository.answer_offers(session, stored.id, *answers)
        for kind in stored.offers.keys() - standing.keys():  # the others that no longer stand
            repository.answer_offers(session, stored.id, kind, "declined")

    return Change(after, write, news)


# --- moves


def check_move(stored: Stored, guest: str, ply: int, text: str) -> bool:
    """Whether a guest's move is still to be played: False if it has been played before."""
    match = stored.match
    if 0 <= ply < len(match.plies) and str(match.plies[ply].move).lower() == " ".join(text.split()).lower():
        return False
    if ply != len(match.plies):
        raise Stale(t(GONE_ON))
    mine = seats_of(stored, guest)
    if match.outcome is None and not mine:
        raise Refused(t(WATCHING))
    if state_of(stored) == "open":
        raise Refused(t(NO_OPPONENT))
    if match.outcome is None and match.position.mover not in mine:
        raise Refused(t(NOT_YOUR_TURN))
    return True


def play(stored: Stored, text: str, tags: Mapping[str, str] = NO_TAGS) -> Change:
    """The mover plays; the record gets these tags, unless it has them already."""
    match = stored.match.fork()
    ply, seat = len(match.plies), match.position.mover
    match.play(text)
    stored.arrived.add(seat)
    run_clock(match, are_here=are_here(stored))
    played = match.plies[-1]
    told = {"ply": ply, "text": str(played.move), "by": seat, "clock_ms": played.clock_ms}
    by_browser = is_by_browser({**match.tags, **tags})
    news = News("move", {**told, "offers": offers_view(match), "browser": by_browser})
    return changed(stored, match, news, takeback=None, first_new=ply, tags=tags)


def claim_time(stored: Stored) -> Change | None:
    """End the game if a clock has run out."""
    match = stored.match.fork()
    try:
        match.claim_time()
    except LudotecaError:  # none has, or the game is over
        return None
    return changed(stored, match, takeback=None)


def start_clock(stored: Stored) -> Change | None:
    """The clock of a game that has begun runs once both players have arrived."""
    match = stored.match.fork()
    run_clock(match, are_here=are_here(stored))
    if not is_running(match) or is_running(stored.match):
        return None
    return changed(stored, match, News("state", {}), takeback=stored.takeback, offers=stored.offers)


def undo(stored: Stored, guest: str) -> Change:
    """Go back to one's own last decision; on one device, by one move."""
    if not can(stored, guest)["undo"]:
        raise Refused(t(NOTHING_TO_UNDO))
    match = stored.match.fork()
    if has_bot_resigned(stored):
        match.undo()  # and it plays on
        return _gone_back(stored, match, tags={PLAYS_ON: "yes"})
    if stored.kind == "device":
        match.undo()
    else:
        match.undo_to_decision_of(next(iter(seats_of(stored, guest))))
    return _gone_back(stored, match)


def has_bot_resigned(stored: Stored) -> bool:
    """Whether the game ended because a bot resigned."""
    declared = stored.match.declared
    return (
        declared is not None
        and declared.how is How.RESIGNATION
        and declared.seat is not None
        and stored.seats[declared.seat].kind == "bot"
    )


def _gone_back(
    stored: Stored, match: Match, answers: tuple[str, str] | None = None, tags: Mapping[str, str] = NO_TAGS
) -> Change:
    run_clock(match, are_here=are_here(stored))
    ply = len(match.plies)
    news = News("back", {"ply": ply, **played_view(match), "offers": offers_view(match)})
    return changed(stored, match, news, takeback=None, answers=answers, cut=ply, tags=tags)


# --- ending it


def resign(stored: Stored, guest: str, seat: object = None) -> Change:
    """Resign; a player of both sides may say which of them does."""
    speaking = seat_speaking(stored, guest)
    if seat is not None and (not isinstance(seat, int) or seat not in seats_of(stored, guest)):
        raise Refused(t(NOT_YOUR_SEAT))
    match = stored.match.fork()
    match.resign(speaking if seat is None else int(seat))
    return changed(stored, match, takeback=None)


def abort(stored: Stored, guest: str) -> Change:
    """End the game without a result: while next to nothing has been played, or if nobody else plays."""
    if stored.match.outcome is None and not can(stored, guest)["abort"]:
        words = t("A game can be ended without a result before the second move; after that, both players must agree.")
        raise Refused(words)
    match = stored.match.fork()
    match.abort(None if len(seats_of(stored, guest)) != 1 else seat_speaking(stored, guest))
    return changed(stored, match, takeback=None)


def offer_abort(stored: Stored, guest: str) -> Change:
    """Ask to end the game without a result."""
    seat = seat_speaking(stored, guest)
    if stored.offers.get("abort") == 1 - seat:
        return accept_abort(stored, guest)
    if not can(stored, guest)["offer_abort"]:
        raise Refused(t(OFFERED_ABORT))
    return ask(stored, "abort", seat)


def accept_abort(stored: Stored, guest: str) -> Change:
    """End the game without a result, as the opponent has asked."""
    must_be_asked(stored, "abort", seat_speaking(stored, guest))
    match = stored.match.fork()
    match.abort()
    return changed(stored, match, takeback=None, answers=("abort", "accepted"))


def settle(stored: Stored, guest: str) -> Change:
    """End a game whose result can no longer change; a player who would not lose asks the other first."""
    settled = stored.match.position.settled
    if stored.match.outcome is not None:
        stored.match.fork().settle(None)  # raises, since it is over
    seat = seat_speaking(stored, guest)
    if settled is None or not can(stored, guest)["settle"]:
        raise Refused(t(NOT_SETTLED if settled is None else OFFERED_END))
    is_asked = stored.offers.get("settle") == 1 - seat
    if stored.kind == "friend" and settled.winner != 1 - seat and not is_asked:
        return ask(stored, "settle", seat)
    match = stored.match.fork()
    match.settle(settled.winner)
    return changed(stored, match, takeback=None, answers=("settle", "accepted"))


def resign_for_bot(stored: Stored, *, is_lost: bool = False, tags: Mapping[str, str] = NO_TAGS) -> Change | None:
    """The bot to move resigns a game that is lost by the rules, or by all it has found; None if it plays on.

    It does not if it was asked to play to the end.
    """
    seat, settled = stored.match.position.mover, stored.match.position.settled
    is_asked_to_play = PLAYS_ON in stored.match.tags
    if stored.kind != "bot" or stored.seats[seat].kind != "bot" or is_asked_to_play:
        return None
    if not is_lost and (settled is None or settled.winner != 1 - seat):
        return None
    match = stored.match.fork()
    match.resign(seat)
    return changed(stored, match, takeback=None, tags=tags)


def withdraw(stored: Stored, guest: str) -> Change:
    """Withdraw an invitation that nobody has accepted: the game is deleted, and its link leads nowhere."""
    if not can(stored, guest)["withdraw"]:
        raise Refused(t("Only the player who created a game can withdraw it, and only before someone joins."))
    return Change(None, lambda session: repository.delete_game(session, stored))


# --- draws


def offer_draw(stored: Stored, guest: str) -> Change:
    """Offer a draw; on one device it is an agreement."""
    seat = seat_speaking(stored, guest)
    if stored.kind == "bot":
        raise Refused(t(NO_BOT_DRAWS))
    match = stored.match.fork()
    match.offer_draw(seat)
    if stored.kind == "device":
        match.accept_draw(1 - seat)
    agreed = match.outcome is not None
    if not agreed and not may_ask(stored, "draw", seat):
        raise Refused(t(OFFERED_DRAW))
    news = offer_news(stored, match, "draw", seat, "accepted" if agreed else None)
    answers = ("draw", "accepted") if agreed else None
    asks = ("draw", seat)
    return changed(stored, match, news, takeback=stored.takeback, offers=stored.offers, asks=asks, answers=answers)


def accept_draw(stored: Stored, guest: str) -> Change:
    """Accept the opponent's draw offer."""
    return _draw_answered(stored, guest, Match.accept_draw, "accepted")


def decline_draw(stored: Stored, guest: str) -> Change:
    """Decline the opponent's draw offer."""
    return _draw_answered(stored, guest, Match.decline_draw, "declined")


def withdraw_draw(stored: Stored, guest: str) -> Change:
    """Withdraw one's own offer."""
    return _draw_answered(stored, guest, Match.withdraw_draw, "withdrawn")


def _draw_answered(stored: Stored, guest: str, answer: Callable[[Match, int], None], word: str) -> Change:
    seat = seat_speaking(stored, guest)
    match = stored.match.fork()
    answer(match, seat)
    news = offer_news(stored, match, "draw", seat if word == "withdrawn" else 1 - seat, word)
    return changed(stored, match, news, takeback=stored.takeback, offers=stored.offers, answers=("draw", word))


# --- moves back


def ask_takeback(stored: Stored, guest: str) -> Change:
    """Ask to take back one's last decision."""
    seat = seat_speaking(stored, guest)
    if stored.kind != "friend":
        raise Refused(t("There is nobody to ask; you can simply undo."))
    if stored.takeback == 1 - seat:
        raise Refused(t("Your opponent has asked for the same thing; answer that first."))
    if not may_ask(stored, "takeback", seat):
        raise Refused(t(ASKED_BACK))
    stored.match.fork().undo_to_decision_of(seat)  # or the reason why not
    return _takeback_offer(stored, seat, None)


def withdraw_takeback(stored: Stored, guest: str) -> Change:
    """Let one's own move stand after all."""
    seat = seat_speaking(stored, guest)
    if stored.takeback != seat:
        raise Refused(t("You have not asked to take back a move."))
    return _takeback_offer(stored, seat, "withdrawn")


def refuse_takeback(stored: Stored, guest: str) -> Change:
    """Let the opponent's move stand."""
    return _takeback_offer(stored, seat_asking(stored, guest), "declined")


def grant_takeback(stored: Stored, guest: str) -> Change:
    """Let the opponent take back their last decision."""
    match = stored.match.fork()
    match.undo_to_decision_of(seat_asking(stored, guest))
    return _gone_back(stored, match, answers=("takeback", "accepted"))


def _takeback_offer(stored: Stored, seat: int, answer: str | None) -> Change:
    after = replace(stored, takeback=seat if answer is None else None)
    news = offer_news(after, after.match, "takeback", seat, answer)
    asks, answers = (("takeback", seat), None) if answer is None else (None, ("takeback", answer))
    offers, asker = stored.offers, after.takeback
    return changed(stored, stored.match, news, takeback=asker, offers=offers, asks=asks, answers=answers)


# --- to abort the game, to play another


def ask(stored: Stored, kind: str, seat: int) -> Change:
    """A seat asks the other, who need not answer."""
    after = replace(stored, offers={**stored.offers, kind: seat})
    news = offer_news(after, after.match, kind, seat, None)
    return changed(stored, stored.match, news, takeback=stored.takeback, offers=after.offers, asks=(kind, seat))


def must_be_asked(stored: Stored, kind: str, seat: int) -> None:
    """Refuse an answer if nobody has asked."""
    if stored.offers.get(kind) != 1 - seat:
        raise Refused(t("Nobody has asked you that."))


def _answered(stored: Stored, kind: str, seat: int, word: str) -> Change:
    """A request is declined or withdrawn; `seat` is the one that had asked."""
    left = {other: asker for other, asker in stored.offers.items() if other != kind}
    news = offer_news(replace(stored, offers=left), stored.match, kind, seat, word)
    return changed(stored, stored.match, news, takeback=stored.takeback, offers=left, answers=(kind, word))


def declining(kind: str) -> Callable[[Stored, str], Change]:
    """Decline the opponent's request."""

    def decline(stored: Stored, guest: str) -> Change:
        seat = seat_speaking(stored, guest)
        must_be_asked(stored, kind, seat)
        return _answered(stored, kind, 1 - seat, "declined")

    return decline


def withdrawing(kind: str) -> Callable[[Stored, str], Change]:
    """Withdraw a request."""

    def withdraw(stored: Stored, guest: str) -> Change:
        seat = seat_speaking(stored, guest)
        if stored.offers.get(kind) != seat:
            raise Refused(t("You have not asked that."))
        return _answered(stored, kind, seat, "withdrawn")

    return withdraw


def offer_news(stored: Stored, match: Match, kind: str, seat: int, answer: str | None) -> News:
    """An offer was made or answered."""
    told = {"kind": kind, "by": seat, "answer": answer}
    return News("offer", {**told, "offers": offers_view(match, stored.takeback, stored.offers)})


# --- who speaks


def seat_speaking(stored: Stored, guest: str) -> int:
    """The seat that a guest speaks for; with both, that of the mover."""
    seats = seats_of(stored, guest)
    if not seats:
        raise Refused(t(WATCHING))
    if state_of(stored) == "open":
        raise Refused(t(NO_OPPONENT))
    return stored.match.position.mover if len(seats) == 2 else next(iter(seats))


def seat_asking(stored: Stored, guest: str) -> int:
    """The seat that asks this guest for a takeback."""
    seat = seat_speaking(stored, guest)
    if stored.takeback != 1 - seat:
        raise Refused(t("Nobody has asked you to take back a move."))
    return 1 - seat
