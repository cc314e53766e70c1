"""Pages leave little garbage; it is searched for seldom, and the more seldom the longer it takes."""

import pytest
from servers import Server

from ludoteca.web.live import room_registry
from ludoteca.web.live.room_registry import FIRST_SEARCH_S, SEARCH_SHARE, Garbage

MOST = 10  # objects a page
COUNTING = """
import gc
from ludoteca.web.http import app as application

add_health = application.add_health

def add_count(app):
    add_health(app)

    @app.get("/healthz/garbage")
    async def garbage() -> int:
        return gc.collect()

application.add_health = add_count
"""


@pytest.fixture(scope="module")
def counting_server(tmp_path_factory):
    """A server that says how many objects held each other since it was last asked."""
    running = Server(tmp_path_factory.mktemp("server"), prelude=COUNTING).start().wait_until_ready()
    yield running
    running.close()


@pytest.mark.parametrize(
    "path", ["/game/{id}", "/new/gekitai", "/rules/gekitai", "/editor/gekitai", "/", "/games", "/mine"]
)
def test_a_page_leaves_next_to_no_garbage(counting_server, path):
    client = counting_server.client()
    address = path.format(id=client.begin(opponent="bot", bot="random")["id"])

    def count(pages):
        client.http.get("/healthz/garbage")
        for _ in range(pages):
            assert client.http.get(address).status_code == 200
        return client.http.get("/healthz/garbage").json()

    count(3)  # what is made once
    assert count(10) - count(0) <= 10 * MOST


def test_the_next_search_waits_until_the_last_one_was_worth_its_time(monkeypatch):
    now = [100.0]
    searches = []

    def search():
        searches.append(now[0])
        now[0] += 0.5

    monkeypatch.setattr(room_registry.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(room_registry.gc, "collect", search)
    collector = Garbage()
    assert not collector.collect()
    now[0] = began = 100.0 + FIRST_SEARCH_S
    assert collector.collect()
    now[0] = began + 0.5 / SEARCH_SHARE - 1
    assert not collector.collect()
    now[0] += 2
    assert collector.collect()
    assert len(searches) == 2


def test_very_many_new_objects_do_not_wait(monkeypatch):
    monkeypatch.setattr(room_registry.gc, "collect", lambda: None)
    monkeypatch.setattr(room_registry.gc, "get_count", lambda: (room_registry.MOST_NEW, 0, 0))
    collector = Garbage()
    assert collector.collect()
    assert collector.collect()
