"""Hosting: what docs/host-your-own.md advises works as it stands there."""

import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import httpx
import pytest
import yaml
from clusters import program
from commands import run
from prometheus_client.parser import text_string_to_metric_families
from servers import PATIENCE_S, played, two_players

HOSTING = Path(__file__).parents[3] / "hosting"
PAGE = (Path(__file__).parents[3] / "docs" / "host-your-own.md").read_text()
SECTION = re.search(r"^## Backup\n(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)[1]
COPY_FILE, RESTORE_FILE, COPY_POSTGRES, RESTORE_POSTGRES = re.findall(r"^```sh\n(.*?)^```$", SECTION, re.DOTALL | re.M)


def do(commands, folder, **variables):
    path = (
        os.pathsep.join([str(Path(program("pg_dump")).parent), os.environ["PATH"]]) if variables else os.environ["PATH"]
    )
    done = subprocess.run(
        ["sh", "-euc", commands],
        cwd=folder,
        env={**os.environ, "PATH": path, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def games_of(server):
    """Two games on a server, one of them still going on when its backup is made."""
    one, two, game = two_players(server)
    one.move("c3")
    two.until_ply(1)
    two.move("d4")
    return one, two, game


def is_restored(server, game, seat):
    """Whether a game is there with its moves, and a player still has the seat."""
    assert played(server, game) == ["c3", "d4"]
    client = server.client()
    client.http.cookies.update(seat)
    with client.open(game) as socket:
        assert socket.until("snapshot")["you"] == 0
        assert socket.move("a1")["type"] == "move"


def options_of(*command):
    """The options that a command starts the server with."""
    return {part.partition("=")[0] for part in command if part.startswith("--")}


def test_the_containers_fit_together_and_use_options_that_there_are():
    compose = yaml.safe_load((HOSTING / "compose.yaml").read_text())
    services, image = compose["services"], (HOSTING.parent / "Dockerfile").read_text()
    entry = json.loads(re.search(r"^ENTRYPOINT (.*)$", image, re.MULTILINE)[1])
    unit = re.search(r"^ExecStart=(.*)$", (HOSTING / "ludoteca.service").read_text(), re.MULTILINE)[1].split()
    known = set(re.findall(r"--[a-z-]+", run("serve", "--help").stdout))
    given = options_of(*entry, *unit)
    for name in ("first", "second"):
        given |= options_of(*services[name]["command"])
    assert {"--database", "--trust-proxy", "--port", "--data"} <= given <= known
    port = entry[entry.index("--port") + 1]
    assert f"EXPOSE {port}" in image
    assert services["proxy"]["environment"]["SERVERS"].split() == [f"{name}:{port}" for name in ("first", "second")]
    assert f"{{$SERVERS:127.0.0.1:{port}}}" in (HOSTING / "Caddyfile").read_text()
    folder = entry[entry.index("--data") + 1]
    assert services["first"]["volumes"] == services["second"]["volumes"] == [f"data:{folder}"]
    networks = [network["subnet"] for network in compose["networks"]["default"]["ipam"]["config"]]
    assert [f"--trust-proxy={network}" for network in networks] == services["first"]["command"][1:2]
    version = services["database"]["image"].partition(":")[2]
    assert f"tested with version {version}," in PAGE
    assert {volume for service in services.values() for volume in service.get("volumes", ()) if volume[0] != "."} == {
        f"data:{folder}", "database:/var/lib/postgresql/data", "certificates:/data"
    }  # fmt: skip
    assert set(compose["volumes"]) == {"data", "database", "certificates"}


def test_a_hosted_site_gets_the_linker_that_modules_need():
    image = (HOSTING.parent / "Dockerfile").read_text()
    assert re.search(r"apt-get install [a-z -]*\blld\b", image).start() < image.index("USER ludoteca")
    assert "lld" in re.search(r"^apt install (.*)$", PAGE, re.MULTILINE)[1].split()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_the_unit_is_valid(tmp_path):
    unit = (HOSTING / "ludoteca.service").read_text()
    program_of_it = re.search(r"^ExecStart=(\S+)", unit, re.MULTILINE)[1]
    (tmp_path / "ludoteca.service").write_text(unit.replace(program_of_it, shutil.which("true")))
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "ludoteca.service"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "ludoteca.service" not in done.stderr, done.stderr


def test_a_backup_of_a_file_made_while_games_go_on_is_restored(new_server):
    server = new_server().wait_until_ready()
    one, two, game = games_of(server)
    seat = dict(server.clients[0].http.cookies)
    do(COPY_FILE, server.folder)
    one.move("f6")  # is not in the backup
    for socket_ in (one, two):
        socket_.close()
    server.stop()
    do(RESTORE_FILE, server.folder)
    is_restored(server.start().wait_until_ready(), game, seat)


def test_a_backup_of_postgresql_made_while_games_go_on_is_restored(new_server, cluster, tmp_path):
    database, empty = (cluster.address(cluster.new_database()) for _ in range(2))
    server = new_server(database=database).wait_until_ready()
    one, two, game = games_of(server)
    seat = dict(server.clients[0].http.cookies)
    do(COPY_POSTGRES, server.folder, DATABASE=database)
    for socket_ in (one, two):
        socket_.close()
    server.stop()
    other = tmp_path / "other"
    other.mkdir()
    for name in ("backup.dump", "backup.secret"):
        shutil.copy(server.folder / name, other)
    do(RESTORE_POSTGRES, other, DATABASE=empty)
    is_restored(new_server(folder=other, database=empty).wait_until_ready(), game, seat)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_figures_are_served_on_a_port_of_their_own_and_the_dashboard_shows_only_such(new_server):
    port = free_port()
    server = new_server(metrics=str(port)).wait_until_ready()
    one, two, _ = games_of(server)
    one.send("move", ply=0, text="a1")
    one.until("refusal")
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_S).text
    figures = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert figures["ludoteca_games",] == 1
    assert figures["ludoteca_listeners",] == 2
    assert figures["ludoteca_message_seconds_count", "move"] == 3
    assert figures["ludoteca_refusals_total", "stale"] == 1
    assert figures["ludoteca_commit_seconds_count",] > 0
    assert httpx.get(f"{server.base}/metrics").status_code == 404
    known = {name for name, *_ in figures}
    board = json.loads((HOSTING / "dashboard.json").read_text())
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert queries
    shown = {name for query in queries for name in re.findall(r"(?:ludoteca|process)_\w+", query)}
    assert shown <= known
    named = set(re.findall(r"`(ludoteca_\w+)`", PAGE))
    assert named <= known | {name.removesuffix("_count") for name in known}
    for socket_ in (one, two):
        socket_.close()


def test_figures_that_cannot_be_served_are_named(new_server):
    with pytest.raises(AssertionError, match="--metrics nowhere: the figures cannot be served there"):
        new_server(metrics="nowhere")
