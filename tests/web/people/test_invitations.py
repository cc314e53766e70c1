"""Invitations by link: seen before anybody is seated, and as a QR code for whoever sent them."""

import io

import pytest
import zxingcpp
from PIL import Image
from resvg_py import svg_to_bytes


def invited(server, **wanted):
    """Who invites, the game and the link."""
    owner = server.client()
    begun = owner.begin(opponent="friend", name="Ana", **wanted)
    return owner, begun, f"/game/{begun['id']}?seat={begun['tokens'][1]}"


def test_an_invitation_says_who_invites_to_what_and_seats_nobody(server):
    owner, begun, link = invited(server, clock="5+3", series=3, options={"double_win": "mover"})
    friend = server.client()
    for _ in range(2):
        answer = friend.http.get(link)
        assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
        clock = "Clock: 5 minutes plus 3 s per move"
        for words in ("Ana invites you to Gekitai", "You play Black.", clock, "Best of 3", "noindex"):
            assert words in answer.text
    with friend.open(begun["id"]) as socket:  # who has only looked does not sit down
        assert socket.until("snapshot")["you"] is None
    assert owner.http.get(f"/api/v1/games/{begun['id']}").json()["seats"][1]["free"]
    friend.accept(begun["id"], begun["tokens"][1])
    with friend.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 1


def test_whoever_accepted_and_whoever_sent_it_come_to_the_board(server):
    owner, begun, link = invited(server)
    assert owner.http.get(link).status_code == 303  # one's own
    friend, third = server.client(), server.client()
    friend.accept(begun["id"], begun["tokens"][1])
    with friend.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 1
    for client in (friend, third):
        assert client.http.get(link).status_code == 303
    with third.open(begun["id"]) as socket:
        assert socket.until("refusal")["reason"] == "That seat is taken; you are watching."


@pytest.mark.parametrize("token", ["", "x", "é" * 30, "x" * 24])
def test_a_wrong_token_seats_nobody(server, token):
    _, begun, _ = invited(server)
    stranger = server.client()
    stranger.accept(begun["id"], token)
    with stranger.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] is None


def test_there_is_nothing_to_accept_where_there_is_no_game(server):
    assert server.client().http.post("/game/abcdefghij/join", data={"seat": "x"}).status_code == 404


def test_the_link_is_a_qr_code_for_its_sender_alone_while_the_seat_is_free(server):
    owner, begun, link = invited(server)
    address = f"/game/{begun['id']}/invitation.svg"
    answer = owner.http.get(address)
    assert answer.headers["content-type"] == "image/svg+xml" and answer.headers["cache-control"] == "no-store"
    picture = Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=answer.text)))).convert("L")
    assert zxingcpp.read_barcode(picture).text == f"{server.base}{link}"
    assert server.client().http.get(address).status_code == 404
    friend = server.client()
    friend.accept(begun["id"], begun["tokens"][1])
    with friend.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 1
    for client in (owner, friend):
        assert client.http.get(address).status_code == 404


def test_the_link_of_a_private_game_is_nowhere_else(server):
    _, begun, _ = invited(server)
    watcher = server.client()
    pages = ["/", "/games", "/lobby", f"/game/{begun['id']}", f"/api/v1/games/{begun['id']}", "/api/v1/games"]
    for address in pages:
        assert begun["tokens"][1] not in watcher.http.get(address).text
    for address in ("/", "/games", "/lobby", "/api/v1/games"):
        assert begun["id"] not in watcher.http.get(address).text
