"""Kills: servers, engines and a PostgreSQL that end by kill -9 while games go on, and what became of the moves.

Plays games on a server of its own on a loopback port, on one device and against bots with clocks, kills it, or its
engines, or the PostgreSQL it keeps its games in, at a random moment, starts it again and compares: every move that was
acknowledged must be there once. The exit code is 1 if one is not, or if a game does not go on within 5 s of a kill that
leaves a server, or of the moment at which there is one again. Ends after --seconds, or after --kills of each kind.
Needs the programs of PostgreSQL, and tests/helpers on the path, whose servers it uses:

    PYTHONPATH=tests/helpers python tools/soak_kills.py --seconds 900
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from clusters import Cluster
from servers import Client, Server, played, wait_for_bot
from soak_table import print_rows
from websockets.exceptions import WebSocketException

from ludoteca.play import load_game

TABLES = 6
WITHIN_S = 5.0  # a game must go on
LONGEST_S = 7200
PATIENCE_S = 60.0


class Table:
    """A game that one client plays for both sides, and the moves that it was told of."""

    def __init__(self, client: Client, seed: int, *, is_against_bot: bool) -> None:
        self.client = client
        self.chance = random.Random(seed)
        bot = {"opponent": "bot", "bot": "random", "side": "first", "clock": "60+5"}
        self.game: str = client.begin("reversi", **(bot if is_against_bot else {"opponent": "device"}))["id"]
        self.acknowledged: dict[int, str] = {}
        self.refusals = 0
        self.is_over = False

    def play_on(self, stop: threading.Event) -> None:
        """Move until told to stop, the game is over or the line breaks."""
        try:
            with self.client.open(self.game) as socket:
                socket.until("snapshot")
                while not stop.is_set() and socket.view["outcome"] is None:
                    if not socket.can["move"]:  # the bot's turn
                        told = socket.until("move", "end", "snapshot")
                    else:
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

    def doubled(self, server: Server) -> int:
        """How many moves the server has twice: replaying the game refuses them."""
        position = load_game("reversi").start()
        for count, text in enumerate(played(server, self.game)):
            if text not in map(str, position.moves()):
                return len(played(server, self.game)) - count
            position = position.play(text)
        return 0


class Part:
    """One kind of kill, repeated until its time is up; where there is a second server, players go on there."""

    def __init__(
        self,
        name: str,
        server: Server,
        kill: Callable[[], None],
        begin_again: Callable[[], object],
        second: Server | None = None,
        ends_lines: bool = False,
    ) -> None:
        self.ends_lines = ends_lines  # so that players have to come back
        self.name, self.server, self.kill, self.begin_again, self.second = name, server, kill, begin_again, second
        self.kills = self.moves = self.lost = self.doubled = self.refusals = self.late = 0
        self.longest_s = 0.0

    def run(self, seconds: float, most_kills: int, chance: random.Random) -> Part:
        """Play and kill; the last round ends before the time does, or soon after it."""
        until = time.monotonic() + seconds
        while (time.monotonic() < until and self.kills < most_kills) or not self.kills:
            self._round(chance)
            print(f"{self.name}: {self.kills} kills, {self.moves} moves, {self.lost} lost", file=sys.stderr)
        return self

    def _round(self, chance: random.Random) -> None:
        servers = [self.server, self.second or self.server]
        tables = [
            Table(servers[number % 2].client(), chance.getrandbits(32), is_against_bot=number % 3 == 0)
            for number in range(TABLES)
        ]
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
            began = time.monotonic()  # from when there is one again
            if self.ends_lines:
                players = self._come_back(tables, players, stop, self.server)
        else:
            players = [*players]
            players[::2] = self._come_back(tables[::2], players[::2], stop, self.second)
        if any(player.is_alive() for player in players):  # the server lived on: play must go on by itself
            while any(
                player.is_alive() and len(table.acknowledged) == count
                for player, table, count in zip(players, tables, before, strict=True)
            ):
                if time.monotonic() - began > PATIENCE_S:
                    raise SystemExit(f"{self.name}: a game did not go on within {PATIENCE_S:.0f} s")
                time.sleep(0.05)
        took = time.monotonic() - began
        self.longest_s = max(self.longest_s, took)
        self.late += took > WITHIN_S
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
            self.doubled += table.doubled(self.server)
            table.client.http.close()
        self.server.clients.clear()

    def _come_back(
        self, tables: list[Table], players: list[threading.Thread], stop: threading.Event, server: Server
    ) -> list[threading.Thread]:
        """Let those whose line has broken go on at a server; who plays now."""
        going = []
        for table, player in zip(tables, players, strict=True):
            player.join(PATIENCE_S)
            table.move_to(server)
            going.append(threading.Thread(target=table.play_on, args=(stop,)))
            going[-1].start()
        return going

    def row(self) -> dict[str, object]:
        """A line of the table."""
        return {
            "killed": self.name,
            "kills": self.kills,
            "moves acknowledged": self.moves,
            "lost": self.lost,
            "doubled": self.doubled,
            "refused": self.refusals,
            "longest until play goes on": f"{self.longest_s:.1f} s",
            f"later than {WITHIN_S:g} s": self.late,
        }


def kill_engines(server: Server) -> None:
    """End the processes that think for a server."""
    assert server.process is not None
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == server.process.pid:
                os.kill(int(stat.parent.name), signal.SIGKILL)


def measure(seconds: float, kills: int, seed: int) -> list[Part]:
    """Each kind of kill for its part of the time."""
    chance = random.Random(seed)
    share = seconds / 5
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
                Part("server on SQLite", on_file, on_file.kill, on_file.start, ends_lines=True),
                Part("server on PostgreSQL", on_postgres, on_postgres.kill, on_postgres.start, ends_lines=True),
                Part("engines of a server", on_postgres, lambda: kill_engines(on_postgres), lambda: None),
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
                    wait_for_bot(part.server)
                    part.run(share, kills, chance)
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
    parser.add_argument("--kills", type=int, default=100, help="of each kind, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if not (1 <= given.seconds <= LONGEST_S and given.kills >= 1):
        parser.error(f"at most {LONGEST_S} seconds, and at least one kill")
    parts = measure(given.seconds, given.kills, given.seed)
    print_rows("kill -9 while games go on", [part.row() for part in parts], as_json=given.json)
    return int(any(part.lost or part.doubled or part.late for part in parts))


if __name__ == "__main__":
    sys.exit(main())
