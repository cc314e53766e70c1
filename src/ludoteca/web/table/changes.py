"""What can happen to a game: each function takes its state and who asks, and returns the change or refuses it.

Nothing is executed here: a room writes a change (`storage/repository.py`) and then announces it (`live/room.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from ludoteca.errors import LudotecaError
from ludoteca.languages import t, translatable
from ludoteca.play import Match, PlayerName, TimeControl
from ludoteca.play.files import Fields
from ludoteca.play.match.clock import Clock
from ludoteca.play.position import usual_start
from ludoteca.play.position_interface import beside_move
from ludoteca.play.score_sheet import How
from ludoteca.web.people.account import RATED_NEEDS_ACCOUNT, is_account
from ludoteca.web.table.conditional_moves import after_move, answer, planned
from ludoteca.web.table.status import can, may_ask, offers_view, played_view
from ludoteca.web.table.stored_game import (
    ASKED,
    FREE_PLIES,
    PLAYS_ON,
    Newest,
    Refused,
    Seat,
    SeriesSoFar,
    Stale,
    StoredGame,
    are_here,
    first_left_ms,
    gone_ms,
    is_by_browser,
    is_running,
    run_clock,
    seats_of,
    series_with,
    state_of,
)
from ludoteca.web.table.words import (
    GONE_ON,
    MOVE_NEEDS,
    NO_BOT_DRAWS,
    NO_OPPONENT,
    NOT_OVER_YET,
    NOT_SETTLED,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    NOTHING_TO_UNDO,
    WATCHER,
    WATCHING,
)
from ludoteca.web.tokens import new_id

Message = dict[str, Any]
IsToken = Callable[[str, str, int, int], bool]  # of a text, a game, a seat and its generation
NO_TAGS: Mapping[str, str] = MappingProxyType({})
OFFERED_DRAW = translatable("You have already offered a draw. You can offer again after your opponent moves.")
ASKED_BACK = translatable("You have already asked to take back your move. You can ask again after your opponent moves.")
OFFERED_END = translatable("You have already offered to end the game.")
OFFERED_ABORT = translatable("You have already asked to end the game without a result.")
ASKED_ALREADY = translatable("You have already asked for another game.")


class News(NamedTuple):
    """A message to everyone: its type, and what it says besides the board and the clocks."""

    kind: str
    fields: dict[str, Any]
    match: Match | None = None  # whose board it shows, if not that of the game as it will be


@dataclass(frozen=True, slots=True)
class Change:
    """The game as it will be, what else is recorded, and what everyone is sent once it is stored."""

    after: StoredGame | None  # None: the game is deleted
    news: News | None = None
    asks: tuple[str, int] | None = None  # an offer, and the seat that made it
    answers: tuple[str, str] | None = None  # the kind of an offer, and its result
    begins: StoredGame | None = None  # the game after this one
    earlier: tuple[News, ...] = ()  # before the news: moves that conditional moves have answered


STATE = News("state", {})


def changed(
    stored: StoredGame,
    match: Match,
    news: News | None = None,
    *,
    takeback: int | None,
    offers: dict[str, int] | None = None,
    asks: tuple[str, int] | None = None,
    answers: tuple[str, str] | None = None,
    arrived: int | None = None,
) -> Change:
    """A game with another match.

    `offers` to abort the game or to play another stand only if they are named; `asks` is an offer that is made, with
    its seat; `answers` an offer and its result; `arrived` a seat whose player must be at the table.
    """
    plies = len(match.plies)
    asked = {offer: min(ply, plies) for offer, ply in stored.asked.items()}
    if asks is not None:
        asked[asks] = plies
    standing = {} if offers is None else offers
    here = stored.arrived if arrived is None else stored.arrived | {arrived}
    is_as_planned = plies == len(stored.match.plies) and match.outcome is None
    conditional = stored.conditional if is_as_planned else None
    fields = {"match": match, "takeback": takeback, "offers": standing, "asked": asked, "arrived": here}
    return Change(_next_version(stored, **fields, conditional=conditional), news, asks, answers)


def _next_version(stored: StoredGame, **fields: Any) -> StoredGame:
    return replace(stored, version=stored.version + 1, **fields)


# --- moves


def check_move(stored: StoredGame, guest: str, ply: int, text: str) -> bool:
    """Whether a guest's move is still to be played: False if it has been played before."""
    match = stored.match
    if 0 <= ply < len(match.plies):
        played = match.plies[ply].move
        if " ".join(text.split()).lower() in (played.text.lower(), match.positions[ply].written(played).lower()):
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


def move(stored: StoredGame, guest: str, ply: int, text: str) -> Change | None:
    """A guest plays a move that answers a ply; None if it has been played before."""
    return play(stored, text) if check_move(stored, guest, ply, text) else None


def play(stored: StoredGame, text: str, tags: Mapping[str, str] = NO_TAGS) -> Change:
    """The mover plays; the record gets these tags."""
    match, seat = _tagged(stored, tags), stored.match.position.mover
    _play_by_clock(stored, match, text)
    run_clock(match, are_here=are_here(stored, seat))
    return _answered_as_planned(stored, match, seat)


def _play_by_clock(stored: StoredGame, match: Match, text: str) -> None:
    """Play a move; where the clock waits for a vacation, it takes no time and gains what a move gains."""
    if stored.vacations and match.clock is not None and match.plies:
        match.start_clock()
    match.play(text)
    if stored.vacations:
        match.stop_clock()


def _answered_as_planned(stored: StoredGame, match: Match, seat: int) -> Change:
    """The change from a game to the same with one more move, and what the other player has planned to answer."""
    left = after_move(stored.conditional, str(match.plies[-1].move))
    earlier: list[News] = []
    while (text := answer(left, match)) is not None:
        earlier.append(_move_news(match)._replace(match=match))
        match = match.fork()
        _play_by_clock(stored, match, text)
        left = after_move(left, str(match.plies[-1].move))
    if left is not None and match.position.mover == left.seat:
        left = None  # the player must decide
    change = _played(stored, match, seat)
    if left is None and not earlier:
        return change
    assert change.after is not None
    return replace(change, after=replace(change.after, conditional=left), earlier=tuple(earlier))


def _played(stored: StoredGame, match: Match, seat: int) -> Change:
    """The change from a game to the same with one more move."""
    return changed(stored, match, _move_news(match), takeback=None, arrived=seat)


def _move_news(match: Match) -> News:
    """The last move of a match."""
    played, seat = match.plies[-1], match.positions[-2].mover
    told = {"ply": len(match.plies) - 1, "text": str(played.move), "by": seat, "clock_ms": played.clock_ms}
    told |= {**beside_move(match.positions[-2], played.move), "position": str(match.position)}
    return News("move", {**told, "offers": offers_view(match), "browser": is_by_browser(match.tags)})


def set_conditional_moves(stored: StoredGame, guest: str, message: Message) -> Change:
    """A player says what to answer to moves that the opponent may play; only that player is told."""
    conditional = planned(stored, guest, message)
    return Change(_next_version(stored, conditional=conditional), News("conditional_moves", {}))


def follow(stored: StoredGame, newest: Newest) -> Change | None:
    """The move that another server has stored; None if more has happened than one move, or may have."""
    is_move = newest.version == stored.version + 1 and newest.plies == len(stored.match.plies) + 1
    if not is_move or newest.text is None or stored.conditional is not None:
        return None
    match, seat = _tagged(stored, newest.tags), stored.match.position.mover
    clock, match.clock = match.clock, None  # which the other server has pressed
    match.play(newest.text, clock_ms=newest.clock_ms)
    if clock is not None:
        match.clock = Clock.load(Fields(newest.clock, "the clock"))
        since = newest.clock.get("at")
        run_clock(match, since, are_here=since is not None)
    return _played(stored, match, seat)


def _tagged(stored: StoredGame, tags: Mapping[str, str]) -> Match:
    """A trial of the match, with these tags in its record."""
    match = stored.match.fork()
    match.tags.update(tags)
    return match


def claim_time(stored: StoredGame) -> Change | None:
    """End the game if a clock has run out."""
    match = stored.match.fork()
    try:
        match.claim_time()
    except LudotecaError:  # none has, or the game is over
        return None
    return changed(stored, match, takeback=None)


def end_by_itself(stored: StoredGame) -> Change | None:
    """End the game if a clock has run out; abort it if one of the first moves has not been made in time."""
    if first_left_ms(stored) != 0:
        return claim_time(stored)
    match = stored.match.fork()
    match.abort()
    return changed(stored, match, takeback=None)


def due_ms(stored: StoredGame) -> int | None:
    """How long until the game may end by itself: with a delay it can take longer.  None if it waits for nothing."""
    match = stored.match
    runs = is_running(match) and match.outcome is None
    left = match.clock.left_ms(match.clock.running or 0, match.now()) if runs and match.clock is not None else None
    return min((each for each in (left, first_left_ms(stored)) if each is not None), default=None)


def start_clock(stored: StoredGame) -> Change | None:
    """The clock of a game that has begun runs once both players have arrived."""
    match = stored.match.fork()
    run_clock(match, are_here=are_here(stored))
    if not is_running(match) or is_running(stored.match):
        return None
    return changed(stored, match, STATE, takeback=stored.takeback, offers=stored.offers)


def set_vacation(stored: StoredGame, player: str, until: int | None) -> Change | None:
    """The clocks of a game by correspondence wait while one of its players is on vacation; None if nothing changes."""
    clock, seats = stored.match.clock, seats_of(stored, player)
    vacations = {seat: end for seat, end in stored.vacations.items() if seat not in seats}
    if until is not None:
        vacations |= dict.fromkeys(seats, until)
    is_slow = clock is not None and clock.control.is_correspondence
    if not is_slow or state_of(stored) != "going" or vacations == stored.vacations:
        return None
    match = stored.match.fork()
    if vacations:
        match.stop_clock()
    run_clock(match, are_here=are_here(replace(stored, vacations=vacations)))
    change = changed(stored, match, STATE, takeback=stored.takeback, offers=stored.offers)
    assert change.after is not None
    return replace(change, after=replace(change.after, vacations=vacations))


def undo(stored: StoredGame, guest: str) -> Change:
    """Go back to one's own last decision; on one device, by one move."""
    if not can(stored, guest)["undo"]:
        raise Refused(t(NOTHING_TO_UNDO))
    has_resigned = has_bot_resigned(stored)
    match = _tagged(stored, {PLAYS_ON: "yes"} if has_resigned else NO_TAGS)  # then it plays on
    if has_resigned or stored.kind == "device":
        match.undo()
    else:
        match.undo_to_decision_of(next(iter(seats_of(stored, guest))))
    return _gone_back(stored, match)


def has_bot_resigned(stored: StoredGame) -> bool:
    """Whether the game ended because a bot resigned."""
    declared = stored.match.declared
    return (
        declared is not None
        and declared.how is How.RESIGNATION
        and declared.seat is not None
        and stored.seats[declared.seat].kind == "bot"
    )


def _gone_back(stored: StoredGame, match: Match, answers: tuple[str, str] | None = None) -> Change:
    run_clock(match, are_here=are_here(stored))
    ply = len(match.plies)
    news = News("back", {"ply": ply, **played_view(match), "offers": offers_view(match)})
    return changed(stored, match, news, takeback=None, answers=answers)


# --- ending it


def resign(stored: StoredGame, guest: str, seat: object = None) -> Change:
    """Resign; a player of both sides may say which of them does."""
    speaking = seat_speaking(stored, guest)
    if seat is not None and (not isinstance(seat, int) or seat not in seats_of(stored, guest)):
        raise Refused(t(NOT_YOUR_SEAT))
    match = stored.match.fork()
    match.resign(speaking if seat is None else int(seat))
    return changed(stored, match, takeback=None)


def abort(stored: StoredGame, guest: str) -> Change:
    """End the game without a result: while next to nothing has been played, or if nobody else plays."""
    if stored.match.outcome is None and not can(stored, guest)["abort"]:
        words = t("A game can be ended without a result before the second move; after that, both players must agree.")
        raise Refused(words)
    match = stored.match.fork()
    match.abort(None if len(seats_of(stored, guest)) != 1 else seat_speaking(stored, guest))
    return changed(stored, match, takeback=None)


def offer_abort(stored: StoredGame, guest: str) -> Change:
    """Ask to end the game without a result."""
    seat = seat_speaking(stored, guest)
    if stored.offers.get("abort") == 1 - seat:
        return accept_abort(stored, guest)
    if not can(stored, guest)["offer_abort"]:
        raise Refused(t(OFFERED_ABORT))
    return ask(stored, "abort", seat)


def accept_abort(stored: StoredGame, guest: str) -> Change:
    """End the game without a result, as the opponent has asked."""
    must_be_asked(stored, "abort", seat_speaking(stored, guest))
    match = stored.match.fork()
    match.abort()
    return changed(stored, match, takeback=None, answers=("abort", "accepted"))


def claim_win(stored: StoredGame, guest: str) -> Change:
    """Win a game whose other player has left and not come back for a minute; one may also wait."""
    other = 1 - seat_speaking(stored, guest)
    if stored.match.outcome is None and (gone_ms(stored, other) != 0 or len(stored.match.plies) < FREE_PLIES):
        raise Refused(t("You can claim the win when your opponent has been away for a minute, in a game with a clock."))
    match = stored.match.fork()
    match.forfeit(other)
    return changed(stored, match, takeback=None)


def settle(stored: StoredGame, guest: str) -> Change:
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


def resign_for_bot(stored: StoredGame, *, is_lost: bool = False, tags: Mapping[str, str] = NO_TAGS) -> Change | None:
    """The bot to move resigns a game that is lost by the rules, or by all it has found; None if it plays on.

    It does not if it was asked to play to the end.
    """
    seat, settled = stored.match.position.mover, stored.match.position.settled
    is_asked_to_play = PLAYS_ON in stored.match.tags
    if stored.kind != "bot" or stored.seats[seat].kind != "bot" or is_asked_to_play:
        return None
    if not is_lost and (settled is None or settled.winner != 1 - seat):
        return None
    match = _tagged(stored, tags)
    match.resign(seat)
    return changed(stored, match, takeback=None)


def play_for_bot(stored: StoredGame, text: str, resigns: bool, tags: Mapping[str, str] = NO_TAGS) -> Change:
    """A bot plays what it has found, unless it prefers to resign and may."""
    may_resign = resigns and stored.match.may_bot_resign
    resignation = resign_for_bot(stored, is_lost=True, tags=tags) if may_resign else None
    return resignation or play(stored, text, tags)


def withdraw(stored: StoredGame, guest: str) -> Change:
    """Withdraw an invitation that nobody has accepted: the game is deleted, and its link leads nowhere."""
    if not can(stored, guest)["withdraw"]:
        raise Refused(t("Only the player who created a game can withdraw it, and only before someone joins."))
    return Change(None)


def leave(stored: StoredGame, guest: str) -> Change:
    """End the game as a player who will never come back."""
    return (withdraw if can(stored, guest)["withdraw"] else resign)(stored, guest)


# --- draws


def offer_draw(stored: StoredGame, guest: str) -> Change:
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


def accept_draw(stored: StoredGame, guest: str) -> Change:
    """Accept the opponent's draw offer."""
    return _draw_answered(stored, guest, Match.accept_draw, "accepted")


def decline_draw(stored: StoredGame, guest: str) -> Change:
    """Decline the opponent's draw offer."""
    return _draw_answered(stored, guest, Match.decline_draw, "declined")


def withdraw_draw(stored: StoredGame, guest: str) -> Change:
    """Withdraw one's own offer."""
    return _draw_answered(stored, guest, Match.withdraw_draw, "withdrawn")


def _draw_answered(stored: StoredGame, guest: str, answer: Callable[[Match, int], None], word: str) -> Change:
    seat = seat_speaking(stored, guest)
    match = stored.match.fork()
    answer(match, seat)
    news = offer_news(stored, match, "draw", seat if word == "withdrawn" else 1 - seat, word)
    return changed(stored, match, news, takeback=stored.takeback, offers=stored.offers, answers=("draw", word))


# --- moves back


def ask_takeback(stored: StoredGame, guest: str) -> Change:
    """Ask to take back one's last decision."""
    seat = seat_speaking(stored, guest)
    if stored.kind != "friend":
        raise Refused(t("There is nobody to ask; you can simply undo."))
    if stored.rated:
        raise Refused(t("Moves are not taken back in rated games."))
    if stored.takeback == 1 - seat:
        raise Refused(t("Your opponent has asked for the same thing; answer that first."))
    if not may_ask(stored, "takeback", seat):
        raise Refused(t(ASKED_BACK))
    stored.match.fork().undo_to_decision_of(seat)  # or the reason why not
    return _takeback_offer(stored, seat, None)


def withdraw_takeback(stored: StoredGame, guest: str) -> Change:
    """Let one's own move stand after all."""
    seat = seat_speaking(stored, guest)
    if stored.takeback != seat:
        raise Refused(t("You have not asked to take back a move."))
    return _takeback_offer(stored, seat, "withdrawn")


def refuse_takeback(stored: StoredGame, guest: str) -> Change:
    """Let the opponent's move stand."""
    return _takeback_offer(stored, seat_asking(stored, guest), "declined")


def grant_takeback(stored: StoredGame, guest: str) -> Change:
    """Let the opponent take back their last decision."""
    match = stored.match.fork()
    match.undo_to_decision_of(seat_asking(stored, guest))
    return _gone_back(stored, match, answers=("takeback", "accepted"))


def _takeback_offer(stored: StoredGame, seat: int, answer: str | None) -> Change:
    after = replace(stored, takeback=seat if answer is None else None)
    news = offer_news(after, after.match, "takeback", seat, answer)
    asks, answers = (("takeback", seat), None) if answer is None else (None, ("takeback", answer))
    offers, asker = stored.offers, after.takeback
    return changed(stored, stored.match, news, takeback=asker, offers=offers, asks=asks, answers=answers)


# --- to abort the game, to play another


def ask(stored: StoredGame, kind: str, seat: int) -> Change:
    """A seat asks the other, who need not answer."""
    after = replace(stored, offers={**stored.offers, kind: seat})
    news = offer_news(after, after.match, kind, seat, None)
    return changed(stored, stored.match, news, takeback=stored.takeback, offers=after.offers, asks=(kind, seat))


def must_be_asked(stored: StoredGame, kind: str, seat: int) -> None:
    """Refuse an answer if nobody has asked."""
    if stored.offers.get(kind) != 1 - seat:
        raise Refused(t("Nobody has asked you that."))


def _answered(stored: StoredGame, kind: str, seat: int, word: str) -> Change:
    """A request is declined or withdrawn; `seat` is the one that had asked."""
    left = {other: asker for other, asker in stored.offers.items() if other != kind}
    news = offer_news(replace(stored, offers=left), stored.match, kind, seat, word)
    return changed(stored, stored.match, news, takeback=stored.takeback, offers=left, answers=(kind, word))


def declining(kind: str) -> Callable[[StoredGame, str], Change]:
    """Decline the opponent's request."""

    def decline(stored: StoredGame, guest: str) -> Change:
        seat = seat_speaking(stored, guest)
        must_be_asked(stored, kind, seat)
        return _answered(stored, kind, 1 - seat, "declined")

    return decline


def withdrawing(kind: str) -> Callable[[StoredGame, str], Change]:
    """Withdraw a request."""

    def withdraw(stored: StoredGame, guest: str) -> Change:
        seat = seat_speaking(stored, guest)
        if stored.offers.get(kind) != seat:
            raise Refused(t("You have not asked that."))
        return _answered(stored, kind, seat, "withdrawn")

    return withdraw


def offer_news(stored: StoredGame, match: Match, kind: str, seat: int, answer: str | None) -> News:
    """An offer was made or answered."""
    told = {"kind": kind, "by": seat, "answer": answer}
    return News("offer", {**told, "offers": offers_view(match, stored.takeback, stored.offers)})


# --- sitting down


def sit_down(stored: StoredGame, is_token: IsToken, guest: str, token: str, name: str) -> Change | None:
    """A guest takes the seat of a token.  The link that was sent works once, for someone who has no seat here yet."""
    number = seat_of_token(stored, is_token, token, guest)
    if number is None or (number, guest) in stored.holders:
        return None
    seat = stored.seats[number]
    if seat.is_free and seats_of(stored, guest):
        return None  # one's own invitation
    if stored.rated and not is_account(guest):
        raise Refused(t(RATED_NEEDS_ACCOUNT))
    taken = replace(seat, name=name, generation=1) if seat.is_free else seat
    return _with_seat_taken(stored, number, taken, guest)


def is_invitation(stored: StoredGame, is_token: IsToken, guest: str, token: str) -> bool:
    """Whether a token invites this guest to a seat that nobody has taken."""
    number = seat_of_token(stored, is_token, token, guest)
    return number is not None and stored.seats[number].is_free and not seats_of(stored, guest)


def rename(stored: StoredGame, guest: str, name: str) -> Change | None:
    """A guest changes their name."""
    number = own_seat(stored, guest)
    if stored.seats[number].name == name:
        return None
    return _with_seat_taken(stored, number, replace(stored.seats[number], name=name), guest)


def own_seat(stored: StoredGame, guest: str) -> int:
    """The only seat of a guest."""
    mine = seats_of(stored, guest)
    if len(mine) != 1:
        raise Refused(t("Only a player with a seat of their own can set a name here."))
    return min(mine)


def is_used_up(stored: StoredGame, is_token: IsToken, token: str) -> bool:
    """Whether a token was an invitation to a seat that someone has taken since."""
    return any(
        seat.generation > 0 and is_token(token, stored.id, number, 0) for number, seat in enumerate(stored.seats)
    )


def seat_of_token(stored: StoredGame, is_token: IsToken, token: str, guest: str) -> int | None:
    """The seat that a token is for; an invitation stays valid for the guest who has accepted it."""
    for number, seat in enumerate(stored.seats):
        generations = {seat.generation, 0} if (number, guest) in stored.holders else {seat.generation}
        if seat.kind == "human" and any(is_token(token, stored.id, number, each) for each in generations):
            return number
    return None


def _with_seat_taken(stored: StoredGame, number: int, taken: Seat, guest: str) -> Change:
    """The game with a guest in one of its seats."""
    seats = [taken if number == other else seat for other, seat in enumerate(stored.seats)]
    match = stored.match.fork()  # its record names the players
    first, second = (PlayerName(seat.name, seat.bot or "human") for seat in seats)
    match.players = (first, second)
    return Change(_next_version(stored, match=match, seats=seats, holders=stored.holders | {(number, guest)}), STATE)


# --- the game after a game


def again(old: StoredGame, guest: str, chance: Random) -> Change | None:
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
    played = None if old.series is None else series_with(old)
    goes_on = played is not None and played.outcome is None
    match = played.next_match(chance) if played is not None and goes_on else same_again(old, chance)
    series = old.series if goes_on or played is None else new_id(chance=chance)
    is_replay = goes_on and old.match.how is How.ABORTED
    new = StoredGame(
        id=new_id(chance=chance),
        match=match,
        kind=old.kind,
        owner=old.owner,
        seats=[replace(seat) for seat in (old.seats if is_replay else reversed(old.seats))],
        holders=set(old.holders) if is_replay else {(1 - seat, guest) for seat, guest in old.holders},
        series=series,
        so_far=_series_after(old) if goes_on else replace(old.so_far, earlier=()),
        round=1 if not goes_on else old.round if is_replay else old.round + 1,
        control=old.control,
        listed=old.listed,
        rated=old.rated,
    )
    if old.kind == "device" and series is None:  # at one table the names stay where they are
        new.seats.reverse()
    if PLAYS_ON in old.match.tags:
        match.tags[PLAYS_ON] = old.match.tags[PLAYS_ON]
    after = _next_version(old, next=new.id, offers={})
    return Change(after, News("next", {"game_id": new.id}), answers=("rematch", "accepted"), begins=new)


def _series_after(old: StoredGame) -> SeriesSoFar:
    """A series so far, for the game after this one; an aborted game does not count."""
    played = () if old.match.how is How.ABORTED else (old.match,)
    return replace(old.so_far, earlier=(*old.so_far.earlier, *played))


def same_again(old: StoredGame, chance: Random) -> Match:
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


# --- who speaks


def seat_speaking(stored: StoredGame, guest: str) -> int:
    """The seat that a guest speaks for; with both, that of the mover."""
    seats = seats_of(stored, guest)
    if not seats:
        raise Refused(t(WATCHING))
    if state_of(stored) == "open":
        raise Refused(t(NO_OPPONENT))
    return stored.match.position.mover if len(seats) == 2 else next(iter(seats))


def seat_asking(stored: StoredGame, guest: str) -> int:
    """The seat that asks this guest for a takeback."""
    seat = seat_speaking(stored, guest)
    if stored.takeback != 1 - seat:
        raise Refused(t("Nobody has asked you to take back a move."))
    return 1 - seat


# --- what a guest asks for, by message type


def decide(stored: StoredGame, guest: str, message: Message, chance: Random) -> Change | None:
    """What a message changes whose type is in DECIDED; None if nothing."""
    kind = message["type"]
    if kind == "move":
        return move(stored, guest, *ply_and_text(message))
    if kind == "resign":
        return resign(stored, guest, message.get("seat"))
    if kind == "again":
        return again(stored, guest, chance)
    if kind == "conditional_moves":
        return set_conditional_moves(stored, guest, message)
    return BY_TYPE[kind](stored, guest)


def ply_and_text(message: Message) -> tuple[int, str]:
    """The ply and the text of a move."""
    ply, text = message.get("ply"), message.get("text")
    if isinstance(ply, bool) or not isinstance(ply, int) or not isinstance(text, str) or len(text) > 200:
        raise Refused(t(MOVE_NEEDS))
    return ply, text


BY_TYPE: dict[str, Callable[[StoredGame, str], Change]] = {
    **{
        decision.__name__: decision
        for decision in (
            abort,
            offer_abort,
            accept_abort,
            claim_win,
            settle,
            withdraw,
            offer_draw,
            accept_draw,
            decline_draw,
            withdraw_draw,
            ask_takeback,
            withdraw_takeback,
            grant_takeback,
            refuse_takeback,
            undo,
        )
    },
    **{f"decline_{kind}": declining(kind) for kind in ASKED},
    **{f"withdraw_{kind}": withdrawing(kind) for kind in ASKED},
}
DECIDED = frozenset({"move", "resign", "again", "conditional_moves", *BY_TYPE})
