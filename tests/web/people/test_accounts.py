"""Accounts: signing up, in and out, from a guest's games to none, and answers that tell nothing about who exists."""

import asyncio
import base64
import hashlib
import json
import re
import sqlite3
import time
from contextlib import closing

import pytest
from commands import call
from lobbies import find_opponent, lobby, shown
from servers import PASSWORD, copy_game, sign_up, signed_in_long_ago, two_players
from websockets.exceptions import ConnectionClosed

from ludoteca.web.people import account
from ludoteca.web.storage import accounts, notices
from ludoteca.web.tokens import GUEST_COOKIE, SIGN_IN_COOKIE

WRONG = "That name and password do not match."


def sign_in(server, name, password=PASSWORD, client=None, **fields):
    client = client or server.client()
    return client, client.http.post("/sign-in", data={"name": name, "password": password, **fields})


def me(client):
    return client.http.get("/api/v1/me").json()


def who(client):
    return me(client).get("account", {}).get("name")


# --- names, passwords, codes


@pytest.mark.parametrize("name", ["Ann", "Ana María", "O'Neil", "x_2", "Žofie", "李小龍"])
def test_a_name_is_what_people_are_called(name):
    assert account.checked_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name", ["", "a", "x" * 25, "<b>", "Guest", "Level 3", "player 1", "a\u202eb/", "Deleted player"]
)
def test_a_name_that_deceives_is_refused(name):
    with pytest.raises(account.BadName):
        account.checked_name(name)


def test_names_that_look_the_same_have_one_key():
    assert account.name_key("Ann B.") == account.name_key("ＡＮＮ-b") == "annb"


def test_the_ids_of_accounts_are_not_those_of_guests(server):
    client = server.client()
    client.http.get("/")
    assert account.is_account(account.new_account_id())
    assert not account.is_account("a" * 20)


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "Ann Bond 2", "x" * 201])
def test_a_password_is_not_easily_guessed(password):
    with pytest.raises(account.BadPassword):
        account.checked_password(password, "annbond2")


def test_a_password_is_stored_as_argon2id():
    stored = account.passwords.hash(PASSWORD)
    assert stored.startswith("$argon2id$")
    assert account.is_password(PASSWORD, stored)
    assert not account.is_password(PASSWORD + "x", stored)
    assert not account.is_password(PASSWORD, None)
    assert not account.is_password(PASSWORD, "damaged")


def test_a_recovery_code_is_the_same_however_it_is_typed():
    code = account.new_recovery_codes()[0]
    assert account.digest_of("code", code, "a") == account.digest_of("code", code.upper().replace("-", " "), "a")
    assert account.digest_of("code", code, "a") != account.digest_of("code", code, "b")


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604", "Safari, iPhone"),
        ("curl/8", ""),
    ],
)
def test_a_device_is_named_by_its_browser_and_system(agent, device):
    assert account.device_of(agent) == device


# --- signing up, in and out


def test_a_guests_games_move_into_the_new_account(server):
    client = server.client()
    begun = client.begin("gekitai", opponent="bot", bot="random")
    socket = client.open(begun["id"])
    socket.until("snapshot")
    socket.move("c3")
    old = client.http.cookies[GUEST_COOKIE]
    sign_up(server, "Mover", client=client)
    assert GUEST_COOKIE not in client.http.cookies
    assert [game["id"] for game in me(client)["games"]] == [begun["id"]]
    with client.open(begun["id"]) as again:
        snapshot = again.until("snapshot")
        assert snapshot["you"] == 0
        assert snapshot["seats"][0]["name"] == "Mover"
    other = server.client()
    other.http.cookies.set(GUEST_COOKIE, old)
    assert me(other)["games"] == []


def test_an_open_board_becomes_that_of_the_account(server):
    first, second, game = two_players(server)
    client = server.clients[-2]
    sign_up(server, "Open board", client=client)
    assert second.until("snapshot", "state")["seats"][0]["name"] == "Open board"
    with client.open(game) as again:
        assert again.until("snapshot")["you"] == 0
        assert again.move("c3")["type"] == "move"
    first.close()
    second.close()


def test_an_account_opens_on_several_devices(server):
    sign_up(server, "Several")
    phone, answer = sign_in(server, "several")
    assert answer.status_code == 303
    assert who(phone) == "Several"


def test_a_guest_chooses_whether_games_come_along(server):
    sign_up(server, "Chooser")
    client = server.client()
    game = client.begin("gekitai", opponent="friend")["id"]
    sign_in(server, "Chooser", client=client)
    assert me(client)["games"] == []
    client = server.client()
    game = client.begin("gekitai", opponent="friend")["id"]
    sign_in(server, "Chooser", client=client, bring="on")
    assert [item["id"] for item in me(client)["games"]] == [game]


def test_an_answer_does_not_tell_who_exists(server):
    sign_up(server, "Existing")
    _, known = sign_in(server, "Existing", "wrong password")
    _, unknown = sign_in(server, "Nobody here", "wrong password")
    assert known.status_code == unknown.status_code == 403
    assert WRONG in known.text
    assert known.text.replace("Existing", "") == unknown.text.replace("Nobody here", "")

    def seconds(name):
        began = time.process_time(), time.perf_counter()
        sign_in(server, name, "wrong password")
        return time.perf_counter() - began[1]

    took = sorted(seconds("Existing") for _ in range(5)), sorted(seconds("Nobody here") for _ in range(5))
    assert 1 / 3 < took[0][0] / took[1][0] < 3  # an account that is not there is hashed for, too


def test_a_sign_in_takes_no_cookie_that_someone_else_may_know(server):
    attacker = sign_up(server, "Attacker")
    victim = sign_up(server, "Victim", client=None)
    planted = attacker.http.cookies[SIGN_IN_COOKIE]
    browser = server.client()
    browser.http.cookies.set(SIGN_IN_COOKIE, planted, domain="127.0.0.1")
    sign_in(server, "Victim", client=browser)
    assert who(browser) == "Victim"
    assert browser.http.cookies[SIGN_IN_COOKIE] not in (planted, victim.http.cookies[SIGN_IN_COOKIE])
    assert who(attacker) == "Attacker"


def test_a_sign_in_cookie_is_like_the_others(server):
    answer = server.client().http.post("/sign-up", data={"name": "Cookie", "password": PASSWORD})
    cookie = next(text.lower() for text in answer.headers.get_list("set-cookie") if text.startswith(SIGN_IN_COOKIE))
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert PASSWORD not in server.log.read_text()


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
@pytest.mark.parametrize("path", ["/sign-in", "/sign-up", "/sign-out", "/account/delete", "/account/sign-out"])
def test_other_sites_cannot_send_our_forms(server, path, headers):
    answer = server.client().http.post(path, data={"name": "Ann", "password": PASSWORD}, headers=headers)
    assert answer.status_code == 403
    assert SIGN_IN_COOKIE not in answer.headers.get("set-cookie", "")


@pytest.mark.parametrize("back", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_signing_in_leads_nowhere_else(server, back):
    sign_up(server, f"Back {abs(hash(back)) % 10**9}")
    _, answer = sign_in(server, f"Back {abs(hash(back)) % 10**9}", back=back)
    assert answer.headers["location"] == "/"


def test_a_name_is_taken_once(server):
    sign_up(server, "Only One")
    again = server.client().http.post("/sign-up", data={"name": "only-one", "password": PASSWORD})
    assert again.status_code == 403
    assert "Someone already has this name." in again.text


def make_passkey(client, **response):
    """Send a passkey that no browser has made, with these bytes in its response; the answer."""
    wanted = client.http.post("/api/v1/passkeys/wanted", json={"name": "Key Holder"}).json()
    said = {"type": "webauthn.create", "origin": client.base, "challenge": wanted["challenge"]}
    response = {"clientDataJSON": json.dumps(said).encode(), "attestationObject": b"", **response}
    encoded = {name: base64.urlsafe_b64encode(content).decode().rstrip("=") for name, content in response.items()}
    credential = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": encoded}
    return client.http.post("/api/v1/passkeys/made", json={"credential": credential, "name": "Key Holder"})


HOLDER = hashlib.sha256(b"127.0.0.1").digest() + b"\x45" + bytes(20) + b"\x00\x01k"  # of one key, whose id is k


@pytest.mark.parametrize(
    "response",
    [
        {"clientDataJSON": b"[" * 20_000},
        {"clientDataJSON": b'{"challenge": 5}'},
        {"attestationObject": b"\x81" * 20_000},
        {"attestationObject": b"\xa3cfmtdnonegattStmt\xa0hauthDataX9" + HOLDER + b"\x05"},
    ],
    ids=["deep", "number", "deep bytes", "number for a key"],
)
def test_a_passkey_of_bytes_that_no_browser_makes_is_refused(server, response):
    answer = make_passkey(server.client(), **response)
    assert (answer.status_code, answer.json()["error"]) == (403, "That passkey does not work here.")


def test_an_id_that_no_passkey_has_is_refused_by_every_database(new_server, database):
    server = new_server(database=database).wait_until_ready()
    client = sign_up(server, "Key Holder")
    for name in ("a\0b", "\ud800", "x" * 2000, ""):
        asked = client.http.post("/api/v1/passkeys/asked").json()
        said = base64.urlsafe_b64encode(json.dumps({"challenge": asked["challenge"]}).encode()).decode()
        credential = {"id": name, "response": {"clientDataJSON": said}}
        sent = {"content": json.dumps({"credential": credential}), "headers": {"content-type": "application/json"}}
        assert client.http.post("/api/v1/passkeys/used", **sent).status_code == 403, repr(name)
    assert client.http.post("/api/v1/passkeys/removed", json={"name": "a\0b"}).status_code == 403
    assert '"level": "error"' not in server.log.read_text()


def test_signing_in_is_throttled_by_name_whether_or_not_it_exists(new_server):
    server = new_server(is_limited=True).wait_until_ready()
    for name in ("Existing", "Nobody"):
        if name == "Existing":
            sign_up(server, name)
        tried = [sign_in(server, name, "wrong password")[1].status_code]
        while tried[-1] == 403 and len(tried) < 60:  # a slow machine may be allowed some more
            tried.append(sign_in(server, name, "wrong password")[1].status_code)
        assert tried[0] == 403
        assert tried[-1] == 429
    assert sign_in(server, "Another", "wrong password")[1].status_code == 403


def test_a_recovery_code_signs_in_once_and_sets_a_password(server):
    client = sign_up(server, "Forgetful")
    codes = re.findall(r"<code>([a-z2-9-]{14})</code>", client.http.post("/account/codes").text)
    assert len(codes) == account.RECOVERY_CODES
    elsewhere, answer = sign_in(server, "Forgetful", codes[0].upper())
    assert answer.headers["location"] == "/account#password"
    assert sign_in(server, "Forgetful", codes[0])[1].status_code == 403
    assert elsewhere.http.post("/account/password", data={"password": "another one entirely"}).status_code == 200
    assert who(client) is None  # every other browser is signed out
    assert who(elsewhere) == "Forgetful"
    assert sign_in(server, "Forgetful")[1].status_code == 403
    assert sign_in(server, "Forgetful", "another one entirely")[1].status_code == 303


def test_a_password_changes_only_for_those_who_know_it(server):
    client = sign_up(server, "Careful")
    refused = client.http.post("/account/password", data={"old": "no", "password": "another one entirely"})
    assert refused.status_code == 403
    assert "That is not your password." in refused.text
    changed = client.http.post("/account/password", data={"old": PASSWORD, "password": "another one entirely"})
    assert changed.status_code == 200


def test_strangers_cannot_keep_an_owner_from_changing_the_password(new_server):
    server = new_server(is_limited=True).wait_until_ready()
    client = sign_up(server, "Owner")
    while sign_in(server, "Owner", "wrong password")[1].status_code == 403:
        pass
    changed = {"old": PASSWORD, "password": "another one entirely"}
    assert client.http.post("/account/password", data=changed).status_code == 200
    wrong = {**changed, "old": "wrong"}
    while "not your password" in client.http.post("/account/password", data=wrong).text:
        pass  # whoever has found an open browser cannot try for ever, either


# --- a borrowed browser: what opens an account changes only for those who have just shown who they are


def test_whoever_signed_in_long_ago_does_so_again_before_making_codes(server):
    client = sign_up(server, "Lent Browser")
    signed_in_long_ago(server)
    page = client.http.get("/account").text
    assert 'action="/account/codes"' not in page and "add-passkey" not in page
    answer = client.http.post("/account/codes")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?back=%2Faccount%23codes")
    form = client.http.get(answer.headers["location"]).text
    assert "confirm that it is still you" in form and 'value="Lent Browser"' in form and 'name="bring"' not in form
    assert "You have no recovery codes." in client.http.get("/account").text
    _, answer = sign_in(server, "Lent Browser", "wrong password", client, back="/account#codes")
    assert answer.status_code == 403
    _, answer = sign_in(server, "Lent Browser", PASSWORD, client, back="/account#codes")
    assert answer.headers["location"] == "/account#codes"
    assert client.http.post("/account/codes").text.count("<code>") == account.RECOVERY_CODES
    assert client.http.get("/account").text.count("this browser") == 1
    assert client.http.get("/account/data.json").json()["sign_ins"][1:] == []  # it took the place of the old one


def test_whoever_signed_in_long_ago_does_so_again_before_adding_a_passkey(server):
    client = sign_up(server, "Lent Phone")
    assert client.http.post("/api/v1/passkeys/wanted", json={}).status_code == 200
    signed_in_long_ago(server)
    refused = client.http.post("/api/v1/passkeys/wanted", json={})
    assert refused.status_code == 403
    assert refused.json()["error"] == "To add a passkey, first sign in again."


def test_whoever_came_without_the_password_long_ago_cannot_set_one_or_delete_the_account(server):
    sign_up(server, "Lent Link")
    client, _ = use_link(server, host_link(server, "Lent Link", "--link")["link"])
    signed_in_long_ago(server)
    for path, part in (("/account/password", "password"), ("/account/delete", "delete")):
        answer = client.http.post(path, data={"password": "another one entirely", "name": "Lent Link"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?back=%2Faccount%23{part}")
    assert sign_in(server, "Lent Link")[1].status_code == 303


def test_a_new_password_ends_links_and_keeps_codes(server):
    client = sign_up(server, "Was Phished")
    code = re.search(r"<code>([a-z2-9-]{14})</code>", client.http.post("/account/codes").text)[1]
    link = host_link(server, "Was Phished", "--link")["link"].removeprefix(server.base)
    assert server.client().http.get(link).status_code == 200
    client.http.post("/account/password", data={"old": PASSWORD, "password": "another one entirely"})
    assert server.client().http.get(link).status_code == 404
    assert server.client().http.post(link).status_code == 403
    assert sign_in(server, "Was Phished", code)[1].status_code == 303


def test_sign_ins_are_listed_and_ended(server):
    first = sign_up(server, "Listed")
    second, _ = sign_in(server, "Listed")
    third, _ = sign_in(server, "Listed")
    which = re.findall(r'name="which" value="([0-9a-f]{64})"', first.http.get("/account").text)
    assert len(which) == 2
    first.http.post("/account/sign-out", data={"which": which[0]})
    assert sorted([str(who(second)), str(who(third))]) == ["Listed", "None"]
    first.http.post("/account/sign-out")
    assert [who(client) for client in (first, second, third)] == [None] * 3


UNTOLD = """
from ludoteca.web.live import room_registry
from ludoteca.web.telling import Telling
room_registry.RECHECK_S = 0.2
tell = Telling.tell
Telling.tell = lambda self, topic, name, **how: None if topic == "player" else tell(self, topic, name, **how)
"""


def is_hung_up(socket):
    """Whether the server closes a socket, so that its page connects again."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.until("nothing", where=lambda _: False)
    return closed.value.rcvd is not None and closed.value.rcvd.code == 1012


@pytest.mark.parametrize("prelude", ["", UNTOLD], ids=["told", "not told"])
def test_whoever_is_signed_out_is_hung_up_on_everywhere(new_server, prelude):
    """In a game, in the lobby and where positions are analysed; also if word of it is lost."""
    server = new_server(prelude=prelude).wait_until_ready().with_games("gekitai")
    ann, phone = sign_up(server, "Ann"), sign_in(server, "Ann")[0]
    game = ann.begin("gekitai", opponent="bot", bot="random")["id"]
    stranger = server.client()
    stranger.http.get("/")
    with ann.open(game) as board, lobby(ann) as page, ann.analysis() as analysis, lobby(stranger) as other:
        board.until("snapshot")
        page.until("waiting")
        other.until("waiting")
        phone.http.post("/account/sign-out")
        assert all(is_hung_up(socket) for socket in (board, page, analysis))
        other.send("ping")
        assert other.until("pong")


def test_an_open_board_learns_of_a_suspension_even_if_it_is_not_told(new_server):
    server = new_server(prelude=UNTOLD).wait_until_ready().with_games("gekitai")
    host, player = new_host(server, "Host of all"), sign_up(server, "Playing on")
    game = player.begin("gekitai", opponent="bot", bot="random")["id"]
    with player.open(game) as board:
        board.until("snapshot")
        host.http.post("/host/suspend", data={"about": "Playing on"})
        assert is_hung_up(board)
    with player.open(game) as board:  # it connects again, and may finish the game
        board.until("snapshot")
        assert board.move("c3")["type"] == "move"


def test_nobody_ends_the_sign_in_of_another(server):
    first, second = sign_up(server, "First one"), sign_up(server, "Second one")
    which = re.search(r"[0-9a-f]{64}", first.http.get("/account").text)
    sign_in(server, "First one")
    which = re.search(r'name="which" value="([0-9a-f]{64})"', first.http.get("/account").text)[1]
    second.http.post("/account/sign-out", data={"which": which})
    assert which in first.http.get("/account").text


def test_signing_out_ends_what_the_cookie_says_even_if_it_was_copied(server):
    client = sign_up(server, "Leaver")
    copied = client.http.cookies[SIGN_IN_COOKIE]
    client.http.post("/sign-out")
    assert who(client) is None
    client.http.cookies.set(SIGN_IN_COOKIE, copied, domain="127.0.0.1")
    assert who(client) is None


@pytest.mark.parametrize("path", ["/account/password", "/account/codes", "/account/sign-out", "/account/delete"])
def test_a_guest_has_no_account_to_change(server, path):
    answer = server.client().http.post(path)
    assert answer.status_code == 400
    assert "Sign in first." in answer.text
    assert server.client().http.get("/account").headers["location"] == "/sign-in?back=/account"
    assert server.client().http.get("/account/data.json").status_code == 400


def test_a_browser_gets_everything_that_is_stored_about_it(server):
    client = sign_up(server, "Exporter")
    game = client.begin("gekitai", opponent="bot", bot="random")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        socket.move("c3")
    answer = client.http.get("/account/data.json")
    found = json.loads(answer.text)
    assert found["name"] == "Exporter"
    assert found["games"][0]["id"] == game
    assert found["games"][0]["moves"][0]["text"] == "c3"
    assert found["games"][0]["you"] == [0]
    assert "argon2" not in answer.text
    assert "attachment" in answer.headers["content-disposition"]


def test_the_download_has_what_someone_said_and_offered_and_how_ratings_changed(server):
    ann, bob = sign_up(server, "Downloader"), sign_up(server, "Companion")
    begun = ann.begin("gekitai", opponent="friend", rated=True, clock="10+5")
    bob.accept(begun["id"], begun["tokens"][1])
    with ann.open(begun["id"]) as one, bob.open(begun["id"]) as two:
        for socket in (one, two):
            socket.until("snapshot")
        one.until("snapshot", "state", where=lambda message: not message["seats"][1]["free"])
        one.send("chat", phrase="hello")
        one.send("chat", text="mine")
        two.send("chat", text="not mine")
        two.until("chat", where=lambda message: any(line["text"] == "not mine" for line in message["lines"]))
        one.move("c3")
        two.send("resign")
        one.until("end", "snapshot", where=lambda message: message["view"]["outcome"])
    assert find_opponent(ann, to="Companion", clock="none") == "/#lobby"
    found = ann.http.get("/account/data.json").json()
    assert [line["text"] for line in found["games"][0]["chat"]] == ["Hello!", "mine"]
    (change,) = found["rating_changes"]
    assert (change["game"], change["points"]) == (begun["id"], 1)
    assert change["after"] > change["before"] == 1500
    (challenge,) = found["challenges"]
    assert (challenge["to"], challenge["wanted"]["game"]) == ("Companion", "gekitai")


def test_whoever_is_deleted_leaves_games_without_a_name(server):
    client = sign_up(server, "Goner")
    first = client.begin("gekitai", opponent="friend")
    opponent = server.client()
    opponent.accept(first["id"], first["tokens"][1])
    with opponent.open(first["id"]) as socket:
        socket.until("snapshot")
        refused = client.http.post("/account/delete", data={"name": "Goner", "old": "not this"})
        assert refused.status_code == 403
        assert client.http.post("/account/delete", data={"name": "goner", "old": PASSWORD}).status_code == 303
        assert socket.until("end")["outcome"]["winner"] == 1
        name = socket.until("snapshot", where=lambda told: told["seats"][0]["name"] != "Goner")["seats"][0]["name"]
        assert name == "Deleted player"
    assert who(client) is None
    assert sign_in(server, "Goner")[1].status_code == 403
    sign_up(server, "Goner")  # the name is free again


def test_whoever_is_deleted_resigns_all_games_however_many(server):
    client = sign_up(server, "Busy Goner")
    game = client.begin("gekitai", opponent="bot", bot="random", side="first")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        socket.move("c3")
        socket.until("move", where=lambda message: message["ply"] == 1)
    games = [*copy_game(server, game, 70, changed="changed + :n"), game]
    broken = games[0]
    with closing(sqlite3.connect(server.folder / "ludoteca.db", timeout=20)) as database:
        database.execute("UPDATE games SET tags = '{broken' WHERE id = ?", (broken,))  # which nobody can end
        database.commit()
        assert client.http.post("/account/delete", data={"name": "Busy Goner", "old": PASSWORD}).status_code == 303
        going = [row[0] for row in database.execute("SELECT id FROM games WHERE state = 'going'") if row[0] in games]
        held = "SELECT count(*) FROM holders WHERE game = ?"
        assert going == [broken] and database.execute(held, (broken,)).fetchone() == (0,)


def test_names_typed_for_two_at_one_device_go_with_the_account(server):
    client = sign_up(server, "Sharing")
    game = client.begin("gekitai", opponent="device", names=["Sharing", "My Sister"])["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        socket.move("c3")
    client.http.post("/account/delete", data={"name": "Sharing", "old": PASSWORD})
    page = server.client().http.get(f"/game/{game}").text
    assert "Deleted player" in page and "Sharing" not in page and "My Sister" not in page


def test_an_invitation_of_someone_deleted_leads_nowhere(server):
    client = sign_up(server, "Inviter")
    game = client.begin("gekitai", opponent="friend")["id"]
    client.http.post("/account/delete", data={"name": "Inviter", "old": PASSWORD})
    assert server.client().http.get(f"/game/{game}").status_code == 404


def test_an_account_plays_under_its_own_name(server):
    client = sign_up(server, "Own Name")
    assert client.http.post("/api/v1/me", json={"name": "Another"}).status_code == 403
    begun = client.begin("gekitai", opponent="friend", name="Another")
    with client.open(begun["id"]) as socket:
        assert socket.until("snapshot")["seats"][0]["name"] == "Own Name"


# --- hosts


def host_link(server, name, *options):
    run = call("host", name, "--data", str(server.folder), "--public-url", server.base, "--json", *options)
    assert run.exit_code == 0, run.stderr
    return json.loads(run.stdout)


def use_link(server, link):
    client = server.client()
    path = link.removeprefix(server.base)
    assert client.http.get(path).status_code == 200  # looking does not use it up
    assert client.http.get(path).status_code == 200
    return client, client.http.post(path)


def new_host(server, name):
    return use_link(server, host_link(server, name)["link"])[0]


def test_the_first_host_is_made_on_the_server_and_signs_in_by_link(server):
    made = host_link(server, "First Host")
    assert made["role"] == "host"
    client, answer = use_link(server, made["link"])
    assert answer.headers["location"] == "/account"
    assert client.http.get("/host").status_code == 200
    _, again = use_link_again(server, made["link"])
    assert again.status_code == 403
    assert host_link(server, "First Host", "--player") == {"name": "First Host", "role": "player", "link": None}
    assert client.http.get("/host").status_code == 403


def use_link_again(server, link):
    client = server.client()
    assert client.http.get(link.removeprefix(server.base)).status_code == 404
    return client, client.http.post(link.removeprefix(server.base))


def test_a_link_helps_someone_who_is_locked_out(server):
    sign_up(server, "Locked Out")
    client, _ = use_link(server, host_link(server, "Locked Out", "--link")["link"])
    assert who(client) == "Locked Out"
    assert client.http.post("/account/password", data={"password": "another one entirely"}).status_code == 200


def test_the_command_says_that_nobody_has_the_name(server):
    run = call("host", "Nobody Such", "--link", "--data", str(server.folder))
    assert run.exit_code == 1
    assert "There is no account called Nobody Such." in run.stderr


@pytest.mark.parametrize("action", ["rename", "suspend", "restore", "merge", "bot", "link"])
def test_only_hosts_use_the_tools(server, action):
    client = sign_up(server, f"Not a host {action}")
    for visitor in (client, server.client()):
        answer = visitor.http.post(f"/host/{action}", data={"about": f"Not a host {action}", "text": "Other"})
        assert answer.status_code == 403
        assert visitor.http.get("/host").status_code == 403


def test_a_host_renames_and_everyone_sees_it(server):
    host = new_host(server, "Renaming Host")
    player, opponent = sign_up(server, "Rude Name"), server.client()
    begun = player.begin("gekitai", opponent="friend")
    opponent.accept(begun["id"], begun["tokens"][1])
    with opponent.open(begun["id"]) as socket:
        socket.until("snapshot")
        answer = host.http.post("/host/rename", data={"about": "rude name", "text": "Polite Name"})
        assert answer.status_code == 303
        assert socket.until("snapshot", "state")["seats"][0]["name"] == "Polite Name"
    assert who(player) == "Polite Name"
    assert "Rude Name renamed Polite Name" in " ".join(host.http.get("/host").text.split())


def test_whoever_is_suspended_finishes_games_and_begins_none(server):
    host, player = new_host(server, "Strict Host"), sign_up(server, "Suspended")
    begun = player.begin("gekitai", opponent="bot", bot="random")
    host.http.post("/host/suspend", data={"about": "Suspended"})
    refused = player.http.post("/api/v1/games", json={"game": "gekitai"})
    assert refused.status_code == 403
    assert "suspended" in refused.json()["error"]
    with player.open(begun["id"]) as socket:
        socket.until("snapshot")
        assert socket.move("c3")["type"] == "move"
        socket.send("resign")
        socket.until("end")
        socket.send("again")
        assert "suspended" in socket.until("refusal")["reason"]
    invitation = server.client().begin("gekitai", opponent="friend")
    player.accept(invitation["id"], invitation["tokens"][1])
    with player.open(invitation["id"]) as socket:
        assert "suspended" in socket.until("refusal")["reason"]
    posted = player.http.post("/new/gekitai", data={"opponent": "anyone"})
    assert posted.status_code == 403
    server.client().http.post("/new/gekitai", data={"opponent": "anyone", "clock": "none"})
    challenge = player.http.get("/lobby").text.split('data-challenge="')[1].split('"')[0]
    accepted = player.http.post(f"/challenges/{challenge}/accept")
    assert accepted.status_code == 403
    assert "suspended" in accepted.text
    host.http.post("/host/restore", data={"about": "Suspended"})
    assert player.http.post("/api/v1/games", json={"game": "gekitai"}).status_code == 201


def test_nobody_begins_a_game_with_whoever_is_suspended(server):
    """Whatever they offered before: a challenge, an invitation, another game."""
    host, player, other = new_host(server, "Late Host"), sign_up(server, "Was Offering"), server.client()
    other.http.get("/")
    finished = player.begin("gekitai", opponent="friend")
    invitation = player.begin("gekitai", opponent="friend")
    other.accept(finished["id"], finished["tokens"][1])
    with other.open(finished["id"]) as two:
        two.until("snapshot")
        with player.open(finished["id"]) as one:
            one.until("snapshot")
            one.send("resign")
            one.until("end")
            one.send("again")
            one.until("offer")
        find_opponent(player, clock="24h/move")
        challenge = shown(other)[0]  # the newest
        host.http.post("/host/suspend", data={"about": "Was Offering"})
        two.send("again")
        assert "the account of Was Offering is suspended" in two.until("refusal")["reason"]
    assert challenge not in shown(other)
    refused = other.http.post(f"/challenges/{challenge}/accept")
    assert refused.status_code == 403
    assert "the account of Was Offering is suspended" in refused.text
    other.accept(invitation["id"], invitation["tokens"][1])
    with other.open(invitation["id"]) as socket:
        assert "the account of Was Offering is suspended" in socket.until("refusal")["reason"]
        assert socket.you is None
    host.http.post("/host/restore", data={"about": "Was Offering"})
    assert challenge in shown(other)
    assert other.http.post(f"/challenges/{challenge}/accept").status_code == 303


def test_two_accounts_of_one_person_become_one(server):
    host = new_host(server, "Merging Host")
    old, new = sign_up(server, "Old Account"), sign_up(server, "New Account")
    game = old.begin("gekitai", opponent="friend")["id"]
    host.http.post("/host/merge", data={"about": "Old Account", "text": "New Account"})
    assert who(old) is None
    assert [item["id"] for item in me(new)["games"]] == [game]
    assert me(new)["games"][0]["seats"][0]["name"] == "New Account"


def test_a_merged_account_brings_its_progress_passkeys_and_address(storage):
    def work(session):
        old, new = (accounts.add_account(session, name, None) for name in ("Ann old", "Ann new"))
        accounts.add_passkey(session, old.id, "key", "public", 0, "Phone")
        accounts.keep(session, old.id, {"lesson:gekitai": "done", "theme": "dark", "sound": "on"}, is_new=False)
        accounts.keep(session, new.id, {"lesson:gekitai": "2", "theme": "light"}, is_new=False)
        notices.set_address(session, old.id, "ann@example.org", "pt")
        notices.confirm_address(session, old.id, "ann@example.org")
        notices.set_address(session, new.id, "other@example.org", "en")
        accounts.merge(session, *(accounts.must_find(session, name) for name in ("Ann old", "Ann new")))
        return accounts.export(session, new.id), [key["id"] for key in accounts.passkeys_of(session, new.id)]

    found, passkeys = asyncio.run(storage.write(work))
    assert passkeys == ["key"]
    assert found["settings_and_progress"] == {"lesson:gekitai": "done", "theme": "light", "sound": "on"}
    mail = {"address": "ann@example.org", "unconfirmed": "other@example.org", "digest": True}
    assert found["notices"]["mail"] == mail


def test_a_merged_account_does_not_replace_an_address(storage):
    def work(session):
        old, new = (accounts.add_account(session, name, None) for name in ("Ann old", "Ann new"))
        for each, address in ((old, "old@example.org"), (new, "new@example.org")):
            notices.set_address(session, each.id, address, "en")
            notices.confirm_address(session, each.id, address)
        accounts.merge(session, *(accounts.must_find(session, name) for name in ("Ann old", "Ann new")))
        return notices.accounts_at(session, "new@example.org"), notices.accounts_at(session, "old@example.org"), new.id

    kept, lost, new = asyncio.run(storage.write(work))
    assert (kept, lost) == ([new], [])


def test_a_host_cannot_be_suspended_or_merged_away(server):
    host = new_host(server, "Lasting Host")
    sign_up(server, "Bystander")
    for action in ("suspend", "merge", "bot"):
        answer = host.http.post(f"/host/{action}", data={"about": "Lasting Host", "text": "Bystander"})
        assert answer.status_code == 400
    assert host.http.post("/host/nothing", data={"about": "Bystander"}).status_code == 400
    assert who(host) == "Lasting Host"


def test_a_host_removes_a_line_of_chat(server):
    host = new_host(server, "Chat Host")
    first, second, game = two_players(server)
    first.send("chat", text="something rude")
    assert second.until("chat")["lines"][0]["text"] == "something rude"
    shown = host.http.get("/host", params={"chat": f"{server.base}/game/{game}"}).text
    number = re.search(r'action="/host/chat/(\d+)"', shown)[1]
    assert "something rude" in shown
    assert sign_up(server, "Chat Guest").http.post(f"/host/chat/{number}").status_code == 403
    assert host.http.post(f"/host/chat/{number}").status_code == 303
    assert [line["text"] for line in second.until("chat")["lines"]] == ["(removed by a host)"]  # without asking
    assert host.http.post("/host/chat/999999").status_code == 404
    first.close()
    second.close()
