"""Load: many games at once on one server process, its SQLite file and this machine alone.

Starts a server on a free loopback port, plays prepared games over WebSockets, two sockets a game, and prints how many
games were live, moves a second, and the median and 99th percentile from a move sent to the opponent told.

    python benchmarks/load.py --games 1000 --seconds 30
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from ludoteca.play import load_game

MOST_GAMES, LONGEST_S = 5000, 300
NAMES = ("reversi", "squ", "greener", "mapello", "glaisher")
PLY = re.compile(r'"type":"move","seq":\d+,"ply":(\d+)')
SERVER = """
import sys
from pathlib import Path
from ludoteca.web.serve import serve
from ludoteca.web.settings import Settings
sys.exit(serve(Settings(port=0, data=Path(sys.argv[1]), workers=1, is_limited=False), "warning"))
"""


@dataclass
class Script:
    """A game that was played beforehand, so that the measuring side has little to do."""

    game: str
    position: str
    moves: list[str]
    movers: list[int]


@dataclass
class Table:
    """A game under way: its two sockets, and when each move was sent."""

    script: Script
    id: str
    tokens: list[str]
    sockets: list[ClientConnection] = field(default_factory=list)
    sent: dict[int, float] = field(default_factory=dict)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    refusals: int = 0


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


async def listen(table: Table, seat: int, delays: list[float]) -> None:
    """Note when the opponent is told of a move, and when the mover is."""
    async for text in table.sockets[seat]:
        now = time.perf_counter()
        assert isinstance(text, str)
        found = PLY.search(text[:80])
        if found:
            ply = int(found[1])
            if table.script.movers[ply] != seat:
                delays.append(now - table.sent[ply])
            else:
                table.acknowledged.set()
        elif text.startswith('{"type":"refusal"'):
            table.refusals += 1


async def play(table: Table, start: float, every: float) -> int:
    """A move every so often, from `start` on; how many were made."""
    for ply, (text, mover) in enumerate(zip(table.script.moves, table.script.movers, strict=True)):
        await asyncio.sleep(max(0.0, start + ply * every - time.perf_counter()))
        table.acknowledged.clear()
        table.sent[ply] = time.perf_counter()
        await table.sockets[mover].send(json.dumps({"type": "move", "ply": ply, "text": text}))
        await asyncio.wait_for(table.acknowledged.wait(), 30)
    return len(table.script.moves)


async def sit_down(client: httpx.AsyncClient, script: Script, gate: asyncio.Semaphore) -> Table:
    """Begin a game and open its sockets."""
    async with gate:
        answer = await client.post(
            "/api/v1/games", json={"game": script.game, "position": script.position, "opponent": "friend"}
        )
        begun = answer.raise_for_status().json()
        table = Table(script, begun["id"], begun["tokens"])
        address = str(client.base_url).replace("http", "ws").rstrip("/")
        for token in table.tokens:
            table.sockets.append(
                await connect(
                    f"{address}/ws/game/{table.id}",
                    additional_headers={"Authorization": f"Bearer {token}"},
                    compression=None,
                    max_queue=None,
                    open_timeout=60,
                    ping_interval=None,
                )
            )
            await table.sockets[-1].recv()
        return table


async def measure(base: str, server: int, games: int, seconds: float, every: float) -> None:
    """Sit down, play, print."""
    plies = max(2, int(seconds / every))
    prepared = [prepare(NAMES[number % len(NAMES)], number, min(plies, 30)) for number in range(min(games, 50))]
    gate = asyncio.Semaphore(20)
    client = httpx.AsyncClient(base_url=base, timeout=60)
    began = time.perf_counter()
    tables = await asyncio.gather(*(sit_down(client, prepared[n % len(prepared)], gate) for n in range(games)))
    print(f"{games} games begun in {time.perf_counter() - began:.1f} s", file=sys.stderr)
    delays: list[float] = []
    ears = [asyncio.create_task(listen(table, seat, delays)) for table in tables for seat in (0, 1)]
    health = (await client.get("/readyz")).json()
    start, spent = time.perf_counter() + 1, cpu_seconds(server)
    chance = random.Random(1)
    made = await asyncio.gather(
        *(play(table, start + chance.uniform(0, every), every) for table in tables), return_exceptions=True
    )
    took, spent = time.perf_counter() - start, cpu_seconds(server) - spent
    await asyncio.sleep(0.5)
    for ear in ears:
        ear.cancel()
    await client.aclose()
    lost = sum(isinstance(result, BaseException) for result in made)
    delays.sort()
    moves = sum(result for result in made if isinstance(result, int))
    print(
        json.dumps(
            {
                "live_games": health["games"],
                "moves": moves,
                "moves_per_second": round(moves / took, 1),
                "median_ms": round(1000 * delays[len(delays) // 2], 1),
                "p99_ms": round(1000 * delays[int(len(delays) * 0.99)], 1),
                "worst_ms": round(1000 * delays[-1], 1),
                "server_cpu_ms_per_move": round(1000 * spent / max(1, moves), 2),
                "games_lost": lost,
                "refusals": sum(table.refusals for table in tables),
            }
        )
    )


def main() -> None:
    """Run the server and the load, both within bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between the moves of a game")
    given = parser.parse_args()
    if not (1 <= given.games <= MOST_GAMES and 1 <= given.seconds <= LONGEST_S and 0.1 <= given.every <= 60):
        parser.error(f"at most {MOST_GAMES} games and {LONGEST_S} seconds, a move every 0.1 to 60 s")
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER, folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            base = re.search(r"http://\S+?(?=/ )", server.stdout.readline())
            assert base is not None
            wait_until_ready(base[0])
            asyncio.run(measure(base[0], server.pid, given.games, given.seconds, given.every))
            size = sum(path.stat().st_size for path in Path(folder).glob("ludoteca.db*"))
            print(f"{memory_mb(server.pid):.0f} MB of memory, {size / 1e6:.1f} MB of database", file=sys.stderr)
        finally:
            server.terminate()
            server.wait(20)


def wait_until_ready(base: str) -> None:
    """Until the rules are loaded."""
    for _ in range(600):
        if httpx.get(f"{base}/readyz").status_code == 200:
            return
        time.sleep(0.2)
    raise SystemExit("the server does not become ready")


def cpu_seconds(pid: int) -> float:
    """The processor time that the server has used, where the system says so."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """What the server takes, where the system says so."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1000 if found else 0.0


if __name__ == "__main__":
    main()
