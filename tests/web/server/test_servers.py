"""Two servers on one PostgreSQL: any of them serves any game, and when one is killed the other goes on."""

import signal
import time

import pytest
from lobbies import find_opponent, lobby, shown
from servers import played, sign_up, two_players, two_servers, wait_until, wait_until_two
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from ludoteca.web.http.app import SHARE_S
from ludoteca.web.live.room_registry import BEAT_S, SWEEP_S
from ludoteca.web.rate_limits import ALLOWANCES
from ludoteca.web.storage.databases import open_engine, read_address
from ludoteca.web.storage.servers import ALIVE_MS
from ludoteca.web.table.changes import DECIDED

GOES_ON_S = 5.0
CHANGES = ("move", "back", "end", "next", "offer")  # news of a game


@pytest.fixture
def pair(request, cluster, tmp_path):
    with two_servers(cluster, tmp_path, **getattr(request, "param", {})) as servers:
        yield servers


def moved(client, server):
    """The same browser, connected to another server."""
    other = server.client()
    other.http.cookies.update(client.http.cookies)
    return other


def across(first, second, **wanted):
    """A game between two browsers, each connected to a server of its own."""
    ann, bob = first.client(), second.client()
    begun = ann.begin("gekitai", opponent="friend", **wanted)
    one = ann.open(begun["id"])
    one.until("snapshot")
    bob.accept(begun["id"], begun["tokens"][1])
    two = bob.open(begun["id"])
    assert two.until("snapshot")["you"] == 1
    one.until("snapshot", "state", where=lambda message: not message["seats"][1]["free"])
    return one, two, begun["id"], (ann, bob)


def test_players_on_different_servers_play_as_on_one(pair):
    one, two, game, _ = across(*pair, clock="5+3")
    with one, two:
        one.move("c3")
        two.until_ply(1)  # a clock may have started meanwhile, which shows the whole game
        assert two.view == one.view and two.view["last"]["text"] == "c3"
        two.send("move", ply=1, text="d4")
        heard = one.until_ply(2)
        assert heard["clock"]["running"] == 0
        assert heard["clock"]["left_ms"][1] <= 303_000
        two.send("offer_draw")
        assert one.until("offer", "snapshot", where=lambda message: message["offers"]["draw"] == 1)
        one.send("accept_draw")
        assert two.until("end", "snapshot", where=lambda message: message["view"]["outcome"])["how"] == "agreement"
        one.send("again")
        one.until("offer")
        two.until("snapshot", "offer", where=lambda message: message["offers"]["rematch"] == 0)
        two.send("again")
        assert one.until("next")["game_id"] == two.until("next")["game_id"]
    assert played(pair[0], game) == played(pair[1], game) == ["c3", "d4"]


def test_people_on_different_servers_find_each_other_and_talk(pair):
    ann, bob = (server.client() for server in pair)
    for client in (ann, bob):
        client.http.get("/")
    assert find_opponent(ann) == "/#lobby"
    with lobby(ann) as waiting, lobby(bob) as looking:
        looking.until("waiting")
        (challenge,) = shown(bob)
        game = bob.http.post(f"/challenges/{challenge}/accept").headers["location"].rpartition("/")[2]
        assert waiting.until("accepted")["game"] == game
        assert shown(ann) == shown(bob) == []
    with ann.open(game) as one, bob.open(game) as two:
        for socket in (one, two):
            socket.until("snapshot")
        one.send("chat", phrase="hello")
        assert two.until("chat")["lines"][-1]["text"] == "Hello!"
        two.send("block")
        two.until("blocked")
        one.send("chat", text="still there?")
        assert "blocked" in one.until("refusal")["reason"]
        two.send("abort")
        one.until("end", "snapshot", where=lambda message: message["view"]["outcome"])
    assert len(shown(ann)) == 1 and shown(bob) == []  # it comes back, and not to whom she does not want to meet


def test_of_two_moves_at_once_on_two_servers_one_is_played_and_both_hear_the_same(pair):
    first, second = pair
    client = first.client()
    game = client.begin("reversi", opponent="device")["id"]
    with client.open(game) as one, moved(client, second).open(game) as two:
        for socket in (one, two):
            socket.until("snapshot")
        for ply in range(12):
            mine, other = one.legal()[0], two.legal()[-1]
            one.send("move", ply=ply, text=mine)
            two.send("move", ply=ply, text=other)
            for socket in (one, two):
                told = socket.until("move", "refusal", "snapshot")
                while len(told.get("moves_played", ())) <= ply and told.get("ply") != ply:
                    told = socket.until("move", "snapshot")
                socket.send("resync", seq=None)
            shown = [
                socket.until("snapshot", where=lambda m, ply=ply: len(m["moves_played"]) > ply) for socket in (one, two)
            ]
            assert shown[0]["moves_played"] == shown[1]["moves_played"]
            assert shown[0]["moves_played"][ply] in (mine, other)
            assert len(shown[0]["moves_played"]) == ply + 1
    assert len(played(first, game)) == 12


OUT_OF_TURN = {"resign", "offer_draw", "ask_takeback", "offer_abort", "conditional_moves"}  # what a player may do then


def test_every_action_of_whoever_may_not_is_refused_with_a_sentence(pair, cluster):
    """By watchers, a host, a bot's account and the opponent out of turn: twice, on a server that has not moved."""
    first, second = pair
    host, bot = sign_up(second, "Only A Host"), sign_up(second, "Only A Bot")
    database = open_engine(read_address(cluster.address(first.database)), 1000, writes=True)
    with database.begin() as connection:
        connection.execute(text("UPDATE accounts SET role = CASE name WHEN 'Only A Host' THEN 'host' ELSE 'bot' END"))
    database.dispose()
    one, two, game, (_, bob) = across(*pair)
    with one, two:
        one.move("c3")
        two.send("move", ply=1, text="d4")
        two.until_ply(2)
        away = moved(bob, first)
        for client in (second.client(), host, bot, away):
            with client.open(game) as socket:
                socket.until("snapshot")
                for kind in sorted(DECIDED - OUT_OF_TURN if client is away else DECIDED):
                    for _ in range(2):
                        socket.send(kind, ply=2, text="e4", moves={})
                        told = socket.until("refusal", *CHANGES)
                        assert (told["type"], told.get("about")) == ("refusal", kind)
                        assert told["code"] != "Failure" and told["reason"].endswith(".")
        for socket in (one, two):
            socket.send("resync", seq=None)
            found = socket.until("snapshot")
            assert [found["moves_played"], found["state"], found["next"]] == [["c3", "d4"], "going", None]
            assert set(found["offers"].values()) == {None}


def test_a_message_that_comes_late_or_twice_or_to_the_wrong_server_does_no_harm(pair):
    first, second = pair
    one, two, game, (ann, bob) = across(*pair)
    with one, two:
        one.move("c3")
        answer = moved(ann, second).http.post(f"/api/v1/games/{game}/moves", json={"ply": 0, "text": "c3"})
        assert answer.status_code == 200 and answer.json()["moves_played"] == ["c3"]  # twice
        answer = moved(ann, second).http.post(f"/api/v1/games/{game}/moves", json={"ply": 0, "text": "a1"})
        assert (answer.status_code, answer.json()["kind"]) == (409, "Stale")  # late
        answer = moved(bob, first).http.post(f"/api/v1/games/{game}/moves", json={"ply": 1, "text": "d4"})
        assert answer.status_code == 200, answer.text  # to the server where he has no socket
        assert two.until_ply(2)["view"]["last"]["text"] == "d4"
        answer = moved(bob, first).http.post(f"/api/v1/games/{game}/moves", json={"ply": 2, "text": "a1"})
        assert answer.status_code == 403
        since = two.seq
    with moved(bob, first).open(game, seq=since) as again:  # what the other server said last
        assert again.until("synced", "snapshot")["type"] == "synced"
    assert played(second, game) == ["c3", "d4"]


def test_who_is_here_and_what_can_be_watched_holds_across_servers(pair):
    one, two, game, _ = across(*pair, listed=True)
    with two:
        with one:
            one.send("resync", seq=None)  # it may have heard already that both are here
            one.until("presence", "snapshot", where=lambda m: all(seat["present"] for seat in m["seats"]))
            one.move("c3")
            for server in pair:
                wait_until(lambda server=server: game in listed(server))
        two.until("presence", where=lambda message: not message["seats"][0]["present"])
    for server in pair:
        wait_until(lambda server=server: game not in listed(server))


def are_present(message):
    return all(seat["present"] for seat in message["seats"])


def is_first_gone(message):
    return not message["seats"][0]["present"]


def test_players_are_here_again_when_their_server_was_stalled_and_taken_for_gone(pair):
    first, _ = pair
    one, two, _, _ = across(*pair, clock="5+3")
    with one, two:
        two.send("resync", seq=None)
        two.until("presence", "snapshot", where=are_present)
        first.process.send_signal(signal.SIGSTOP)
        try:
            two.until("presence", "snapshot", where=is_first_gone)
        finally:
            first.process.send_signal(signal.SIGCONT)
        two.until("presence", "snapshot", where=are_present)


def test_players_are_here_again_after_the_database_was_away(pair, cluster):
    one, two, _, _ = across(*pair, clock="5+3")
    with one, two:
        cluster.stop()
        time.sleep(2 * ALIVE_MS / 1000)
        cluster.start()
        wait_until_two(*pair)
        time.sleep(3 * BEAT_S)  # whoever was taken for gone has been seen since
        for socket in (one, two):
            socket.send("resync", seq=None)
            socket.until("presence", "snapshot", where=are_present)


def test_word_of_who_is_here_that_nobody_heard_is_read_when_the_line_is_mended(pair, cluster):
    one, two, _, _ = across(*pair)
    with two:
        one.send("resync", seq=None)
        one.until("presence", "snapshot", where=are_present)
        cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        one.close()
        began = time.monotonic()
        two.until("presence", "snapshot", where=is_first_gone)
        assert time.monotonic() - began < SWEEP_S / 2


def begun_before_refusal(client):
    """How many games a client may begin until it is told to wait."""
    for count in range(61):
        answer = client.http.post("/api/v1/games", json={"game": "gekitai", "opponent": "device"})
        if answer.status_code == 429:
            return count
        assert answer.status_code == 201, answer.text
    raise AssertionError("never refused")


@pytest.mark.parametrize("pair", [{"is_limited": True}], indirect=True)
def test_what_was_asked_of_one_server_counts_at_the_other(pair):
    first, second = pair
    client = first.client()
    most, _ = ALLOWANCES["begin"]
    assert begun_before_refusal(client) >= most
    time.sleep(2 * SHARE_S)
    assert begun_before_refusal(moved(client, second)) < most * 3 // 4


@pytest.mark.parametrize("pair", [{"is_limited": True}], indirect=True)
def test_a_name_of_any_length_is_counted_and_told_like_any_other(pair):
    wanted = {"name": "\ufdfa" * 4000}  # each of which has eighteen letters, as names are compared
    tried = [0, 0]
    for number, server in enumerate(pair):
        while server.client().http.post("/api/v1/passkeys/wanted", json=wanted).status_code != 429:
            tried[number] += 1
        time.sleep(2 * SHARE_S)
    assert tried[0] >= ALLOWANCES["sign-in"][0] > tried[1]
    assert '"level": "error"' not in pair[0].log.read_text()


def listed(server):
    return [item["id"] for item in server.client().http.get("/api/v1/games", params={"state": "going"}).json()]


def test_a_game_goes_on_when_the_server_of_one_player_is_killed(pair):
    first, second = pair
    one, two, game, (ann, _) = across(*pair, clock="5+0")
    with two:
        one.move("c3")
        two.until_ply(1)
        two.move("d4")
        first.kill()
        one.close()
        began = time.monotonic()
        with moved(ann, second).open(game) as again:
            shown = again.until("snapshot")
            assert shown["moves_played"] == ["c3", "d4"]
            assert shown["clock"]["running"] == 0
            again.move("a1")
            assert two.until_ply(3)["view"]["last"]["text"] == "a1"
        assert time.monotonic() - began < GOES_ON_S
    assert second.client().http.get("/readyz").json()["ready"]


def test_a_bot_whose_server_is_killed_while_it_thinks_moves_on_the_other(pair):
    first, second = pair
    client = first.client()
    game = client.begin(opponent="bot", bot="alphabeta:3000ms")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        assert socket.move("c3")["type"] == "move"
        socket.until("thinking")
        first.kill()
    began = time.monotonic()
    wait_until(lambda: "taken over" in second.log.read_text())
    assert time.monotonic() - began < GOES_ON_S
    wait_until(lambda: len(played(second, game)) == 2)


def test_a_clock_runs_out_though_its_server_was_killed_and_nobody_came_back(pair, cluster):
    first, second = pair
    one, two, game = two_players(first, clock="4s/move")
    with one, two:
        one.move("c3")
        two.until_ply(1)
        began = time.monotonic()
        first.kill()
    with cluster.connect(second.database) as database:  # to ask the server would make it look at the game
        ended = "SELECT state FROM games WHERE id = %s"
        wait_until(lambda: database.execute(ended, [game]).fetchone() == ("over",))
    assert time.monotonic() - began < 4.0 + GOES_ON_S
    assert second.client().http.get(f"/api/v1/games/{game}").json()["how"] == "time"


def test_a_rolling_restart_loses_no_move_and_freezes_no_board(pair):
    first, second = pair
    one, two, game, (ann, bob) = across(*pair)
    plies = 0
    for stopping, staying, client in ((first, second, ann), (second, first, bob)):
        kept = two if stopping is first else one
        (one if stopping is first else two).move(kept.legal()[0], plies)
        plies += 1
        kept.until_ply(plies)
        assert stopping.stop() in (0, -15)
        with moved(client, staying).open(game) as back:
            assert len(back.until("snapshot")["moves_played"]) == plies
        stopping.start().wait_until_ready().with_games("gekitai")
        wait_until_two(*pair)
        if stopping is first:
            one = moved(ann, first).open(game)
            assert len(one.until("snapshot")["moves_played"]) == plies
    assert len(played(first, game)) == plies


def test_servers_with_different_secrets_do_not_share_a_database(new_server, cluster, tmp_path):
    address = cluster.address(cluster.new_database())
    new_server(database=address).wait_until_ready()
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(AssertionError, match="another secret"):
        new_server(database=address, folder=other)


def test_an_account_and_its_ratings_are_the_same_on_both(pair):
    first, second = pair
    ann, bob = sign_up(first, "Ann"), sign_up(second, "Bob")
    begun = ann.begin("gekitai", opponent="friend", rated=True, clock="10+5")
    with ann.open(begun["id"]) as one:
        one.until("snapshot")
        bob.accept(begun["id"], begun["tokens"][1])
        with bob.open(begun["id"]) as two:
            two.until("snapshot")
            one.until("snapshot", "state", where=lambda message: not message["seats"][1]["free"])
            one.move("c3")
            two.until_ply(1)
            two.send("resign")
            one.until("end", "snapshot", where=lambda message: message["view"]["outcome"])
    changes = [server.client().http.get(f"/api/v1/games/{begun['id']}/ratings").json() for server in pair]
    assert changes[0] == changes[1]
    assert changes[0][0]["after"] > 1500 > changes[0][1]["after"]
    elsewhere = moved(ann, second)
    assert elsewhere.http.get("/api/v1/me").json()["account"]["name"] == "Ann"
    with elsewhere.open(begun["id"]) as board:
        board.until("snapshot")
        ann.http.post("/account/sign-out")  # everywhere
        with pytest.raises(ConnectionClosed):
            board.until("nothing")
    assert "account" not in elsewhere.http.get("/api/v1/me").json()


def test_games_that_move_into_an_account_do_so_on_both(pair):
    first, second = pair
    guest, bob = first.client(), second.client()
    begun = guest.begin("gekitai", opponent="friend")
    with guest.open(begun["id"]) as one:
        one.until("snapshot")
    bob.accept(begun["id"], begun["tokens"][1])
    with bob.open(begun["id"]) as two:
        two.until("snapshot")
        sign_up(first, "Ann", client=guest)
        told = two.until("snapshot", "state", where=lambda message: message["seats"][0]["account"])
        assert told["seats"][0]["name"] == "Ann"
        with moved(guest, second).open(begun["id"]) as again:
            assert again.until("snapshot")["you"] == 0
            assert again.move("c3")["type"] == "move"
        two.until_ply(1)
