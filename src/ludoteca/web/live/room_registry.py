"""The registry: all open rooms of this server, new games, and what must go on by itself."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import SystemRandom
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy.orm import Session

from ludoteca.errors import BadOption
from ludoteca.games import find_game
from ludoteca.languages import t
from ludoteca.play import Match
from ludoteca.web import metrics
from ludoteca.web.engine.engine import Engine
from ludoteca.web.engine.preparation import Preparation
from ludoteca.web.engine.reader_processes import Readers
from ludoteca.web.live.bot_turns import BotTables
from ludoteca.web.live.broadcast import Listener
from ludoteca.web.live.lobby import Lobby
from ludoteca.web.live.notices import Notices
from ludoteca.web.live.presence import Presence
from ludoteca.web.live.room import Room, Services
from ludoteca.web.people.account import is_account
from ludoteca.web.rate_limits import LastAddresses
from ludoteca.web.settings import Settings
from ludoteca.web.storage import accounts, jobs, ratings, repository, vacations
from ludoteca.web.storage.cleanup import tidy
from ludoteca.web.storage.databases import StorageError
from ludoteca.web.storage.game_lists import list_games, lively_games
from ludoteca.web.storage.health import Health
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table import changes
from ludoteca.web.table.new_game import NewGame, first_game
from ludoteca.web.table.stored_game import Refused, Stale, StoredGame, bot_to_move, is_running, now_ms, runs_live
from ludoteca.web.table.words import NO_SUCH_RECORD
from ludoteca.web.telling import Telling, telling_for
from ludoteca.web.tokens import GAME_ID, Tokens

SWEEP_S = 20.0
RECHECK_S = 5.0
BEAT_S, QUIET_BEAT_MS = 1.0, 600_000
TIDY_FIRST_S, TIDY_S = 60.0, 6 * 3600.0
JOB_AGAIN_MS = 2000
IDLE_MS = 60_000  # an empty room is closed after this
MOST_LISTED = 60
MOST_TRIES = 5  # to delete an account, for which others begin games meanwhile
FIRST_SEARCH_S = 120.0  # after the start, when everything has just been searched
SEARCH_SHARE = 0.001  # of the time, at most
MOST_NEW = 3_000_000  # objects; beyond that it cannot wait

log = logging.getLogger("ludoteca.web")
chance = SystemRandom()


class Garbage:
    """Objects that refer to each other in a cycle, which Python must search for among all live objects.

    A move or a page creates almost none, a socket a few; and with a thousand games the search takes a large part of a
    second, during which nobody is served.  So the server searches rarely, and more rarely the longer it takes.
    """

    def __init__(self) -> None:
        self._next = time.monotonic() + FIRST_SEARCH_S

    def collect(self) -> bool:
        """Collect, if it is time; returns whether it was."""
        began = time.monotonic()
        if began < self._next and gc.get_count()[0] < MOST_NEW:
            return False
        gc.collect()
        took = time.monotonic() - began
        self._next = began + took / SEARCH_SHARE
        return True


class RoomRegistry:
    """Everything that one server process holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tokens = Tokens(settings.secret())
        self.storage = Storage(settings.database_url, settings.busy_ms)
        self.servers = Servers(self.tokens.mark, is_shared=self.storage.is_shared)
        self.telling: Telling = telling_for(self.storage.url, self.servers.id)
        self.last_addresses = LastAddresses()
        self.engine = Engine(settings.workers, self.last_addresses.of)
        self.health = Health(self.storage, self.servers.beat)
        self.readers = Readers(self.last_addresses.of)
        self.preparation = Preparation(self.readers)
        self.lobby = Lobby(self.storage, self.telling, self.servers, self.preparation.ready, self.last_addresses.of)
        self._services = Services(
            self.storage,
            self.engine,
            self.servers,
            BotTables(self.last_addresses.of),
            settings.bot_pause_ms,
            settings.offers_modules,
            settings.allows_chat,
            self.telling,
            hold=self.hold,
            let_go=self.let_go,
            note_guests=lambda room: self.presence.note(room),
        )
        self.telling.on("chat", self._hear_chat)
        self.rooms: dict[str, Room] = {}
        self.listeners: set[Listener] = set()  # of all open sockets: in rooms, in the lobby, those that analyse
        self.presence = Presence(self.storage, self.telling, self.servers, self.rooms)
        self._due: dict[str, Callable[[str], Awaitable[None]]] = {}  # what a job of each kind needs, by its subject
        self.on_due(repository.CLOCK, self._look_at_clock)
        self.on_due(repository.BOT, self._take_bot)
        self.notices = Notices(settings, self.storage, self.telling, self.servers, self.lobby)
        for kind, work in self.notices.jobs.items():
            self.on_due(kind, work)
        self.on_due(vacations.VACATION, self.apply_vacation)
        self._heard: set[str] = set()  # games that another server has changed
        self._news = asyncio.Event()
        self.telling.on("game", self._hear)
        self.telling.on("bots", self._hear_of_bots)
        self.telling.on_missed(self._look_at_all)
        self.telling.on_missed(self.presence.look_at_all)
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()  # also those that were let go
        self.is_open = False
        self._plies = 0  # of all rooms together, when opened or last swept
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._garbage = Garbage()
        metrics.GAMES.set_function(lambda: len(self.rooms))
        metrics.LISTENERS.set_function(lambda: sum(len(room.broadcast.listeners) for room in list(self.rooms.values())))
        metrics.WAITING.set_function(lambda: self.engine.turns.count)
        metrics.SERVERS.set_function(lambda: 1 + len(self.servers.others))
        self._keepers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Migrate the tables, start the engine."""
        await asyncio.to_thread(self.storage.open)
        await self.storage.write(self.servers.enter)
        await self.storage.write(vacations.look_at_all)
        self.telling.on("player", self._hang_up)
        self.telling.open()
        self.engine.open()
        self.readers.open()
        keepers = (
            self._sweep(),
            self._tidy(),
            self._keep_time(),
            self.do_jobs(),
            self._follow(),
            self._recheck_sign_ins(),
            self.presence.keep(),
        )
        self._keepers = [asyncio.create_task(work) for work in keepers]
        self.is_open = True

    async def close(self) -> None:
        """Disconnect everyone, finish writing, end."""
        self.is_open = False
        for keeper in self._keepers:
            keeper.cancel()
        self.preparation.close()
        self.lobby.close()
        self.notices.close()
        for room in self.rooms.values():
            room.close()
        for listener in self.listeners:
            listener.hang_up()
        await self.stop_thinking()
        with suppress(StorageError):  # logged where it happened
            await self.storage.write(self.servers.leave)
        await asyncio.to_thread(self.telling.close)
        await asyncio.to_thread(self.storage.close)

    async def stop_thinking(self) -> None:
        """End everything that thinks or reads for visitors; whoever is waiting for it is told."""
        self.is_open = False
        await asyncio.gather(self.engine.close(), self.readers.close())

    # --- rooms

    async def room(self, game: str) -> Room | None:
        """The room of a game, opened if needed; None if there is no such game."""
        room = self._alive.get(game)
        if room is not None:
            self.hold(room)
            await room.settle()
            return self.rooms.get(game)  # none if it turned out to be withdrawn
        if not GAME_ID.fullmatch(game):
            return None
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
            self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Room | None:
        stored = await self.storage.read(lambda session: repository.load_game_row(session, game))
        if stored is None:
            return None
        await self.preparation.ready(stored.match.variant.name)
        self._make_space(len(stored.match.plies))
        room = self._alive[stored.id] = Room(stored, self._services)
        self.hold(room)
        if self.servers.others:
            self.presence.look(game)
        return room

    def _hear_chat(self, name: str) -> None:
        """Something was said in a game, or after its id: the line with this number has changed."""
        game, _, line = name.partition(" ")
        if room := self.rooms.get(game):
            room.begin(room.tell_chat(int(line) if line else None))

    def _make_space(self, plies: int) -> None:
        """Count a game of this many plies that is about to be opened; if that is too much, close empty rooms."""
        self._plies += plies
        if not self._is_full():
            return
        self._plies = plies + self._count_plies()
        for room in sorted(self.rooms.values(), key=lambda room: room.idle_since):
            if not self._is_full():
                return
            if not room.is_used and not runs_live(room.match):
                self._plies -= len(room.match.plies)
                self.let_go(room)
        if self._is_full():
            raise Refused(t("The server is full. Try again in a few minutes."))

    def _count_plies(self) -> int:
        return sum(len(room.match.plies) for room in self.rooms.values())

    def _is_full(self) -> bool:
        return len(self.rooms) >= self.settings.most_live_games or self._plies > self.settings.most_live_plies

    def hold(self, room: Room) -> None:
        """Keep a room open until nobody is in it; one that was let go while in use is taken back."""
        self.rooms[room.id] = room
        room.idle_since = now_ms()

    def let_go(self, room: Room) -> None:
        """Close a room, unless someone is in it; its memory is freed as soon as nobody uses it."""
        is_deleted = room.game.is_deleted
        if is_deleted or not room.is_used:
            room.close()
            self.rooms.pop(room.id, None)
        if is_deleted:
            self._alive.pop(room.id, None)

    async def _sweep(self) -> None:
        """Close empty rooms; a running clock keeps its room open, unless it has days."""
        while True:
            await asyncio.sleep(SWEEP_S)
            if self.servers.others:
                self.presence.look_at_all()  # nobody hears what a server says while its connection is broken
            limit = now_ms() - IDLE_MS
            for room in list(self.rooms.values()):
                if not runs_live(room.match) and room.idle_since < limit:
                    self.let_go(room)
            self._plies = self._count_plies()
            self._garbage.collect()

    async def _keep_time(self) -> None:
        """Store the time: often while a clock is running, so that a crash gives back little of it."""
        last, returns = self.servers.now(), self.servers.returns
        while True:
            await asyncio.sleep(BEAT_S)
            is_late = self.servers.now() - last > QUIET_BEAT_MS
            is_needed = self.servers.is_shared or any(runs_live(room.match) for room in self.rooms.values())
            with suppress(StorageError):  # logged where it happened
                if is_late or is_needed:
                    last, before = self.servers.now(), self.servers.others
                    await self.storage.write(self.servers.beat)
                    if self.servers.returns != returns:
                        returns = self.servers.returns
                        self.presence.note_all()
                    if self.servers.others != before:
                        self.presence.look_at_all()
                        self._look_at_all()
                    elif before:
                        self._look_at_all()  # whoever was killed after a commit has told nobody

    # --- what is due

    def on_due(self, kind: str, work: Callable[[str], Awaitable[None]]) -> None:
        """How to do jobs of a kind, each given by its subject; whoever does one puts it off or drops it."""
        self._due[kind] = work

    async def do_jobs(self) -> None:
        """Look for jobs whose time has come, as long as the server runs."""
        may_hold = False  # jobs that nobody does, because putting them off could not be stored
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                if may_hold:
                    await self.release_jobs()
                    may_hold = False
                await self._do_due()
            except StorageError:  # logged where it happened
                may_hold = True

    async def release_jobs(self) -> None:
        """Let go of all jobs but those that rooms hold while their bots think, or may be about to."""
        kept = [(repository.BOT, game) for game, room in self.rooms.items() if room.has_bot or room.lock.locked()]
        await self.storage.write(lambda session: jobs.release(session, self.servers, kept))

    async def _do_due(self) -> None:
        """Take what is due and do it, some at a time: a server that was killed may have left hundreds."""
        while await self.storage.read(lambda session: jobs.are_due(session, self.servers)):
            taken: list[jobs.Job] = await self.storage.write(lambda session: jobs.take(session, self.servers))
            doing = [self._do_job(kind, subject) for kind, subject in taken]
            for trouble in await asyncio.gather(*doing, return_exceptions=True):
                if trouble is not None:  # all others are done by now
                    raise trouble
            if len(taken) < jobs.MOST_TAKEN:
                return

    async def _do_job(self, kind: str, subject: str) -> None:
        try:
            await self._due[kind](subject)
        except Exception:  # the outermost place: the others can be done
            log.exception("job failed", extra={"kind": kind, "subject": subject})
            await self.put_off(kind, subject, JOB_AGAIN_MS)

    async def put_off(self, kind: str, subject: str, wait_ms: int) -> None:
        """A job is due again after this time, on whichever server."""
        due = self.servers.now() + wait_ms
        await self.storage.write(lambda session: jobs.put(session, kind, subject, due), subject)

    async def drop(self, kind: str, subject: str) -> None:
        """A job is done."""
        await self.storage.write(lambda session: jobs.drop(session, kind, subject), subject)

    async def _look_at_clock(self, game: str) -> None:
        """End a game whose time is up, or look again when it may be."""
        stored = await self.storage.read(lambda session: repository.clock_row(session, game))
        if stored is None:
            await self.drop(repository.CLOCK, game)
            return
        left_ms, is_up = stored.left(self.servers.now())
        if is_up:
            room = await self.room(game)
            if room is not None:
                await room.look_at_clock()
        await self.put_off(repository.CLOCK, game, max(JOB_AGAIN_MS, left_ms))

    async def _take_bot(self, game: str) -> None:
        """The server on which a bot was thinking is gone: it thinks here."""
        room = self.rooms.get(game) or await self.room(game)
        if room is None or bot_to_move(room.stored) is None:
            await self.drop(repository.BOT, game)
            return
        log.info("bot taken over", extra={"game": game})
        room.has_bot = True
        if room.stored.kind == "bots" and not room.broadcast.listeners:
            room.begin(room.leave_bots())  # nobody watches here
        room.wake()

    async def apply_vacation(self, account: str) -> None:
        """Stop the clocks of someone who is on vacation; start those of someone who has come back."""
        now = now_ms()
        until, games = await self.storage.read(lambda session: vacations.standing(session, account, now))
        for game in games:
            with suppress(Refused, Stale, repository.UnreadableGame):
                room = await self.room(game)
                if room is not None:
                    await room.change(partial(changes.set_vacation, player=account, until=until))
        if until is None:
            await self.drop(vacations.VACATION, account)
        else:
            await self.put_off(vacations.VACATION, account, until - now)

    # --- what other servers do

    def _hear(self, game: str) -> None:
        if game in self.rooms:
            self._heard.add(game)
            self._news.set()

    def _hear_of_bots(self, game: str) -> None:
        if game in self.rooms:
            self.rooms[game].bots_may_be_free()

    def _look_at_all(self) -> None:
        """Anything may have happened: look at every game that someone has open here."""
        self._heard.update(
            game for game, room in self.rooms.items() if room.broadcast.listeners or is_running(room.match)
        )
        self._news.set()

    async def _follow(self) -> None:
        """Bring the rooms up to date of whose games something was heard."""
        while True:
            await self._news.wait()
            self._news.clear()
            heard, self._heard = self._heard, set()
            if not heard:
                continue
            try:
                newest = await self.storage.read(partial(repository.newest_of, games=heard))
            except StorageError:
                self._heard |= heard
                await asyncio.sleep(BEAT_S)
                self._news.set()
                continue
            for game in heard:
                room, found = self.rooms.get(game), newest.get(game)
                if room is not None and (found is None or found.version > room.stored.version):
                    room.begin(room.follow(found))

    async def _tidy(self) -> None:
        """Delete what nobody wants, a little at a time, a few times a day."""
        wait = TIDY_FIRST_S
        while True:
            await asyncio.sleep(wait)
            try:
                tidied = await self.storage.write(lambda session: tidy(session, now_ms(), self.rooms.keys()))
            except StorageError:  # logged where it happened
                wait = TIDY_S
                continue
            wait = 1.0 if tidied.has_more else TIDY_S
            if tidied.games or tidied.guests:
                log.info("tidied", extra={"games": tidied.games, "guests": tidied.guests})

    async def reread(self, games: Iterable[str]) -> None:
        """Games have changed in the database without their rooms: those that are open show everyone what is there."""
        for game in games:
            self.telling.tell("game", game, here=False)
        for room in [self._alive[game] for game in games if game in self._alive]:
            room.game.is_in_doubt = True
            with suppress(StorageError):  # it is read again before anything else happens in it
                await room.settle()

    def hang_up(self, player: str) -> None:
        """Close a player's sockets in every process, because the player is someone else now: pages connect again."""
        self.telling.tell("player", player)

    def _hang_up(self, player: str) -> None:
        for listener in self.listeners:
            if listener.guest == player:
                listener.hang_up()

    async def _recheck_sign_ins(self) -> None:
        """Hang up on browsers that have been signed out, and on accounts that have changed, if nobody has told us."""
        while True:
            await asyncio.sleep(RECHECK_S)
            signed_in = [(each, each.sign_in) for each in self.listeners if each.sign_in is not None]
            names = {sign_in.id for _, sign_in in signed_in}
            if not names:
                continue
            with suppress(StorageError):  # logged where it happened
                known = await self.storage.read(partial(accounts.accounts_signed_in, sign_ins=names))
                for listener, sign_in in signed_in:
                    if known.get(sign_in.id) != sign_in.account:
                        listener.hang_up()

    async def delete_account(self, account: str) -> None:
        """Someone leaves for good: games in progress are resigned, invitations that nobody has accepted withdrawn."""
        tries = 0
        while True:
            lost, tries = await self.leave_all(account), tries + 1
            try:
                delete = partial(accounts.delete_account, account=account, lost=lost)
                games = await self.storage.write(delete)
                break
            except accounts.StillPlaying:  # a game has begun meanwhile
                if tries == MOST_TRIES:
                    raise
        await self.reread(games)
        self.hang_up(account)

    async def leave_all(self, player: str) -> list[str]:
        """End all games of someone; returns those that nobody can end, since they cannot be read any more."""
        lost = []
        for game in await self.storage.read(lambda session: accounts.unfinished_of(session, player)):
            try:
                room = await self.room(game)
            except repository.UnreadableGame:
                lost.append(game)
                continue
            if room is not None:
                with suppress(Refused, Stale):  # it has ended, or has just changed
                    await room.change(partial(changes.leave, guest=player))
                self.let_go(room)
        return lost

    # --- new games

    async def begin(self, new: NewGame, guest: str) -> StoredGame:
        """A new game, stored; an omitted name is replaced by the guest's, and any name by an account's."""
        await self.preparation.ready(find_game(new.game).name)
        if is_account(guest):
            new = new.model_copy(update={"name": ""})
        new = await self.storage.read(partial(ratings.in_fair_pairs, new=new))
        stored = first_game(new, guest, chance, await self._record(new) if new.continues else None)

        def work(session: Session) -> None:
            name = repository.greet_guest(session, guest, new.name or None)
            named = replace(stored, seats=[replace(seat, name=seat.name or name) for seat in stored.seats])
            repository.add_game(session, named)
            stored.seats[:] = named.seats

        await self.storage.write(work)
        log.info("game begun", extra={"game": stored.id, "rules": stored.match.variant.name, "kind": stored.kind})
        return stored

    async def _record(self, new: NewGame) -> Match:
        """The record that a new game continues."""
        room = await self.room(new.continues)
        if room is None or room.stored.kind != "record" or room.match.variant.name != find_game(new.game).name:
            raise BadOption(t(NO_SUCH_RECORD))
        return room.match

    async def keep(self, games: bytes) -> None:
        """Store games that came as records, from a reader's result."""

        def work(session: Session) -> None:
            for rows in json.loads(games):
                repository.insert_rows(session, repository.NewRows(**rows))

        await self.storage.write(work)

    # --- lists

    async def listed(
        self, guest: str | None = None, state: str = "", limit: int = MOST_LISTED, game: str = ""
    ) -> list[dict[str, Any]]:
        """Games, unfinished first and newest first: all that can be watched, or those of a guest."""
        attended: list[str] = []
        if guest is None and state != "over":
            lively = await self.storage.read(lively_games)
            at_table = await self.presence.attended(lively)
            attended = [game for game in lively if game in at_table][:limit]
        return await self.storage.read(lambda session: list_games(session, guest, state, limit, attended, game))
