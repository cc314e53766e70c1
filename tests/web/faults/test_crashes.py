"""Servers that are killed, databases that are locked or gone: nothing acknowledged is lost, and play goes on."""

import sqlite3
import threading

import pytest
from clusters import PASSWORD, CutLine
from servers import PATIENCE_S, play_out, played, two_players
from websockets.exceptions import WebSocketException

UNREACHABLE = "The server cannot reach its database right now. Nothing has changed; try again in a moment."
LOCKED = "The database is locked by another program. Nothing has changed; try again in a moment."


def test_a_killed_server_loses_no_acknowledged_move_and_players_go_on(new_server, database):
    server = new_server(database=database).wait_until_ready()
    one, two, game = two_players(server, "reversi", clock="5+0")
    clients = server.clients[:2]
    acknowledged = []
    for _ in range(9):
        mover = (one, two)[one.view["mover"]]
        told = mover.move(mover.legal()[0])
        acknowledged.append(told["text"])
        for socket in (one, two):
            if socket is not mover:
                socket.until("move")
    before = one.seq
    server.kill()
    for socket in (one, two):
        socket.close()
    server.start().wait_until_ready()
    assert played(server, game) == acknowledged
    with clients[0].open(game, seq=before) as one, clients[1].open(game) as two:
        assert one.next()["type"] == "synced"
        one.send("resync", seq=None)
        snapshot = one.until("snapshot")
        assert snapshot["moves_played"] == acknowledged
        assert snapshot["seq"] == before
        assert snapshot["clock"]["left_ms"][0] > 200_000
        two.until("snapshot")
        sockets = {0: one, 1: two}
        rest = play_out(sockets)
        assert one.until("end")["how"] == "rules"
    assert played(server, game) == acknowledged + rest


def test_a_second_server_on_the_same_file_is_refused_and_the_first_goes_on(new_server, tmp_path):
    database = f"sqlite:///{tmp_path / 'games.db'}"
    server = new_server(database=database).wait_until_ready()
    one, two, game = two_players(server)
    with one, two:
        second = tmp_path / "second"
        second.mkdir()
        with pytest.raises(AssertionError, match=r"another server is using the database .*stop it, or name another"):
            new_server(database=database, folder=second)
        assert one.move("c3")["type"] == "move"
    server.stop()
    server.start().wait_until_ready()
    assert played(server, game) == ["c3"]


def test_several_games_that_move_while_the_server_is_killed_lose_no_acknowledged_move(new_server, database):
    server = new_server(database=database).wait_until_ready()
    tables = [two_players(server, "reversi") for _ in range(8)]
    acknowledged = {game: [] for _, _, game in tables}
    far = threading.Event()

    def play_on(one, two, game):
        try:
            while one.view["outcome"] is None:
                mover, other = (one, two) if one.view["mover"] == 0 else (two, one)
                told = mover.move(mover.legal()[-1])
                acknowledged[game].append(told["text"])
                if len(acknowledged[game]) == 12:
                    far.set()
                other.until("move")
        except (WebSocketException, OSError):
            return  # killed

    players = [threading.Thread(target=play_on, args=table) for table in tables]
    for player in players:
        player.start()
    assert far.wait(PATIENCE_S)
    server.kill()
    for player in players:
        player.join(PATIENCE_S)
    for one, two, _ in tables:
        one.close()
        two.close()
    server.start().wait_until_ready()
    for game, moves in acknowledged.items():
        stored = played(server, game)
        assert stored[: len(moves)] == moves
        assert len(stored) <= len(moves) + 1  # one may have been stored whose answer was still on its way
    assert sum(map(len, acknowledged.values())) >= 12


def test_a_locked_database_is_a_clear_refusal_and_nothing_is_lost(new_server):
    server = new_server(busy_ms=200).wait_until_ready()
    one, two, game = two_players(server)
    with one, two:
        one.move("c3")
        two.until("move")
        locker = sqlite3.connect(server.folder / "ludoteca.db", isolation_level=None)
        locker.execute("BEGIN EXCLUSIVE")
        refusal = two.move("d4")
        assert (refusal["type"], refusal["code"], refusal["reason"]) == ("refusal", "storage", LOCKED)
        begin = server.client().http.post("/api/v1/games", json={"game": "gekitai"})
        assert (begin.status_code, begin.json()["kind"]) == (503, "StorageError")
        assert played(server, game) == ["c3"]
        locker.execute("ROLLBACK")
        locker.close()
        assert two.move("d4")["type"] == "move"
        assert one.until("move", where=lambda message: message["ply"] == 1)["text"] == "d4"
    assert played(server, game) == ["c3", "d4"]


def test_locked_tables_of_postgresql_are_a_clear_refusal_and_nothing_is_lost(new_server, cluster):
    name = cluster.new_database()
    server = new_server(database=cluster.address(name), busy_ms=200).wait_until_ready()
    one, two, game = two_players(server)
    with one, two, cluster.connect(name) as locker:
        with locker.transaction():
            locker.execute("LOCK TABLE moves IN EXCLUSIVE MODE")
            refusal = one.move("c3")
            assert (refusal["code"], refusal["reason"]) == ("storage", LOCKED)
        assert one.move("c3")["type"] == "move"
    assert played(server, game) == ["c3"]


def test_a_postgresql_that_goes_away_and_comes_back_loses_nothing_and_play_goes_on(new_server, cluster):
    server = new_server(database=cluster.address(cluster.new_database())).wait_until_ready()
    one, two, game = two_players(server)
    client = server.client()
    against_bot = client.begin(opponent="bot", bot="random", side="second", clock="30+0")["id"]
    with one, two, client.open(against_bot) as third:
        third.until("snapshot")
        while not third.can["move"]:
            third.next()
        one.move("c3")
        two.until("move")
        cluster.stop()
        try:
            for _ in range(2):
                refusal = two.move("d4")
                assert (refusal["type"], refusal["code"], refusal["reason"]) == ("refusal", "storage", UNREACHABLE)
            begin = server.client().http.post("/api/v1/games", json={"game": "gekitai"})
            assert (begin.status_code, begin.json()["error"]) == (503, UNREACHABLE)
            assert server.client().http.get("/").status_code == 503
            server.wait_until_not_ready()
            assert server.client().http.get("/healthz").status_code == 200
        finally:
            cluster.start()
        server.wait_until_ready()
        assert two.move("d4")["type"] == "move"
        assert one.until("move", where=lambda message: message["ply"] == 1)["text"] == "d4"
        assert third.move(third.legal()[0])["type"] == "move"
        third.until("move", where=lambda message: message["ply"] == 2)  # the bot plays on
    assert played(server, game) == ["c3", "d4"]
    log = server.log.read_text()
    assert "storage refused" in log
    assert PASSWORD not in log and "s3cret" not in log


@pytest.mark.parametrize("is_down", [False, True])
def test_a_postgresql_that_goes_between_commit_and_answer_has_the_last_word(new_server, cluster, is_down):
    """The move is in the database: the player is told so, at once or when it can be asked again."""
    line = CutLine(cluster.port)
    address = cluster.address(cluster.new_database()).replace(f":{cluster.port}/", f":{line.port}/")
    server = new_server(database=address).wait_until_ready()
    one, two, game = two_players(server)
    with one, two:
        one.move("c3")
        two.until("move")
        line.breaks, line.is_down = True, is_down
        told = two.move("d4")
        if is_down:
            assert (told["type"], told["code"]) == ("refusal", "doubt")
            assert "Nothing has changed" not in told["reason"]
            assert server.client().http.get(f"/api/v1/games/{game}").status_code == 503
            line.is_down = False
            for socket in (one, two):  # nobody asks
                assert socket.until("snapshot")["moves_played"] == ["c3", "d4"]
        else:
            assert (told["type"], told["text"]) == ("move", "d4")
            assert one.until("move", where=lambda message: message["ply"] == 1)["text"] == "d4"
        assert one.move("a1")["type"] == "move"
    assert played(server, game) == ["c3", "d4", "a1"]
    line.close()


WAITS = """
import asyncio
from pathlib import Path
import ludoteca.web.live.room as room
choose = room.choose_move
async def choose_when_told(*given):
    while not Path("FILE").exists():
        await asyncio.sleep(0.05)
    return await choose(*given)
room.choose_move = choose_when_told
"""


def test_a_bot_moves_by_itself_when_the_database_is_back(new_server, cluster, tmp_path):
    """Its move was refused while nobody but the server could ask again."""
    may_move = tmp_path / "may-move"
    prelude = WAITS.replace("FILE", str(may_move))
    server = new_server(database=cluster.address(cluster.new_database()), prelude=prelude).wait_until_ready()
    client = server.client()
    game = client.begin(opponent="bot", bot="random")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        socket.move("c3")
        cluster.stop()
        may_move.touch()
        try:
            assert socket.until("trouble")["reason"] == UNREACHABLE
        finally:
            cluster.start()
        answer = socket.until("move", where=lambda message: message["ply"] == 1)
    assert played(server, game) == ["c3", answer["text"]]


def test_a_clock_runs_out_when_the_database_is_back(new_server, cluster):
    server = new_server(database=cluster.address(cluster.new_database())).wait_until_ready()
    one, two, _ = two_players(server, clock="1s/move")
    with one, two:
        one.move("c3")
        cluster.stop()
        try:
            server.wait_for_log("room task failed")
        finally:
            cluster.start()
        assert one.until("end")["how"] == "time"


@pytest.mark.parametrize("state", ["on", "off"])
def test_a_postgresql_that_turns_read_only_is_a_clear_refusal(new_server, cluster, state):
    name = cluster.new_database()
    server = new_server(database=cluster.address(name)).wait_until_ready()
    one, two, game = two_players(server)
    with one, two:
        one.move("c3")
        two.until("move")
        cluster.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {state}")
        cluster.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        told = two.move("d4")
        if state == "off":
            assert told["type"] == "move"
        else:
            assert told["reason"].startswith("The server's database cannot be written to. Nothing has changed")
            assert played(server, game) == ["c3"]
