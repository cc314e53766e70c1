"""Floods on loopback beside one player: the worst delay of the player's moves in each.

Starts a server of its own on a free port.  While a player makes moves in games on one device, each flood runs for some
seconds; every loop is bounded, and all together take about two minutes.

    python tools/soak_floods.py --seconds 15
    python tools/soak_floods.py --seconds 10 --only share_cards
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
from load import memory_mb, wait_until_ready
from websockets.sync.client import connect

from ludoteca.play import load_game

LONGEST_S, EVERY_S, PATIENCE_S = 60, 0.05, 60.0
MOST_IDLE, MOST_SLOW, IMPORTS, CARDS, LINES = 300, 50, 20, 100, 12
GUESTS, GAMES_EACH = 40, 3  # of one person, each with slow bots to play against
IS_JSON = {"content-type": "application/json"}
WARM_S = 15.0  # after this the server has started the reader of short lines by itself
LARGE = 343_000  # characters of an import
SERVER = """
import sys
from pathlib import Path
from ludoteca.web.serve import serve
from ludoteca.web.settings import Settings
sys.exit(serve(Settings(port=0, data=Path(sys.argv[1]), offers_modules=False), "error"))
"""


@dataclass
class Place:
    """The server that is flooded, and until when."""

    base: str
    port: int
    game: str
    seconds: float
    end: float = 0.0

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.end

    def open(self) -> socket.socket:
        """A plain connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)


def nothing(place: Place) -> str:
    while place.goes_on:
        time.sleep(0.1)
    return "-"


def endless_header(place: Place) -> str:
    sent = refused = 0
    while place.goes_on:
        with suppress(OSError), place.open() as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            while place.goes_on:
                sent += line.send(b"a" * 65536)
        refused += 1
    return f"{sent / 1e6:.0f} MB sent, hung up {refused} times"


def ping_flood(place: Place) -> str:
    ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
    sent = refused = 0
    while place.goes_on:
        with suppress(OSError), place.open() as line:
            key = b64encode(os.urandom(16)).decode()
            line.sendall(
                f"GET /ws/game/{place.game} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            line.recv(100)
            while place.goes_on:
                sent += line.send(ping * 200)
        refused += 1
    return f"{sent / 1e6:.0f} MB sent, hung up {refused} times"


def large_imports(place: Place) -> str:
    """Twenty at once by one guest, again and again; those who still wait at the end give up."""
    moves = first_moves("reversi")
    variations = " ".join(f"{move} ({move})" for move in moves[:-1])
    game = f'[Game "reversi"]\n\n{variations} {moves[-1]} *\n\n'
    body = json.dumps({"text": game * (LARGE // len(game))}).encode()
    answers: Counter[int] = Counter()
    with httpx.Client(base_url=place.base, limits=httpx.Limits(max_connections=IMPORTS)) as client:
        client.get("/")

        def send() -> None:
            while place.goes_on:
                with suppress(httpx.HTTPError):
                    left = max(0.5, place.end - time.monotonic())
                    answer = client.post("/api/v1/records", content=body, headers=IS_JSON, timeout=left)
                    answers[answer.status_code] += 1
                time.sleep(0.5)

        together(send, IMPORTS)
    return answers_told(answers)


def share_cards(place: Place) -> str:
    """A hundred pictures at once by one guest, of ever other positions, while somebody else loads a static file."""
    game, plies = prepared_game(place)
    asked = itertools.count()
    answers: Counter[int] = Counter()
    slowest = [0.0]
    with httpx.Client(base_url=place.base, limits=httpx.Limits(max_connections=CARDS)) as client:
        client.get("/")

        def ask() -> None:
            while place.goes_on:
                with suppress(httpx.HTTPError):
                    answer = client.get(f"/api/v1/games/{game}/card.png?ply={next(asked) % plies}", timeout=PATIENCE_S)
                    answers[answer.status_code] += 1
                time.sleep(0.1)

        def load_file() -> None:
            with httpx.Client(base_url=place.base, timeout=PATIENCE_S) as other:
                while place.goes_on:
                    began = time.monotonic()
                    other.get("/static/board/board.js")
                    slowest[0] = max(slowest[0], time.monotonic() - began)
                    time.sleep(0.2)

        loading = threading.Thread(target=load_file)
        loading.start()
        together(ask, CARDS)
        loading.join()
    return f"{answers_told(answers)}; static file {1000 * slowest[0]:.0f} ms at worst"


def prepared_game(place: Place) -> tuple[str, int]:
    """A finished game that is kept, and how many moves it has."""
    moves = first_moves("reversi")
    record = f'[Game "reversi"]\n\n{" ".join(moves)} *\n'
    answer = httpx.post(f"{place.base}/api/v1/records", json={"text": record, "keep": True}, timeout=PATIENCE_S)
    return str(answer.json()["games"][0]), len(moves)


def first_moves(game: str, most: int = 1000) -> list[str]:
    """A game in which the first legal move is always played."""
    position, moves = load_game(game).start(0), []
    while position.outcome is None and len(moves) < most:
        position = position.play(position.moves()[0])
        moves.append(str(position.last_move))
    return moves


def long_lines(place: Place) -> str:
    """Lines as long as a request takes, twelve at once from as many guests, beside one who asks for a short one."""
    body = {"game": "glaisher", "moves": first_moves("glaisher")}
    short = {**body, "moves": body["moves"][:60]}
    answers: Counter[int] = Counter()
    waits: list[float] = []

    time.sleep(WARM_S)
    for line in (short, body):  # starts the reader of long ones
        httpx.post(f"{place.base}/api/v1/lines", json=line, timeout=PATIENCE_S)
    place.end = time.monotonic() + place.seconds

    def ask() -> None:
        with httpx.Client(base_url=place.base) as client:
            client.get("/")
            while place.goes_on:
                with suppress(httpx.HTTPError):
                    left = max(0.5, place.end - time.monotonic())
                    answers[client.post("/api/v1/lines", json=body, timeout=left).status_code] += 1
                time.sleep(0.5)

    def read_short() -> None:
        with httpx.Client(base_url=place.base, timeout=PATIENCE_S) as other:
            other.get("/")
            while place.goes_on:
                began = time.monotonic()
                other.post("/api/v1/lines", json=short)
                waits.append(time.monotonic() - began)
                time.sleep(0.5)

    reading = threading.Thread(target=read_short)
    reading.start()
    together(ask, LINES)
    reading.join()
    return f"{len(body['moves'])} moves; {answers_told(answers)}; a line of 60 waits {max(waits):.1f} s at worst"


def free_identities(place: Place) -> str:
    """Games of many guests against slow bots from one address, beside people who play against level 1."""
    waits: dict[str, list[float]] = {"127.0.0.1": [], "127.0.0.2": []}  # of those at the same address, and at another
    bots = ("alphabeta:5s", "level10", "alphabeta:1s")
    games: list[tuple[httpx.Client, str]] = []
    warm_engines(place)
    for number in range(GUESTS):
        client = httpx.Client(base_url=place.base, timeout=PATIENCE_S)
        client.get("/")  # for a cookie
        games.extend((client, begun_game(client, bots[number % len(bots)])) for _ in range(GAMES_EACH))
    place.end = time.monotonic() + place.seconds

    def keep_busy() -> None:
        while place.goes_on:
            for client, game in games:
                if place.goes_on:
                    play_first(client, game)

    def play_level_1(address: str) -> None:
        with httpx.Client(
            base_url=place.base, timeout=PATIENCE_S, transport=httpx.HTTPTransport(local_address=address)
        ) as client:
            client.get("/")
            game = begun_game(client, "level1")
            while place.goes_on:
                began = time.monotonic()
                if not play_first(client, game):
                    game = begun_game(client, "level1")
                    continue
                while (known := moves_of(client, game))["ply"] % 2 and known["legal"] and waited(began) < PATIENCE_S:
                    time.sleep(0.05)
                waits[address].append(waited(began))
                time.sleep(0.3)

    threads = [threading.Thread(target=play_level_1, args=(address,)) for address in waits]
    for thread in threads:
        thread.start()
    keep_busy()
    for thread in threads:
        thread.join()
    for client, _ in games:
        client.close()
    same, other = (f"{len(each)} replies, {max(each, default=float('nan')):.1f} s at worst" for each in waits.values())
    return f"{len(games)} games; level 1 at the same address: {same}; at another: {other}"


def warm_engines(place: Place) -> None:
    """Have both engines load the game: the first two moves of a server take as long as that."""
    with httpx.Client(base_url=place.base, timeout=PATIENCE_S) as client:
        games = [begun_game(client, bot) for bot in ("alphabeta:5s", "level1", "alphabeta:5s", "level1")]
        for game in games:
            play_first(client, game)
        for game in games:
            while moves_of(client, game)["ply"] == 1:
                time.sleep(0.1)


def waited(since: float) -> float:
    return time.monotonic() - since


def begun_game(client: httpx.Client, bot: str) -> str:
    answer = client.post("/api/v1/games", json={"game": "gekitai", "bot": bot})
    return str(answer.json()["id"])


def moves_of(client: httpx.Client, game: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/v1/games/{game}/moves").json()
    return found


def play_first(client: httpx.Client, game: str) -> bool:
    """Play the first legal move where it is one's turn; False once the game is over."""
    known = moves_of(client, game)
    if known["ply"] % 2 == 0 and known["legal"]:
        client.post(f"/api/v1/games/{game}/moves", json={"ply": known["ply"], "text": known["legal"][0]})
    return bool(known["legal"])


def answers_told(answers: Counter[int]) -> str:
    return "answers " + ", ".join(f"{status}: {count}" for status, count in sorted(answers.items()))


def slow_bodies(place: Place) -> str:
    refused: Counter[bool] = Counter()

    def send() -> None:
        while place.goes_on:
            with suppress(OSError), place.open() as line:
                line.sendall(b"POST /api/v1/positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n")
                while place.goes_on:
                    line.sendall(b"a")
                    time.sleep(1.0)
            refused[place.goes_on] += 1

    together(send, MOST_SLOW)
    return f"{MOST_SLOW} at once, hung up {refused[True]} times"


def idle_connections(place: Place) -> str:
    lines: list[socket.socket] = []
    with suppress(OSError):
        lines.extend(place.open() for _ in range(MOST_IDLE))
    time.sleep(1.0)
    gone = sum(is_closed(line) for line in lines)
    while place.goes_on:
        time.sleep(0.1)
    late = sum(is_closed(line) for line in lines)
    for line in lines:
        line.close()
    return f"{len(lines)} opened, {gone} closed at once, {late} at the end"


def is_closed(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def together(part: Callable[[], None], count: int) -> None:
    threads = [threading.Thread(target=part) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Player:
    """Someone who plays on one device, one legal move after the other, and notes how long each takes."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.delays: list[float] = []
        self.is_over = threading.Event()

    def play(self) -> None:
        """Game after game, until told to stop."""
        while not self.is_over.is_set():
            with httpx.Client(base_url=self.base, timeout=PATIENCE_S) as client:
                game = client.post("/api/v1/games", json={"game": "reversi", "opponent": "device"}).json()["id"]
                cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            address = f"{self.base.replace('http', 'ws')}/ws/game/{game}"
            with connect(address, additional_headers={"Cookie": cookie}, compression=None) as line:
                view = json.loads(line.recv(PATIENCE_S))["view"]
                while view["outcome"] is None and not self.is_over.is_set():
                    began = time.monotonic()
                    line.send(json.dumps({"type": "move", "ply": view["ply"], "text": view["moves"][0]["text"]}))
                    while (message := json.loads(line.recv(PATIENCE_S)))["type"] != "move":
                        if message["type"] == "refusal":
                            raise SystemExit(f"the player was refused: {message['reason']}")
                    self.delays.append(time.monotonic() - began)
                    view = message["view"]
                    time.sleep(EVERY_S)


FLOODS: tuple[Callable[[Place], str], ...] = (
    nothing,
    endless_header,
    ping_flood,
    large_imports,
    share_cards,
    long_lines,
    free_identities,
    slow_bodies,
    idle_connections,
)


def measure(flood: Callable[[Place], str], place: Place, server: int) -> None:
    """One flood, one row."""
    player = Player(place.base)
    playing = threading.Thread(target=player.play)
    playing.start()
    time.sleep(1.0)
    player.delays.clear()
    place.end = time.monotonic() + place.seconds
    became = flood(place)
    player.is_over.set()
    playing.join()
    delays = sorted(player.delays) or [float("nan")]
    name, median, worst = flood.__name__.replace("_", " "), 1000 * delays[len(delays) // 2], 1000 * delays[-1]
    row = f"{name:<18}{len(player.delays):>6}{median:>11.1f}{worst:>10.1f}{memory_mb(server):>11.0f}  {became}"
    print(row, flush=True)


def main() -> None:
    """Run the server, the player and the floods, all within bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15, help="of each flood")
    parser.add_argument("--only", choices=[flood.__name__ for flood in FLOODS], help="one of the floods")
    told = parser.parse_args()
    seconds = told.seconds
    if not 1 <= seconds <= LONGEST_S:
        parser.error(f"1 to {LONGEST_S} seconds a flood")
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER, folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"(http://\S+?:(\d+))/ ", server.stdout.readline())
            assert found is not None
            wait_until_ready(found[1])
            begun = httpx.post(f"{found[1]}/api/v1/games", json={"game": "gekitai", "opponent": "device"}).json()
            print(f"{'flood':<18}{'moves':>6}{'median ms':>11}{'worst ms':>10}{'memory MB':>11}  what became of it")
            for flood in [flood for flood in FLOODS if told.only in (None, flood.__name__)]:
                measure(flood, Place(found[1], int(found[2]), begun["id"], seconds), server.pid)
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
