"""A room: one live game, those who look at it, and everything that can happen to it, one thing at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from ludoteca.kernel.errors import LudotecaError
from ludoteca.play import Match
from ludoteca.play.match import MatchError
from ludoteca.play.sheet import How
from ludoteca.web import rows
from ludoteca.web.engine import GAME, HINT, LONGEST_BOT_S, EngineError
from ludoteca.web.hints import hint_words
from ludoteca.web.rows import Stored
from ludoteca.web.storage import StorageError, now_ms
from ludoteca.web.view import compact, outcome_view, view_text

if TYPE_CHECKING:
    from ludoteca.web.house import House

KEPT_MESSAGES = 64  # for those who come back after a break
MOST_UNSENT = 200  # messages that wait for a slow listener
HINT_MS = 700
FASTEST_PACE_MS, SLOWEST_PACE_MS, USUAL_PACE_MS = 50, 10_000, 800

log = logging.getLogger("ludoteca.web")


class Refused(LudotecaError):
    """This cannot be done in this game, or not by you, or not now."""


class Stale(LudotecaError):
    """The message answers a position that has passed."""


class Listener:
    """One socket: who it belongs to, and what it is still to be sent."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.unsent: asyncio.Queue[str | None] = asyncio.Queue()
        self.is_lost = False

    def send(self, text: str) -> None:
        """Queue a message; one who does not take them is let go, and comes back with a resync."""
        if self.unsent.qsize() >= MOST_UNSENT:
            self.is_lost = True
            self.unsent.put_nowait(None)
        elif not self.is_lost:
            self.unsent.put_nowait(text)

    def hang_up(self) -> None:
        """No more messages."""
        self.unsent.put_nowait(None)


class Room:
    """The game as it stands, and who is there."""

    def __init__(self, stored: Stored, house: House) -> None:
        self.stored = stored
        self.house = house
        self.listeners: set[Listener] = set()
        self.lock = asyncio.Lock()
        self.seq = now_ms()  # only ever grows, over restarts too
        self.kept: deque[tuple[int, str]] = deque(maxlen=KEPT_MESSAGES)
        self.idle_since = now_ms()
        self.pace: int | str = USUAL_PACE_MS
        self.earlier: list[Match] = []  # of the same series
        self.series_games = 1
        self.series_setups = "new"
        self._bot: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._steps = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._start_clock()

    # --- how it stands

    @property
    def id(self) -> str:
        """The game's public name."""
        return self.stored.id

    @property
    def match(self) -> Match:
        """The game."""
        return self.stored.match

    @property
    def is_going(self) -> bool:
        """Whether moves can be made."""
        return rows.state_of(self.stored) == "going"

    def seats_of(self, guest: str) -> frozenset[int]:
        """The seats that a guest holds."""
        return frozenset(seat for seat, holder in self.stored.holders if holder == guest)

    def you(self, guest: str) -> int | str | None:
        """Which side a guest plays: 0, 1, "both" or None."""
        seats = self.seats_of(guest)
        return "both" if len(seats) == 2 else next(iter(seats), None)

    def can(self, guest: str) -> dict[str, bool]:
        """What a guest can ask for now."""
        stored, match, mine = self.stored, self.match, self.seats_of(guest)
        going, played = self.is_going, bool(match.plies)
        alone, between_people = stored.kind in ("bot", "device"), stored.kind == "friend"
        over = match.outcome is not None
        may_undo = alone and mine and (played or over) and stored.next is None and stored.series is None
        return {
            "move": going and match.position.mover in mine,
            "undo": bool(may_undo) and match.how is not How.TIME,
            "takeback": bool(between_people and mine and going and played and stored.takeback is None),
            "resign": bool(mine) and going,
            "offer_draw": bool(mine) and going and stored.kind != "bot" and match.draw_offer is None,
            "hint": bool(alone and going and match.position.mover in mine),
            "pace": stored.kind == "bots" and guest == stored.owner,
            "again": over and stored.kind != "record" and (bool(mine) or guest == stored.owner),
        }

    def clock_view(self) -> dict[str, Any] | None:
        """What the clocks show at a moment, and which of them runs."""
        match = self.match
        if match.clock is None:
            return None
        now = match.now()
        return {
            "control": str(match.clock.control),
            "left_ms": [match.clock.left_ms(seat, now) for seat in (0, 1)],
            "running": match.clock.running,
            "at": now_ms(),
        }

    def seats_view(self) -> list[dict[str, Any]]:
        """Who plays, and who is here."""
        here = {seat for listener in self.listeners for seat in self.seats_of(listener.guest)}
        return [
            {
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "free": seat.is_free,
                "present": seat.kind == "bot" or number in here,
            }
            for number, seat in enumerate(self.stored.seats)
        ]

    def series_view(self) -> dict[str, Any] | None:
        """The score of the series this game belongs to."""
        from ludoteca.web.house import series_with

        if self.stored.series is None:
            return None
        series = series_with(self)
        return {
            "round": self.stored.round,
            "games": self.series_games,
            "wins": list(series.wins),
            "draws": series.draws,
            "text": series.score_text(),
            "seats": [series.player_at(seat, self.stored.round - 1) for seat in (0, 1)],
            "outcome": outcome_view(series.outcome),
        }

    def state(self) -> dict[str, Any]:
        """All that stands beside the board, and is the same for everybody."""
        return {
            "state": rows.state_of(self.stored),
            "kind": self.stored.kind,
            "seats": self.seats_view(),
            "watchers": sum(not self.seats_of(listener.guest) for listener in self.listeners),
            "clock": self.clock_view(),
            "offers": {"draw": self.match.draw_offer, "takeback": self.stored.takeback},
            "series": self.series_view(),
            "pace": self.pace if self.stored.kind == "bots" else None,
            "how": None if self.match.how is None else str(self.match.how),
            "next": self.stored.next,
        }

    def board_text(self) -> str:
        """The view of the board now, as JSON."""
        match = self.match
        last = match.plies[-1].move if match.plies else None
        return view_text(match.position, move=last, outcome=match.outcome)

    def snapshot(self, guest: str) -> str:
        """Everything, for one listener."""
        head = {
            "type": "snapshot",
            "seq": self.seq,
            "game_id": self.id,
            **self.state(),
            "moves_played": [str(ply.move) for ply in self.match.plies],
            "clocks_played": [ply.clock_ms for ply in self.match.plies],
            "you": self.you(guest),
            "can": self.can(guest),
        }
        return f'{compact(head)[:-1]},"view":{self.board_text()}}}'

    # --- telling

    def tell_all(self, kind: str, view: str | None = None, /, **fields: Any) -> None:
        """A numbered message to everybody; what each can do now is added for each."""
        self.seq += 1
        body = compact({"type": kind, "seq": self.seq, **fields})[:-1]
        if view is not None:
            body += f',"view":{view}'
        self.kept.append((self.seq, body))
        tails: dict[str, str] = {}
        for listener in self.listeners:
            listener.send(body + self._tail(listener.guest, tails))

    def _tail(self, guest: str, known: dict[str, str] | None = None) -> str:
        """The personal end of a message."""
        known = {} if known is None else known
        if guest not in known:
            known[guest] = f',"you":{compact(self.you(guest))},"can":{compact(self.can(guest))}}}'
        return known[guest]

    def tell(self, listener: Listener, kind: str, /, **fields: Any) -> None:
        """A message to one; it has no number of its own."""
        listener.send(compact({"type": kind, "seq": self.seq, **fields}))

    def tell_since(self, listener: Listener, seq: int) -> None:
        """What a listener has missed; everything, if that is no longer known."""
        if seq == self.seq:
            self.tell(listener, "synced")
        elif self.kept and self.kept[0][0] - 1 <= seq < self.seq:
            tail = self._tail(listener.guest)
            for number, body in self.kept:
                if number > seq:
                    listener.send(body + tail)
        else:
            listener.send(self.snapshot(listener.guest))

    # --- coming and going

    def join(self, listener: Listener, seq: int | None = None) -> None:
        """A socket opens: it is told everything, or what it has missed."""
        self.listeners.add(listener)
        if seq is None:
            listener.send(self.snapshot(listener.guest))
        else:
            self.tell_since(listener, seq)
        self.tell_presence(but=listener)
        self.wake()

    def leave(self, listener: Listener) -> None:
        """A socket closes."""
        self.listeners.discard(listener)
        self.idle_since = now_ms()
        self.tell_presence()
        if self.stored.kind == "bots" and not self.listeners:
            self.rest()

    def tell_presence(self, but: Listener | None = None) -> None:
        """Who is here, for everybody else; it needs no number, since the next one says it all again."""
        watchers = sum(not self.seats_of(listener.guest) for listener in self.listeners)
        for listener in self.listeners:
            if listener is not but:
                self.tell(listener, "presence", seats=self.seats_view(), watchers=watchers)

    # --- what is asked for

    async def handle(self, listener: Listener, message: dict[str, Any]) -> None:
        """Carry out what a socket asks for; whatever cannot be done is refused with its reason."""
        kind = message.get("type")
        deed = DEEDS.get(kind) if isinstance(kind, str) else None
        try:
            if deed is None:
                raise Refused(f"no message is of the type {str(kind)[:40]!r}")
            await asyncio.shield(asyncio.create_task(deed(self, listener, message)))
        except Stale as error:
            self.tell(listener, "refusal", reason=str(error), code="stale", about=kind)
            listener.send(self.snapshot(listener.guest))
        except StorageError as error:
            self.tell(listener, "refusal", reason=str(error), code="storage", about=kind)
        except LudotecaError as error:
            self.tell(listener, "refusal", reason=sentence(str(error)), code=type(error).__name__, about=kind)

    async def move(self, listener: Listener, message: dict[str, Any]) -> None:
        """A move that names the ply it answers."""
        ply, text = message.get("ply"), message.get("text")
        if isinstance(ply, bool) or not isinstance(ply, int) or not isinstance(text, str) or len(text) > 200:
            raise Refused("a move needs a ply, which is a number, and its text")
        if not await self.play(listener.guest, ply, text):
            listener.send(self.snapshot(listener.guest))

    async def play(self, guest: str, ply: int, text: str) -> bool:
        """Play a guest's move; False when it had been played before."""
        async with self.lock:
            played = self.match.plies
            if ply < len(played) and str(played[ply].move).lower() == " ".join(text.split()).lower():
                return False
            if ply != len(played):
                raise Stale("The game has gone on meanwhile.")
            if rows.state_of(self.stored) == "open":
                raise Refused("Your opponent has not come yet.")
            if self.match.outcome is None and self.match.position.mover not in self.seats_of(guest):
                raise Refused("It is not your turn." if self.seats_of(guest) else "You are watching this game.")
            await self._play(text)
        self.wake()
        return True

    async def _play(self, text: str) -> None:
        """Store a move, then show it.  The lock is held."""
        match = self.match.fork()
        ply, seat = len(match.plies), match.position.mover
        try:
            match.play(text)
        except LudotecaError:
            if match.how is How.TIME:  # the clock had run out
                await self._flag_fallen()
            raise
        self._run_clock(match)
        await self._store(match, takeback=None, first_new=ply)
        self.tell_all(
            "move",
            self.board_text(),
            ply=ply,
            text=str(match.plies[-1].move),
            by=seat,
            clock=self.clock_view(),
            clock_ms=match.plies[-1].clock_ms,
            offers={"draw": match.draw_offer, "takeback": None},
        )
        self._tell_end()

    async def resign(self, listener: Listener, message: dict[str, Any]) -> None:
        """Give the game up."""
        async with self.lock:
            seat = self._my_seat(listener.guest)
            match = self.match.fork()
            match.resign(seat)
            await self._store(match, takeback=None)
            self._tell_end()
        self.wake()

    async def offer_draw(self, listener: Listener, message: dict[str, Any]) -> None:
        """Offer a draw; on one device it is an agreement."""
        async with self.lock:
            seat = self._my_seat(listener.guest)
            if self.stored.kind == "bot":
                raise Refused("A bot does not agree to draws.")
            match = self.match.fork()
            match.offer_draw(seat)
            if self.stored.kind == "device":
                match.accept_draw(1 - seat)
            agreed = match.outcome is not None

            def note(session: Session) -> None:
                rows.note_offer(session, self.id, "draw", seat, len(match.plies))
                if agreed:
                    rows.answer_offers(session, self.id, "draw", "accepted")

            await self._store(match, note=note)
            self._tell_offer("draw", seat, "accepted" if agreed else None)
            self._tell_end()
        self.wake()

    async def accept_draw(self, listener: Listener, message: dict[str, Any]) -> None:
        """Accept the other's draw."""
        async with self.lock:
            seat = self._my_seat(listener.guest)
            match = self.match.fork()
            match.accept_draw(seat)
            await self._store(match, note=lambda session: rows.answer_offers(session, self.id, "draw", "accepted"))
            self._tell_offer("draw", 1 - seat, "accepted")
            self._tell_end()

    async def decline_draw(self, listener: Listener, message: dict[str, Any]) -> None:
        """Decline the other's draw."""
        async with self.lock:
            seat = self._my_seat(listener.guest)
            match = self.match.fork()
            match.decline_draw(seat)
            await self._store(match, note=lambda session: rows.answer_offers(session, self.id, "draw", "declined"))
            self._tell_offer("draw", 1 - seat, "declined")

    async def ask_takeback(self, listener: Listener, message: dict[str, Any]) -> None:
        """Ask to have the last decision back."""
        async with self.lock:
            seat = self._my_seat(listener.guest)
            if self.stored.kind != "friend":
                raise Refused("There is nobody to ask: you can undo.")
            if self.stored.takeback == 1 - seat:
                raise Refused("Your opponent asks the same; answer first.")
            self.match.fork().undo_to_decision_of(seat)  # or the reason why not
            ply = len(self.match.plies)
            await self._store(
                self.match, takeback=seat, note=lambda session: rows.note_offer(session, self.id, "takeback", seat, ply)
            )
            self._tell_offer("takeback", seat, None)

    async def grant_takeback(self, listener: Listener, message: dict[str, Any]) -> None:
        """Let the other have their last decision back."""
        async with self.lock:
            asker = self._takeback_to(listener.guest)
            await self._go_back(
                lambda match: match.undo_to_decision_of(asker),
                note=lambda session: rows.answer_offers(session, self.id, "takeback", "accepted"),
            )
        self.wake()

    async def refuse_takeback(self, listener: Listener, message: dict[str, Any]) -> None:
        """Do not."""
        async with self.lock:
            asker = self._takeback_to(listener.guest)
            await self._store(
                self.match,
                takeback=None,
                note=lambda session: rows.answer_offers(session, self.id, "takeback", "declined"),
            )
            self._tell_offer("takeback", asker, "declined")

    async def undo(self, listener: Listener, message: dict[str, Any]) -> None:
        """Go back to one's own last decision; on one device, by one move."""
        async with self.lock:
            if not self.can(listener.guest)["undo"]:
                raise Refused("There is nothing that you can undo.")
            if self.stored.kind == "device":
                await self._go_back(lambda match: match.undo())
            else:
                seat = next(iter(self.seats_of(listener.guest)))
                await self._go_back(lambda match: match.undo_to_decision_of(seat))
        self.wake()

    async def hint(self, listener: Listener, message: dict[str, Any]) -> None:
        """The engine's move, with its reason; never between people."""
        if not self.can(listener.guest)["hint"]:
            raise Refused("Hints are for your own turn, in games against bots and on one device.")
        ply = len(self.match.plies)
        request = {"kind": "analyse", **self._question(), "ms": HINT_MS, "lines": 1}
        answer = await self.house.engine.ask(request, listener.guest, HINT, HINT_MS / 1000)
        if ply == len(self.match.plies):
            self.tell(listener, "hint", ply=ply, **hint_words(self.match.position, answer["report"]))

    async def set_pace(self, listener: Listener, message: dict[str, Any]) -> None:
        """How long two bots wait between their moves; "step": for a word."""
        self._must_own(listener.guest)
        delay = message.get("delay")
        if delay != "step" and (isinstance(delay, bool) or not isinstance(delay, int | float)):
            raise Refused('a pace is a number of milliseconds, or "step"')
        self.pace = "step" if delay == "step" else int(min(max(delay, FASTEST_PACE_MS), SLOWEST_PACE_MS))
        self.tell_all("state", **self.state())
        self.rest()
        self.wake()

    async def step(self, listener: Listener, message: dict[str, Any]) -> None:
        """Let the next bot move."""
        self._must_own(listener.guest)
        self._steps = 1
        self.wake()

    async def again(self, listener: Listener, message: dict[str, Any]) -> None:
        """The next game: of the series, or one more with sides changed."""
        async with self.lock:
            if not self.can(listener.guest)["again"]:
                raise Refused("The game is not over yet." if self.match.outcome is None else "You are watching.")
            if self.stored.next is None:
                await self.house.follow(self)
        self.tell_all("next", game_id=self.stored.next)

    async def resync(self, listener: Listener, message: dict[str, Any]) -> None:
        """Tell what was missed."""
        seq = message.get("seq")
        if isinstance(seq, bool) or not isinstance(seq, int):
            listener.send(self.snapshot(listener.guest))
        else:
            self.tell_since(listener, seq)

    async def ping(self, listener: Listener, message: dict[str, Any]) -> None:
        """Answer, with the clocks."""
        self.tell(listener, "pong", clock=self.clock_view())

    # --- seats

    async def claim(self, guest: str, token: str, name: str) -> bool:
        """Sit down with a token.  The link that was sent works once, for someone who has no seat here yet."""
        async with self.lock:
            for number, seat in enumerate(self.stored.seats):
                if seat.kind != "human" or not self.house.tokens.is_seat_token(token, self.id, number, seat.generation):
                    continue
                if (number, guest) in self.stored.holders:
                    return True
                if seat.is_free and self.seats_of(guest):
                    return False  # one's own invitation
                taken = replace(seat, name=name, generation=1) if seat.is_free else seat
                trial = replace(
                    self.stored,
                    seats=[taken if number == other else old for other, old in enumerate(self.stored.seats)],
                    holders=self.stored.holders | {(number, guest)},
                )

                def work(
                    session: Session, number: int = number, taken: rows.Seat = taken, trial: Stored = trial
                ) -> None:
                    rows.take_seat(session, self.id, number, taken, guest)
                    rows.update_game(session, trial)

                await self.house.storage.write(work)
                self.stored = trial
                self.tell_all("state", **self.state())
                break
            else:
                return False
        self.wake()
        return True

    def _my_seat(self, guest: str) -> int:
        """The seat that a guest speaks for; with both, that of the mover."""
        seats = self.seats_of(guest)
        if not seats:
            raise Refused("You are watching this game.")
        if rows.state_of(self.stored) == "open":
            raise Refused("Your opponent has not come yet.")
        return self.match.position.mover if len(seats) == 2 else next(iter(seats))

    def _takeback_to(self, guest: str) -> int:
        seat = self._my_seat(guest)
        if self.stored.takeback != 1 - seat:
            raise Refused("Nobody has asked you for a move back.")
        return 1 - seat

    def _must_own(self, guest: str) -> None:
        if not self.can(guest)["pace"]:
            raise Refused("Only the one who began a game between bots sets its pace.")

    # --- changing, storing, telling

    async def _store(
        self,
        match: Match,
        *,
        takeback: int | None = None,
        first_new: int | None = None,
        cut: int | None = None,
        note: Callable[[Session], None] | None = None,
    ) -> None:
        """Write how the game will stand; only then does it stand so."""
        trial = replace(self.stored, match=match, takeback=takeback)

        def work(session: Session) -> None:
            if cut is not None:
                rows.delete_moves(session, self.id, cut)
            rows.update_game(session, trial, first_new)
            if note is not None:
                note(session)

        try:
            await self.house.storage.write(work)
        except StorageError:
            await self._look_again()
            raise
        self.stored = trial

    async def _look_again(self) -> None:
        """After a failure the database has the last word, if it can be read."""
        try:
            stored = await self.house.storage.read(lambda session: rows.load_game_row(session, self.id))
        except StorageError:
            return
        if stored is not None and [p.move for p in stored.match.plies] != [p.move for p in self.match.plies]:
            log.warning("room behind its database", extra={"game": self.id})
            self.stored = stored
            self._start_clock()
            for listener in self.listeners:
                listener.send(self.snapshot(listener.guest))

    async def _go_back(self, change: Callable[[Match], Any], note: Callable[[Session], None] | None = None) -> None:
        match = self.match.fork()
        change(match)
        ply = len(match.plies)
        self._run_clock(match)
        await self._store(match, takeback=None, cut=ply, note=note)
        self.rest()
        self.tell_all(
            "back",
            self.board_text(),
            ply=ply,
            moves_played=[str(played.move) for played in self.match.plies],
            clocks_played=[played.clock_ms for played in self.match.plies],
            clock=self.clock_view(),
            offers={"draw": None, "takeback": None},
        )

    def _tell_offer(self, kind: str, seat: int, answer: str | None) -> None:
        offers = {"draw": self.match.draw_offer, "takeback": self.stored.takeback}
        self.tell_all("offer", kind=kind, by=seat, answer=answer, offers=offers)

    def _tell_end(self) -> None:
        outcome = self.match.outcome
        if outcome is None:
            return
        self.rest()
        self.tell_all(
            "end",
            self.board_text(),
            outcome=outcome_view(outcome),
            how=str(self.match.how),
            clock=self.clock_view(),
            series=self.series_view(),
        )

    # --- clocks

    def _run_clock(self, match: Match) -> None:
        """The clock runs from the first move on."""
        if match.clock is not None and match.clock.running is None and match.outcome is None and match.plies:
            match.start_clock()

    def _start_clock(self) -> None:
        """After a restart the clock goes on where it stood."""
        self._run_clock(self.match)
        self._set_flag()

    def _set_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self.match.clock
        if clock is not None and clock.running is not None and self.match.outcome is None:
            left = clock.left_ms(clock.running, self.match.now()) + clock._delay
            self._flag = asyncio.get_running_loop().call_later(left / 1000 + 0.005, self._time_is_up)

    def _time_is_up(self) -> None:
        async def look() -> None:
            async with self.lock:
                await self._flag_fallen()
            self._set_flag()

        self._begin(look())

    async def _flag_fallen(self) -> None:
        """End the game if a clock has run out.  The lock is held."""
        match = self.match.fork()
        try:
            match.claim_time()
        except LudotecaError:  # nobody has, or the game is over
            return
        await self._store(match, takeback=None)
        self._tell_end()

    # --- bots

    def wake(self) -> None:
        """Do what is due now: set the flag, let a bot think."""
        self.idle_since = now_ms()
        self._set_flag()
        if self._bot is not None and not self._bot.done():
            return
        if not self.is_going or self.stored.seats[self.match.position.mover].kind != "bot":
            return
        if self.stored.kind == "bots":
            if not self.listeners or (self.pace == "step" and not self._steps):
                return
            self._steps = 0
        self._bot = self._begin(self._bot_turn(len(self.match.plies)))

    def rest(self) -> None:
        """Whatever a bot was thinking is no longer wanted."""
        if self._bot is not None and self._bot is not asyncio.current_task():
            self._bot.cancel()
            self._bot = None

    def close(self) -> None:
        """Nobody is here any more."""
        self.rest()
        if self._flag is not None:
            self._flag.cancel()

    def _begin(self, work: Awaitable[None]) -> asyncio.Task[None]:
        async def carry_out() -> None:
            try:
                await work
            except (LudotecaError, OSError) as error:
                log.error("room task failed", extra={"game": self.id, "error": repr(error)})

        task = asyncio.get_running_loop().create_task(carry_out())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _question(self) -> dict[str, Any]:
        """The position for the engine, with the way there."""
        match = self.match
        return {
            "game": match.variant.name,
            "options": dict(match.variant.changed_options),
            "start": str(match.start),
            "moves": [str(ply.move) for ply in match.plies],
        }

    async def _bot_turn(self, ply: int) -> None:
        seat = self.match.position.mover
        pause = self.house.settings.bot_pause_ms
        if self.stored.kind == "bots" and isinstance(self.pace, int):
            pause = self.pace
        pausing = asyncio.ensure_future(asyncio.sleep(pause / 1000))
        for listener in self.listeners:
            self.tell(listener, "thinking", seat=seat)
        request = {"kind": "choose", **self._question(), "bot": self.stored.seats[seat].bot}
        try:
            answer = await self.house.engine.ask(request, self.stored.owner or "", GAME, LONGEST_BOT_S)
            await pausing
        except EngineError as error:
            for listener in self.listeners:
                self.tell(listener, "trouble", reason=sentence(str(error)))
            return
        finally:
            pausing.cancel()
        async with self.lock:
            if len(self.match.plies) != ply or not self.is_going:
                return
            try:
                await asyncio.shield(self._begin_store(answer["move"]))
            except StorageError as error:
                for listener in self.listeners:
                    self.tell(listener, "trouble", reason=str(error))
                asyncio.get_running_loop().call_later(2.0, self.wake)
                return
        self._bot = None
        self.wake()

    def _begin_store(self, text: str) -> asyncio.Future[None]:
        return asyncio.ensure_future(self._play(text))


def sentence(text: str) -> str:
    """A reason as a sentence: "c3 is taken" stays as it is, words get their capital and their full stop."""
    first = text[:1].upper() + text[1:] if not any(letter.isdigit() for letter in text.split(" ")[0]) else text
    return first if first.endswith((".", "!", "?", "…")) else first + "."


Deed = Callable[[Room, Listener, dict[str, Any]], Awaitable[None]]
DEEDS: dict[str, Deed] = {
    "move": Room.move,
    "resign": Room.resign,
    "offer_draw": Room.offer_draw,
    "accept_draw": Room.accept_draw,
    "decline_draw": Room.decline_draw,
    "ask_takeback": Room.ask_takeback,
    "grant_takeback": Room.grant_takeback,
    "refuse_takeback": Room.refuse_takeback,
    "undo": Room.undo,
    "hint": Room.hint,
    "pace": Room.set_pace,
    "step": Room.step,
    "again": Room.again,
    "resync": Room.resync,
    "ping": Room.ping,
}
__all__ = ["DEEDS", "Listener", "MatchError", "Refused", "Room", "Stale", "sentence"]
