"""The registry: all rooms that are open, games that begin, and the tables they are kept in."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import replace
from random import SystemRandom
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import insert
from sqlalchemy.orm import Session

from ludoteca.bots import check_plays
from ludoteca.bots.registry import LOCAL
from ludoteca.bots.specs import read_spec
from ludoteca.kernel.errors import BadOption
from ludoteca.play import Match, PlayerName, TimeControl, load_game
from ludoteca.play.match.saved_parts import usual_start
from ludoteca.web.engine.engine import Engine
from ludoteca.web.engine.readers import Readers
from ludoteca.web.garbage import Garbage
from ludoteca.web.live.listener import Refused
from ludoteca.web.live.new_game import NewGame
from ludoteca.web.live.room import Room
from ludoteca.web.live.room_status import series_with
from ludoteca.web.settings import Settings
from ludoteca.web.storage import repository
from ludoteca.web.storage.cleanup import tidy
from ludoteca.web.storage.game_lists import list_games, lively_games
from ludoteca.web.storage.health import Health
from ludoteca.web.storage.repository import Seat, Stored
from ludoteca.web.storage.schema import SeriesRow
from ludoteca.web.storage.server_time import ServerTime
from ludoteca.web.storage.storage import Storage, StorageError, now_ms
from ludoteca.web.tokens import GAME_ID, Tokens, new_id

SWEEP_S = 20.0
BEAT_S, QUIET_BEAT_MS = 1.0, 600_000
TIDY_FIRST_S, TIDY_S = 60.0, 6 * 3600.0
IDLE_MS = 60_000  # a room without anybody is closed after this
LONGEST_BOT_MS = 5000
MOST_LISTED = 60

log = logging.getLogger("ludoteca.web")
chance = SystemRandom()


class RoomRegistry:
    """Everything that one server process holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tokens = Tokens(settings.secret())
        self.storage = Storage(settings.database_url, settings.busy_ms)
        self.engine = Engine(settings.workers)
        self.time = ServerTime()
        self.health = Health(self.storage, self.time.beat)
        self.readers = Readers()
        self.rooms: dict[str, Room] = {}
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()  # also those that were let go
        self.is_open = False
        self.is_warm = False
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._garbage = Garbage()
        self._keepers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Bring the tables up to date, start the engine."""
        await asyncio.to_thread(self.storage.open)
        await self.storage.write(self.time.resume)
        self.engine.open()
        self.readers.open()
        self._keepers = [asyncio.create_task(work) for work in (self._sweep(), self._tidy(), self._keep_time())]
        self.is_open = True

    async def close(self) -> None:
        """Let everybody go, write what waits, end."""
        self.is_open = False
        for keeper in self._keepers:
            keeper.cancel()
        for room in self.rooms.values():
            room.close()
            for listener in room.listeners:
                listener.hang_up()
        await self.stop_thinking()
        with suppress(StorageError):  # logged where it happened
            await self.storage.write(self.time.beat)
        await asyncio.to_thread(self.storage.close)

    async def stop_thinking(self) -> None:
        """End everything that thinks or reads for visitors; whoever waits for it is told."""
        self.is_open = False
        await asyncio.gather(self.engine.close(), self.readers.close())

    # --- rooms

    async def room(self, game: str) -> Room | None:
        """The room of a game, opened if need be; None when there is no such game."""
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
        if len(self.rooms) >= self.settings.most_live_games:
            raise Refused("The server is full. Try again in a few minutes.")
        stored = await self.storage.read(lambda session: repository.load_game_row(session, game))
        return None if stored is None else await self._admit(stored)

    async def _admit(self, stored: Stored) -> Room:
        room = self._alive[stored.id] = Room(stored, self)
        self.hold(room)
        if stored.series is not None:
            name = stored.series
            found = await self.storage.read(lambda session: repository.series_of(session, name))
            if found is not None:
                row, games = found
                room.series_games, room.series_setups = row.games, row.setups
                room.earlier = [game.match for game in games if game.round < stored.round]
        return room

    def hold(self, room: Room) -> None:
        """Keep a room open until nobody is in it; one that was let go while somebody had it is taken back."""
        self.rooms[room.id] = room
        room.idle_since = now_ms()

    def let_go(self, room: Room) -> None:
        """Close a room, unless somebody is in it; what it holds is freed as soon as nobody uses it."""
        is_used = bool(room.listeners) or room.lock.locked() or room.is_in_doubt
        if room.is_withdrawn or not is_used:
            room.close()
            self.rooms.pop(room.id, None)
        if room.is_withdrawn:
            self._alive.pop(room.id, None)

    async def _sweep(self) -> None:
        """Close rooms that nobody is in; a running clock keeps its room open."""
        while True:
            await asyncio.sleep(SWEEP_S)
            limit = now_ms() - IDLE_MS
            for room in list(self.rooms.values()):
                runs = room.has_running_clock
                if not runs and room.idle_since < limit:
                    self.let_go(room)
            self._garbage.collect()

    async def _keep_time(self) -> None:
        """Note the time: often while a clock runs, so that a crash gives nobody much of it back."""
        last = self.time.now()
        while True:
            await asyncio.sleep(BEAT_S)
            is_late = self.time.now() - last > QUIET_BEAT_MS
            if is_late or any(room.has_running_clock for room in self.rooms.values()):
                with suppress(StorageError):  # logged where it happened
                    await self.storage.write(self.time.beat)
                last = self.time.now()

    async def _tidy(self) -> None:
        """Forget what nobody wants, a little at a time, a few times a day."""
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

    # --- new games

    async def begin(self, new: NewGame, guest: str) -> Stored:
        """A new game, stored."""
        variant = load_game(new.game, **new.options)
        control = TimeControl.parse(new.clock)
        start = variant.position(new.position) if new.position else variant.start(chance.getrandbits(32))
        if start.outcome is not None:
            raise BadOption(f"this position is already over: {start.outcome.reason}")
        seats, holders = self._seats(new, guest)
        players = tuple(PlayerName(seat.name, seat.bot or "human") for seat in seats)
        match = Match(variant, start, players=(players[0], players[1]), control=control)
        stored = Stored(
            id=new_id(),
            match=match,
            kind=new.opponent,
            owner=guest,
            seats=seats,
            holders=holders,
            series=new_id() if new.series > 1 else None,
            control=str(control),
            listed=new.opponent != "friend" if new.listed is None else new.listed,
        )

        def work(session: Session) -> None:
            name = repository.greet_guest(session, guest, new.name or None)
            named = replace(stored, seats=[replace(seat, name=seat.name or name) for seat in stored.seats])
            if stored.series is not None:
                session.execute(insert(SeriesRow).values(id=stored.series, games=new.series, setups=new.setups))
            repository.add_game(session, named)
            stored.seats[:] = named.seats

        await self.storage.write(work)
        log.info("game begun", extra={"game": stored.id, "rules": variant.name, "kind": stored.kind})
        return stored

    def _seats(self, new: NewGame, guest: str) -> tuple[list[Seat], set[tuple[int, str]]]:
        """Who sits where; an empty name is filled in with the guest's."""
        mine = {"first": 0, "second": 1}.get(new.side, chance.randrange(2))
        me = Seat("human", new.name, generation=1)
        if new.opponent == "device":
            names = new.names or ("", "")
            both = [Seat("human", name or f"Player {number}", generation=1) for number, name in enumerate(names, 1)]
            return both, {(0, guest), (1, guest)}
        if new.opponent == "bots":
            return [bot_seat(spec, new.game) for spec in new.bots], set()
        other = bot_seat(new.bot, new.game) if new.opponent == "bot" else Seat("human", "Free seat")
        return ([me, other] if mine == 0 else [other, me]), {(mine, guest)}

    async def keep(self, games: bytes) -> None:
        """Store games that came as records, from what a reader made of them."""

        def work(session: Session) -> None:
            for rows in json.loads(games):
                repository.insert_rows(session, repository.NewRows(**rows))

        await self.storage.write(work)

    async def follow(self, room: Room) -> None:
        """The game after this one: the next of the series, or the same again with sides changed.  The lock is held.

        After a series that is decided, a new one begins.
        """
        old = room.stored
        played = None if old.series is None else series_with(room)
        goes_on = played is not None and played.outcome is None
        match = played.next_match(chance) if played is not None and goes_on else self._again(old)
        series = old.series if goes_on or played is None else new_id()
        stored = Stored(
            id=new_id(),
            match=match,
            kind=old.kind,
            owner=old.owner,
            seats=[replace(seat) for seat in reversed(old.seats)],
            holders={(1 - seat, guest) for seat, guest in old.holders},
            series=series,
            round=old.round + 1 if goes_on else 1,
            control=old.control,
            listed=old.listed,
        )
        if old.kind == "device" and series is None:  # at one table the names stay where they are
            stored.seats.reverse()
        trial = replace(old, next=stored.id)

        def work(session: Session) -> None:
            if series is not None and not goes_on:
                setups = room.series_setups
                session.execute(insert(SeriesRow).values(id=series, games=room.series_games, setups=setups))
            repository.add_game(session, stored)
            repository.update_game(session, trial)

        await room.commit(trial, work)

    def _again(self, old: Stored) -> Match:
        variant = old.match.variant
        is_own = not old.match.has_usual_start and usual_start(variant) is not None
        first, second = old.match.players
        return Match(
            variant,
            old.match.start if is_own else variant.start(chance.getrandbits(32)),
            players=(second, first),
            control=TimeControl.parse(old.control),
        )

    # --- lists

    async def listed(self, guest: str | None = None, state: str = "", limit: int = MOST_LISTED) -> list[dict[str, Any]]:
        """Games, unfinished first and newest first: all that can be watched, or those of a guest."""
        attended: list[str] = []
        if guest is None and state != "over":
            lively = await self.storage.read(lively_games)
            attended = [game for game in lively if game in self.rooms and self.rooms[game].is_attended][:limit]
        return await self.storage.read(lambda session: list_games(session, guest, state, limit, attended))


def bot_seat(spec: str, game: str) -> Seat:
    """A seat for a bot that plays this game and does not think for too long."""
    read = read_spec(spec)
    if read.name in LOCAL:  # before anything is made of it: such a bot runs a program on this machine
        raise BadOption("here bots from files and engines of other programs cannot play")
    check_plays(spec, game)
    limits = read.limits
    if limits.nodes is not None or limits.depth is not None or (limits.time_ms or 0) > LONGEST_BOT_MS:
        raise BadOption(f"here a bot can be given up to {LONGEST_BOT_MS // 1000} s a move, and no other limit")
    if read.settings:
        raise BadOption("here a bot takes no settings")
    return Seat("bot", read.text, bot=read.text, generation=1)
