"""A room: one live game and its audience on this server; what happens is stored before it is announced.

Other servers may have rooms for the same game.  Whoever writes first wins; the others read what was written.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.languages import in_language, t
from ludoteca.languages.choice import ENGLISH
from ludoteca.languages.texts import sentence
from ludoteca.play import Match
from ludoteca.play.position_json import outcome_json
from ludoteca.web.engine.engine import Engine
from ludoteca.web.engine.pool import EngineError
from ludoteca.web.live.bot_turns import (
    BY_BROWSER,
    LOOK_S,
    MOST_BOT_TABLES,
    TOO_MANY_BOTS,
    BotPace,
    BotTables,
    BrowserThinker,
    Choice,
    answered_move,
    choose_move,
    pause_ms,
    question,
)
from ludoteca.web.live.broadcast import MISTAKE, Broadcast, Listener
from ludoteca.web.live.committed_game import CommittedGame
from ludoteca.web.people.account import is_account
from ludoteca.web.storage import acquaintances, jobs, notices, repository
from ludoteca.web.storage.databases import Outdated, StorageError, Unsettled
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table import changes
from ludoteca.web.table.changes import NO_TAGS, Change, IsToken, News
from ludoteca.web.table.chat import chat_view
from ludoteca.web.table.status import (
    clock_view,
    count_watchers,
    personal_view,
    played_view,
    role_of,
    seats_view,
    series_view,
    state_view,
)
from ludoteca.web.table.stored_game import (
    Newest,
    Refused,
    Stale,
    StoredGame,
    are_here,
    at_moment,
    await_first_move,
    awaited,
    bot_to_move,
    has_live_clock,
    is_running,
    now_ms,
    run_clock,
    seats_of,
)
from ludoteca.web.table.words import GONE_ON, NO_SUCH_GAME, NOT_YOUR_BOT
from ludoteca.web.telling import Telling
from ludoteca.web.view import NewestView, compact

MARGIN_S = 0.005  # so that the time is up when the timer fires
AGAIN_S = 2.0  # after the database has rejected something that nobody will ask for again
MOST_TRIES = 3  # when other servers write first
WITH_BOARD = ("move", "back")  # news that show the board and the clocks

log = logging.getLogger("ludoteca.web")


@dataclass(frozen=True, slots=True)
class Services:
    """What rooms use of their server."""

    storage: Storage
    engine: Engine
    servers: Servers
    bot_tables: BotTables
    bot_pause_ms: int
    offers_modules: bool  # whether browsers may think for bots
    allows_chat: bool  # in people's own words
    telling: Telling
    hold: Callable[[Room], None]  # keep a room open
    let_go: Callable[[Room], None]  # close it, unless someone is in it
    note_guests: Callable[[Room], None]  # who is here has changed


class Room:
    """The current game, and who is there."""

    def __init__(self, stored: StoredGame, services: Services) -> None:
        self.broadcast = Broadcast(stored.version)
        self.game = CommittedGame(stored, services.storage, services.servers)
        self.services = services
        self.pace = BotPace()
        self.browser = BrowserThinker()
        self.lock = asyncio.Lock()
        self.idle_since = now_ms()
        self.elsewhere: list[str] = []  # guests who have the game open on other servers
        self.has_bot = False  # whether this server lets the game's bots think; there is only one at a time
        self._view = NewestView()
        self._told_line = 0  # the last line of chat that everyone has been sent
        self._timer: asyncio.TimerHandle | None = None  # for when a clock runs out
        self._thinking: asyncio.Task[None] | None = None  # of a bot
        self._asked_browser: Listener | None = None  # for a bot's move, instead of the engine
        self._tasks: set[asyncio.Task[None]] = set()
        self._start_clock()

    # --- how it stands

    @property
    def id(self) -> str:
        """The game's public name."""
        return self.stored.id

    @property
    def stored(self) -> StoredGame:
        """The game, with its seats and offers."""
        return self.game.stored

    @property
    def match(self) -> Match:
        """The game's moves and clocks."""
        return self.stored.match

    @property
    def is_used(self) -> bool:
        """Whether someone is here, or something is in progress."""
        return bool(self.broadcast.listeners) or self.lock.locked() or self.game.is_in_doubt

    @property
    def is_attended(self) -> bool:
        """Whether a player is here; for two bots, whether anyone is watching."""
        return any(self.stored.kind == "bots" or seats_of(self.stored, guest) for guest in self.present)

    @property
    def present(self) -> list[str]:
        """Who has the game open, here or on another server."""
        return [*self.broadcast.guests, *self.elsewhere]

    def _asker(self) -> str:
        """On whose behalf a bot thinks: a player's who is here, for two bots a watcher's, else the owner's."""
        here = self.broadcast.guests
        players = [guest for guest in here if seats_of(self.stored, guest)]
        return next(iter([*players, *(here if self.stored.kind == "bots" else [])]), self.stored.owner or "")

    def snapshot(self, guest: str, language: str = ENGLISH) -> str:
        """Everything, for one listener."""
        head = {
            "type": "snapshot",
            "seq": self.broadcast.seq,
            "game_id": self.id,
            "start": str(self.match.start),
            **self._state(),
            **played_view(self.match),
            **personal_view(self.stored, guest),
        }
        return compact({**in_language(head, language), "view": self._view.whole(self.match, language)})

    def _state(self) -> dict[str, Any]:
        return state_view(self.stored, self.present, self.pace.delay)

    # --- coming and going

    def join(self, listener: Listener, seq: int | None = None) -> None:
        """A socket opens: it gets everything, or what it has missed."""
        self.broadcast.listeners.add(listener)
        self.services.hold(self)
        self.services.note_guests(self)
        self._arrive(listener.guest)
        self.tell_since(listener, seq)
        self.tell_presence(but=listener if seq is None else None)  # a snapshot says it; what was missed may not
        for seat in self.stored.seats:
            if seat.bot is not None and self.match.outcome is None:
                self.begin(self.services.engine.prepare(self.match, seat.bot))
        self.wake()

    def _arrive(self, guest: str) -> None:
        """A player has arrived; a clock that has waited for that runs from now on."""
        seats = seats_of(self.stored, guest)
        self.stored.arrived.update(seats)
        for seat in seats:
            self.stored.left.pop(seat, None)
        if changes.start_clock(self.stored) is not None:
            self.begin(self.change(changes.start_clock))

    def note_visit(self, guest: str) -> None:
        """A player without a socket has asked for something: so long they cannot have been gone."""
        for seat in seats_of(self.stored, guest) - self._present():
            self.stored.left[seat] = self.match.now()

    def _present(self) -> set[int]:
        """The seats whose players are here."""
        return {seat for guest in self.present for seat in seats_of(self.stored, guest)}

    def leave(self, listener: Listener) -> None:
        """A socket closes."""
        self.broadcast.listeners.discard(listener)
        self.services.note_guests(self)
        self.note_visit(listener.guest)
        self.idle_since = now_ms()
        if is_account(listener.guest) and self._waits_for(listener.guest):
            self.begin(self._note_waiting(listener.guest))
        if self.browser.listener is listener:
            self.offer_to_think(listener, is_on=False)
        self.tell_presence()
        if self.stored.kind == "bots" and not self.broadcast.listeners:
            self.stop_bot()
            self.services.bot_tables.leave(self.id)
            self.begin(self.leave_bots())
        if self.match.outcome is not None:
            self.services.let_go(self)

    def _waits_for(self, guest: str) -> bool:
        """Whether another person waits for a guest's move, without a clock that runs out soon."""
        turn = awaited(self.stored)
        return turn is not None and turn[1] in seats_of(self.stored, guest) and not has_live_clock(self.stored)

    async def _note_waiting(self, guest: str) -> None:
        """Someone leaves without moving: if they forget about it, they may get a mail."""
        now = self.services.servers.now()
        await self.services.storage.write(lambda session: notices.note_waiting(session, [guest], now), guest)

    def meet(self, elsewhere: list[str]) -> None:
        """Who has the game open on other servers has changed."""
        if sorted(elsewhere) != sorted(self.elsewhere):
            gone, self.elsewhere = set(self.elsewhere) - set(elsewhere), elsewhere
            for guest in gone:
                self.note_visit(guest)
            for guest in elsewhere:
                self._arrive(guest)
            self.tell_presence()
            self.wake()

    async def claim_seat(self, is_token: IsToken, guest: str, token: str, name: str) -> bool:
        """Sit down with a token; returns whether the guest now has its seat."""
        await self.settle()
        number = changes.seat_of_token(self.stored, is_token, token, guest)
        if number is None or self.game.is_deleted:
            return False
        is_first = self.stored.seats[number].is_free
        await self.change(lambda stored: changes.sit_down(stored, is_token, guest, token, name))
        sits = (number, guest) in self.stored.holders
        if sits and is_first:
            self.stored.arrived &= self._present()  # whoever has only sent the link must come back before a clock runs
        if sits:
            self.stored.arrived.add(number)
        return sits

    async def take_name(self, guest: str) -> None:
        """Give a guest's seat the guest's current name."""
        await self.settle()
        changes.own_seat(self.stored, guest)
        name = await self.services.storage.write(lambda session: repository.greet_guest(session, guest))
        await self.change(lambda stored: changes.rename(stored, guest, name))

    # --- requests: each is decided, then stored, then announced

    async def play(self, guest: str, ply: int, text: str) -> bool:
        """Play a guest's move; False if it had been played before."""
        return await self.change(lambda stored: changes.move(stored, guest, ply, text))

    async def change(self, decide: Callable[[StoredGame], Change | None]) -> bool:
        """Make the change that is decided for the current game; returns whether there was one."""
        async with self.lock:
            is_made = await self._change(decide)
        if is_made:
            self.wake()
        return is_made

    async def _change(self, decide: Callable[[StoredGame], Change | None]) -> bool:
        """The same, with the lock held: if another server has written first, decide again for what it wrote."""
        for _ in range(MOST_TRIES):
            await self._settle()
            if self.game.is_deleted:
                raise Refused(t(NO_SUCH_GAME))
            try:
                change = decide(at_moment(self.stored, self.services.servers.now()))
            except LudotecaError:
                if await self._is_behind():
                    continue
                await self._end_on_time()  # perhaps that is why
                raise
            if change is None:
                return False
            with suppress(Outdated):
                await self._apply(change)
                return True
        raise Stale(t(GONE_ON))

    async def _is_behind(self) -> bool:
        """Whether another server has changed the game without our having heard of it; then we know it now."""
        if not self.services.servers.others:
            return False
        before = self.stored
        await self._catch_up()
        return self.stored is not before

    async def _catch_up(self) -> None:
        """Continue from what the database contains.  The lock must be held."""
        before = self.stored
        if await self.game.look_again():
            self._show_anew(before)

    async def follow(self, newest: Newest | None) -> None:
        """Another server has changed the game: show what it has stored; none: it is deleted."""
        async with self.lock:
            if self.game.is_in_doubt or self.game.is_deleted:
                return  # whoever looks finds it
            if newest is not None and newest.version <= self.stored.version:
                return
            change = None if newest is None else changes.follow(self.stored, newest)
            if change is None or change.after is None:
                await self._catch_up()
            else:
                self._make_views(change.after)
                before = self.stored
                self.game.stand(change.after)
                self._announce(before, change)
            self.has_bot = False
        self.wake()

    async def _apply(self, change: Change) -> None:
        """Write a change, then announce it.  The lock must be held."""
        before, after = self.stored, change.after
        try:
            writing = self.game.begin(change)
            self._make_views(after)  # while the disk is busy
            await self.game.finish(change, writing)
        except Unsettled:
            self.begin(self._settle_later())
            raise
        except Outdated:
            self._show_anew(before)
            raise
        except StorageError:
            if self.game.is_in_doubt:  # another server has written, and the game cannot be read
                self.begin(self._settle_later())
            if self.game.is_deleted or self.stored is not before:  # neither as it was nor as intended
                self._show_anew(before)
            raise
        if self.services.servers.others:
            self.services.telling.tell("game", self.id, here=False)
        if after is None:
            self._show_anew(before)
            return
        self.has_bot = bot_to_move(after) is not None and (self.has_bot or bot_to_move(before) is None)
        self._announce(before, change)
        self._tell_away(before, after)

    def _tell_away(self, before: StoredGame, after: StoredGame) -> None:
        """Players who do not have this page open hear on others that they can move, or that the game is over."""
        turn = awaited(after)
        seats = set() if turn is None or turn == awaited(before) else {turn[1]}
        if after.kind == "friend" and after.match.outcome is not None and before.match.outcome is None:
            seats = {0, 1}
        for seat, guest in after.holders:
            if seat in seats and after.is_away(seat):
                self.services.telling.tell("turn", f"{guest} {self.id}")

    def _announce(self, before: StoredGame, change: Change) -> None:
        """Tell everyone here of a change that was stored."""
        after = self.stored
        after.match.now = self.services.servers.now  # it stood still for the decision
        after.arrived.update(before.arrived)  # those who have joined meanwhile
        if is_running(after.match):
            after.arrived.update((0, 1))
        if after.match.position is not before.match.position:
            before.match.position.drop_caches()
        after.match.position.drop_caches(keep_moves=True)
        self.broadcast.seq = after.version
        self._tell_news(change)
        if before.match.outcome is None:
            self._tell_end()
        if not self._view.is_of(self.match):  # nobody needs views
            self._view = NewestView()

    def _make_views(self, after: StoredGame | None) -> None:
        """Prepare what everyone will be shown."""
        if after is not None:
            has_ended = after.match.outcome is not None
            for language in self.broadcast.languages if has_ended else self.broadcast.languages_of_moves:
                self._view.moving(after.match, language)

    # --- a browser that thinks for a bot

    def offer_to_think(self, listener: Listener, *, is_on: bool) -> None:
        """A player's browser thinks for the bot from now on, or no longer does: then the engine takes over at once."""
        if is_on and not self.services.offers_modules:
            raise Refused(t(NOT_YOUR_BOT))
        self.browser.offer(self.stored, listener, is_on)
        if not is_on and self._asked_browser is not None:
            self.stop_bot()
        self.wake()

    async def play_for_bot(self, listener: Listener, message: dict[str, Any]) -> None:
        """Play the move that a browser has found for the bot."""
        if listener is not self._asked_browser:
            raise Stale(t(GONE_ON))  # nobody asked, or the engine has taken over
        try:
            async with self.lock:
                await self._play_for_bot(answered_move(self.stored, message), BY_BROWSER)
        except (Stale, StorageError):
            raise
        except LudotecaError:  # an illegal move: the engine finds one
            self.offer_to_think(listener, is_on=False)
            raise
        self.stop_bot()  # whatever else thinks about that position
        self.wake()

    async def _play_for_bot(self, chosen: Choice, tags: Mapping[str, str] = NO_TAGS) -> None:
        """Play what a bot has found, or resign for it.  The lock must be held."""
        await self._change(lambda stored: changes.play_for_bot(stored, chosen.move, chosen.resigns, tags))

    # --- a commit that failed: nobody knows whether it was carried out

    async def settle(self) -> None:
        """Before anything is said about a game in doubt, check the database; Unsettled while it is unavailable."""
        if self.game.is_in_doubt:
            async with self.lock:
                await self._settle()

    async def _settle(self) -> bool:
        """The same, with the lock held; returns whether the game has changed."""
        before = self.stored
        is_new = await self.game.settle()
        if is_new:
            self._show_anew(before)
        return is_new

    async def _settle_later(self) -> None:
        """Retry until the database is back, then show everyone the game."""
        while self.game.is_in_doubt:
            await asyncio.sleep(AGAIN_S)
            with suppress(StorageError):
                async with self.lock:
                    if not await self._settle():
                        self._show_all()
        self.wake()

    # --- telling

    def tell_since(self, listener: Listener, seq: int | None) -> None:
        """What a listener has missed since a message, or everything if that is not known."""
        own = personal_view(self.stored, listener.guest)
        if seq is None or not self.broadcast.tell_since(listener, seq, own):
            self.show(listener)

    def show(self, listener: Listener) -> None:
        """Everything, for one listener."""
        listener.send(self.snapshot(listener.guest, listener.language))

    def tell_all(self, kind: str, match: Match | None = None, /, **fields: Any) -> None:
        """A message to everyone, with a match's board and what each can do now; those who reconnect get it, too."""
        roles = {guest: role_of(self.stored, guest) for guest in self.broadcast.guests}
        by_role = {role: personal_view(self.stored, guest) for guest, role in roles.items()}
        personal = {guest: by_role[role] for guest, role in roles.items()}
        languages = self.broadcast.languages_of_moves if kind == "move" else self.broadcast.languages
        views = {language: self._view.moving(match, language) for language in languages} if match is not None else {}
        self.broadcast.tell_all({"type": kind, **fields}, personal, views)

    def tell_each_state(self) -> None:
        """What is beside the board, for everyone who is here now."""
        self.broadcast.tell_each("state", **self._state())

    def tell_presence(self, but: Listener | None = None) -> None:
        """Who is here, for everyone else; it is not repeated, since the next one says it all."""
        present = self.present
        seats, watchers = seats_view(self.stored, present), count_watchers(self.stored, present)
        self.broadcast.tell_each("presence", but=but, seats=seats, watchers=watchers)

    async def tell_chat(self, changed: int | None = None) -> None:
        """What was said since the last time, or from a line on that has changed, for the players alone.

        Their pages ask for what they missed.
        """
        known = self._told_line if changed is None else changed - 1
        lines = await self.services.storage.read(lambda session: acquaintances.lines_since(session, self.id, known))
        if not lines or (changed is None and lines[-1].number <= self._told_line):
            return  # told meanwhile
        self._told_line = lines[-1].number
        for listener in self.broadcast.listeners:
            if seats_of(self.stored, listener.guest):
                self.broadcast.tell(listener, "chat", lines=[chat_view(line) for line in lines])

    def _tell_news(self, change: Change) -> None:
        for news in (*change.earlier, change.news):
            if news is not None:
                self._tell_one(news)

    def _tell_one(self, news: News) -> None:
        kind, fields, match = news
        if kind == "conditional_moves":
            self._tell_conditional_moves()
            return
        if kind == "back":
            self.stop_bot()
        if kind == "state":
            self.tell_all("state", **self._state())
        elif kind in WITH_BOARD:
            self.tell_all(kind, match or self.match, **fields, clock=clock_view(self.stored))
        else:
            self.tell_all(kind, **fields)

    def _tell_conditional_moves(self) -> None:
        """What a player has planned, for that player alone; those who reconnect are shown everything anew."""
        self.broadcast.skip_to(self.stored.version)
        for listener in self.broadcast.listeners:
            own = personal_view(self.stored, listener.guest)
            if own["can"]["conditional_moves"]:
                self.broadcast.tell(listener, "conditional_moves", **own)

    def _tell_end(self) -> None:
        """If the game is over, say so."""
        outcome = self.match.outcome
        if outcome is None:
            return
        self.stop_bot()
        self.services.bot_tables.leave(self.id)
        self.tell_all(
            "end",
            self.match,
            outcome=outcome_json(outcome),
            how=str(self.match.how),
            clock=clock_view(self.stored),
            series=series_view(self.stored),
        )

    def _show_anew(self, before: StoredGame) -> None:
        """Continue from the database's state, which those who are here do not know yet."""
        if not self.game.is_deleted:
            self.has_bot = False
            self.broadcast.skip_to(self.stored.version)
            self._start_clock()
            self._show_all()
            if self.stored.next != before.next:
                self.broadcast.tell_each("next", game_id=self.stored.next)
            return
        self.broadcast.tell_each("withdrawn")
        for listener in self.broadcast.listeners:
            listener.hang_up()
        self.services.let_go(self)

    def _show_all(self) -> None:
        for listener in self.broadcast.listeners:
            self.show(listener)

    # --- what goes on by itself

    def wake(self) -> None:
        """Do what is due now: watch the clock, let a bot think."""
        self.idle_since = now_ms()
        known = self.stored.first_due
        await_first_move(self.stored, self._present())
        if self.stored.first_due != known and self.stored.first_due is not None:
            self.tell_each_state()
        self._watch_clock()
        self._wake_bot()

    def close(self) -> None:
        """Nobody is here any more."""
        self.stop_bot()
        self.services.bot_tables.leave(self.id)
        self._set_timer(None)

    def _start_clock(self) -> None:
        """After a restart the clock continues: the time used before it stays used.  A waiting one still waits."""
        self.match.now = self.services.servers.now
        if self.stored.clock_at is not None:
            self.stored.arrived.update((0, 1))
        present = self._present()
        self.stored.arrived.update(present)
        self.stored.left = {seat: self.match.now() for seat in {0, 1} - present}
        run_clock(self.match, self.stored.clock_at, are_here=are_here(self.stored))
        self._watch_clock()

    def _watch_clock(self) -> None:
        """Look again when the game may end by itself."""
        due = changes.due_ms(self.stored)
        self._set_timer(None if due is None else due / 1000 + MARGIN_S)

    def _set_timer(self, seconds: float | None) -> None:
        """Check the clock after this many seconds, and only then."""
        if self._timer is not None:
            self._timer.cancel()  # frees what it refers to
            self._timer = None
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, lambda: self.begin(self.look_at_clock()))

    async def look_at_clock(self) -> None:
        """End the game if it is time, and watch its clock if it is not."""
        try:
            async with self.lock:
                await self._end_on_time()
        except StorageError:
            self._set_timer(AGAIN_S)
            raise
        self._watch_clock()

    async def _end_on_time(self) -> None:
        """End the game if it is time.  The lock must be held."""
        change = changes.end_by_itself(at_moment(self.stored, self.services.servers.now()))
        if change is not None:
            await self._apply(change)

    def _wake_bot(self) -> None:
        """Let a bot think, if it is its turn and it is wanted."""
        bot = bot_to_move(self.stored)
        is_thinking = self._thinking is not None and not self._thinking.done()
        is_wanted = self.stored.kind != "bots" or bool(self.broadcast.listeners)
        if bot is None or is_thinking or not is_wanted or self.game.is_deleted:
            return
        if not self.has_bot:
            self._thinking = self.begin(self._claim_bot())
            return
        if changes.resign_for_bot(self.stored) is not None:
            self._thinking = self.begin(self._resign_for_bot())
        elif self.stored.kind != "bots" or (self._may_watch_bots() and self.pace.take_turn()):
            asked = self.browser.begin()
            self._asked_browser = asked
            self._thinking = self.begin(self._bot_turn(bot) if asked is None else self._browser_turn(bot, asked))

    async def _claim_bot(self) -> None:
        """Let this server do the bot's work, unless another one is at it."""
        servers, game = self.services.servers, self.id
        claim = self.services.storage.write(lambda session: jobs.claim(session, repository.BOT, game, servers), game)
        self.has_bot = await claim
        self._thinking = None
        if self.has_bot:
            self._wake_bot()

    async def take_bots(self) -> None:
        """Two bots play here from now on, where their pace is set, whoever else may be watching on other servers."""
        if not self.has_bot and bot_to_move(self.stored) is not None:
            servers, game = self.services.servers, self.id
            due = servers.now()
            await self.services.storage.write(
                lambda session: jobs.put(session, repository.BOT, game, due, servers.id), game
            )
            self.has_bot = True
            self.services.telling.tell("bots", game, here=False)
        self.wake()

    async def leave_bots(self) -> None:
        """Nobody watches two bots here any more; perhaps someone does elsewhere."""
        if self.has_bot:
            self.has_bot = False
            await self.services.storage.write(lambda session: jobs.drop(session, repository.BOT, self.id), self.id)
            self.services.telling.tell("bots", self.id, here=False)

    def bots_may_be_free(self) -> None:
        """Another server has taken over two bots, or has left them."""
        if self.stored.kind == "bots":
            self.stop_bot()
            self.has_bot = False
            self.wake()

    def _may_watch_bots(self) -> bool:
        """Whether two bots may continue; whoever watches gets the reason if they may not."""
        may = self.services.bot_tables.take(self.id, self._asker())
        if not may:
            self.broadcast.tell_each("trouble", reason=t(TOO_MANY_BOTS, count=MOST_BOT_TABLES))
        return may

    def stop_bot(self) -> None:
        """Whatever a bot was thinking is no longer wanted."""
        if self._thinking is not None and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
            self._thinking = None
            self._asked_browser = None

    async def _resign_for_bot(self) -> None:
        """A bot resigns, after as long as it would have taken to move."""
        await asyncio.sleep(self.services.bot_pause_ms / 1000)
        await self.change(changes.resign_for_bot)

    async def _browser_turn(self, bot: str, asked: Listener) -> None:
        """Wait for the browser that was asked; if it is gone or silent, the engine thinks."""
        self.broadcast.tell_each("thinking", seat=self.match.position.mover)
        self.broadcast.tell(asked, "think", **question(self.stored, bot))
        while self.browser.listener is asked and self.browser.is_there:
            await asyncio.sleep(LOOK_S)
        self.browser.give_up(asked)
        self._asked_browser = None
        await self._bot_turn(bot)

    async def _bot_turn(self, bot: str) -> None:
        stored, engine, ply = self.stored, self.services.engine, len(self.match.plies)
        self.broadcast.tell_each("thinking", seat=self.match.position.mover)
        pause = pause_ms(stored, self.pace, self.services.bot_pause_ms)
        try:
            chosen = await choose_move(engine, stored, bot, self._asker(), pause)
        except EngineError as error:
            if not engine.is_closed:  # otherwise the bot continues when the server is back
                self.broadcast.tell_each("trouble", reason=sentence(str(error)))
            return
        async with self.lock:
            if len(self.match.plies) != ply or bot_to_move(self.stored) is None:
                return
            try:
                await asyncio.shield(asyncio.ensure_future(self._play_for_bot(chosen)))
            except (StorageError, Stale) as error:
                self.broadcast.tell_each("trouble", reason=str(error))
                asyncio.get_running_loop().call_later(AGAIN_S, self.wake)
                return
        self._thinking = None
        self.wake()

    def begin(self, work: Awaitable[object]) -> asyncio.Task[None]:
        """Do something in the background; errors are logged, and those who are here are told."""

        async def run_logged() -> None:
            try:
                await work
            except (LudotecaError, OSError) as error:
                log.error("room task failed", extra={"game": self.id, "error": repr(error)})
            except Exception:  # the outermost loop of a background task
                log.exception("room task failed", extra={"game": self.id})
                self.broadcast.tell_each("trouble", reason=t(MISTAKE))

        task = asyncio.get_running_loop().create_task(run_logged())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
