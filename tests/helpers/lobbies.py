"""What a browser without a screen does in the lobby."""

from __future__ import annotations

from servers import Client, Socket
from websockets.sync.client import connect


def find_opponent(client: Client, game: str = "gekitai", **fields: str) -> str:
    """Post a challenge; where that leads."""
    answer = client.http.post(f"/new/{game}", data={"opponent": "anyone", **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def shown(client: Client) -> list[str]:
    """The ids of the challenges that someone sees."""
    text = client.http.get("/lobby").text
    return [part.split('"')[0] for part in text.split('data-challenge="')[1:]]


def lobby(client: Client) -> Socket:
    """A page that listens."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    address = f"{client.base.replace('http', 'ws')}/ws/lobby"
    return Socket(connect(address, additional_headers={"Cookie": cookie}, compression=None))
