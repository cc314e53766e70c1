"""What goes wrong between server and browser: messages lost, repeated, late and crossed, and a server that stops."""

import json
import time
from random import Random

import pytest
from servers import PATIENCE_S, played, two_players
from websockets.exceptions import ConnectionClosed

from ludoteca.web.table.changes import sit_down
from ludoteca.web.table.new_game import NewGame, first_game
from ludoteca.web.tokens import SEAT_COOKIE


def test_a_server_that_is_told_to_stop_says_goodbye_and_ends_well(new_server):
    server = new_server().wait_until_ready()
    one, two, game = two_players(server)
    one.move("c3")
    server.process.terminate()
    with pytest.raises(ConnectionClosed) as closed:
        one.until("nothing")
    assert closed.value.rcvd.code == 1012
    assert server.ended() in (0, -15)
    one.close()
    two.close()
    server.start().wait_until_ready()
    assert played(server, game) == ["c3"]


def test_a_move_sent_twice_is_played_once(server):
    one, two, game = two_players(server)
    with one, two:
        one.send("move", ply=0, text="c3")
        one.send("move", ply=0, text="C3 ")
        assert one.until("move")["ply"] == 0
        assert one.until("snapshot")["moves_played"] == ["c3"]
        two.until("move")
    assert played(server, game) == ["c3"]


def test_late_and_early_messages_are_answered_with_how_it_stands(server):
    one, two, game = two_players(server)
    with one, two:
        one.move("c3")
        for ply in (0, 7):
            one.send("move", ply=ply, text="a1")
            assert one.until("refusal")["code"] == "stale"
            assert one.until("snapshot")["moves_played"] == ["c3"]
    assert played(server, game) == ["c3"]


def test_two_tabs_that_move_at_once_play_one_move(server):
    client = server.client()
    game = client.begin("gekitai", opponent="device")["id"]
    with client.open(game) as one, client.open(game) as two:
        one.until("snapshot")
        two.until("snapshot")
        one.send("move", ply=0, text="c3")
        two.send("move", ply=0, text="d4")
        answers = [socket.until("refusal", "snapshot")["type"] for socket in (one, two) if not socket.send("resync")]
        assert sorted(answers) == ["refusal", "snapshot"]
    assert len(played(server, game)) == 1


def test_after_a_gap_a_client_gets_what_it_missed_in_order(server):
    one, two, _ = two_players(server, "reversi")
    with one, two:
        since = one.seq
        for _ in range(4):
            mover = (one, two)[one.view["mover"]]
            mover.move(mover.legal()[0])
            (two if mover is one else one).until("move")
        one.send("resync", seq=since)
        missed = [one.until("move") for _ in range(4)]
        assert [message["ply"] for message in missed] == [0, 1, 2, 3]
        assert [message["seq"] for message in missed] == list(range(since + 1, since + 5))
        one.send("resync", seq=one.seq)
        assert one.until("synced")
        one.send("resync", seq=1000)
        assert one.until("snapshot")["view"]["ply"] == 4


def test_a_client_that_comes_back_gets_the_gap_alone(server):
    client = server.client()
    game = client.begin("gekitai", opponent="device")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        socket.move("c3")
        since = socket.seq
        socket.move("d4")
    with client.open(game, seq=since) as socket:
        assert socket.next()["text"] == "d4"


@pytest.mark.parametrize("text", ["", "zz", "c3c3", "z99", "c" * 199, "\u202ec3", "<script>alert(1)</script>", "pass"])
def test_a_move_that_cannot_be_is_refused_with_a_sentence_and_changes_nothing(server, text):
    client = server.client()
    game = client.begin("gekitai", opponent="device")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        refusal = socket.move(text)
        assert refusal["type"] == "refusal"
        assert refusal["reason"].endswith((".", "…"))
    assert played(server, game) == []


def test_the_rules_say_why_not(server):
    client = server.client()
    game = client.begin("gekitai", opponent="device")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        socket.move("c3")
        assert socket.move("c3", ply=1)["reason"] == "c3 is taken."


def test_whoever_has_no_seat_cannot_move_resign_or_offer(server):
    one, two, game = two_players(server)
    with one, two, server.client().open(game) as stranger:
        stranger.until("snapshot")
        assert stranger.move("c3")["reason"] == "You are watching this game."
        for kind in ("resign", "offer_draw", "accept_draw", "ask_takeback", "grant_takeback", "undo", "hint", "again"):
            stranger.send(kind)
            assert stranger.until("refusal")["about"] == kind
        assert two.move("c3")["reason"] == "It is not your turn."


def test_an_invitation_works_once_and_not_for_its_sender(server):
    owner, friend, third = server.client(), server.client(), server.client()
    begun = owner.begin(opponent="friend")
    for client in (owner, friend, third):
        assert "seat" not in client.accept(begun["id"], begun["tokens"][1]).headers["location"]
    with owner.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 0
    with friend.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 1
    with third.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] is None


def test_a_preview_of_the_invitation_takes_no_seat(server):
    owner, preview = server.client(), server.client()
    begun = owner.begin(opponent="friend")
    preview.http.get(f"/game/{begun['id']}", params={"seat": begun["tokens"][1]}, follow_redirects=True)
    assert owner.http.get(f"/api/v1/games/{begun['id']}").json()["seats"][1]["free"]


def test_a_seat_is_taken_along_to_another_device_by_its_own_link(server):
    owner, phone = server.client(), server.client()
    begun = owner.begin(opponent="bot", bot="random")
    page = owner.http.get(f"/game/{begun['id']}").text
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert phone.http.get(data["links"]["resume"]).status_code == 303
    with phone.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 0
        assert socket.move("c3")["type"] == "move"


def test_a_game_that_is_not_there_closes_the_socket_with_a_reason(server):
    with server.client().open("aaaaaaaaaa") as socket:
        assert socket.next()["reason"] == "There is no such game. It may have been withdrawn."


def test_a_program_plays_over_http_with_the_token_of_its_seat(server):
    begun = server.client().begin(opponent="friend")
    address = f"/api/v1/games/{begun['id']}/moves"
    owner, friend, thief = ({"Authorization": f"Bearer {token}"} for token in (*begun["tokens"], "nothing-of-the-kind"))
    program, other = server.client(), server.client()
    early = program.http.post(address, json={"ply": 0, "text": "c3"}, headers=owner)
    assert early.json()["error"] == "Your opponent has not joined yet."
    late = other.http.post(address, json={"ply": 0, "text": "c3"}, headers=friend)
    assert late.json()["error"] == "It is not your turn."
    again = program.http.post(address, json={"ply": 0, "text": "c3"}, headers=owner)
    assert again.json()["error"] == "Your opponent has not joined yet.", "a refused move takes no seat"
    assert other.http.get(address.removesuffix("/moves"), headers=friend).json()["you"] == 1
    assert program.http.post(address, json={"ply": 0, "text": "c3"}, headers=owner).json()["moves_played"] == ["c3"]
    assert other.http.post(address, json={"ply": 0, "text": "c3"}, headers=thief).status_code == 403
    stale = program.http.post(address, json={"ply": 0, "text": "d4"}, headers=owner)
    assert (stale.status_code, stale.json()["kind"]) == (409, "Stale")


def test_the_clock_does_not_run_for_one_whose_move_was_refused_before_they_sat_down():
    """Sitting down on trial, to see whether a move is possible, counted as having come to the table."""
    stored = first_game(NewGame(game="gekitai", opponent="friend"), "ann", Random(0))
    assert sit_down(stored, lambda _token, _game, seat, _generation: seat == 1, "bob", "token", "Bob") is not None
    assert stored.arrived == set()


def test_a_program_that_was_invited_over_http_keeps_its_seat(server):
    begun = server.client().begin(opponent="friend", side="second")
    address = f"/api/v1/games/{begun['id']}/moves"
    first, second = ({"Authorization": f"Bearer {token}"} for token in begun["tokens"])
    moves = ["c3", "d4", "a1", "f6", "a6"]
    for ply, text in enumerate(moves):  # each time a client without a cookie
        answer = server.client().http.post(address, json={"ply": ply, "text": text}, headers=(first, second)[ply % 2])
        assert answer.status_code == 200, answer.text
        assert answer.json()["you"] == ply % 2
    assert played(server, begun["id"]) == moves
    seen = server.client().http.get(address.removesuffix("/moves"), headers=first).json()
    assert seen["you"] == 0 and not seen["can"]["move"]
    with server.client().open(begun["id"], **first) as socket:
        assert socket.until("snapshot")["you"] == 0, "over a socket too, however often it comes"
    thief = server.client().http.get(address.removesuffix("/moves"), headers={"Authorization": f"Bearer {'x' * 24}"})
    assert thief.status_code == 403


def test_the_link_that_a_browser_followed_is_used_up_for_programs(server):
    begun = server.client().begin(opponent="friend", side="second")
    friend = server.client()
    friend.accept(begun["id"], begun["tokens"][0])
    with friend.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 0
    headers = {"Authorization": f"Bearer {begun['tokens'][0]}"}
    assert server.client().http.get(f"/api/v1/games/{begun['id']}", headers=headers).status_code == 403


def test_a_bot_that_begins_moves_for_a_client_without_a_socket(server):
    client = server.client()
    game = client.begin(opponent="bot", bot="random", side="second")["id"]
    for _ in range(int(PATIENCE_S * 20)):
        if found := client.http.get(f"/api/v1/games/{game}/moves").json()["played"]:
            break
        time.sleep(0.05)
    assert len(found) == 1
    assert server.client().http.get(f"/api/v1/games/{game}").json()["can"]["move"] is False


@pytest.mark.parametrize("seat", ["x" * 200, "é" * 200, "\U0001d11e" * 200, "x", " "])
def test_a_link_with_a_seat_that_is_no_token_leaves_nothing_in_the_cookie(server, seat):
    client = server.client()
    game = client.begin(opponent="friend")["id"]
    answer = server.client().http.get(f"/game/{game}", params={"seat": seat})
    assert answer.status_code == 303 and SEAT_COOKIE not in answer.cookies
