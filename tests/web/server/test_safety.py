"""Safety: headers, cookies, origins, limits, hostile words, and nothing secret in logs."""

import asyncio
import json
import logging
import re
import socket
from contextlib import suppress
from http.client import HTTPConnection

import httpx
import pytest
from commands import call
from fastapi import APIRouter, Request
from servers import PATIENCE_S
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludoteca.web.engine.reading_tasks import SHORT
from ludoteca.web.http import app as application
from ludoteca.web.http.app import create_app
from ludoteca.web.http.middleware import is_known_host
from ludoteca.web.logs import JsonLines
from ludoteca.web.settings import Settings

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "\u202egnp.exe",
    "a\x00b\x1b[31m",
    "'; DROP TABLE games; --",
    "𝕱" * 500,
]
PAGES = ["/", "/new/gekitai", "/games", "/mine", "/rules/greener", "/analysis/squ", "/editor/mapello", "/nothing"]


@pytest.mark.parametrize("path", [*PAGES, "/api/v1/library", "/healthz", "/static/none.js"])
def test_every_answer_has_the_strict_headers(server, path):
    headers = server.client().http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # which lets WebAssembly run, and no text
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in policy


def test_a_page_has_no_inline_script_or_style(server):
    for path in PAGES:
        text = server.client().http.get(path).text
        for tag in text.split("<script")[1:]:
            head = tag.split(">")[0]
            assert "src=" in head or 'type="application/json"' in head or 'type="importmap"' in head
        assert "<style" not in text
        assert "style=" not in text
        assert "onclick=" not in text


def test_cookies_cannot_be_read_by_scripts_or_sent_by_other_sites(server):
    client = server.client()
    cookie = client.http.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    begun = client.begin(opponent="friend")
    link = client.accept(begun["id"], begun["tokens"][0])
    assert all("httponly" in text.lower() for text in link.headers.get_list("set-cookie"))


def test_cookies_are_secure_behind_https(new_server):
    server = new_server(public_url="https://play.example.org")
    answer = server.client().http.get("/", headers={"host": "play.example.org"})
    assert "secure" in answer.headers["set-cookie"].lower()


def seen_address(settings, peer, forwarded):
    """The address of a visitor, as the application sees it."""
    app = create_app(settings)

    async def where(request: Request) -> dict[str, str]:
        assert request.client is not None
        return {"address": request.client.host}

    app.add_api_route("/where", where)

    async def ask():
        transport = httpx.ASGITransport(app, client=(peer, 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answers = [await client.get("/where", headers={"x-forwarded-for": forwarded}) for _ in range(2)]
        return answers[0].json()["address"]

    return asyncio.run(ask())


PROXIES = {"trusted_proxies": ("10.0.0.7", "172.18.0.0/16")}


@pytest.mark.parametrize(
    ("settings", "peer", "seen"),
    [
        (PROXIES, "10.0.0.7", "203.0.113.5"),
        (PROXIES, "172.18.3.4", "203.0.113.5"),
        (PROXIES, "10.0.0.8", "10.0.0.8"),
        (PROXIES, "127.0.0.1", "127.0.0.1"),
        ({"public_url": "https://play.example.org"}, "127.0.0.1", "203.0.113.5"),
        ({"public_url": "https://play.example.org"}, "10.0.0.7", "10.0.0.7"),
        ({}, "127.0.0.1", "127.0.0.1"),
    ],
)
def test_a_visitor_has_the_address_that_a_trusted_proxy_names(tmp_path, caplog, settings, peer, seen):
    assert seen_address(Settings(data=tmp_path, **settings), peer, "198.51.100.1, 203.0.113.5") == seen
    warnings = [record for record in caplog.records if record.message.startswith("untrusted proxy")]
    assert [record.address for record in warnings] == ([peer] if seen == peer else [])


def test_a_trusted_proxy_is_an_address_or_a_network():
    run = call("serve", "--trust-proxy", "10.0.0.7/8")
    assert run.exit_code == 2
    assert "'10.0.0.7/8' is not an address or a network" in run.stderr


def test_a_cookie_that_was_not_made_here_is_nobody(server):
    client = server.client()
    begun = client.begin(opponent="bot", bot="random")
    forged = server.client()
    name, value = next(iter(client.http.cookies.items()))
    forged.http.cookies.set(name, value[:-2] + ("AA" if value[-2:] != "AA" else "BB"))
    assert forged.http.get(f"/api/v1/games/{begun['id']}").json()["you"] is None
    assert client.http.get(f"/api/v1/games/{begun['id']}").json()["you"] == 0


def test_other_sites_cannot_open_sockets_or_post(server):
    client = server.client()
    begun = client.begin()
    with pytest.raises(InvalidStatus) as refused:
        client.open(begun["id"], Origin="https://evil.example")
    assert refused.value.response.status_code == 403
    answer = client.http.post("/api/v1/games", json={"game": "squ"}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert client.http.post("/new/squ", data={"opponent": "bots"}, headers={"origin": "null"}).status_code == 403
    with client.open(begun["id"], Origin=client.base) as socket:
        assert socket.until("snapshot")


@pytest.mark.parametrize("origin", ["http://[", "http://", "[", "http://[::1"])
def test_an_origin_that_cannot_be_is_refused(server, origin):
    client = server.client()
    assert client.http.post("/api/v1/games", json={"game": "squ"}, headers={"origin": origin}).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        client.open("a" * 10, Origin=origin)
    assert refused.value.response.status_code == 403


def test_a_name_of_another_site_is_not_answered(server):
    assert server.client().http.get("/", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("192.168.1.5:8000", True),  # the address that the connection came to
        ("192.168.1.6:8000", False),
        ("evil.example", False),
        ("[", False),
        ("", False),
        ("localhost:8000", True),
        (f"{socket.gethostname()}:8000", True),
        ("play.example.org", True),
        ("Board.Example.org:80", True),
    ],
)
def test_on_a_network_too_only_known_names_are_answered(host, is_known):
    names = ("board.example.org",)
    settings = Settings(host="0.0.0.0", public_url="https://play.example.org", allowed_hosts=names)
    scope = {"headers": [(b"host", host.encode())], "server": ("192.168.1.5", 8000)}
    assert is_known_host(scope, settings) is is_known


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/api/v1/library", 200),
        ("/nothing", 404),
        ("/healthz", 200),
        ("/api/v1/positions/board.svg?game=gekitai", 200),
        ("/api/v1/positions/card.png?game=gekitai", 200),
    ],
)
def test_whatever_can_be_got_can_be_asked_about(server, path, status):
    client = server.client().http
    got, asked = client.get(path), client.head(path)
    assert (asked.status_code, asked.content) == (status, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]


def test_static_files_have_an_address_for_each_version_and_are_kept(server):
    client = server.client().http
    addresses = re.findall(r'"(/static/[^"]+)"', client.get("/").text)
    assert addresses
    for address in addresses:
        assert re.match(r"/static/v-[0-9a-f]{12}/", address)
        answer = client.get(address)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    for other in ("/static/board/board.js", "/static/v-000000000000/board/board.js"):
        answer = client.get(other)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        again = client.get(other, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
    assert client.get("/static/v-000000000000/../../app.py").status_code == 404


def test_a_server_that_ends_during_an_analysis_says_so(new_server):
    server = new_server()
    asking = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    body = json.dumps({"game": "gekitai", "ms": 10_000})
    asking.request("POST", "/api/v1/analysis", body, {"Content-Type": "application/json"})
    for _ in range(3):  # what comes later has been answered: either the analysis waits, or it is being done
        assert server.client().http.get("/healthz").status_code == 200
    server.stop()
    answer = asking.getresponse()
    assert answer.status == 503
    assert json.load(answer)["error"] == "The server is stopping. Try again in a moment."
    asking.close()
    assert all(json.loads(line) for line in server.log.read_text().splitlines())


def test_a_log_line_is_one_json_object_whatever_is_logged():
    formatter = JsonLines()
    for message, given in (("half \ud800 a\ncharacter", ()), ("wrong %d", ("text",)), ("%s", (object(),))):
        record = logging.LogRecord("x", logging.ERROR, "x", 1, message, given, None)
        line = formatter.format(record)
        assert "\n" not in line
        assert line.isascii()
        assert json.loads(line)["level"] == "error"


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_shown_harmlessly(server, name):
    client = server.client()
    begun = client.begin(opponent="device", names=[name, name], name=name)
    page = client.http.get(f"/game/{begun['id']}").text
    shown = json.loads(page.split('id="data">')[1].split("</script>")[0])["snapshot"]["seats"][0]["name"]
    assert len(shown) <= 40
    assert not set(shown) & set("\x00\x1b\u202e")
    for path in (f"/game/{begun['id']}", "/mine", "/games", "/"):
        text = client.http.get(path).text
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    record = client.http.get(f"/api/v1/games/{begun['id']}/record").text
    again = client.http.post("/api/v1/records", json={"text": record})
    assert again.json()["records"][0]["first"] == shown or shown == ""


@pytest.mark.parametrize("text", [*HOSTILE, "", "/", "r" * 3999, "....../....../....../....../....../...... q"])
def test_hostile_positions_are_refused_with_a_sentence(server, text):
    client = server.client()
    answer = client.http.post("/api/v1/positions", json={"game": "gekitai", "position": text})
    assert answer.status_code == (200 if text == "" else 400)
    for path in ("/analysis/gekitai", "/editor/gekitai", "/api/v1/positions/board.svg"):
        page = client.http.get(path, params={"position": text, "game": "gekitai"})
        assert page.status_code == (200 if text == "" else 400)
        assert "<script>alert" not in page.text


@pytest.mark.parametrize("text", [*HOSTILE, '[Game "gekitai"]\n\n1. c3 ' + "(" * 5000, '[Game "nope"]\n\n*'])
def test_hostile_records_are_refused_with_a_place(server, text):
    client = server.client()
    answer = client.http.post("/api/v1/records", json={"text": text, "keep": True})
    assert answer.status_code == 400
    assert "<script>alert" not in client.http.post("/import", data={"record": text}).text


def test_a_record_is_imported_and_exported_as_it_was(server):
    client = server.client()
    text = '[Game "gekitai"]\n[First "Ann"]\n[Second "Bo <b>"]\n[Result "0-1"]\n[Termination "resignation"]\n\n'
    text += "1. c3 {[%clk 0:04:58] The centre.} 2. d4 0-1\n"
    [game] = client.http.post("/api/v1/records", json={"text": text, "keep": True}).json()["games"]
    assert client.http.get(f"/api/v1/games/{game}/record").text == text
    snapshot = client.http.get(f"/api/v1/games/{game}").json()
    assert (snapshot["kind"], snapshot["view"]["outcome"]["winner"]) == ("record", 1)
    location = client.http.post("/import", data={"record": text}).headers["location"]
    assert client.http.get(location).status_code == 200


@pytest.mark.parametrize("padding", ["", " " * SHORT["records"]], ids=["short", "long"])
def test_names_in_an_imported_record_do_not_turn_the_text_around_them_about(server, padding):
    client = server.client()
    turning = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    tags = f'[Game "gekitai"]\n[First "A{turning}nn"]\n[Second "{turning}Bo"]\n[Event "C{turning}up"]'
    text = f"{tags}\n\n1. c3 *\n{padding}"
    location = client.http.post("/import", data={"record": text}).headers["location"]
    page = client.http.get(location).text
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert [seat["name"] for seat in data["snapshot"]["seats"]] == ["Ann", "Bo"]
    for path in (location, "/mine", f"/api/v1/games/{location.split('/')[2]}/record"):
        assert not set(client.http.get(path).text) & set(turning)


JARGON = ("Input should", "path.", "body.", "validation", "parsing", "valid integer")


@pytest.mark.parametrize("end", ["²", "x", "-1", "99999999999999999999", "1.5", "%00", "<b>"])
def test_a_ply_that_cannot_be_is_a_plain_page_that_is_not_there(server, end):
    client = server.client()
    game = client.begin(opponent="device")["id"]
    answer = client.http.get(f"/game/{game}/{end}")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert not any(word in answer.text for word in JARGON)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({}, "Game is missing."),
        ({"game": "gekitai", "series": 99}, "Series must be at most 21."),
        ({"game": "gekitai", "series": "two"}, "Series must be a whole number."),
        ({"game": "gekitai", "colour": "red"}, "Colour is unknown here."),
        ({"game": 5}, "Game must be text."),
        ({"game": "g" * 99}, "Game may have at most 60 characters."),
        ({"game": "gekitai", "side": "left"}, "Side must be 'first', 'second' or 'random'."),
        (
            {"game": "gekitai", "clock": "0+0"},
            "A time control needs some time; use none for a game without clocks.",
        ),
    ],
)
def test_what_is_wrong_with_a_request_is_said_in_words(server, wanted, reason):
    answer = server.client().http.post("/api/v1/games", json=wanted)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"] == reason


def test_too_long_is_refused_before_it_is_read(server):
    client = server.client()
    for path, size in (("/api/v1/positions", 100_000), ("/api/v1/records", 2_000_000), ("/new/gekitai", 100_000)):
        answer = client.http.post(path, content=b'{"text": "' + b"x" * size + b'"}')
        assert answer.status_code == 413

    def endless():
        for _ in range(100):
            yield b"x" * 4096

    assert client.http.post("/api/v1/positions", content=endless()).status_code == 413


def test_a_long_message_is_refused_and_a_huge_one_ends_the_socket(server):
    client = server.client()
    begun = client.begin(opponent="device")
    with client.open(begun["id"]) as socket:
        socket.until("snapshot")
        socket.connection.send("x" * 20_000)
        assert socket.until("refusal")["code"] == "NotAMessage"
        assert socket.move("c3")["type"] == "move"
        socket.connection.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            socket.until("nothing")


def test_who_asks_too_often_is_told_when_to_come_back(new_server):
    server = new_server(is_limited=True)
    client = server.client()
    client.http.get("/")
    answers = [client.http.post("/api/v1/games", json={"game": "gekitai"}) for _ in range(40)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) >= 1
    assert refused[0].json()["kind"] == "TooMuch"
    assert server.client().http.get("/healthz").status_code == 200


ROUTES = [route for router in vars(application).values() if isinstance(router, APIRouter) for route in router.routes]


def test_nothing_secret_is_logged(server):
    client = server.client()
    begun = client.begin(opponent="friend", name="Nobody Knows")
    client.accept(begun["id"], begun["tokens"][1])
    with client.open(begun["id"]) as socket:
        socket.until("snapshot")
    hidden = "secret-or-name"
    addresses = {re.sub(r"{\w+}", hidden, route.path): route.methods for route in ROUTES if "{" in route.path}
    assert {f"/sign-in/link/{hidden}", f"/mail/stop/{hidden}", f"/people/{hidden}"} <= addresses.keys()
    for path, methods in {**addresses, f"/{hidden}": {"GET"}}.items():
        for method in {"HEAD", "POST", *methods}:
            client.http.request(method, path)
        client.http.get(f"{path}/")
        client.http.get(path, headers={"host": "elsewhere.example"})
        client.http.post(path, headers={"origin": "https://elsewhere.example"})
    for headers in ({}, {"origin": "https://elsewhere.example"}):
        with (
            suppress(InvalidStatus),
            connect(f"ws://127.0.0.1:{server.port}/ws/game/{hidden}", additional_headers=headers),
        ):
            pass
    log = server.log.read_text()
    assert begun["id"] in log
    for secret in (*begun["tokens"], *client.http.cookies.values(), "Nobody Knows", hidden):
        assert secret not in log
    lines = [json.loads(line) for line in log.splitlines()]
    assert all(line["what"] for line in lines)
    asked = {line["path"] for line in lines if line["what"] == "request"}
    assert {"/sign-in/link/{secret}", "/people/{name}", "/game/{game}"} <= asked


def test_the_secret_is_its_owners_alone_and_stays(new_server):
    server = new_server()
    path = server.folder / "secret"
    assert path.stat().st_mode & 0o077 == 0
    before = path.read_bytes()
    server.stop()
    server.start()
    assert path.read_bytes() == before


def test_health_and_readiness(server):
    assert httpx.get(f"{server.base}/healthz").json()["alive"]
    assert httpx.get(f"{server.base}/readyz").json()["ready"]


def test_bytes_that_no_browser_sends_do_not_fill_the_log(new_server):
    """Each malformed request logged a warning, each text that is not UTF-8 a traceback."""
    server = new_server().wait_until_ready()
    client = server.client()
    game = client.begin(opponent="device")["id"]
    for garbage in (b"GARBAGE\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\r\n\r\n") * 5:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
            connection.sendall(garbage)
            assert connection.recv(100).startswith(b"HTTP/1.1 400")
    for _ in range(5):
        with client.open(game) as page:
            page.until("snapshot")
            page.connection.socket.sendall(b"\x81\x84\x00\x00\x00\x00\xff\xfe\xfd\xfc")
            with pytest.raises(ConnectionClosed):
                page.until("nothing")
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert [line for line in lines if line["level"] != "info" or "traceback" in line] == []
    assert [line["count"] for line in lines if line["what"] == "malformed input"] == [1], "then one line a minute"
