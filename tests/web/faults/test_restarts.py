"""Restarts: what was thought stays thought, and the numbers of messages never fall, whatever the time of day."""

import sqlite3
import time
from contextlib import closing

from servers import PATIENCE_S, two_players

YESTERDAY = """
import time
real = time.time_ns
time.time_ns = lambda: real() - 86_400 * 10**9
"""
BASE_MS = 300_000


def noted_ms(server):
    """The server's time as its database knows it."""
    with closing(sqlite3.connect(server.folder / "ludoteca.db", timeout=PATIENCE_S)) as database:
        return database.execute("SELECT ms FROM server_time").fetchone()[0]


def wait_for_beats(server, count):
    """Until the server has noted its time so often; a second passes from one beat to the next."""
    end = time.monotonic() + PATIENCE_S
    for _ in range(count):
        before = noted_ms(server)
        while noted_ms(server) == before:
            assert time.monotonic() < end
            time.sleep(0.05)


def snapshot_of(server, game):
    answer = server.client().http.get(f"/api/v1/games/{game}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_restart_gives_no_time_back_and_no_number_either(new_server):
    server = new_server().wait_until_ready()
    one, two, game = two_players(server, clock="5+0")
    one.move("c3")
    two.until("move")
    wait_for_beats(server, 2)
    before = two.seq
    server.kill()
    for socket in (one, two):
        socket.close()
    server.prelude = YESTERDAY  # the machine's clock was set back
    server.start().wait_until_ready()
    after = snapshot_of(server, game)
    assert after["clock"]["running"] == 1
    assert after["clock"]["left_ms"][1] < BASE_MS - 500  # at most what passed since the last beat is lost
    assert after["seq"] >= before
    used = BASE_MS - after["clock"]["left_ms"][1]
    server.stop()
    server.start().wait_until_ready()
    again = snapshot_of(server, game)
    assert BASE_MS - again["clock"]["left_ms"][1] >= used
    assert again["seq"] >= after["seq"]


def test_whoever_had_no_time_left_at_the_crash_has_none_after_it(new_server):
    server = new_server().wait_until_ready()
    one, two, game = two_players(server, clock="5s/move")
    with one, two:
        one.move("c3")
        wait_for_beats(server, 2)
        server.kill()
    server.start().wait_until_ready()
    with server.clients[0].open(game) as one:
        shown = one.until("snapshot")
        assert shown["clock"]["left_ms"][1] <= 4500
        ended = shown if shown["view"]["outcome"] else one.until("end")  # nobody needs to come for that
        assert ended["how"] == "time"
