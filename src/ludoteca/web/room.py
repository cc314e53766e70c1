"""A room: one live game, those who look at it, and everything that can happen to it, one thing at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from ludoteca.kernel.errors import LudotecaError
from ludoteca.play import Match, Outcome, Position
from ludoteca.play.scene import Scene
from ludoteca.play.sheet import How
from ludoteca.web import rows
from ludoteca.web.engine import GAME, LONGEST_BOT_S, EngineError
from ludoteca.web.listener import Listener, Refused, Stale, sentence
from ludoteca.web.rows import Stored
from ludoteca.web.standing import can, clock_view, seats_view, series_view, state_view
from ludoteca.web.storage import StorageError, now_ms
from ludoteca.web.view import compact, outcome_view, view_text

if TYPE_CHECKING:
    from ludoteca.web.house import House

KEPT_MESSAGES = 64  # for those who come back after a break
USUAL_PACE_MS = 800
AGAIN_S = 2.0  # after the database has refused what nobody will ask for again

log = logging.getLogger("ludoteca.web")


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
        self.steps = 0  # that two bots may still make, one by one
        self._shown: tuple[Position | None, Outcome | None] = (None, None)  # what `_board_text` is of
        self._board_text = ""
        self._scene: Scene | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_in_doubt = False  # whether the last write may or may not have been carried out
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

    def board_text(self) -> str:
        """The view of the board now, as JSON; it is made once, and the scene is kept for the view after it."""
        match = self.match
        if self._shown[0] is not match.position or self._shown[1] != match.outcome:
            scene = match.position.scene()
            last = match.plies[-1].move if match.plies else None
            before = self._scene if self._shown[0] is match.position.previous else None
            self._board_text = view_text(match.position, move=last, outcome=match.outcome, scene=scene, before=before)
            self._shown, self._scene = (match.position, match.outcome), scene
        return self._board_text

    def snapshot(self, guest: str) -> str:
        """Everything, for one listener."""
        head = {
            "type": "snapshot",
            "seq": self.seq,
            "game_id": self.id,
            **state_view(self),
            "moves_played": [str(ply.move) for ply in self.match.plies],
            "clocks_played": [ply.clock_ms for ply in self.match.plies],
            "you": self.you(guest),
            "can": can(self, guest),
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
            known[guest] = f',"you":{compact(self.you(guest))},"can":{compact(can(self, guest))}}}'
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
                self.tell(listener, "presence", seats=seats_view(self), watchers=watchers)

    # --- what is asked for

    async def play(self, guest: str, ply: int, text: str) -> bool:
        """Play a guest's move; False when it had been played before."""
        async with self.lock:
            played = self.match.plies
            if 0 <= ply < len(played) and str(played[ply].move).lower() == " ".join(text.split()).lower():
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
        await self.store(match, takeback=None, first_new=ply)
        self.tell_all(
            "move",
            self.board_text(),
            ply=ply,
            text=str(match.plies[-1].move),
            by=seat,
            clock=clock_view(self),
            clock_ms=match.plies[-1].clock_ms,
            offers={"draw": match.draw_offer, "takeback": None},
        )
        self.tell_end()

    # --- seats

    async def claim(self, guest: str, token: str, name: str) -> bool:
        """Sit down with a token.  The link that was sent works once, for someone who has no seat here yet."""
        async with self.lock:
            if self._is_in_doubt:
                await self._look_again()
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
                self.tell_all("state", **state_view(self))
                break
            else:
                return False
        self.wake()
        return True

    # --- changing, storing, telling

    async def store(
        self,
        match: Match,
        *,
        takeback: int | str | None = "keep",
        first_new: int | None = None,
        cut: int | None = None,
        note: Callable[[Session], None] | None = None,
    ) -> None:
        """Write how the game will stand; only then does it stand so."""
        asks = self.stored.takeback if isinstance(takeback, str) else takeback
        trial = replace(self.stored, match=match, takeback=asks)

        def work(session: Session) -> None:
            if cut is not None:
                rows.delete_moves(session, self.id, cut)
            rows.update_game(session, trial, first_new)
            if note is not None:
                note(session)

        if self._is_in_doubt and await self._look_again():
            raise Stale("The game has gone on meanwhile.")
        try:
            await self.house.storage.write(work)
        except StorageError:
            self._is_in_doubt = True
            with suppress(StorageError):  # then it stays in doubt, and is looked at before the next write
                await self._look_again(trial)
            if self.stored is not trial:
                raise
        self.stored = trial

    async def _look_again(self, trial: Stored | None = None) -> bool:
        """After a failure the database has the last word; whether it says other than the room did.

        A commit whose answer was lost may have been carried out: then the trial is how the game stands.
        """
        stored = await self.house.storage.read(lambda session: rows.load_game_row(session, self.id))
        self._is_in_doubt = False
        if stored is None or rows.are_alike(stored, self.stored):
            return False
        log.warning("room behind its database", extra={"game": self.id})
        if trial is not None and rows.are_alike(stored, trial):
            self.stored = trial
            return True
        self.stored = stored
        self._start_clock()
        for listener in self.listeners:
            listener.send(self.snapshot(listener.guest))
        return True

    async def go_back(self, change: Callable[[Match], Any], note: Callable[[Session], None] | None = None) -> None:
        """Take moves back, as `change` does.  The lock is held."""
        match = self.match.fork()
        change(match)
        ply = len(match.plies)
        self._run_clock(match)
        await self.store(match, takeback=None, cut=ply, note=note)
        self.rest()
        self.tell_all(
            "back",
            self.board_text(),
            ply=ply,
            moves_played=[str(played.move) for played in self.match.plies],
            clocks_played=[played.clock_ms for played in self.match.plies],
            clock=clock_view(self),
            offers={"draw": None, "takeback": None},
        )

    def tell_offer(self, kind: str, seat: int, answer: str | None) -> None:
        """An offer was made or answered."""
        offers = {"draw": self.match.draw_offer, "takeback": self.stored.takeback}
        self.tell_all("offer", kind=kind, by=seat, answer=answer, offers=offers)

    def tell_end(self) -> None:
        """If the game is over, say so."""
        outcome = self.match.outcome
        if outcome is None:
            return
        self.rest()
        self.tell_all(
            "end",
            self.board_text(),
            outcome=outcome_view(outcome),
            how=str(self.match.how),
            clock=clock_view(self),
            series=series_view(self),
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
            left = clock.left_ms(clock.running, self.match.now())  # with a delay there is more; then it is set again
            self._flag = asyncio.get_running_loop().call_later(left / 1000 + 0.005, self._time_is_up)

    def _time_is_up(self) -> None:
        async def look() -> None:
            try:
                async with self.lock:
                    await self._flag_fallen()
            except StorageError:
                self._flag = asyncio.get_running_loop().call_later(AGAIN_S, self._time_is_up)
                raise
            self._set_flag()

        self.begin(look())

    async def _flag_fallen(self) -> None:
        """End the game if a clock has run out.  The lock is held."""
        match = self.match.fork()
        try:
            match.claim_time()
        except LudotecaError:  # nobody has, or the game is over
            return
        await self.store(match, takeback=None)
        self.tell_end()

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
            if not self.listeners or (self.pace == "step" and not self.steps):
                return
            self.steps = 0
        self._bot = self.begin(self._bot_turn(len(self.match.plies)))

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

    def begin(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Do something beside what comes in; what goes wrong is logged."""

        async def carry_out() -> None:
            try:
                await work
            except (LudotecaError, OSError) as error:
                log.error("room task failed", extra={"game": self.id, "error": repr(error)})

        task = asyncio.get_running_loop().create_task(carry_out())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def question(self) -> dict[str, Any]:
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
        request = {"kind": "choose", **self.question(), "bot": self.stored.seats[seat].bot}
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
            except (StorageError, Stale) as error:
                for listener in self.listeners:
                    self.tell(listener, "trouble", reason=str(error))
                asyncio.get_running_loop().call_later(AGAIN_S, self.wake)
                return
        self._bot = None
        self.wake()

    def _begin_store(self, text: str) -> asyncio.Future[None]:
        return asyncio.ensure_future(self._play(text))
