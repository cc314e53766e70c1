"""A server that was never started before: pages come at once, and say so where a game is still being prepared."""

import asyncio
import json
import os
import subprocess
import sys

import pytest
from compiler_settings import REPRESENTATIVES

from ludoteca.games import game_names
from ludoteca.web.catalogue import kept_showcase, new_showcase
from ludoteca.web.engine.preparation import Preparation

HELD = """
import asyncio
from pathlib import Path
from ludoteca.web.engine.preparation import Preparation

async def wait(self, name):
    while not Path({file!r}).exists():
        await asyncio.sleep(0.02)

Preparation.prepare = wait
"""
HOME = """
from ludoteca.web.catalogue import kept_showcase, library
for entry in library():
    assert kept_showcase(entry["name"])["cells"], entry["name"]
"""

ENDS = """
import sys
from random import Random
from ludoteca.play import load_game
from ludoteca.web.engine.reading_tasks import load_rules, played_out
from ludoteca.web.view import written_moving

for name in sys.argv[1:]:
    load_rules(name)
compiled = sys.modules["ludoteca.compiler.compiled"]  # a function has the same name
compiling = compiled.compiling

def report(function, arguments):
    print(function.__module__, function.__name__)
    return compiling(function, arguments)

compiled.compiling = report
for name in sys.argv[1:]:
    end = played_out(load_game(name).start(0), Random(1))
    assert end.outcome is not None
    written_moving(end)
"""


@pytest.mark.parametrize("name", game_names())
def test_the_picture_on_the_shelf_is_that_of_the_rules(name):
    kept = kept_showcase(name)
    assert {key: kept[key] for key in new_showcase(name)} == json.loads(json.dumps(new_showcase(name)))
    assert kept["board"]["cells"]


def test_nothing_is_compiled_for_the_shelf(tmp_path):
    subprocess.run([sys.executable, "-c", HOME], env={**os.environ, "LUDOTECA_CACHE": str(tmp_path)}, check=True)
    assert not list(tmp_path.rglob("*.nbi"))


def test_a_prepared_game_loads_nothing_at_its_end():
    command = [sys.executable, "-c", ENDS, *REPRESENTATIVES]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == ""


def test_pages_say_that_a_game_is_being_prepared_until_it_is(new_server, tmp_path):
    file = tmp_path / "prepared"
    server = new_server(prelude=HELD.format(file=str(file)))
    client = server.client()
    assert 'src="/pictures/gekitai.svg"' in client.http.get("/").text
    assert client.http.get("/pictures/gekitai.svg").text.startswith("<svg")
    for path in ("/new/gekitai", "/analysis/greener", "/editor/greener"):
        answer = client.http.get(path)
        assert answer.status_code == 503 and "Preparing" in answer.text
        assert answer.headers["retry-after"] == "1" and 'http-equiv="refresh"' in answer.text
    assert "needed only once" in client.http.get("/new/gekitai").text
    file.touch()
    for path in ("/new/gekitai", "/analysis/greener", "/editor/greener"):
        assert client.http.get(path).status_code == 200


def test_only_games_that_somebody_opens_are_prepared():
    prepared = []

    class Slow(Preparation):
        async def prepare(self, name):
            prepared.append(name)
            await asyncio.sleep(0)

    async def open_pages():
        preparation = Slow(None)
        assert await preparation.is_ready("squ")
        await asyncio.gather(preparation.ready("gekitai"), preparation.ready("gekitai"))

    asyncio.run(open_pages())
    assert prepared == ["squ", "gekitai"]


def test_a_bot_gets_ready_while_its_opponent_thinks(new_server):
    prelude = """
import logging
from ludoteca.web.engine.engine import Engine
ask = Engine.ask

async def noting(self, request, *rest, **more):
    answer = await ask(self, request, *rest, **more)
    logging.getLogger("ludoteca.web").info("asked", extra={"kind": request["kind"]})
    return answer

Engine.ask = noting
"""
    server = new_server(prelude=prelude).wait_until_ready()
    client = server.client()
    with client.open(client.begin(opponent="bot", bot="greedy", side="first")["id"]) as socket:
        socket.until("snapshot")
        server.wait_for_log('"kind": "prepare"')
        assert socket.move("c3")["type"] == "move"
        socket.until("move", where=lambda message: message["by"] == 1)
