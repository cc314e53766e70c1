"""Load: more and more games at once on servers of this machine alone, for each way to run them; prints a table.

Starts servers on free loopback ports, plays random games that were prepared beforehand, no two the same, over
WebSockets, two sockets a game, and prints how many games were live, moves a second, the median and 99th percentile
from a move sent to the opponent told, and what a move and a live game cost the servers and PostgreSQL. Each way begins
with a few games and twice as many each time, until the 99th percentile passes 50 ms; --games gives other numbers. A
second table has the most that each way carried within 50 ms. Players are as pages that have the game's module, and are
not sent views; in the last way they are as pages that have none.

    PYTHONPATH=tests/helpers python tools/load.py
    PYTHONPATH=tests/helpers python tools/load.py --games 1000 --only sqlite

PostgreSQL is one of its own: that needs its programs, and tests/ on the path. Where two servers share it, every other
pair of players is connected to both. `--only` takes some of the ways.

With --watchers each row is followed by one for the same while so many people come and analyse: each loads an analysis
page and the game's module, and from then on thinks in the browser and asks nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import uvloop
from load_table import Script, Table
from load_watchers import Watchers
from soak_table import print_rows

from ludoteca.play import load_game

MOST_GAMES, LONGEST_S, MOST_PLIES, MOST_WATCHERS = 5000, 300, 30, 5000
GROWING = (125, 250, 500, 1000, 2000, 4000)
P99_MS = 50.0  # a way of running carries as many games as stay within this
ROWS = {  # what is measured: the servers on one PostgreSQL, 0 for one on SQLite; whether players know the rules
    "sqlite": ("one server, SQLite", 0, True),
    "postgresql": ("one server, PostgreSQL", 1, True),
    "two": ("two servers, PostgreSQL", 2, True),
    "views": ("one server, SQLite, views sent", 0, False),
}
LONGEST_BUILD_S = 900  # of the modules, where nothing of them is kept
NAMES = ("reversi", "gekitai", "squ", "greener", "mapello", "glaisher")
SERVER = """
import sys
from pathlib import Path
from ludoteca.web.serve import serve
from ludoteca.web.settings import Settings
modules = sys.argv[2] == "modules"
data, database = Path(sys.argv[1]), sys.argv[3]
settings = Settings(port=0, data=data, database=database, workers=1, is_limited=False, offers_modules=modules)
sys.exit(serve(settings, "warning"))
"""


def prepare(game: str, seed: int, plies: int) -> Script:
    """A random game of at least so many plies."""
    chance = random.Random(seed)
    while True:
        start = position = load_game(game).start(chance.getrandbits(32))
        moves, movers = [], []
        while position.outcome is None and len(moves) < plies:
            move = chance.choice(position.moves())
            moves.append(str(move))
            movers.append(position.mover)
            position = position.play(move)
        if len(moves) == plies:
            return Script(game, str(start), moves, movers)


async def sit_down(
    client: httpx.AsyncClient, number: int, table: Table, ports: list[int], gate: asyncio.Semaphore, *, know_rules: bool
) -> None:
    """Begin a game and open its sockets; every other pair of players is on two servers, if there are as many."""
    async with gate:
        script = table.script
        wanted = {"game": script.game, "position": script.position, "opponent": "friend"}
        begun = (await client.post("/api/v1/games", json=wanted)).raise_for_status().json()
        places = [ports[number % len(ports)], ports[number // 2 % len(ports)]]
        await table.sit_down(places, begun["id"], begun["tokens"], know_rules=know_rules)


async def measure(
    bases: list[str], servers: list[int], postgres: int, tables: list[Table], watchers: Watchers, *, know_rules: bool
) -> dict[str, object]:
    """Sit down, play; the figures."""
    gate, base, ports = asyncio.Semaphore(20), bases[0], [urlsplit(base).port or 80 for base in bases]
    every, plies = tables[0].every, len(tables[0].script.moves)
    empty = sum(map(memory_mb, servers))
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        began = time.perf_counter()
        sits = (sit_down(client, *each, ports, gate, know_rules=know_rules) for each in enumerate(tables))
        await asyncio.gather(*sits)
        print(f"{len(tables)} games begun in {time.perf_counter() - began:.1f} s", file=sys.stderr)
    await asyncio.sleep(1)
    clock = asyncio.get_running_loop().time
    start, own = clock(), time.process_time()
    spent, of_postgres = sum(map(cpu_seconds, servers)), cpu_seconds(postgres, with_children=True)
    chance = random.Random(1)
    playing = [table.begin(start + chance.uniform(0, every)) for table in tables]
    watching = asyncio.create_task(watchers.come(base, plies * every))
    done, _ = await asyncio.wait(playing, timeout=2 * plies * every + 60)
    await watching
    took, own = clock() - start, time.process_time() - own
    spent, of_postgres = sum(map(cpu_seconds, servers)) - spent, cpu_seconds(postgres, with_children=True) - of_postgres
    moves = max(1, sum(table.made for table in tables))
    delays = sorted(tables[0].delays) or [0.0]
    return {
        "games": len(tables),
        "moves": moves,
        "moves/s": round(moves / took, 1),
        "p50 ms": round(1000 * delays[len(delays) // 2], 1),
        "p99 ms": round(1000 * delays[int(len(delays) * 0.99)], 1),
        "CPU ms/move": round(1000 * spent / moves, 2),
        "PostgreSQL's": round(1000 * of_postgres / moves, 2),
        "kB/game": round(1000 * (sum(map(memory_mb, servers)) - empty) / len(tables)),
        "generator's": round(1000 * own / moves, 2),
        "lost": len(tables) - len(done) + sum(any(p.is_gone for p in t.players) for t in tables),
        "refused": sum(table.refusals for table in tables),
        **watchers.figures(),
    }


def measure_row(name: str, scripts: list[Script], every: float, watchers: int) -> list[dict[str, Any]]:
    """A line of the table, on servers of its own; another one if there are watchers."""
    title, servers, know_rules = ROWS[name]
    with ExitStack() as held:
        folder = held.enter_context(tempfile.TemporaryDirectory())
        database, postgres = held.enter_context(postgresql()) if servers else ("", 0)
        command = [sys.executable, "-c", SERVER, folder, "modules" if watchers else "none", database]
        bases, pids = [], []
        for _ in range(max(1, servers)):
            server = held.enter_context(started(command))
            assert server.stdout is not None
            base = re.search(r"http://\S+?(?=/ )", server.stdout.readline())
            if base is None:
                raise SystemExit("the server does not start")
            wait_until_ready(base[0], with_modules=bool(watchers))
            bases.append(base[0])
            pids.append(server.pid)
        uvloop.run(warm_up(bases, every))
        rows: list[dict[str, Any]] = []
        for count in [0, watchers] if watchers else [0]:
            delays: list[float] = []
            tables = [Table(script, every, delays) for script in scripts]
            coming = Watchers(count, NAMES)
            figures = uvloop.run(measure(bases, pids, postgres, tables, coming, know_rules=know_rules))
            rows.append({"": title if not count else f"{title}, {count} watchers", **figures})
        return rows


async def warm_up(bases: list[str], every: float) -> None:
    """One game of each kind at each server, so that what is loaded for the first does not count for all."""
    for number in range(len(bases)):
        order = bases[number:] + bases[:number]
        ports, gate = [urlsplit(base).port or 80 for base in order], asyncio.Semaphore(20)
        tables = [Table(prepare(name, 10_000, 2), every, []) for name in NAMES]
        async with httpx.AsyncClient(base_url=order[0], timeout=60) as client:
            await asyncio.gather(*(sit_down(client, 0, table, ports, gate, know_rules=True) for table in tables))
        now = asyncio.get_running_loop().time()
        await asyncio.wait([table.begin(now) for table in tables], timeout=60)


def main() -> int:
    """Run the servers and the load, all within bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=GROWING, help="how many at once, one after the other")
    parser.add_argument("--seconds", type=float, default=30, help="of play, for each row")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between the moves of a game")
    parser.add_argument("--watchers", type=int, default=0, help="people who analyse, in a second round")
    parser.add_argument("--only", nargs="+", choices=ROWS, default=list(ROWS), help="these ways (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    is_possible = all(1 <= games <= MOST_GAMES for games in given.games)
    if not (is_possible and 1 <= given.seconds <= LONGEST_S and 0.1 <= given.every <= 60):
        parser.error(f"at most {MOST_GAMES} games and {LONGEST_S} seconds, a move every 0.1 to 60 s")
    if not 0 <= given.watchers <= MOST_WATCHERS:
        parser.error(f"at most {MOST_WATCHERS} watchers")
    plies = max(2, min(int(given.seconds / given.every), MOST_PLIES))
    rows: list[dict[str, Any]] = []
    most: list[dict[str, Any]] = []
    scripts: list[Script] = []
    for name in given.only:
        carried: dict[str, Any] = {"": ROWS[name][0], "games": 0, "moves/s": 0.0, "CPU ms/move": 0.0}
        for games in given.games:
            scripts += [prepare(NAMES[number % len(NAMES)], number, plies) for number in range(len(scripts), games)]
            found = measure_row(name, scripts[:games], given.every, given.watchers)
            print(*found, sep="\n", file=sys.stderr)
            rows += found
            if float(found[0]["p99 ms"]) > P99_MS:
                break
            carried = {head: found[0][head] for head in carried}
        most.append(carried)
    print_rows(f"a move every {given.every:g} s in each game", rows, as_json=given.json)
    print_rows(f"the most within {P99_MS:g} ms", most, as_json=given.json)
    return int(any(row["lost"] or row["refused"] for row in rows))


@contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A server, while the block lasts."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield server
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def postgresql() -> Iterator[tuple[str, int]]:
    """The address of a database in a PostgreSQL of its own, and that one's process, while the block lasts."""
    from clusters import Cluster

    cluster = Cluster()
    try:
        address = cluster.start().address(cluster.new_database())
        assert cluster.process is not None
        yield address, cluster.process.pid
    finally:
        cluster.close()


def wait_until_ready(base: str, *, with_modules: bool = False) -> None:
    """Until the rules are loaded, and the modules built if they are wanted."""
    for _ in range(5 * LONGEST_BUILD_S if with_modules else 600):
        answer = httpx.get(f"{base}/readyz", timeout=60)
        if answer.status_code == 200 and (answer.json()["modules"] or not with_modules):
            return
        time.sleep(0.2)
    raise SystemExit(
        "the server does not become ready" + (", or has no modules: is lld there?" if with_modules else "")
    )


def cpu_seconds(pid: int, *, with_children: bool = False) -> float:
    """The processor time that a process has used, where the system says so; with that of its children, if wanted."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    ticks = sum(map(int, fields[11 : 15 if with_children else 13]))  # the last two are of children that have ended
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split() if with_children else []
    return ticks / os.sysconf("SC_CLK_TCK") + sum(cpu_seconds(int(child)) for child in children)


def memory_mb(pid: int) -> float:
    """What the server takes, where the system says so."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1000 if found else 0.0


if __name__ == "__main__":
    sys.exit(main())
