"""Memory: thousands of games played to their end on one server, and what it holds after each thousand.

Starts a server on a free loopback port, plays short games of all kinds over HTTP and WebSockets, each to its end and
then left, and reads the server's memory. After the last game it should be within 20 % of what it was after the first
thousand; otherwise the exit code is 1.

    python tools/soak_memory.py --games 20000
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from load import NAMES, SERVER, memory_mb, prepare, wait_until_ready
from load_table import Script
from soak_table import print_rows
from websockets.asyncio.client import ClientConnection, connect

MOST_GAMES, LONGEST_S = 100_000, 4 * 3600
STEP = 1000  # games between two readings
AT_ONCE = 8
PLIES = 6
PATIENCE_S = 60
MOST_GROWTH = 0.2


async def play(client: httpx.AsyncClient, script: Script) -> None:
    """A game at one table, by somebody new: some moves, a resignation, and the socket closes."""
    client.cookies.clear()
    wanted = {"game": script.game, "position": script.position, "opponent": "device", "clock": "5+3"}
    begun = (await client.post("/api/v1/games", json=wanted)).raise_for_status()
    cookie = "; ".join(f"{name}={value}" for name, value in begun.cookies.items())
    address = f"ws{str(client.base_url).removeprefix('http')}ws/game/{begun.json()['id']}"
    async with connect(address, additional_headers={"Cookie": cookie}, compression=None) as socket:
        for ply, text in enumerate(script.moves):
            await socket.send(json.dumps({"type": "move", "ply": ply, "text": text}))
            await hear(socket, "move")
        await socket.send('{"type": "resign"}')
        await hear(socket, "end")


async def hear(socket: ClientConnection, kind: str) -> None:
    """Wait for a message of a kind."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE_S))
        if message["type"] == "refusal":
            raise SystemExit(f"refused: {message['reason']}")
        if message["type"] == kind:
            return


async def measure(base: str, pid: int, games: int, seconds: float) -> list[dict[str, Any]]:
    """Play, with a reading every thousand games, until all are played or the time is up."""
    scripts = itertools.cycle([prepare(NAMES[number % len(NAMES)], number, PLIES) for number in range(60)])
    rows: list[dict[str, Any]] = []
    began = time.monotonic()
    step = min(STEP, games)

    async def play_on(numbers: Iterator[int]) -> None:
        async with httpx.AsyncClient(base_url=f"{base}/", timeout=PATIENCE_S) as client:
            for _ in numbers:
                await play(client, next(scripts))

    for done in range(step, games + 1, step):
        numbers = iter(range(step))
        await asyncio.gather(*(play_on(numbers) for _ in range(AT_ONCE)))
        await asyncio.sleep(0.5)  # for those who are just leaving
        live = httpx.get(f"{base}/readyz").json()["games"]
        took = round(time.monotonic() - began)
        rows.append({"games": done, "MB": round(memory_mb(pid), 1), "rooms open": live, "seconds": took})
        print(f"{done} of {games} games, {rows[-1]['MB']} MB, {took} s", file=sys.stderr)
        if took > seconds:
            print("the time is up", file=sys.stderr)
            break
    return rows


def main() -> int:
    """Run the server and the games, both within bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=3600, help="stop after this time")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if not (1 <= given.games <= MOST_GAMES and 1 <= given.seconds <= LONGEST_S):
        parser.error(f"at most {MOST_GAMES} games and {LONGEST_S} seconds")
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER, folder, "none"], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            base = re.search(r"http://\S+?(?=/ )", server.stdout.readline())
            assert base is not None
            wait_until_ready(base[0])
            rows = asyncio.run(measure(base[0], server.pid, given.games, given.seconds))
            size = sum(path.stat().st_size for path in Path(folder).glob("ludoteca.db*"))
            print(f"{size / 1e6:.1f} MB of database", file=sys.stderr)
        finally:
            server.terminate()
            server.wait(20)
    growth = rows[-1]["MB"] / rows[0]["MB"] - 1
    title = (
        f"Memory after finished games: {growth:+.1%} since the first {rows[0]['games']} (at most +{MOST_GROWTH:.0%})"
    )
    print_rows(title, rows, as_json=given.json)
    return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
