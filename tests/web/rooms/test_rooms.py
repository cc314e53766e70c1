"""Rooms: one for each game however it is reached, and gone as soon as nobody needs it."""

import asyncio
import gc
import json
import threading
import time
import weakref
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import select

from ludoteca.web.live.actions import handle
from ludoteca.web.live.broadcast import MOST_UNSENT, Listener
from ludoteca.web.live.room_registry import RoomRegistry
from ludoteca.web.settings import Settings
from ludoteca.web.storage import accounts, repository
from ludoteca.web.storage.schema import GameRow, OfferRow
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table import changes
from ludoteca.web.table.new_game import NewGame, first_game
from ludoteca.web.table.stored_game import Refused


@pytest.fixture
def _without_garbage_collection():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def in_house(tmp_path, happen, **settings):
    """Let something happen in a registry of its own."""

    async def live():
        registry = RoomRegistry(Settings(data=tmp_path, workers=1, **settings))
        await asyncio.to_thread(registry.storage.open)
        try:
            await happen(registry)
        finally:
            await asyncio.to_thread(registry.storage.close)

    asyncio.run(live())


async def played_and_left(registry):
    """A game that two at one table have played to its end; its room is only known weakly."""
    game = (await registry.begin(NewGame(game="gekitai", opponent="device", clock="5+3"), "ann")).id
    room, listener = await registry.room(game), Listener("ann")
    room.join(listener)
    for ply, text in enumerate(("c3", "d4", "d4", "a1")):  # one of them is refused
        await handle(room, listener, {"type": "move", "ply": ply, "text": text})
    await handle(room, listener, {"type": "resign"})
    assert room.match.outcome is not None
    room.leave(listener)
    return weakref.ref(room)


async def until_dead(known):
    """Whether a room is freed once the loop has finished with it."""
    for _ in range(3000):
        if known() is None:
            return True
        await asyncio.sleep(0.01)
    return False


@pytest.mark.usefixtures("_without_garbage_collection")
def test_a_finished_room_is_freed_when_everybody_has_left_without_a_search_for_garbage(tmp_path):
    async def happen(registry):
        known = await played_and_left(registry)
        assert registry.rooms == {}
        assert await until_dead(known)

    in_house(tmp_path, happen)


@pytest.mark.usefixtures("_without_garbage_collection")
def test_finished_games_leave_no_garbage(tmp_path):
    async def happen(registry):
        await until_dead(await played_and_left(registry))  # the first one fills what is kept for all
        gc.collect()
        for _ in range(3):
            await until_dead(await played_and_left(registry))
        assert gc.collect() < 100

    in_house(tmp_path, happen)


def test_a_room_that_was_let_go_while_somebody_was_on_the_way_in_stays_the_only_one_of_its_game(tmp_path):
    async def happen(registry):
        game = (await registry.begin(NewGame(game="gekitai", opponent="device"), "ann")).id
        room = await registry.room(game)  # a socket that is still being opened
        registry.let_go(room)
        assert registry.rooms == {}
        listener = Listener("ann")
        room.join(listener)
        assert registry.rooms == {game: room}
        assert await registry.room(game) is room
        registry.let_go(room)  # somebody is in it
        assert registry.rooms == {game: room}

    in_house(tmp_path, happen)


async def room_of_three_plies(registry):
    """The name of a game that was played for three plies, and left."""
    room = await registry.room((await registry.begin(NewGame(game="gekitai", opponent="device"), "ann")).id)
    for ply, text in enumerate(("a1", "f6", "c1")):
        await room.play("ann", ply, text)
    registry.let_go(room)
    return room.id


@pytest.mark.parametrize("bound", [{"most_live_plies": 7}, {"most_live_games": 2}])
def test_rooms_that_nobody_is_in_make_space_for_others(tmp_path, bound):
    async def happen(registry):
        first, second, third = [await room_of_three_plies(registry) for _ in range(3)]
        (await registry.room(first)).join(Listener("ann"))
        await registry.room(second)
        assert registry.rooms.keys() == {first, second}
        (await registry.room(third)).join(Listener("ann"))
        assert registry.rooms.keys() == {first, third}
        with pytest.raises(Refused, match="The server is full"):
            await registry.room(second)

    in_house(tmp_path, happen, **bound)


def test_a_game_that_is_opened_again_keeps_no_legal_moves_of_earlier_positions(tmp_path):
    async def happen(registry):
        game = await room_of_three_plies(registry)
        gc.collect()
        room = await registry.room(game)
        assert room.match.position.ply == 3
        for position in room.match.position.line():
            kept = set(vars(position))
            position.drop_caches()
            assert set(vars(position)) == kept

    in_house(tmp_path, happen)


def test_an_offer_that_lapses_is_not_stored_as_accepted_with_another(tmp_path):
    async def happen(registry):
        room = await registry.room((await registry.begin(NewGame(game="gekitai", opponent="friend"), "ann")).id)
        assert await room.claim_seat(lambda _, __, seat, ___: seat == 1, "bob", "token", "Bob")
        for ply, (guest, text) in enumerate((("ann", "c3"), ("bob", "d4"))):
            await room.play(guest, ply, text)
        for decide in (changes.offer_abort, changes.ask_takeback):
            await room.change(lambda stored, decide=decide: decide(stored, "ann"))
        await room.change(lambda stored: changes.grant_takeback(stored, "bob"))
        answers = select(OfferRow.kind, OfferRow.answer)
        rows = await registry.storage.read(lambda session: session.execute(answers).all())
        assert dict(map(tuple, rows)) == {"abort": "declined", "takeback": "accepted"}
        with pytest.raises(Refused, match="watching"):
            changes.settle(room.stored, "carl")

    in_house(tmp_path, happen)


def test_a_page_that_comes_back_hears_who_is_here(tmp_path):
    """After a rematch the opponent stayed away on the page of whoever came second."""

    async def happen(registry):
        room = await registry.room((await registry.begin(NewGame(game="gekitai", opponent="friend"), "ann")).id)
        assert await room.claim_seat(lambda _, __, seat, ___: seat == 1, "bob", "token", "Bob")
        seq = room.broadcast.seq  # which bob's page was made with, before ann came
        room.join(Listener("ann"))
        back = Listener("bob")
        room.join(back, seq)
        back.hang_up()
        told = [json.loads(text) async for text in messages(back)]
        assert [seat["present"] for seat in told[-1]["seats"]] == [True, True]

    in_house(tmp_path, happen)


async def messages(listener):
    """All that waits to be sent."""
    while (text := await listener.next()) is not None:
        yield text


def test_a_listener_that_does_not_read_is_let_go_and_sent_no_more():
    listener, lost = Listener("ann"), []
    listener.lose = lambda: lost.append(True)
    for number in range(MOST_UNSENT):
        listener.send(str(number))
    assert not lost and asyncio.run(listener.next()) == "0"
    for number in range(2):
        listener.send(str(number))
    assert lost and asyncio.run(listener.next()) is None


async def account(registry, name):
    """The id of a new account."""
    return (await registry.storage.write(lambda session: accounts.add_account(session, name, None))).id


async def states(registry):
    return await registry.storage.read(lambda session: list(session.scalars(select(GameRow.state))))


def test_a_game_that_begins_while_an_account_is_deleted_is_resigned_too(tmp_path, monkeypatch):
    async def happen(registry):
        ann = await account(registry, "Ann")
        leave_all = registry.leave_all
        began = []

        async def leave_slowly(player):
            lost = await leave_all(player)
            if len(began) < 2:
                began.append(await registry.begin(NewGame(game="gekitai", opponent="device"), ann))
            return lost

        monkeypatch.setattr(registry, "leave_all", leave_slowly)
        await registry.delete_account(ann)
        assert await states(registry) == ["over", "over"]
        assert registry.rooms == {}
        with pytest.raises(Refused, match="deleted their account"):
            await registry.begin(NewGame(game="gekitai", opponent="device"), ann)

    in_house(tmp_path, happen)


def test_nobody_sits_down_under_the_name_of_a_deleted_account(tmp_path):
    async def happen(registry):
        ann = await account(registry, "Ann")
        game = (await registry.begin(NewGame(game="gekitai", opponent="friend"), "bob")).id
        room = await registry.room(game)
        token = registry.tokens.seat_token(game, next(n for n, seat in enumerate(room.stored.seats) if seat.is_free), 0)
        await registry.delete_account(ann)
        with pytest.raises(Refused, match="deleted their account"):
            await room.claim_seat(registry.tokens.is_seat_token, ann, token, "Ann")
        assert any(seat.is_free for seat in room.stored.seats)

    in_house(tmp_path, happen)


def test_whoever_sits_down_on_another_server_meanwhile_is_waited_for(cluster):
    """A game that is stored, but not committed, when the account is to be deleted."""
    address = cluster.address(cluster.new_database())
    first, second = (Storage(address, busy_ms=20_000) for _ in range(2))
    first.open()
    second.open()
    under_way = threading.Event()

    async def live():
        ann = (await first.write(lambda session: accounts.add_account(session, "Ann", None))).id
        game = first_game(NewGame(game="gekitai", opponent="device"), ann, Random(1), None)

        def begin(session):
            repository.add_game(session, game)
            session.flush()
            under_way.set()
            time.sleep(0.5)

        beginning = first.begin_write(begin)
        await asyncio.to_thread(under_way.wait)
        with pytest.raises(accounts.StillPlaying):
            await second.write(lambda session: accounts.delete_account(session, ann))
        await beginning
        await second.write(lambda session: accounts.delete_account(session, ann, [game.id]))
        with pytest.raises(Refused):
            await first.write(lambda session: repository.add_game(session, replace(game, id="another")))

    try:
        asyncio.run(live())
    finally:
        first.close()
        second.close()
