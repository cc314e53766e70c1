"""Games over days on two servers with one PostgreSQL: deadlines, vacations and planned answers, while time is moved."""

import time

import pytest
from lobbies import lobby
from moved_time import DAY_S, MovedTime
from servers import PATIENCE_S, played, sign_up

DAY_MS = 1000 * DAY_S
SLOW = "3d+1d max 7d"


@pytest.fixture
def days(cluster, tmp_path):
    """Two servers that know of each other, and the time of both."""
    address, moved, made = cluster.address(cluster.new_database()), MovedTime(tmp_path), []
    for _ in range(2):
        made.append(moved.server(tmp_path, database=address, log=tmp_path / f"log{len(made)}").start())
    for server in made:
        server.wait_until_ready().with_games("gekitai")
    end = time.monotonic() + PATIENCE_S
    while any(server.client().http.get("/readyz").json()["servers"] < 2 for server in made):
        assert time.monotonic() < end
        time.sleep(0.05)
    yield *made, moved
    for server in made:
        server.close()


def state_of(server, game):
    return server.client().http.get(f"/api/v1/games/{game}").json()


def wait_for(server, game, is_so):
    """How a game stands on a server, once that is so."""
    end = time.monotonic() + PATIENCE_S
    while not is_so(state := state_of(server, game)):
        assert time.monotonic() < end, state
        time.sleep(0.05)
    return state


def seated(one, two, **wanted):
    """Ann with an account on one server, and Bob on the other; she has moved."""
    ann, bob = sign_up(one, "Ann"), two.client()
    begun = ann.begin("gekitai", opponent="friend", **wanted)
    sit(bob, begun)
    play(ann, begun["id"], 0, "c3")
    return ann, bob, begun["id"]


def sit(client, begun):
    """Take the other seat of a game that has just begun."""
    client.accept(begun["id"], begun["tokens"][1])
    with client.open(begun["id"]) as socket:
        socket.until("snapshot")


def play(client, game, ply, text):
    answer = client.http.post(f"/api/v1/games/{game}/moves", json={"ply": ply, "text": text})
    assert answer.status_code == 200, answer.text


def elsewhere(client, server):
    """The same browser on another server."""
    other = server.client()
    other.http.cookies.update(client.http.cookies)
    return other


def test_a_vacation_stops_the_clock_on_all_servers_and_another_one_ends_it(days):
    one, two, moved = days
    ann, bob, game = seated(one, two, clock=SLOW)
    live = seated_live(ann, bob)
    moved.move(DAY_S)
    assert state_of(two, game)["clock"]["running"] == 1
    assert elsewhere(ann, two).http.post("/account/vacation", data={"days": "4"}).status_code == 303
    for server in (one, two):
        state = wait_for(server, game, lambda state: state["clock"]["running"] is None)
        assert abs(state["clock"]["left_ms"][1] - 2 * DAY_MS) < 60_000
        assert state["seats"][0]["vacation"] and state["seats"][1]["vacation"] is None
    assert state_of(one, live)["seats"][0]["vacation"] is None
    assert ann.http.post("/account/vacation", data={"days": "4"}).status_code == 409
    assert "on vacation until" in ann.http.get("/account").text
    two.kill()
    moved.move(3 * DAY_S)
    assert state_of(one, game)["clock"]["running"] is None
    moved.move(2 * DAY_S)
    state = wait_for(one, game, lambda state: state["clock"]["running"] == 1)
    assert abs(state["clock"]["left_ms"][1] - 2 * DAY_MS) < 60_000
    assert "26 days left" in ann.http.get("/account").text
    moved.move(2 * DAY_S)
    state = wait_for(one, game, lambda state: state["state"] == "over")
    assert (state["how"], state["view"]["outcome"]["winner"]) == ("time", 0)


def seated_live(ann, bob):
    begun = ann.begin("gekitai", opponent="friend", clock="30+10")
    sit(bob, begun)
    return begun["id"]


def test_a_game_that_begins_during_a_vacation_waits_too_and_the_end_can_come_early(days):
    one, two, moved = days
    ann = sign_up(one, "Ann")
    assert ann.http.post("/account/vacation", data={"days": "9"}).status_code == 303
    bob = two.client()
    begun = bob.begin("gekitai", opponent="friend", clock=SLOW)
    sit(elsewhere(ann, two), begun)
    play(bob, begun["id"], 0, "c3")
    wait_for(one, begun["id"], lambda state: state["seats"][1]["vacation"] and state["clock"]["running"] is None)
    moved.move(5 * DAY_S)
    assert ann.http.post("/account/vacation/end").status_code == 303
    wait_for(two, begun["id"], lambda state: state["clock"]["running"] == 1)
    assert "25 days left" in ann.http.get("/account").text or "24 days left" in ann.http.get("/account").text


def test_an_answer_planned_on_one_server_is_played_by_the_other_even_if_the_first_is_killed(days):
    one, two, moved = days
    ann, bob, game = seated(one, two, clock=SLOW)
    with ann.open(game) as socket:
        socket.until("snapshot")
        socket.send("conditional_moves", ply=1, moves={"f6": {"a1": {"f1": {"a6": {}}}}})
        socket.until("conditional_moves")
    moved.move(DAY_S)
    play(bob, game, 1, "f6")
    assert played(two, game) == played(one, game) == ["c3", "f6", "a1"]
    one.kill()
    moved.move(2 * DAY_S)
    play(bob, game, 3, "f1")
    assert played(two, game) == ["c3", "f6", "a1", "f1", "a6"]


def test_whatever_page_is_open_on_whichever_server_hears_that_a_game_has_gone_on(days):
    one, two, _ = days
    ann, bob, game = seated(one, two, clock=SLOW)
    with lobby(ann) as page, lobby(bob) as other:
        assert page.until("turns") == {"type": "turns", "games": [], "going": 1, "new": None}
        assert other.until("turns", where=lambda message: message["new"] is None)["games"] == [game]
        play(bob, game, 1, "f6")
        assert page.until("turns") == {"type": "turns", "games": [game], "going": 1, "new": game}
        play(ann, game, 2, "a1")
        assert other.until("turns", where=lambda message: message["new"] == game)["games"] == [game]
        with bob.open(game) as board:  # whoever looks at it need not be told
            board.until("snapshot")
            board.send("resign")
            assert page.until("turns") == {"type": "turns", "games": [], "going": 0, "new": game}
            other.send("ping")
            told = other.until("turns", "pong", where=lambda message: message.get("games") != [game])  # of moves before
            assert told["type"] == "pong"
