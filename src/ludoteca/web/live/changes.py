"""What can become of a game: each function takes how it stands and who asks, and gives the change or refuses it.

Nothing here is carried out: a room writes a change and then tells it (room.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import later, t
from ludoteca.play import Match
from ludoteca.web.live.clock_timer import run_clock
from ludoteca.web.live.listener import Refused, Stale
from ludoteca.web.live.room_status import can, may_ask, offers_view, played_view, seats_of
from ludoteca.web.live.table_words import GONE_ON, NO_BOT_DRAWS, NO_OPPONENT, NOT_YOUR_TURN, NOTHING_TO_UNDO, WATCHING
from ludoteca.web.storage import repository
from ludoteca.web.storage.repository import Stored, state_of

OFFERED_DRAW = later("You have already offered a draw. You can again when your opponent has moved.")
ASKED_BACK = later("You have already asked for your move back. You can again when your opponent has moved.")


class News(NamedTuple):
    """A message to everybody: its type, and what it says beside the board and the clocks."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """How a game will stand, what is written for that, and what everybody is told once it is written."""

    stored: Stored | None  # None: the game is deleted
    write: Callable[[Session], Any] = field(repr=False)
    news: News | None = None


def changed(
    stored: Stored,
    match: Match,
    news: News | None = None,
    *,
    takeback: int | None,
    asks: tuple[str, int] | None = None,
    answers: tuple[str, str] | None = None,
    first_new: int | None = None,
    cut: int | None = None,
) -> Change:
    """A game with another match.

    `asks` is an offer that is made, with its seat; `answers` an offer and what became of it; moves from `first_new` on
    are written, and those from `cut` on deleted.
    """
    plies = len(match.plies)
    asked = {offer: min(ply, plies) for offer, ply in stored.asked.items()}
    if asks is not None:
        asked[asks] = plies
    after = replace(stored, match=match, takeback=takeback, asked=asked)

    def write(session: Session) -> None:
        if cut is not None:
            repository.delete_moves(session, stored.id, cut)
        repository.update_game(session, after, first_new)
        if asks is not None:
            repository.note_offer(session, stored.id, *asks, plies)
        if answers is not None:
            repository.answer_offers(session, stored.id, *answers)

    return Change(after, write, news)


# --- moves


def check_move(stored: Stored, guest: str, ply: int, text: str) -> bool:
    """Whether a guest's move is still to be played: False when it has been played before."""
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


def play(stored: Stored, text: str) -> Change:
    """The mover plays."""
    match = stored.match.fork()
    ply, seat = len(match.plies), match.position.mover
    match.play(text)
    run_clock(match)
    played = match.plies[-1]
    told = {"ply": ply, "text": str(played.move), "by": seat, "clock_ms": played.clock_ms}
    news = News("move", {**told, "offers": offers_view(match, None)})
    return changed(stored, match, news, takeback=None, first_new=ply)


def claim_time(stored: Stored) -> Change | None:
    """The game ends if a clock has run out."""
    match = stored.match.fork()
    try:
        match.claim_time()
    except LudotecaError:  # none has, or the game is over
        return None
    return changed(stored, match, takeback=None)


def undo(stored: Stored, guest: str) -> Change:
    """Go back to one's own last decision; on one device, by one move."""
    if not can(stored, guest)["undo"]:
        raise Refused(t(NOTHING_TO_UNDO))
    match = stored.match.fork()
    if stored.kind == "device":
        match.undo()
    else:
        match.undo_to_decision_of(next(iter(seats_of(stored, guest))))
    return _gone_back(stored, match)


def _gone_back(stored: Stored, match: Match, answers: tuple[str, str] | None = None) -> Change:
    run_clock(match)
    ply = len(match.plies)
    news = News("back", {"ply": ply, **played_view(match), "offers": offers_view(match, None)})
    return changed(stored, match, news, takeback=None, answers=answers, cut=ply)


# --- ending it


def resign(stored: Stored, guest: str) -> Change:
    """Give the game up."""
    seat = seat_speaking(stored, guest)
    match = stored.match.fork()
    match.resign(seat)
    return changed(stored, match, takeback=None)


def withdraw(stored: Stored, guest: str) -> Change:
    """Take back an invitation that nobody has followed: the game is deleted, and its link leads nowhere."""
    if not can(stored, guest)["withdraw"]:
        raise Refused(t("Only who began a game can withdraw it, until somebody sits down."))
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
    news = offer_news(match, stored.takeback, "draw", seat, "accepted" if agreed else None)
    answers = ("draw", "accepted") if agreed else None
    return changed(stored, match, news, takeback=stored.takeback, asks=("draw", seat), answers=answers)


def accept_draw(stored: Stored, guest: str) -> Change:
    """Accept the other's draw."""
    return _draw_answered(stored, guest, Match.accept_draw, "accepted")


def decline_draw(stored: Stored, guest: str) -> Change:
    """Decline the other's draw."""
    return _draw_answered(stored, guest, Match.decline_draw, "declined")


def withdraw_draw(stored: Stored, guest: str) -> Change:
    """Take one's own offer back."""
    return _draw_answered(stored, guest, Match.withdraw_draw, "withdrawn")


def _draw_answered(stored: Stored, guest: str, answer: Callable[[Match, int], None], word: str) -> Change:
    seat = seat_speaking(stored, guest)
    match = stored.match.fork()
    answer(match, seat)
    news = offer_news(match, stored.takeback, "draw", seat if word == "withdrawn" else 1 - seat, word)
    return changed(stored, match, news, takeback=stored.takeback, answers=("draw", word))


# --- moves back


def ask_takeback(stored: Stored, guest: str) -> Change:
    """Ask to have the last decision back."""
    seat = seat_speaking(stored, guest)
    if stored.kind != "friend":
        raise Refused(t("There is nobody to ask: you can undo."))
    if stored.takeback == 1 - seat:
        raise Refused(t("Your opponent asks the same; answer first."))
    if not may_ask(stored, "takeback", seat):
        raise Refused(t(ASKED_BACK))
    stored.match.fork().undo_to_decision_of(seat)  # or the reason why not
    return _takeback_offer(stored, seat, None)


def withdraw_takeback(stored: Stored, guest: str) -> Change:
    """Let one's own move stand after all."""
    seat = seat_speaking(stored, guest)
    if stored.takeback != seat:
        raise Refused(t("You have not asked for your move back."))
    return _takeback_offer(stored, seat, "withdrawn")


def refuse_takeback(stored: Stored, guest: str) -> Change:
    """Let the other's move stand."""
    return _takeback_offer(stored, seat_asking(stored, guest), "declined")


def grant_takeback(stored: Stored, guest: str) -> Change:
    """Let the other have their last decision back."""
    match = stored.match.fork()
    match.undo_to_decision_of(seat_asking(stored, guest))
    return _gone_back(stored, match, answers=("takeback", "accepted"))


def _takeback_offer(stored: Stored, seat: int, answer: str | None) -> Change:
    match, asker = stored.match, seat if answer is None else None
    news = offer_news(match, asker, "takeback", seat, answer)
    if answer is None:
        return changed(stored, match, news, takeback=asker, asks=("takeback", seat))
    return changed(stored, match, news, takeback=asker, answers=("takeback", answer))


def offer_news(match: Match, takeback: int | None, kind: str, seat: int, answer: str | None) -> News:
    """An offer was made or answered."""
    return News("offer", {"kind": kind, "by": seat, "answer": answer, "offers": offers_view(match, takeback)})


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
    """The seat that asks this guest for a move back."""
    seat = seat_speaking(stored, guest)
    if stored.takeback != 1 - seat:
        raise Refused(t("Nobody has asked you for a move back."))
    return 1 - seat
