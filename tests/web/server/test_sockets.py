"""Sockets: what nobody foresaw is logged and answered, and nobody may open any number of them."""

import asyncio
import json
import logging

import pytest
from starlette.websockets import WebSocketDisconnect, WebSocketState
from websockets.exceptions import ConnectionClosed

from ludoteca.web.http.sockets import COME_BACK, FAILED, Conversation
from ludoteca.web.live.broadcast import MISTAKE, Listener
from ludoteca.web.rate_limits import (
    ALLOWANCES,
    MOST_SOCKETS,
    MOST_SOCKETS_AT,
    SHARED_BY,
    RateLimits,
    TooMany,
    TooMuch,
    network_of,
)


class BrokenSocket:
    """A socket whose other side stays silent, and which fails when it is sent something."""

    client_state = application_state = WebSocketState.CONNECTED

    def __init__(self, error=None):
        self.error = error
        self.closed = None
        self.scope = {}

    async def send_text(self, _):
        if self.error is not None:
            raise self.error

    async def close(self, code, reason):
        self.closed = (code, reason)


async def silence():
    await asyncio.Event().wait()


def held(socket, hearing, *, messages=("hello",), hang_up=False):
    """What the socket was closed with when the conversation ended."""

    async def hold():
        listener = Listener("ann")
        for message in messages:
            listener.send(message)
        if hang_up:
            listener.hang_up()
        async with asyncio.timeout(10):
            await Conversation(socket, listener).hold(hearing())

    asyncio.run(hold())
    return socket.closed


def test_a_socket_that_cannot_be_sent_to_is_closed_and_the_reason_logged(caplog):
    assert held(BrokenSocket(KeyError("lost")), silence) == (FAILED, MISTAKE)
    assert "KeyError: 'lost'" in caplog.text


def test_a_failure_while_hearing_closes_the_socket_and_is_logged(caplog):
    async def fail():
        raise ZeroDivisionError

    assert held(BrokenSocket(), fail) == (FAILED, MISTAKE)
    assert "ZeroDivisionError" in caplog.text


def test_goodbyes_are_no_failures(caplog):
    async def leave():
        raise WebSocketDisconnect(1001)

    caplog.set_level(logging.ERROR)
    held(BrokenSocket(), leave)
    assert held(BrokenSocket(), silence, hang_up=True) == (COME_BACK, "")
    assert not caplog.records


MISTAKES = """
from ludoteca.web.live import actions
from ludoteca.web.live.room_registry import RoomRegistry

async def fail(*_, **__):
    raise KeyError("mistake")

find_room = RoomRegistry.room

async def find_or_fail(registry, game):
    return await (fail() if game == "a" * 10 else find_room(registry, game))

actions.ACTIONS["resign"] = fail
RoomRegistry.listed = fail
RoomRegistry.room = find_or_fail
"""


def tracebacks(server):
    lines = map(json.loads, server.log.read_text().splitlines())
    return [line["traceback"].splitlines()[-1] for line in lines if "traceback" in line]


def test_a_message_that_makes_the_server_fail_is_answered_and_the_socket_goes_on(new_server):
    server = new_server(prelude=MISTAKES)
    client = server.client()
    with client.open(client.begin(opponent="device")["id"]) as socket:
        socket.until("snapshot")
        socket.send("resign")
        refusal = socket.next()
        assert (refusal["reason"], refusal["code"], refusal["about"]) == (MISTAKE, "Failure", "resign")
        assert socket.move("c3")["type"] == "move"
    assert tracebacks(server) == ["KeyError: 'mistake'"]


SLOW = """
import asyncio
from ludoteca.web.live import actions

async def dawdle(room, listener, message):
    await asyncio.sleep(message["seconds"])
    room.broadcast.tell(listener, "trouble", reason=message["reason"])

actions.ACTIONS["dawdle"] = dawdle
"""


def test_a_ping_is_answered_while_something_takes_its_time_and_the_rest_waits_its_turn(new_server):
    client = new_server(prelude=SLOW).client()
    with client.open(client.begin(opponent="device")["id"]) as socket:
        socket.until("snapshot")
        for seconds, reason in ((0.5, "first"), (0.0, "second"), (0.0, "third")):
            socket.send("dawdle", seconds=seconds, reason=reason)
        socket.send("ping")
        told = [socket.next() for _ in range(4)]
    assert [message.get("reason", message["type"]) for message in told] == ["pong", "first", "second", "third"]


def test_what_was_sent_before_a_socket_closed_is_carried_out(new_server):
    server = new_server(prelude=SLOW)
    client = server.client()
    game = client.begin(opponent="device")["id"]
    with server.client().open(game) as watcher:
        with client.open(game) as socket:
            socket.until("snapshot")
            socket.send("dawdle", seconds=0.5, reason="")
            socket.send("move", ply=0, text="c3")
        assert watcher.until("move")["text"] == "c3"


def test_a_ping_to_the_analysis_desk_is_no_question(server):
    with server.client().analysis() as desk:
        desk.send("ping")
        assert desk.next() == {"type": "pong"}


def test_a_socket_that_cannot_be_opened_says_so_and_closes(new_server):
    server = new_server(prelude=MISTAKES)
    with server.client().open("a" * 10) as socket:
        assert socket.next()["reason"] == MISTAKE
        with pytest.raises(ConnectionClosed) as closed:
            socket.next()
    assert closed.value.rcvd.code == FAILED
    assert tracebacks(server) == ["KeyError: 'mistake'"]


def test_a_page_that_makes_the_server_fail_says_so(new_server):
    server = new_server(prelude=MISTAKES)
    answer = server.client().http.get("/games")
    assert answer.status_code == 500
    assert MISTAKE in answer.text
    assert "KeyError: 'mistake'" in tracebacks(server)


def test_a_guest_may_have_so_many_sockets_and_an_address_more():
    limits = RateLimits()
    guests = [f"guest {number}" for number in range(MOST_SOCKETS_AT // MOST_SOCKETS)]
    opened = [limits.open_socket(guest, "a club") for guest in guests for _ in range(MOST_SOCKETS)]
    for socket in opened[:MOST_SOCKETS]:
        socket.__enter__()
    with pytest.raises(TooMany, match="Close some of them"), limits.open_socket(guests[0], "elsewhere"):
        pass
    for socket in opened[MOST_SOCKETS:]:
        socket.__enter__()
    with pytest.raises(TooMany), limits.open_socket("somebody new", "a club"):
        pass
    opened[0].__exit__(None, None, None)
    with limits.open_socket("somebody new", "a club"):
        pass


def for_a_while(ask):
    """Ask more often than a bucket fills up again."""
    for number in range(10_000):
        ask(number)


def test_throwing_cookies_away_does_not_help():
    limits = RateLimits()
    for number in range(ALLOWANCES["message"][0] * SHARED_BY):
        limits.spend("message", f"guest {number}", "one address")
    with pytest.raises(TooMuch):
        for_a_while(lambda number: limits.spend("message", f"one more {number}", "one address"))
    limits.spend("message", "guest 0", "another address")


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:10:1:2::9", "2001:10:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_the_many_addresses_of_one_ipv6_connection_are_one_place(address, place):
    assert network_of(address) == place


FORGETFUL = """
import logging
from ludoteca.web import rate_limits
from ludoteca.web.engine.engine import Engine

rate_limits.MOST_BUCKETS = 2
expected_s = Engine.expected_s

def note_address(engine, job):
    if job.request["kind"] == "choose":
        address = engine.address_of(job.visitor)
        logging.getLogger("ludoteca.web").error("a bot is asked", extra={"address": address})
    return expected_s(engine, job)

Engine.expected_s = note_address
"""


def test_a_guest_who_only_has_a_socket_is_not_forgotten_while_others_come_and_go(new_server):
    """Each guest that was forgotten counted as an address of its own, and so had turns of its own."""
    server = new_server(prelude=FORGETFUL).wait_until_ready()
    client = server.client()
    with client.open(client.begin(bot="random")["id"]) as socket:
        socket.until("snapshot")
        for _ in range(3):
            server.client().http.get("/games")
        socket.move("c3")
        socket.until("move", where=lambda message: message["by"] == 1)
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert {line["address"] for line in lines if line["what"] == "a bot is asked"} == {"127.0.0.1"}


def test_too_many_boards_of_one_visitor_are_refused_in_words(new_server):
    client = new_server(is_limited=True).client()
    game = client.begin(opponent="device")["id"]
    opened = [client.open(game) for _ in range(MOST_SOCKETS)]
    for socket in opened:
        assert socket.next()["type"] == "snapshot"
    with client.open(game) as socket:
        assert socket.next()["reason"].startswith("You have too many boards open")
        with pytest.raises(ConnectionClosed) as closed:
            socket.next()
        assert closed.value.rcvd.code == 4429
    for socket in opened:
        socket.close()
