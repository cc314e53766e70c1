"""Who has which game open on which server: each stores its own guests, and is told when those of another change."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress

from sqlalchemy import and_, delete, insert, or_, select
from sqlalchemy.orm import Session

from ludoteca.web.live.room import Room
from ludoteca.web.storage.databases import StorageError
from ludoteca.web.storage.schema import GameRow, HolderRow, ListenerRow
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.telling import Telling

GATHER_S = 0.05  # those who come and go together are stored together
TOPIC = "guests"


class Presence:
    """Where there is only one server, the rooms know everything, and nothing is stored."""

    def __init__(self, storage: Storage, telling: Telling, servers: Servers, rooms: Mapping[str, Room]) -> None:
        self._storage, self._telling, self._servers, self._rooms = storage, telling, servers, rooms
        self._changed: set[str] = set()  # games whose guests here are to be stored
        self._told: set[str] = set()  # games whose guests elsewhere are to be read
        self._news = asyncio.Event()
        telling.on(TOPIC, self.look)

    def note(self, room: Room) -> None:
        """Someone has come or gone."""
        if self._servers.is_shared:
            self._changed.add(room.id)
            self._told.add(room.id)
            self._news.set()

    def look(self, game: str) -> None:
        """Someone may have come or gone on another server."""
        if game in self._rooms:
            self._told.add(game)
            self._news.set()

    def note_all(self) -> None:
        """The other servers believed this one was gone, and deleted what it had stored."""
        for room in self._rooms.values():
            self.note(room)

    def look_at_all(self) -> None:
        """Another server has come or gone, or may have said something that this one missed."""
        for game in self._rooms:
            self.look(game)

    async def keep(self) -> None:
        """Store and read what has changed, as long as the server runs."""
        while True:
            await self._news.wait()
            self._news.clear()
            await asyncio.sleep(GATHER_S)
            changed, self._changed = self._changed, set()
            told, self._told = self._told, set()
            try:
                if changed:
                    await self._store(changed)
                if told:
                    await self._read(told)
            except StorageError:  # logged where it happened
                self._changed |= changed
                self._told |= told
                await asyncio.sleep(1.0)
                self._news.set()

    async def _store(self, games: Collection[str]) -> None:
        mine = {game: set(self._rooms[game].broadcast.guests) if game in self._rooms else set() for game in games}

        def work(session: Session) -> None:
            own = ListenerRow.server == self._servers.id
            session.execute(delete(ListenerRow).where(own, ListenerRow.game.in_(mine)))
            rows = [
                {"server": self._servers.id, "game": game, "guest": guest}
                for game, guests in mine.items()
                for guest in guests
            ]
            if rows:
                session.execute(insert(ListenerRow), rows)

        await self._storage.write(work)
        if self._servers.others:
            for game in games:
                self._telling.tell(TOPIC, game, here=False)

    async def _read(self, games: Collection[str]) -> None:
        found: dict[str, list[str]] = {game: [] for game in games}
        elsewhere = select(ListenerRow.game, ListenerRow.guest).where(
            ListenerRow.server != self._servers.id, ListenerRow.game.in_(games)
        )
        for game, guest in await self._storage.read(lambda session: session.execute(elsewhere).all()):
            found[game].append(guest)
        for game, guests in found.items():
            if game in self._rooms:
                self._rooms[game].meet(guests)

    async def attended(self, games: Collection[str]) -> set[str]:
        """Which of these games have a player at the table, on any server; for two bots, anyone."""
        here = {game for game in games if game in self._rooms and self._rooms[game].is_attended}
        if not self._servers.others:
            return here
        plays = and_(HolderRow.game == ListenerRow.game, HolderRow.guest == ListenerRow.guest)
        with suppress(StorageError):
            there = (
                select(ListenerRow.game)
                .join(GameRow, GameRow.id == ListenerRow.game)
                .outerjoin(HolderRow, plays)
                .where(ListenerRow.game.in_(games), or_(GameRow.kind == "bots", HolderRow.seat.is_not(None)))
            )
            here.update(await self._storage.read(lambda session: session.scalars(there).all()))
        return here
