"""Disks that are full or read-only, in mid-game and at the start: a clear sentence, nothing lost, and play goes on."""

import os
import subprocess

import pytest
from disks import make_disk, without_privileges
from servers import PATIENCE_S, played, serving, two_players

from ludoteca.web.serve import serve
from ludoteca.web.settings import Settings

FULL = ("The server's disk is full.", "The server cannot write to its disk.")


@pytest.fixture(params=["small", "limited"])
def disk(request, tmp_path):
    made = make_disk(request.param, tmp_path / "disk")
    yield made
    made.close()


def play_until_refused(one, two, most=400):
    """Place moves back and forth until the disk takes no more; what was acknowledged, and the refusal."""
    acknowledged = []
    while len(acknowledged) < most and one.view["outcome"] is None:
        mover, other = (one, two) if one.view["mover"] == 0 else (two, one)
        told = mover.move(mover.legal()[0])
        if told["type"] == "refusal":
            return acknowledged, told, mover
        acknowledged.append(told["text"])
        other.until("move")
    raise AssertionError("the disk was not full")


def test_a_full_disk_is_a_clear_refusal_nothing_is_lost_and_play_goes_on_when_there_is_room(new_server, disk, tmp_path):
    server = new_server(folder=disk.folder, log=tmp_path / "log").wait_until_ready()
    one, two, game = two_players(server, "reversi")
    first = one.move(one.legal()[0])["text"]
    two.until("move")
    disk.fill(server.process.pid)
    acknowledged, refusal, mover = play_until_refused(one, two)
    acknowledged.insert(0, first)
    assert refusal["code"] == "storage"
    assert refusal["reason"].startswith(FULL)
    assert refusal["reason"].endswith("Nothing has changed; try again in a moment.")
    assert played(server, game) == acknowledged
    begin = server.client().http.post("/api/v1/games", json={"game": "gekitai"})
    assert begin.status_code == 503 and begin.json()["error"].startswith(FULL)
    assert server.wait_until_not_ready()["trouble"].startswith(FULL)
    disk.free(server.process.pid)
    server.wait_until_ready()
    told = mover.move(mover.legal()[0])
    assert told["type"] == "move"
    one.close()
    two.close()
    server.kill()
    server.start().wait_until_ready()
    assert played(server, game) == [*acknowledged, told["text"]]


def test_a_server_killed_on_a_full_disk_has_every_acknowledged_move_when_there_is_room(new_server, disk, tmp_path):
    server = new_server(folder=disk.folder, log=tmp_path / "log").wait_until_ready()
    one, two, game = two_players(server, "reversi")
    disk.fill(server.process.pid)
    acknowledged, _, _ = play_until_refused(one, two)
    server.kill()
    one.close()
    two.close()
    disk.free(os.getpid())
    server.start().wait_until_ready()
    assert played(server, game) == acknowledged


# --- at the start


def start(folder, *under, port=0, code=1):
    """What a server says that cannot start, and exits with this code."""
    given = {"data": str(folder), "port": port, "workers": 1, "busy_ms": 200}
    done = subprocess.run(
        [*under, *serving(given)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def limited(size):
    """A command under which no file grows beyond a size."""
    return ["prlimit", f"--fsize={size}"]


def test_a_secret_for_which_there_is_no_room_is_named_and_leaves_nothing_behind(tmp_path):
    assert start(tmp_path, *limited(0)).endswith(": File too large")
    assert list(tmp_path.iterdir()) == []


def test_a_secret_that_is_empty_signs_nothing(tmp_path):
    (tmp_path / "secret").touch()
    assert "secret contains no secret" in start(tmp_path)


def test_tables_for_which_there_is_no_room_are_named_and_made_when_there_is(new_server, tmp_path):
    said = start(tmp_path, *limited(8192))
    assert "ludoteca.db cannot be used: the server cannot write to its disk" in said
    server = new_server().wait_until_ready()
    assert server.client().begin()["id"]


def test_a_folder_that_may_not_be_written_to_is_named(new_server, tmp_path):
    new_server().wait_until_ready().kill()
    database = tmp_path / "ludoteca.db"
    for path in tmp_path.glob("ludoteca.db*"):
        path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        said = start(tmp_path, *without_privileges())
    finally:
        tmp_path.chmod(0o755)
        for path in tmp_path.glob("ludoteca.db*"):
            path.chmod(0o644)
    assert f"{database} cannot be used: the server's database cannot be written to" in said


def test_a_folder_without_a_secret_that_may_not_be_written_to_is_named(tmp_path):
    tmp_path.chmod(0o555)
    try:
        said = start(tmp_path, *without_privileges())
    finally:
        tmp_path.chmod(0o755)
    assert said.startswith("ludoteca: the data directory cannot be used: ") and said.endswith(": Permission denied")


def test_a_file_that_is_no_database_ends_the_server_with_a_sentence(tmp_path):
    (tmp_path / "ludoteca.db").write_text("Dear diary, " * 100)
    assert start(tmp_path) == f"ludoteca: {tmp_path / 'ludoteca.db'} is not an SQLite database"


def test_a_port_that_is_taken_is_named(new_server, tmp_path):
    port = new_server().port
    said = start(tmp_path / "other", port=port, code=2)
    assert said == f"ludoteca: port {port} is in use; name another with --port, or 0 for any that is free"


@pytest.mark.parametrize(
    ("host", "says"),
    [("no.such.host.invalid", "is not a name or an address"), ("192.0.2.1", "is not an address of this machine")],
)
def test_a_host_that_is_none_of_ours_is_named_with_what_to_do(host, says, tmp_path, capsys):
    assert serve(Settings(data=tmp_path, host=host, port=0)) == 2
    assert says in capsys.readouterr().err
