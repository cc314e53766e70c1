"""Kills: servers and a PostgreSQL that end by kill -9 while games go on, and what became of the moves.

Plays games on a server of its own on a loopback port, kills it, or the PostgreSQL it keeps its games in, at a random
moment, starts it again and compares: every move that was acknowledged must be there. The exit code is 1 if one is not.
Needs the programs of PostgreSQL, and tests/helpers on the path, whose servers it uses:

    PYTHONPATH=tests/helpers python tools/soak_kills.py --seconds 900
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from clusters import Cluster
from servers import Client, Server, played
from soak_table import print_rows
from websockets.exceptions import WebSocketException

TABLES = 6
LONGEST_S = 7200
PATIENCE_S = 60.0


class Table:
    """A game that one client plays for both sides, and the moves that it was told of."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self.chance = random.Random(seed)
        self.game: str = client.begin("reversi", opponent="device")["id"]
        self.acknowledged: dict[int, str] = {}
        self.refusals = 0
        self.is_over = False

    def play_on(self, stop: threading.Event) -> None:
        """Move until told to stop, the game is over or the line breaks."""
        try:
            with self.client.open(self.game) as socket:
                socket.until("snapshot")
                while not stop.is_set() and socket.view["outcome"] is None:
                    told = socket.move(self.chance.choice(socket.legal()))
                    if told["type"] == "move":
                        self.acknowledged[told["ply"]] = told["text"]
                    elif told["type"] == "refusal":
                        self.refusals += 1
                        time.sleep(0.2)
                self.is_over = socket.view["outcome"] is not None
        except (WebSocketException, OSError, TimeoutError):
            return

    def move_to(self, server: Server) -> None:
        """Go on with another server, as the same player."""
        cookies = self.client.http.cookies
        self.client.http.close()
        self.client = Client(server.base)
        self.client.http.cookies.update(cookies)

    def lost(self, server: Server) -> int:
        """How many of the acknowledged moves the server does not have."""
        stored = dict(enumerate(played(server, self.game)))
        return sum(stored.get(ply) != text for ply, text in self.acknowledged.items())


class Part:
    """One kind of kill, repeated until its time is up; where there is a second server, players go on there."""

    def __init__(
        self,
        name: str,
        server: Server,
        kill: Callable[[], None],
        begin_again: Callable[[], object],
        second: Server | None = None,
    ) -> None:
        self.name, self.server, self.kill, self.begin_again, self.second = name, server, kill, begin_again, second
        self.kills = self.moves = self.lost = self.refusals = 0
        self.longest_s = 0.0

    def run(self, seconds: float, chance: random.Random) -> Part:
        """Play and kill; the last round ends before the time does, or soon after it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until or not self.kills:
            self._round(chance)
            print(f"{self.name}: {self.kills} kills, {self.moves} moves, {self.lost} lost", file=sys.stderr)
        return self

    def _round(self, chance: random.Random) -> None:
        servers = [self.server, self.second or self.server]
        tables = [Table(servers[number % 2].client(), chance.getrandbits(32)) for number in range(TABLES)]
        stop = threading.Event()
        players = [threading.Thread(target=table.play_on, args=(stop,)) for table in tables]
        for player in players:
            player.start()
        time.sleep(chance.uniform(0.3, 1.5))
        self.kill()
        self.kills += 1
        began = time.monotonic()
        before = [len(table.acknowledged) for table in tables]
        if self.second is None:
            self.begin_again()
            self.server.wait_until_ready()
        else:
            players = self._on_the_second(tables, players, stop)
        if any(player.is_alive() for player in players):  # the server lived on: play must go on by itself
            while any(
                player.is_alive() and len(table.acknowledged) == count
                for player, table, count in zip(players, tables, before, strict=True)
            ):
                if time.monotonic() - began > PATIENCE_S:
                    raise SystemExit(f"{self.name}: a game did not go on within {PATIENCE_S:.0f} s")
                time.sleep(0.05)
        self.longest_s = max(self.longest_s, time.monotonic() - began)
        stop.set()
        for player in players:
            player.join(PATIENCE_S)
        if self.second is not None:
            self.begin_again()
            self.server.wait_until_ready()
        for table in tables:
            self.moves += len(table.acknowledged)
            self.refusals += table.refusals
            self.lost += table.lost(self.server)
            table.client.http.close()
        self.server.clients.clear()

    def _on_the_second(
        self, tables: list[Table], players: list[threading.Thread], stop: threading.Event
    ) -> list[threading.Thread]:
        """Let those whose server was killed go on with the other one; who plays now."""
        assert self.second is not None
        going = []
        for number, (table, player) in enumerate(zip(tables, players, strict=True)):
            if number % 2 == 0:
                player.join(PATIENCE_S)  # its line has broken
                table.move_to(self.second)
                player = threading.Thread(target=table.play_on, args=(stop,))
                player.start()
            going.append(player)
        return going

    def row(self) -> dict[str, object]:
        """A line of the table."""
        return {
            "killed": self.name,
            "kills": self.kills,
            "moves acknowledged": self.moves,
            "lost": self.lost,
            "refused": self.refusals,
            "longest until play goes on": f"{self.longest_s:.1f} s",
        }


def measure(seconds: float, seed: int) -> list[Part]:
    """Each kind of kill for a quarter of the time."""
    chance = random.Random(seed)
    share = seconds / 4
    cluster = Cluster().start()
    try:
        with (
            tempfile.TemporaryDirectory() as first,
            tempfile.TemporaryDirectory() as second,
            tempfile.TemporaryDirectory() as third,
        ):
            on_file = Server(Path(first), is_limited=False)
            database = cluster.address(cluster.new_database())
            on_postgres = Server(Path(second), is_limited=False, database=database)
            beside = Server(Path(third), is_limited=False, database=database)
            parts = (
                Part("server on SQLite", on_file, on_file.kill, on_file.start),
                Part("server on PostgreSQL", on_postgres, on_postgres.kill, on_postgres.start),
                Part("PostgreSQL itself", on_postgres, cluster.kill, cluster.start),
                Part("one of two servers", on_postgres, on_postgres.kill, on_postgres.start, beside),
            )
            try:
                for part in parts:
                    if part.second is not None:
                        shutil.copy(Path(second) / "secret", third)
                        part.second.start().wait_until_ready()
                    if part.server.process is None:
                        part.server.start().wait_until_ready()
                    part.run(share, chance)
            finally:
                on_file.close()
                on_postgres.close()
                beside.close()
            return list(parts)
    finally:
        cluster.close()


def main() -> int:
    """Kill for a while, then print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if not 1 <= given.seconds <= LONGEST_S:
        parser.error(f"at most {LONGEST_S} seconds")
    parts = measure(given.seconds, given.seed)
    print_rows("kill -9 while games go on", [part.row() for part in parts], as_json=given.json)
    return int(any(part.lost for part in parts))


if __name__ == "__main__":
    sys.exit(main())
