"""/readyz: whether the server can serve, and if not, why; files that others can read are mentioned at the start."""

import asyncio
import json
import sqlite3
import stat

import pytest
from forked_programs import can_fork
from servers import two_players

from ludoteca.web.serve import is_readable_by_others
from ludoteca.web.storage.databases import make_private_file
from ludoteca.web.storage.health import Health, find_damage
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage

BROKEN = "The server's database is damaged."


def test_a_server_whose_database_is_damaged_is_not_ready(new_server):
    server = new_server().wait_until_ready()
    one, two, _ = two_players(server)
    with one, two:
        one.move("c3")
    server.stop()  # everything is in the one file now
    server.start().wait_until_ready()
    with (server.folder / "ludoteca.db").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 4096 * 8)
    assert server.wait_until_not_ready()["trouble"] == BROKEN
    assert server.client().http.get("/healthz").status_code == 200


def test_servers_here_are_forked_unless_the_environment_is_another(monkeypatch):
    assert can_fork()  # else each of some hundred servers would take a second to import what it needs
    monkeypatch.setenv("LUDOTECA_LANGUAGE", "pt")
    assert not can_fork()


NO_PROCESSES = """
from ludoteca.web.engine import pool

async def fail(worker):
    raise OSError("no more processes")

pool.Worker.start = fail
"""


def test_a_server_whose_engine_cannot_be_started_is_not_ready(new_server):
    server = new_server(prelude=NO_PROCESSES)
    server.wait_for_log('"ready"')
    assert server.wait_until_not_ready()["trouble"] == "The server's engine cannot be started, or has failed."
    assert server.client().http.get("/healthz").status_code == 200
    client = server.client()
    with client.open(client.begin(opponent="device")["id"]) as socket:  # people can play all the same
        socket.until("snapshot")
        assert socket.move("c3")["type"] == "move"


def test_a_file_that_is_gone_is_noticed(tmp_path):
    sqlite3.connect(tmp_path / "games.db").close()
    assert find_damage(tmp_path / "games.db") is None
    (tmp_path / "games.db").unlink(missing_ok=True)
    assert find_damage(tmp_path / "games.db") == "The server's database cannot be written to."


def test_those_who_ask_at_once_share_one_look(tmp_path):
    written = []

    async def ask():
        servers = Servers("mark", is_shared=False)
        await storage.write(servers.enter)
        health = Health(storage, lambda session: written.append(servers.beat(session)))
        return await asyncio.gather(*(health.trouble() for _ in range(50)))

    storage = Storage(f"sqlite:///{tmp_path / 'games.db'}")
    storage.open()
    assert asyncio.run(ask()) == [None] * 50
    assert len(written) == 1
    storage.close()


# --- files that others can read


def warnings(server):
    """The files that the log says others can read."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return [line["file"] for line in lines if line["what"] == "other users can read this file"]


def test_files_that_others_can_read_are_mentioned_at_the_start(new_server, tmp_path):
    tmp_path.chmod(0o755)
    server = new_server(log=tmp_path / "log").wait_until_ready()
    secret, database = tmp_path / "secret", tmp_path / "ludoteca.db"
    assert warnings(server) == []
    assert {stat.S_IMODE(path.stat().st_mode) for path in (secret, database)} == {0o600}
    server.stop()
    for path in (secret, database):
        path.chmod(0o644)
    server.start().wait_until_ready()
    assert warnings(server) == [str(secret), str(database)]


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "is_readable"),
    [(0o600, 0o755, False), (0o644, 0o755, True), (0o644, 0o700, False), (0o640, 0o750, True), (0o604, 0o750, False)],
)
def test_a_file_in_a_folder_that_nobody_else_can_enter_is_private(tmp_path, file_mode, folder_mode, is_readable):
    file = tmp_path / "folder" / "file"
    make_private_file(file)
    file.chmod(file_mode)
    file.parent.chmod(folder_mode)
    assert is_readable_by_others(file) is is_readable
