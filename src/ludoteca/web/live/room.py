"""A room: one live game, those who look at it, and everything that can happen to it, one thing at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from ludoteca.kernel.errors import LudotecaError
from ludoteca.play import Match
from ludoteca.play.position_json import outcome_json
from ludoteca.play.score_sheet import How
from ludoteca.web.live.board_json import BoardText
from ludoteca.web.live.bot_turns import BotTurns
from ludoteca.web.live.broadcast import Broadcaster
from ludoteca.web.live.clock_timer import AGAIN_S, Flag, run_clock
from ludoteca.web.live.listener import MISTAKE, Listener, Refused, Stale
from ludoteca.web.live.room_status import can, clock_view, seats_view, series_view, state_view
from ludoteca.web.marks import movers_to
from ludoteca.web.storage import repository
from ludoteca.web.storage.repository import Stored
from ludoteca.web.storage.storage import StorageError, Unsettled, now_ms
from ludoteca.web.view import compact

if TYPE_CHECKING:
    from ludoteca.web.live.room_registry import RoomRegistry

LOOK_AGAIN_S = (0.0, 0.25, 0.5, 1.0, 2.0)  # after a commit that failed, while whoever asked for it waits
LONGEST_LOOK_S = 6.0
UNKNOWN = "The server cannot reach its database just now."

log = logging.getLogger("ludoteca.web")


class Room(Broadcaster):
    """The game as it stands, and who is there."""

    def __init__(self, stored: Stored, registry: RoomRegistry) -> None:
        super().__init__(registry.time.next_seq())
        self.stored = stored
        self.registry = registry
        self.lock = asyncio.Lock()
        self.idle_since = now_ms()
        self.is_withdrawn = False  # then there is no such game any more
        self.earlier: list[Match] = []  # of the same series
        self.series_games = 1
        self.series_setups = "new"
        self.bots = BotTurns(self)
        self.flag = Flag(self)
        self._board = BoardText()
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_in_doubt = False  # whether the last write may or may not have been carried out
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
        return repository.state_of(self.stored) == "going"

    @property
    def has_running_clock(self) -> bool:
        """Whether somebody's time runs."""
        return self.match.clock is not None and self.match.clock.running is not None

    @property
    def is_attended(self) -> bool:
        """Whether somebody is here who plays; of two bots, whether anybody looks at them."""
        is_bots = self.stored.kind == "bots"
        return any(is_bots or self.seats_of(listener.guest) for listener in self.listeners)

    def seats_of(self, guest: str) -> frozenset[int]:
        """The seats that a guest holds."""
        return frozenset(seat for seat, holder in self.stored.holders if holder == guest)

    def you(self, guest: str) -> int | str | None:
        """Which side a guest plays: 0, 1, "both" or None."""
        seats = self.seats_of(guest)
        return "both" if len(seats) == 2 else next(iter(seats), None)

    def snapshot(self, guest: str) -> str:
        """Everything, for one listener."""
        head = {
            "type": "snapshot",
            "seq": self.seq,
            "game_id": self.id,
            **state_view(self),
            **self.played_view(),
            "you": self.you(guest),
            "can": can(self, guest),
        }
        return f'{compact(head)[:-1]},"view":{self._board.whole(self.match)}}}'

    def played_view(self) -> dict[str, list[Any]]:
        """The moves so far, who made each, and what the clocks showed."""
        match = self.match
        return {
            "moves_played": [str(ply.move) for ply in match.plies],
            "movers_played": movers_to(match.position),
            "clocks_played": [ply.clock_ms for ply in match.plies],
        }

    def tail(self, guest: str) -> str:
        """What one listener is and can do, at the end of every message to all."""
        return f',"you":{compact(self.you(guest))},"can":{compact(can(self, guest))}}}'

    # --- coming and going

    def join(self, listener: Listener, seq: int | None = None) -> None:
        """A socket opens: it is told everything, or what it has missed."""
        self.listeners.add(listener)
        self.registry.hold(self)
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
            self.bots.rest()
        if self.match.outcome is not None:
            self.registry.let_go(self)

    def tell_presence(self, but: Listener | None = None) -> None:
        """Who is here, for everybody else; it needs no number, since the next one says it all again."""
        watchers = sum(not self.seats_of(listener.guest) for listener in self.listeners)
        seats = seats_view(self)
        for listener in self.listeners:
            if listener is not but:
                self.tell(listener, "presence", seats=seats, watchers=watchers)

    # --- what is asked for

    async def play(self, guest: str, ply: int, text: str) -> bool:
        """Play a guest's move; False when it had been played before."""
        async with self.lock:
            played = self.match.plies
            if 0 <= ply < len(played) and str(played[ply].move).lower() == " ".join(text.split()).lower():
                return False
            if ply != len(played):
                raise Stale("The game has gone on meanwhile.")
            mine = self.seats_of(guest)
            if self.match.outcome is None and not mine:
                raise Refused("You are watching this game.")
            if repository.state_of(self.stored) == "open":
                raise Refused("Your opponent has not come yet.")
            if self.match.outcome is None and self.match.position.mover not in mine:
                raise Refused("It is not your turn.")
            await self.play_now(text)
        self.wake()
        return True

    async def play_now(self, text: str) -> None:
        """Store a move, then show it.  The lock is held."""
        match = self.match.fork()
        ply, seat, before = len(match.plies), match.position.mover, match.position
        try:
            match.play(text)
        except LudotecaError:
            if match.how is How.TIME:  # the clock had run out
                await self.flag.fall()
            raise
        run_clock(match)
        await self.store(match, takeback=None, first_new=ply)
        before.forget()
        self.tell_all(
            "move",
            self._board.moving(self.match),
            ply=ply,
            text=str(match.plies[-1].move),
            by=seat,
            clock=clock_view(self),
            clock_ms=match.plies[-1].clock_ms,
            offers={"draw": match.draw_offer, "takeback": None},
        )
        self.tell_end()

    # --- changing, storing, telling

    async def store(
        self,
        match: Match,
        *,
        takeback: int | str | None = "keep",
        asks: tuple[str, int] | None = None,
        first_new: int | None = None,
        cut: int | None = None,
        note: Callable[[Session], None] | None = None,
    ) -> None:
        """Write how the game will stand; only then does it stand so.  `asks` is an offer made: its kind and seat."""
        asker = self.stored.takeback if isinstance(takeback, str) else takeback
        plies = len(match.plies)
        asked = {offer: min(ply, plies) for offer, ply in self.stored.asked.items()}
        if asks is not None:
            asked[asks] = plies
        trial = replace(self.stored, match=match, takeback=asker, asked=asked)

        def work(session: Session) -> None:
            if cut is not None:
                repository.delete_moves(session, self.id, cut)
            repository.update_game(session, trial, first_new)
            if asks is not None:
                repository.note_offer(session, self.id, *asks, plies)
            if note is not None:
                note(session)

        await self.commit(trial, work, lambda: self._board.moving(match))  # made while the disk is busy
        match.position.condense()

    async def commit(
        self, trial: Stored | None, work: Callable[[Session], Any], meanwhile: Callable[[], Any] = lambda: None
    ) -> None:
        """Write, and only then stand as the trial does; None: the game is deleted.  The lock is held."""
        if await self.settle_doubt():
            raise Stale("The game has gone on meanwhile.")
        try:
            writing = self.registry.storage.begin_write(work)
            meanwhile()
            await writing
        except Unsettled as error:
            if not await self._was_done(trial):
                raise error.not_done() from None
        if trial is None:
            self._be_gone()
        else:
            self.stored = trial

    # --- a commit that failed: nobody knows whether it was carried out

    async def settle(self) -> None:
        """Before anything is told of a game in doubt, see how it stands; Unsettled while the database is away."""
        if self.is_in_doubt:
            async with self.lock:
                await self.settle_doubt()

    async def settle_doubt(self) -> bool:
        """The same, with the lock held; whether the game has gone on."""
        if not self.is_in_doubt:
            return False
        try:
            return await self._look_again()
        except StorageError:
            raise Unsettled(UNKNOWN) from None

    async def _was_done(self, trial: Stored | None) -> bool:
        """Whether a commit that failed was carried out; where that cannot be seen soon, it is looked for later."""
        self.is_in_doubt = True
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_LOOK_S):
                for pause in LOOK_AGAIN_S:
                    await asyncio.sleep(pause)
                    with suppress(StorageError):
                        await self._look_again(trial)
                        return self.is_withdrawn if trial is None else self.stored is trial
        self.begin(self._settle_later())
        raise Unsettled(UNKNOWN)

    async def _settle_later(self) -> None:
        """Look until the database is back, then show everybody how the game stands."""
        while self.is_in_doubt:
            await asyncio.sleep(AGAIN_S)
            with suppress(StorageError):
                async with self.lock:
                    if not await self.settle_doubt():
                        self._show_all()
        self.wake()

    async def _look_again(self, trial: Stored | None = None) -> bool:
        """After a failure the database has the last word; whether it says other than the room did.

        A commit whose answer was lost may have been carried out: then the trial is how the game stands.
        """
        stored = await self.registry.storage.read(lambda session: repository.load_game_row(session, self.id))
        self.is_in_doubt = False
        if stored is None:
            self._be_gone()
            return True
        if repository.are_alike(stored, self.stored):
            return False
        log.warning("room behind its database", extra={"game": self.id})
        if trial is not None and repository.are_alike(stored, trial):
            self.stored = trial
            return True
        self.stored = stored
        self._start_clock()
        self._show_all()
        return True

    def _show_all(self) -> None:
        for listener in self.listeners:
            listener.send(self.snapshot(listener.guest))

    def _be_gone(self) -> None:
        """There is no such game any more: those who look at it are told."""
        if self.is_withdrawn:
            return
        self.is_withdrawn = True
        self.tell_each("withdrawn")
        for listener in self.listeners:
            listener.hang_up()
        self.registry.let_go(self)

    async def go_back(self, change: Callable[[Match], Any], note: Callable[[Session], None] | None = None) -> None:
        """Take moves back, as `change` does.  The lock is held."""
        match = self.match.fork()
        change(match)
        ply = len(match.plies)
        run_clock(match)
        await self.store(match, takeback=None, cut=ply, note=note)
        self.bots.rest()
        self.tell_all(
            "back",
            self._board.moving(self.match),
            ply=ply,
            **self.played_view(),
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
        self.bots.rest()
        self.tell_all(
            "end",
            self._board.moving(self.match),
            outcome=outcome_json(outcome),
            how=str(self.match.how),
            clock=clock_view(self),
            series=series_view(self),
        )

    # --- what goes on by itself

    def _start_clock(self) -> None:
        """After a restart the clock goes on: the time thought before it stays used."""
        self.match.now = self.registry.time.now
        run_clock(self.match, self.stored.clock_at)
        self.flag.set()

    def wake(self) -> None:
        """Do what is due now: set the flag, let a bot think."""
        self.idle_since = now_ms()
        self.flag.set()
        self.bots.wake()

    def close(self) -> None:
        """Nobody is here any more."""
        self.bots.rest()
        self.flag.cancel()

    def begin(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Do something beside what comes in; what goes wrong is logged, and those who are here are told."""

        async def carry_out() -> None:
            try:
                await work
            except (LudotecaError, OSError) as error:
                log.error("room task failed", extra={"game": self.id, "error": repr(error)})
            except Exception:  # the outermost loop of whatever was begun here
                log.exception("room task failed", extra={"game": self.id})
                self.tell_each("trouble", reason=MISTAKE)

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
