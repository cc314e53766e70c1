"""Push messages: a turn or a challenge reaches a device once, if no page of its owner is open."""

import asyncio
import shutil
import time

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from lobbies import find_opponent, lobby
from push_services import PushService, bytes_of, decrypt, text_of
from servers import PASSWORD, sign_up

from ludoteca.web import web_push
from ludoteca.web.web_push import Answer, BadSubscription, Message, PushSender, Signer, Subscription

QUICK = "import ludoteca.web.storage.notices as n; n.WAIT_MS, n.HEAR_MS = 300, 700"
LOOPBACK = ("127.0.0.0/8",)
QUIET_S = 4.0  # in which a message would have arrived


@pytest.fixture
def service():
    running = PushService()
    yield running
    running.close()


@pytest.fixture
def site(new_server):
    running = new_server(prelude=QUICK, push_networks=LOOPBACK)
    return running.wait_until_ready().with_games("gekitai")


def notified(client, phone):
    answer = client.http.post("/api/v1/me/push", json=phone.subscription)
    assert answer.status_code == 200, answer.text


def correspondence(first, second):
    """A game between two who have no page open."""
    begun = first.begin("gekitai", opponent="friend")
    second.accept(begun["id"], begun["tokens"][1])
    with second.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 1
    return begun["id"]


def move(client, game, ply, text):
    answer = client.http.post(f"/api/v1/games/{game}/moves", json={"ply": ply, "text": text})
    assert answer.status_code == 200, answer.text


def test_a_browser_that_signs_in_again_is_still_told(site, service):
    ann = sign_up(site, "Ann")
    notified(ann, service.phone("ann"))
    ann.http.post("/sign-in", data={"name": "Ann", "password": PASSWORD})
    assert len(ann.http.get("/account/data.json").json()["notices"]["push"]) == 1
    ann.http.post("/sign-out")  # what it ends is the sign-in that the subscription has now
    ann.http.post("/sign-in", data={"name": "Ann", "password": PASSWORD})
    assert ann.http.get("/account/data.json").json()["notices"]["push"] == []


# --- the standards


def test_the_browser_of_these_tests_reads_the_example_of_the_standard():
    """RFC 8291, appendix A."""
    number = int.from_bytes(bytes_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    sent = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru"
        "3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    plain = decrypt(bytes_of(sent), ec.derive_private_key(number, ec.SECP256R1()), bytes_of("BTBZMqHH6r4Tts7J_aSIgg"))
    assert plain == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize("content", [b"", b"\0", "Sua vez ●".encode(), b"x" * 2000])
def test_only_the_browser_can_read_a_message(content, service):
    phone, other = service.phone("one"), service.phone("two")
    given = phone.subscription
    sealed = web_push.encrypt(content, Subscription(given["endpoint"], given["keys"]["p256dh"], given["keys"]["auth"]))
    assert decrypt(sealed, phone.private, phone.auth) == content
    with pytest.raises(InvalidTag):
        decrypt(sealed, other.private, phone.auth)


def test_all_servers_with_one_secret_sign_with_one_key():
    assert Signer(b"a" * 64).public_key == Signer(b"a" * 64).public_key != Signer(b"b" * 64).public_key


# --- addresses


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[64:ff9b::a00:1]/x",
        "https://[2002:a00:1::]/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://0.0.0.0/x",
        "https://8.8.8.8:8443/x",
        "http://8.8.8.8/x",
        "https://no-such-host.invalid/x",
    ],
)
def test_nothing_is_sent_to_an_address_that_is_not_public(endpoint, monkeypatch, service):
    async def connect(address, *_, **__):
        raise AssertionError(f"it connects to {address}")

    monkeypatch.setattr(asyncio, "open_connection", connect)
    assert asyncio.run(sent_to(endpoint, service, ())) == Answer(0)


async def sent_to(endpoint, service, networks):
    keys = service.phone("someone").subscription["keys"]
    sender = PushSender(Signer(b"a" * 64), networks)
    try:
        subscription = Subscription(endpoint, keys["p256dh"], keys["auth"])
        return await sender.send(Message(b"{}", "topic", 60), subscription, "mailto:a@example.org")
    finally:
        sender.close()


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(service, monkeypatch):
    """A name that has another address the second time it is asked for leads nowhere else."""
    asked = []

    def addresses(host, port, **_):
        asked.append(host)
        return [(2, 1, 6, "", ("127.0.0.1" if len(asked) == 1 else "10.0.0.1", port))]

    monkeypatch.setattr("ludoteca.web.web_push.socket.getaddrinfo", addresses)
    port = service.server.server_address[1]
    assert asyncio.run(sent_to(f"http://push.example:{port}/send/someone", service, LOOPBACK)).status == 400
    assert asked == ["push.example"]
    assert len(service.trouble) == 1  # it got there, under a name that is not the service's own


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "ftp://push.example/x"},
        {"endpoint": "https://user@push.example/x"},
        {"endpoint": "https://push.example/x\r\nHost: other"},
        {"endpoint": "https:///x"},
        {"endpoint": "https://push.example:0x/"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": {"p256dh": text_of(b"\4" + b"\1" * 64), "auth": text_of(b"a" * 16)}},
        {"keys": {"p256dh": "ç", "auth": text_of(b"a" * 16)}},
    ],
)
def test_what_is_not_a_subscription_is_refused(server, service, wrong):
    answer = server.client().http.post("/api/v1/me/push", json={**service.phone("one").subscription, **wrong})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


def test_a_plain_address_is_refused_unless_the_host_allows_it(server, service):
    answer = server.client().http.post("/api/v1/me/push", json=service.phone("one").subscription)
    assert (answer.status_code, answer.json()["kind"]) == (400, BadSubscription.__name__)


# --- what is told


def test_a_move_reaches_the_device_of_whoever_is_to_move(site, service):
    ann, bob = sign_up(site, "Ann"), sign_up(site, "Bob")
    phone, tablet, other = (service.phone(name) for name in ("phone", "tablet", "other"))
    notified(bob, phone)
    notified(bob, tablet)
    notified(ann, other)
    game = correspondence(ann, bob)
    other.wait()  # the game has begun, and the first move is Ann's
    move(ann, game, 0, "c3")
    (told,) = phone.wait()
    assert told["web_push"] == 8030
    assert told["notification"]["title"] == "Gekitai: your turn"
    assert told["notification"]["body"] == "Ann is waiting for your move."
    assert told["notification"]["navigate"] == f"{site.base}/game/{game}"
    assert phone.headers[0]["Topic"] == game
    assert tablet.wait() == [told]
    time.sleep(QUIET_S)
    assert (len(phone.received), len(other.received)) == (1, 1)
    assert service.trouble == []


def test_a_guest_is_told_in_the_language_of_their_pages(site, service):
    ann, bob = site.client(), site.client()
    bob.http.headers["accept-language"] = "pt"
    bob.http.get("/")
    phone = service.phone("phone")
    notified(bob, phone)
    game = correspondence(ann, bob)
    move(ann, game, 0, "c3")
    assert phone.wait()[0]["notification"]["title"] == "Gekitai: a sua vez"
    bob.http.post("/api/v1/me/push/end", json={"endpoint": phone.subscription["endpoint"]})
    move(bob, game, 1, "d4")
    move(ann, game, 2, "a1")
    time.sleep(QUIET_S)
    assert len(phone.received) == 1


def test_whoever_is_challenged_is_told(site, service):
    ann, bob = sign_up(site, "Ann"), sign_up(site, "Bob")
    phone = service.phone("phone")
    notified(bob, phone)
    assert find_opponent(ann, to="Bob", clock="none") == "/#lobby"
    (told,) = phone.wait()
    assert told["notification"]["body"] == "Ann challenges you."
    assert told["notification"]["navigate"] == f"{site.base}/#lobby"


def test_whoever_has_a_page_open_sees_it_there_and_gets_no_message(site, service):
    ann, bob = sign_up(site, "Ann"), sign_up(site, "Bob")
    phone = service.phone("phone")
    notified(bob, phone)
    game = correspondence(ann, bob)
    with lobby(bob) as page:
        page.until("waiting")
        move(ann, game, 0, "c3")
        assert page.until("turns", where=lambda message: message["new"])["new"] == game
        time.sleep(QUIET_S)
        assert find_opponent(ann, to="Bob", clock="none") == "/#lobby"
        shown = page.until("notice")
        assert (shown["body"], shown["page"]) == ("Ann challenges you.", "/#lobby")
        time.sleep(QUIET_S)
    assert phone.received == []


def test_whoever_moves_at_once_or_is_at_the_table_is_not_told(site, service):
    ann, bob = sign_up(site, "Ann"), sign_up(site, "Bob")
    phone = service.phone("phone")
    notified(bob, phone)
    game = correspondence(ann, bob)
    move(ann, game, 0, "c3")
    move(bob, game, 1, "d4")
    with bob.open(game) as board:
        board.until("snapshot")
        move(ann, game, 2, "a1")
        board.until("move")
        time.sleep(QUIET_S)
    assert phone.received == []


def test_whoever_signs_out_or_is_deleted_is_not_told(site, service):
    ann, bob = sign_up(site, "Ann"), sign_up(site, "Bob")
    phone, tablet = service.phone("phone"), service.phone("tablet")
    notified(bob, phone)
    game = correspondence(ann, bob)
    found = bob.http.get("/account/data.json").json()["notices"]["push"]
    assert [device["endpoint"] for device in found] == [phone.subscription["endpoint"]]
    bob.http.post("/sign-out")
    notified(ann, tablet)
    assert ann.http.post("/account/delete", data={"name": "Ann", "old": "four green pyramids"}).status_code == 303
    assert game
    time.sleep(QUIET_S)
    assert phone.received == tablet.received == []


def test_two_servers_tell_someone_once_and_not_if_a_page_is_open_on_the_other(cluster, new_server, service, tmp_path):
    made = []
    database = cluster.address(cluster.new_database())
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        if made:
            shutil.copy(made[0].folder / "secret", folder)
        made.append(new_server(folder=folder, database=database, prelude=QUICK, push_networks=LOOPBACK))
    first, second = (running.wait_until_ready().with_games("gekitai") for running in made)
    ann, bob = sign_up(first, "Ann"), sign_up(second, "Bob")
    phone = service.phone("phone")
    notified(bob, phone)
    game = correspondence(ann, elsewhere(bob, first))
    for ply, text in enumerate(("c3", "d4", "a1", "f6", "a6", "f1")):
        if ply % 2:
            move(bob, game, ply, text)
        else:
            move(elsewhere(ann, made[ply % 4 // 2]), game, ply, text)
            phone.wait(ply // 2 + 1)
    time.sleep(QUIET_S)
    assert len(phone.received) == 3
    with lobby(bob) as page:
        page.until("waiting")
        move(ann, game, 6, "c1")
        assert page.until("turns", where=lambda message: message["new"])["new"] == game
        time.sleep(QUIET_S)
    assert len(phone.received) == 3
    assert service.trouble == []


def elsewhere(client, server):
    """The same browser, connected to another server."""
    other = server.client()
    other.http.cookies.update(client.http.cookies)
    return other


# --- services that fail


def test_a_dead_endpoint_is_forgotten_and_one_that_is_busy_is_tried_again(new_server, service):
    quick = f"{QUICK}; import ludoteca.web.live.notices as l; l.AGAIN_MS = 100"
    site = new_server(prelude=quick, push_networks=LOOPBACK).wait_until_ready().with_games("gekitai")
    ann, bob = sign_up(site, "Ann"), sign_up(site, "Bob")
    dead, busy, broken = (service.phone(name) for name in ("dead", "busy", "broken"))
    dead.answers, busy.answers, broken.answers = [410], [429, 503], [500] * 9
    for phone in (dead, busy, broken):
        notified(bob, phone)
    game = correspondence(ann, bob)
    move(ann, game, 0, "c3")
    assert len(busy.wait()) == 1
    time.sleep(QUIET_S)
    assert (dead.tries, busy.tries, broken.tries) == (1, 3, 3)
    left = {device["endpoint"] for device in bob.http.get("/account/data.json").json()["notices"]["push"]}
    assert left == {busy.subscription["endpoint"], broken.subscription["endpoint"]}


def test_a_service_that_hangs_keeps_nobody_else_waiting(site, service):
    ann, bob, carl = (sign_up(site, name) for name in ("Ann", "Bob", "Carl"))
    for number in range(9):
        notified(bob, service.phone(f"hanging{number}"))
    phone = service.phone("phone")
    notified(carl, phone)
    stuck, lively = correspondence(ann, bob), correspondence(ann, carl)
    move(ann, stuck, 0, "c3")
    for _ in range(100):
        if all(hanging.tries for hanging in list(service.phones.values())[:9]):
            break
        time.sleep(0.1)
    began = time.monotonic()
    move(ann, lively, 0, "c3")
    phone.wait()
    assert time.monotonic() - began < 8.0  # ten seconds are waited for those that hang
    assert site.client().http.get("/readyz").json()["ready"]
