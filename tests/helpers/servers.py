"""Servers for tests: a real uvicorn in its own process on a free loopback port, and clients that speak its protocol."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from forked_programs import ForkedServer, can_fork
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from clusters import Cluster

PATIENCE_S = 180.0
PASSWORD = "four green pyramids"
SERVE = """
import json, sys
sys.path.insert(0, sys.argv[1])
import forked_programs
sys.exit(forked_programs.serve_as_told(**json.loads(sys.argv[2])))
"""


def serving(settings: dict[str, Any], prelude: str = "") -> list[str]:
    """The command that runs some code, to break something, and then a server."""
    told = json.dumps({"settings": settings, "prelude": prelude})
    return [sys.executable, "-c", SERVE, str(Path(__file__).parent), told]


class Server:
    """A server process; `restart` begins a new one on the same port and the same data."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.log = settings.pop("log", folder / "log")
        self.under: list[str] = settings.pop("under", [])  # a command that becomes the server
        self.prelude: str = settings.pop("prelude", "")  # code that runs before it, to break something
        self.settings = {
            "workers": 1,
            "bot_pause_ms": 0,
            "is_limited": False,
            "offers_modules": False,
            "port": 0,
            **settings,
        }
        self.port = 0
        self.database = ""  # its name, where several servers share one
        self.process: subprocess.Popen[str] | ForkedServer | None = None
        self.clients: list[Client] = []

    def start(self) -> Server:
        given = {**self.settings, "data": str(self.folder), "port": self.port or self.settings["port"]}
        with self.log.open("a") as log:
            if self.under or not can_fork():
                command = [*self.under, *serving(given, self.prelude)]
                self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
            else:
                self.process = ForkedServer(given, self.prelude, log)
        assert self.process.stdout is not None
        found = re.search(r"http://127.0.0.1:(\d+)/", self.process.stdout.readline())
        if found is None:
            self.ended()
            raise AssertionError(self.log.read_text())
        self.port = int(found[1])
        return self

    def wait_until_ready(self) -> Server:
        for _ in range(int(PATIENCE_S * 10)):
            if httpx.get(f"{self.base}/readyz", timeout=PATIENCE_S).status_code == 200:
                return self
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def with_games(self, *games: str) -> Server:
        """Once these games can be played: pages of others first say that they are being prepared."""
        for game in games:
            for _ in range(int(PATIENCE_S)):
                if httpx.get(f"{self.base}/new/{game}", timeout=PATIENCE_S).status_code == 200:
                    break
            else:
                raise AssertionError(self.log.read_text())
        return self

    def wait_until_not_ready(self) -> dict[str, Any]:
        """What /readyz says once it no longer says yes; its last answer holds for a moment."""
        for _ in range(int(PATIENCE_S * 10)):
            answer = httpx.get(f"{self.base}/readyz", timeout=PATIENCE_S)
            if answer.status_code == 503:
                return answer.json()
            time.sleep(0.1)
        raise AssertionError("the server stays ready")

    def wait_for_log(self, what: str) -> None:
        for _ in range(int(PATIENCE_S * 10)):
            if what in self.log.read_text():
                return
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> int:
        """Wait until the process is gone."""
        assert self.process is not None
        code = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def client(self) -> Client:
        self.clients.append(Client(self.base))
        return self.clients[-1]

    def close(self) -> None:
        for client in self.clients:
            client.http.close()
        if self.process is not None and self.process.poll() is None:
            self.kill()


def wait_until(is_so: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    end = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def two_servers(cluster: Cluster, folder: Path, **settings: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one new database, while the block lasts; each knows of the other."""
    database, made = cluster.new_database(), []
    try:
        for name in ("first", "second"):
            (folder / name).mkdir()
            if made:
                shutil.copy(folder / "first" / "secret", folder / name)
            made.append(Server(folder / name, database=cluster.address(database), **settings).start())
            made[-1].database = database
        for server in made:
            server.wait_until_ready().with_games("gekitai")
        first, second = made
        wait_until_two(first, second)
        yield first, second
    finally:
        for server in made:
            server.close()


def wait_until_two(*servers: Server) -> None:
    """Until each of two servers knows of the other."""
    wait_until(lambda: all(httpx.get(f"{server.base}/readyz").json()["servers"] == 2 for server in servers))


class Client:
    """A browser without a screen: keeps cookies, opens sockets."""

    def __init__(self, base: str) -> None:
        self.http = httpx.Client(base_url=base, timeout=PATIENCE_S, follow_redirects=False)
        self.base = base

    def begin(self, game: str = "gekitai", **wanted: Any) -> dict[str, Any]:
        answer = self.http.post("/api/v1/games", json={"game": game, **wanted})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def open(self, game: str, *, seq: int | None = None, **headers: str) -> Socket:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        given = {"Cookie": cookie, **headers} if cookie else headers
        query = "" if seq is None else f"?seq={seq}"
        address = f"{self.base.replace('http', 'ws')}/ws/game/{game}{query}"
        return Socket(connect(address, additional_headers=given, compression=None, max_size=None, max_queue=None))

    def accept(self, game: str, token: str) -> httpx.Response:
        """Accept an invitation: the next socket that this client opens takes the seat."""
        answer = self.http.post(f"/game/{game}/join", data={"seat": token})
        assert answer.status_code == 303, answer.text
        return answer

    def analysis(self) -> Socket:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.base.replace('http', 'ws')}/ws/analysis"
        return Socket(connect(address, additional_headers={"Cookie": cookie} if cookie else None, compression=None))


class Socket:
    """A socket to a room; `view`, `can` and `you` are those of the last message that had them."""

    def __init__(self, opening: Any) -> None:
        self.opening = opening
        self.connection: ClientConnection = opening.__enter__()
        self.view: dict[str, Any] = {}
        self.can: dict[str, bool] = {}
        self.you: Any = None
        self.seq = 0

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.opening.__exit__(None, None, None)

    def send(self, kind: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": kind, **fields}))

    def next(self) -> dict[str, Any]:
        message = json.loads(self.connection.recv(PATIENCE_S))
        self.view = {**self.view, **(message.get("view") or {})}  # what never changes is told once
        self.can = message.get("can") or self.can
        self.you = message.get("you", self.you)
        self.seq = message.get("seq", self.seq)
        return message

    def until(self, *kinds: str, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        while True:
            message = self.next()
            if message.get("type") in kinds and where(message):
                return message

    def until_ply(self, ply: int) -> dict[str, Any]:
        """What shows the position after so many moves: the last of them, or the whole game, if more has changed."""
        return self.until("move", "snapshot", where=lambda _: self.view["ply"] == ply)

    def move(self, text: str, ply: int | None = None) -> dict[str, Any]:
        """Play, and wait for the answer: the move as everybody is told, or a refusal."""
        ply = self.view["ply"] if ply is None else ply
        self.send("move", ply=ply, text=text)
        return self.until("move", "refusal", "snapshot", where=lambda message: message.get("ply", ply) == ply)

    def legal(self) -> list[str]:
        return [move["text"] for move in self.view["moves"]]


def two_players(server: Server, game: str = "gekitai", **wanted: Any) -> tuple[Socket, Socket, str]:
    """A game between two browsers, both there."""
    first, second = server.client(), server.client()
    begun = first.begin(game, opponent="friend", **wanted)
    one = first.open(begun["id"])
    one.until("snapshot")
    second.accept(begun["id"], begun["tokens"][1])
    two = second.open(begun["id"])
    assert two.until("snapshot")["you"] == 1
    one.until("state")
    return one, two, begun["id"]


def sign_up(server: Server, name: str, password: str = PASSWORD, client: Client | None = None) -> Client:
    """A browser with a new account, or one that had none so far."""
    client = client or server.client()
    answer = client.http.post("/sign-up", data={"name": name, "password": password})
    assert answer.status_code == 303, answer.text
    return client


def signed_in_long_ago(server: Server) -> None:
    """As if all sign-ins of a server on SQLite had happened yesterday."""
    with closing(sqlite3.connect(server.folder / "ludoteca.db", timeout=PATIENCE_S)) as database, database:
        database.execute("UPDATE sign_ins SET made = made - 86400000")


def played(server: Server, game: str) -> list[str]:
    """The moves of a game, as the server tells anybody."""
    answer = server.client().http.get(f"/api/v1/games/{game}/moves")
    assert answer.status_code == 200, answer.text
    moves: list[str] = answer.json()["played"]
    return moves


def copy_game(server: Server, game: str, count: int, **columns: str) -> list[str]:
    """Copies of a game in the server's SQLite database: ids; `columns` of the row in SQL, in which :n is the number."""
    ids = [game[:7] + "".join(chr(ord(digit) + 49) for digit in f"{number:03}") for number in range(count)]
    with closing(sqlite3.connect(server.folder / "ludoteca.db", timeout=20)) as database, database:
        for table in ("games", "seats", "holders", "moves"):
            key = "id" if table == "games" else "game"
            names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            values = {name: name for name in names} | {key: ":id"} | (columns if table == "games" else {})
            copy = f"INSERT INTO {table} SELECT {', '.join(values.values())} FROM {table} WHERE {key} = :game"
            database.executemany(copy, [{"id": name, "game": game, "n": n} for n, name in enumerate(ids)])
    return ids


def wait_for_bot(server: Server, game: str = "gekitai") -> None:
    """Until a bot has made its first move: the engine may have to compile the game before."""
    client = server.client()
    socket = client.open(client.begin(game, opponent="bot", bot="level1", side="second")["id"])
    if not socket.until("snapshot")["moves_played"]:
        socket.until("move")
    socket.close()


def play_out(sockets: dict[int, Socket], seed: int = 1, most: int = 400) -> list[str]:
    """Play random moves to the end, each by the socket whose turn it is; what was played."""
    chance = random.Random(seed)
    played: list[str] = []
    view = sockets[0].view
    while view["outcome"] is None and len(played) < most:
        text = chance.choice([move["text"] for move in view["moves"]])
        ply = view["ply"]
        for seat, socket in sockets.items():
            if seat == view["mover"]:
                socket.send("move", ply=ply, text=text)
        told = [socket.until("move") for socket in sockets.values()]
        assert all(message["text"] == told[0]["text"] and message["view"] == told[0]["view"] for message in told)
        played.append(told[0]["text"])
        view = told[0]["view"]
    return played


os.environ.setdefault("LUDOTECA_CHECKED", "1")
