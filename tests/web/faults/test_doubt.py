"""A commit whose answer is lost: nobody knows whether it was carried out, until the room has looked again."""

import asyncio
import json
from functools import partial

import pytest

from ludoteca.web.live import committed_game, room_registry
from ludoteca.web.live import room as room_module
from ludoteca.web.live.actions import handle
from ludoteca.web.live.broadcast import Listener
from ludoteca.web.live.room_registry import RoomRegistry
from ludoteca.web.settings import Settings
from ludoteca.web.storage import jobs
from ludoteca.web.storage.databases import StorageError, Unsettled
from ludoteca.web.storage.repository import load_game_row
from ludoteca.web.table.changes import undo
from ludoteca.web.table.new_game import NewGame
from ludoteca.web.table.stored_game import Stale


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch):
    """What takes seconds, so that a database has time to start again, takes none here."""
    monkeypatch.setattr(committed_game, "LOOK_AGAIN_S", (0.0, 0.01))
    monkeypatch.setattr(room_module, "AGAIN_S", 0.02)


class Broken:
    """A database whose line breaks at the next commit: before it, or after it but before the answer."""

    def __init__(self, storage, *, is_carried_out, is_back):
        self.storage, self.is_carried_out, self.is_back = storage, is_carried_out, is_back

    def begin_write(self, work, key=""):
        return asyncio.ensure_future(self.write(work, key))

    async def write(self, work, key=""):
        if self.is_carried_out:
            await self.storage.write(work, key)
        raise Unsettled("The line broke.")

    async def read(self, work):
        if not self.is_back:
            raise StorageError("The line is broken.")
        return await self.storage.read(work)


def at_a_table(tmp_path, happen):
    """Let something happen in a room of two at one table, where c3 and d4 have been played."""

    async def live():
        registry = RoomRegistry(Settings(data=tmp_path, workers=1))
        await asyncio.to_thread(registry.storage.open)
        room = await registry.room((await registry.begin(NewGame(game="gekitai", opponent="device"), "ann")).id)
        for ply, text in enumerate(("c3", "d4")):
            await room.play("ann", ply, text)
        room.join(Listener("ann"))
        sound = registry.storage
        try:
            await happen(registry, room)
        finally:
            stored = await sound.read(lambda session: load_game_row(session, room.id))
            await asyncio.to_thread(sound.close)
            room.close()
        assert moves_of(stored) == moves_of(room.stored)
        return moves_of(stored)

    return asyncio.run(live())


def moves_of(stored):
    return [str(ply.move) for ply in stored.match.plies]


def test_a_move_that_was_stored_after_all_is_told(tmp_path):
    async def happen(registry, room):
        sound, room.game.storage = registry.storage, Broken(registry.storage, is_carried_out=True, is_back=True)
        await room.play("ann", 2, "a1")
        room.game.storage = sound

    assert at_a_table(tmp_path, happen) == ["c3", "d4", "a1"]


def test_a_move_that_was_not_stored_is_refused_and_can_be_made_again(tmp_path):
    async def happen(registry, room):
        sound, room.game.storage = registry.storage, Broken(registry.storage, is_carried_out=False, is_back=True)
        with pytest.raises(StorageError):
            await room.play("ann", 2, "a1")
        room.game.storage = sound
        await room.play("ann", 2, "f6")

    assert at_a_table(tmp_path, happen) == ["c3", "d4", "f6"]


@pytest.mark.parametrize("is_carried_out", [True, False])
def test_a_room_in_doubt_looks_before_it_writes(tmp_path, is_carried_out):
    async def happen(registry, room):
        sound, room.game.storage = (
            registry.storage,
            Broken(registry.storage, is_carried_out=is_carried_out, is_back=False),
        )
        with pytest.raises(StorageError):
            await room.play("ann", 2, "a1")
        with pytest.raises(StorageError):
            await room.play("ann", 2, "a1")
        room.game.storage = sound
        if is_carried_out:
            with pytest.raises(Stale):
                await room.play("ann", 2, "f6")
        else:
            await room.play("ann", 2, "f6")

    assert at_a_table(tmp_path, happen) == ["c3", "d4", "a1" if is_carried_out else "f6"]


def test_moves_that_were_taken_back_after_all_leave_no_gap(tmp_path):
    async def happen(registry, room):
        sound, room.game.storage = registry.storage, Broken(registry.storage, is_carried_out=True, is_back=False)
        with pytest.raises(StorageError):
            await room.change(lambda stored: undo(stored, "ann"))
        room.game.storage = sound
        with pytest.raises(Stale):
            await room.play("ann", 2, "a1")
        await room.play("ann", len(room.match.plies), "f6")

    assert at_a_table(tmp_path, happen) == ["c3", "f6"]


async def heard(listener, kind):
    """The next message of a kind."""
    while True:
        message = json.loads(await asyncio.wait_for(listener.next(), 20))
        if message["type"] == kind:
            return message


@pytest.mark.parametrize("is_carried_out", [True, False])
def test_a_room_in_doubt_says_so_and_shows_by_itself_how_it_stands_when_the_database_is_back(tmp_path, is_carried_out):
    async def happen(registry, room):
        listener = next(iter(room.broadcast.listeners))
        sound = registry.storage
        room.game.storage = Broken(sound, is_carried_out=is_carried_out, is_back=False)
        await handle(room, listener, {"type": "move", "ply": 2, "text": "a1"})
        told = await heard(listener, "refusal")
        assert told["code"] == "doubt"
        assert (
            "The server will check whether this was saved" in told["reason"]
            and "Nothing has changed" not in told["reason"]
        )
        await handle(room, listener, {"type": "resync"})  # it does not show the old board as if it were the game's
        assert (await heard(listener, "refusal"))["code"] == "doubt"
        with pytest.raises(Unsettled):
            await registry.room(room.id)
        room.game.storage = sound
        shown = await heard(listener, "snapshot")  # nobody asked
        assert shown["moves_played"] == ["c3", "d4", "a1"][: 3 if is_carried_out else 2]
        assert await registry.room(room.id) is room

    assert at_a_table(tmp_path, happen) == ["c3", "d4", "a1"][: 3 if is_carried_out else 2]


def test_a_commit_that_failed_without_effect_is_refused_as_such(tmp_path):
    async def happen(registry, room):
        listener = next(iter(room.broadcast.listeners))
        sound, room.game.storage = registry.storage, Broken(registry.storage, is_carried_out=False, is_back=True)
        await handle(room, listener, {"type": "move", "ply": 2, "text": "a1"})
        told = await heard(listener, "refusal")
        assert (told["code"], told["reason"]) == (
            "storage",
            "The line broke. Nothing has changed; try again in a moment.",
        )
        room.game.storage = sound

    assert at_a_table(tmp_path, happen) == ["c3", "d4"]


@pytest.mark.parametrize("is_back", [True, False])
def test_a_game_that_was_withdrawn_after_all_is_gone(tmp_path, is_back):
    async def live():
        registry = RoomRegistry(Settings(data=tmp_path, workers=1))
        await asyncio.to_thread(registry.storage.open)
        room = await registry.room((await registry.begin(NewGame(game="gekitai", opponent="friend"), "ann")).id)
        listener = Listener("ann")
        room.join(listener)
        sound, room.game.storage = registry.storage, Broken(registry.storage, is_carried_out=True, is_back=is_back)
        await handle(room, listener, {"type": "withdraw"})
        room.game.storage = sound
        await heard(listener, "withdrawn")
        assert await registry.room(room.id) is None
        await asyncio.to_thread(sound.close)

    asyncio.run(live())


# --- jobs


class Failing:
    """A database whose line breaks: after a job is taken, but before the answer; or before it is put off."""

    def __init__(self, storage, failures, *, is_carried_out):
        self.storage, self.failures, self.is_carried_out = storage, failures, is_carried_out
        self.read = storage.read

    async def write(self, work, key=""):
        if self.failures and self.is_carried_out == (not key):
            self.failures -= 1
            if self.is_carried_out:
                await self.storage.write(work, key)
            raise Unsettled("The line broke.")
        return await self.storage.write(work, key)


@pytest.mark.parametrize("kind", ["clock", "bot"])
@pytest.mark.parametrize("is_taken_in_doubt", [True, False])
def test_a_job_stays_with_no_server_that_does_not_do_it(tmp_path, monkeypatch, kind, is_taken_in_doubt):
    """It was taken, and its server did not know; or its server could neither do it nor put it off."""
    monkeypatch.setattr(room_registry, "BEAT_S", 0.01)
    monkeypatch.setattr(room_registry, "JOB_AGAIN_MS", 0)

    async def live():
        registry = RoomRegistry(Settings(data=tmp_path, workers=1))
        await asyncio.to_thread(registry.storage.open)
        await registry.storage.write(registry.servers.enter)
        sound, done = registry.storage, asyncio.Event()

        async def do(subject):
            if registry.storage.failures:
                raise StorageError("The line is broken.")
            await registry.drop(kind, subject)
            done.set()

        registry.on_due(kind, do)
        await sound.write(lambda session: jobs.put(session, kind, "anything", 0))
        registry.storage = Failing(sound, 1, is_carried_out=is_taken_in_doubt)
        working = asyncio.create_task(registry.do_jobs())
        try:
            async with asyncio.timeout(20):
                await done.wait()
        finally:
            working.cancel()
            await asyncio.to_thread(sound.close)

    asyncio.run(live())


def test_a_job_that_a_room_does_is_not_let_go(tmp_path):
    async def live():
        registry = RoomRegistry(Settings(data=tmp_path, workers=1))
        await asyncio.to_thread(registry.storage.open)
        await registry.storage.write(registry.servers.enter)
        room = await registry.room((await registry.begin(NewGame(game="gekitai", opponent="bot"), "ann")).id)
        own = [("bot", room.id), ("clock", room.id), ("bot", "another")]
        for kind, subject in own:
            put = partial(jobs.put, kind=kind, subject=subject, due=0, server=registry.servers.id)
            await registry.storage.write(put)
        room.has_bot = True
        await registry.release_jobs()
        taken = await registry.storage.write(lambda session: jobs.take(session, registry.servers))
        assert sorted(taken) == [("bot", "another"), ("clock", room.id)]
        await asyncio.to_thread(registry.storage.close)

    asyncio.run(live())
