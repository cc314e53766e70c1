"""Kills: servers, engines and a PostgreSQL that end by kill -9 while games go on, and what became of the moves.

Plays games on servers of its own on loopback ports: at one device, against bots, between two players who are on two
servers where there are two, all of them with clocks. Kills something at a random moment, starts it again, and compares:
every move that was acknowledged must be there once. A page whose server is gone connects to whichever answers, as
behind a proxy. A game goes on in time if all its players have moved within 5 s of the kill or, where nothing was left
to play on, of its new start. In the last part clocks run out while the server that watched them is dead. The exit code
is 1 if a move was lost or doubled, or a game was late. Needs PostgreSQL, and tests/helpers on the path, whose servers
it uses:

    PYTHONPATH=tests/helpers python tools/soak_kills.py --kills 100
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
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import httpx
from clusters import Cluster
from servers import Client, Server, Socket, played, wait_for_bot, wait_until, wait_until_two
from soak_table import print_rows
from websockets.exceptions import WebSocketException

from ludoteca.play import load_game

WITHIN_S = 5.0  # a game must go on
MOST_KILLS = 10_000
PATIENCE_S = 120.0
PAUSE_S = 0.02  # between the moves of a game, so that it lasts for a while
BROKEN = (httpx.TransportError, WebSocketException, OSError, TimeoutError, AssertionError)  # nobody answers, or badly
KINDS = ("device", "bot", "friend")
Answer = TypeVar("Answer")


class Stopped(Exception):
    """The round is over."""


class Player:
    """Someone with a browser, which connects to whichever server answers."""

    def __init__(self, servers: Sequence[Server], stop: threading.Event) -> None:
        self.servers = list(servers)  # first the one to ask next
        self.stop = stop
        self.client = Client(self.servers[0].base)
        self.socket: Socket | None = None

    def ask(self, do: Callable[[Client], Answer]) -> Answer:
        """Do something at the first server that answers."""
        while not self.stop.is_set():
            try:
                return do(self.client)
            except BROKEN:
                self.servers.append(self.servers.pop(0))
                self.client.base = self.servers[0].base
                self.client.http.base_url = self.servers[0].base
                time.sleep(0.1)
        raise Stopped

    def connected(self, game: str) -> Socket:
        """A socket that shows the game."""

        def connect(client: Client) -> Socket:
            socket = client.open(game)
            try:
                socket.until("snapshot")
            except BROKEN:
                self._close(socket)
                raise
            return socket

        if self.socket is None:
            self.socket = self.ask(connect)
        return self.socket

    def disconnect(self) -> None:
        """The line has broken, or the game is over."""
        if self.socket is not None:
            self._close(self.socket)
            self.socket = None

    @staticmethod
    def _close(socket: Socket) -> None:
        with suppress(*BROKEN):
            socket.close()


class Table:
    """One game after another, and the moves that its players were told of."""

    def __init__(self, kind: str, servers: Sequence[Server], seed: int) -> None:
        self.kind = kind
        self.chance = random.Random(seed)
        self.stop = threading.Event()
        places = [servers, servers[::-1]] if kind == "friend" else [servers]
        self.players = [Player(place, self.stop) for place in places]
        self.games: dict[str, dict[int, str]] = {}  # what was acknowledged, by ply
        self.moved_at: list[float] = []
        self.refusals = 0
        self.thread = threading.Thread(target=self._play)
        self.thread.start()

    def _play(self) -> None:
        with suppress(Stopped):
            while True:
                game = self._begin()
                self.games[game] = {}
                is_over = False
                while not is_over:
                    try:
                        is_over = self._move(game)
                    except BROKEN:
                        for player in self.players:
                            player.disconnect()
                for player in self.players:
                    player.disconnect()
        for player in self.players:
            player.disconnect()
            player.client.http.close()

    def _begin(self) -> str:
        bot = {"bot": "alphabeta:50ms", "side": "first"} if self.kind == "bot" else {}
        begun = self.players[0].ask(
            lambda client: client.begin("reversi", opponent=self.kind, clock="60+5", **bot),
        )
        game, tokens = str(begun["id"]), begun["tokens"]
        for player in self.players[1:]:
            player.ask(lambda client: client.accept(game, tokens[1]))
        return game

    def _move(self, game: str) -> bool:
        """Let whoever's turn it is move, and wait for the answer; whether the game is over."""
        sockets = [player.connected(game) for player in self.players]
        newest = max((socket.view for socket in sockets), key=lambda view: int(view["ply"]))
        if newest["outcome"] is not None:
            return True
        if self.stop.wait(PAUSE_S):
            raise Stopped
        socket = sockets[newest["mover"] % len(sockets)]
        if socket.view["ply"] < newest["ply"] or not socket.can["move"]:  # it has not heard yet, or a bot thinks
            told = socket.until("move", "end", "snapshot", "state")
        else:
            told = socket.move(self.chance.choice(socket.legal()))
        if told["type"] == "move":
            self.games[game][told["ply"]] = told["text"]
            self.moved_at.append(time.monotonic())
        elif told["type"] == "refusal":
            self.refusals += 1
            time.sleep(0.2)
        return False

    def went_on_at(self, since: float) -> float | None:
        """When all its players had moved after some moment."""
        moved = [at for at in self.moved_at if at > since]
        return moved[len(self.players) - 1] if len(moved) >= len(self.players) else None

    def wrong(self, server: Server) -> tuple[int, int]:
        """How many of the acknowledged moves the server does not have, and how many it has that cannot be played."""
        lost = doubled = 0
        for game, acknowledged in self.games.items():
            stored = played(server, game)
            lost += sum(stored[ply : ply + 1] != [text] for ply, text in acknowledged.items())
            position = load_game("reversi").start()
            for count, text in enumerate(stored):
                if text not in map(str, position.moves()):
                    doubled += len(stored) - count
                    break
                position = position.play(text)
        return lost, doubled


@dataclass
class Part:
    """One kind of kill and what came of it; `servers` are those on which people play, the first of them is killed."""

    name: str
    servers: tuple[Server, ...]
    kill: Callable[[], None]
    begin_again: Callable[[], object] | None  # at once, where nothing is left to play on
    begin_later: Callable[[], object] | None = None  # after the others have gone on without it
    kills: int = 0
    moves: int = 0
    lost: int = 0
    doubled: int = 0
    refusals: int = 0
    took_s: list[float] = field(default_factory=list)
    late: list[str] = field(default_factory=list)

    def play_round(self, chance: random.Random) -> None:
        """Play, kill, go on, compare."""
        tables = [Table(kind, self.servers, chance.getrandbits(32)) for kind in KINDS for _ in range(2)]
        wait_until(lambda: all(table.went_on_at(0.0) for table in tables), PATIENCE_S)
        time.sleep(chance.uniform(0.0, 1.0))
        self.kill()
        since = time.monotonic()
        if self.begin_again is not None:
            self.begin_again()
            self.servers[0].wait_until_ready()
            since = time.monotonic()
        wait_until(lambda: all(table.went_on_at(since) for table in tables), PATIENCE_S)
        for table in tables:
            self.note(table.kind, (table.went_on_at(since) or since) - since)
            table.stop.set()
        for table in tables:
            table.thread.join(PATIENCE_S)
        if self.begin_later is not None:
            self.begin_later()
            self.servers[0].wait_until_ready()
            wait_until_two(*self.servers)
        self.moves += sum(len(moves) for table in tables for moves in table.games.values())
        self.refusals += sum(table.refusals for table in tables)
        for lost, doubled in [table.wrong(self.servers[0]) for table in tables]:
            self.lost += lost
            self.doubled += doubled

    def note(self, kind: str, took_s: float) -> None:
        """How long it took until a game went on."""
        self.took_s.append(took_s)
        if took_s > WITHIN_S:
            self.late.append(f"{kind} {took_s:.1f} s")

    def row(self) -> dict[str, object]:
        """A line of the table."""
        took = sorted(self.took_s) or [0.0]
        return {
            "killed": self.name,
            "kills": self.kills,
            "moves acknowledged": self.moves,
            "lost": self.lost,
            "doubled": self.doubled,
            "refused": self.refusals,
            "on after: median": f"{took[len(took) // 2]:.1f} s",
            "longest": f"{took[-1]:.1f} s",
            f"later than {WITHIN_S:g} s": f"{len(self.late)} of {len(self.took_s)}",
        }


class Flags(Part):
    """Clocks that run out while the server on which they were watched is dead, and nobody looks at the game."""

    TURN_S = 3
    GAMES = 4
    cluster: Cluster

    def play_round(self, chance: random.Random) -> None:
        """Move, leave, kill, and ask the database: a server that was asked would look at the game."""
        first = self.servers[0]
        games = []
        for _ in range(self.GAMES):
            ann, bob = Client(first.base), Client(first.base)
            begun = ann.begin("reversi", opponent="friend", clock=f"{self.TURN_S}s/move")
            bob.accept(begun["id"], begun["tokens"][1])
            with ann.open(begun["id"]) as one, bob.open(begun["id"]) as two:
                one.until("snapshot")
                two.until("snapshot")
                one.until("snapshot", "state", where=lambda message: not message["seats"][1]["free"])
                assert one.move(chance.choice(one.legal()))["type"] == "move"
                games.append((begun["id"], time.monotonic() + self.TURN_S))
            ann.http.close()
            bob.http.close()
        self.moves += len(games)
        time.sleep(chance.uniform(0.0, 0.5))
        self.kill()
        with self.cluster.connect(first.database) as database:
            query = "SELECT state FROM games WHERE id = %s"
            for game, due in games:
                wait_until(lambda game=game: database.execute(query, [game]).fetchone() == ("over",), PATIENCE_S)
                self.note("clock", max(0.0, time.monotonic() - due))
        assert self.begin_later is not None
        self.begin_later()
        first.wait_until_ready()
        wait_until_two(*self.servers)


def kill_engines(server: Server) -> None:
    """End the processes that think for a server."""
    assert server.process is not None
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == server.process.pid:
                os.kill(int(stat.parent.name), signal.SIGKILL)


def measure(kills: int, seed: int, names: Sequence[str]) -> list[Part]:
    """Each kind of kill, so many times."""
    chance = random.Random(seed)
    cluster = Cluster().start()
    made: list[Server] = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = cluster.new_database()
            for name in ("file", "first", "second"):
                (Path(folder) / name).mkdir()
                address = "" if name == "file" else cluster.address(database)
                if name == "second":
                    shutil.copy(Path(folder) / "first" / "secret", Path(folder) / "second")
                made.append(Server(Path(folder) / name, database=address).start().wait_until_ready())
                made[-1].database = database
                wait_for_bot(made[-1], "reversi")
            on_file, first, second = made
            parts = {
                "sqlite": Part("the server, on SQLite", (on_file,), on_file.kill, on_file.start),
                "two": Part("one of two servers", (first, second), first.kill, None, first.start),
                "clock": Flags("one of two, clocks", (first, second), first.kill, None, first.start),
                "engines": Part("engines of one of two", (first, second), lambda: kill_engines(first), None),
                "database": Part("PostgreSQL under two", (first, second), cluster.kill, cluster.start),
                "postgresql": Part("the server, on PostgreSQL", (first,), first.kill, first.start),
            }
            for name in names:
                part = parts[name]
                if isinstance(part, Flags):
                    part.cluster = cluster
                if name == "postgresql":
                    second.close()
                while part.kills < kills:
                    part.play_round(chance)
                    part.kills += 1
                    print(part.row(), *part.late, file=sys.stderr, flush=True)
            return [parts[name] for name in names]
    finally:
        for server in made:
            server.close()
        cluster.close()


def main() -> int:
    """Kill, then print."""
    kinds = ("sqlite", "two", "clock", "engines", "database", "postgresql")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100, help="of each kind")
    parser.add_argument("--only", nargs="+", choices=kinds, default=list(kinds), help="these kinds (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if not 1 <= given.kills <= MOST_KILLS:
        parser.error(f"from 1 to {MOST_KILLS} kills")
    parts = measure(given.kills, given.seed, sorted(given.only, key=kinds.index))
    print_rows("kill -9 while games go on", [part.row() for part in parts], as_json=given.json)
    return int(any(part.lost or part.doubled or part.late for part in parts))


if __name__ == "__main__":
    sys.exit(main())
