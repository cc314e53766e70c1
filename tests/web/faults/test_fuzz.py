"""Fuzz: whatever comes in over sockets and the API, the server stays up and says what is wrong."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.web.live.actions import ACTIONS

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
MESSAGES = st.one_of(
    st.text(max_size=60),
    JSON.map(lambda value: json.dumps(value)),
    st.fixed_dictionaries(
        {"type": st.sampled_from(sorted(set(ACTIONS) - {"hint", "ping"}))},
        optional={"ply": JSON, "text": JSON, "seq": JSON, "delay": JSON},
    ).map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.just("move"), "ply": st.integers(-2, 3), "text": st.sampled_from(["c3", "d4", "C3", "pass", ""])}
    ).map(json.dumps),
)


def test_no_message_breaks_a_room(server):
    client = server.client()
    game = client.begin(opponent="device")["id"]
    socket = client.open(game)

    @given(st.lists(MESSAGES, max_size=6))
    @settings(max_examples=60)
    def throw(messages):
        for message in messages:
            socket.connection.send(message)
        socket.send("ping")
        socket.until("pong")

    with socket:
        socket.until("snapshot")
        throw()
        if client.http.get(f"/api/v1/games/{game}").json()["state"] == "going":
            for _ in range(3):  # a refusal of something thrown may come late
                socket.send("resync", seq=None)
                socket.until("snapshot")
                answer = socket.move(socket.legal()[0])
                if answer["type"] == "move":
                    break
            assert answer["type"] == "move", answer


def test_no_message_breaks_the_analysis_desk(server):
    @given(st.lists(st.one_of(st.text(max_size=40), JSON.map(json.dumps)), min_size=1, max_size=4))
    @settings(max_examples=30)
    def throw(messages):
        for message in messages:
            socket.connection.send(message)

    with server.client().analysis() as socket:
        throw()
        socket.connection.send(json.dumps({"id": "last", "game": "gekitai", "ms": 50}))
        answer = socket.next()
        while not (answer.get("id") == "last" and answer["done"]):
            answer = socket.next()
        assert answer["lines"][0]["moves"]


@pytest.fixture(scope="module")
def described(server):
    import schemathesis  # late: it takes longer than all other tests here need

    return schemathesis.openapi.from_url(f"{server.base}/api/v1/openapi.json")


def test_the_api_is_described(described):
    paths = {operation.ok().path for operation in described.get_all_operations()}
    for path in ("/library", "/positions", "/analysis", "/records", "/games", "/games/{game}/moves"):
        assert f"/api/v1{path}" in paths


@pytest.mark.parametrize("mode", ["POSITIVE", "NEGATIVE"])
def test_no_request_is_a_server_error(server, described, mode):
    from schemathesis import GenerationMode

    game = server.client().begin(opponent="device")["id"]
    for operation in described.get_all_operations():
        wanted = operation.ok()
        if mode == "POSITIVE" or wanted.body or wanted.query or wanted.path_parameters:
            ask_all_kinds_of(wanted, GenerationMode[mode], game)  # where nothing is asked for, nothing can be wrong


def ask_all_kinds_of(operation, mode, game):
    """Requests that fit the description, or do not; half of them about a game that exists."""

    @given(operation.as_strategy(generation_mode=mode), st.booleans())
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    def ask(case, is_real):
        if is_real and "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = "gekitai" if "library" in operation.path else game
        if is_real and isinstance(case.body, dict):
            case.body["game"] = "gekitai"
        if isinstance(case.body, dict) and "ms" in case.body:
            case.body["ms"] = 10
        answer = case.call(timeout=120)  # seconds; a busy machine is slow, not wrong
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)
        assert answer.headers["content-security-policy"]

    ask()


def test_numbers_that_are_none_and_halves_of_characters_are_answered(server):
    client = server.client()
    game = client.begin(opponent="device")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        for message in ('{"type":"pace","delay":NaN}', '{"type":"\\ud800"}', '{"type":"pace","delay":Infinity}'):
            socket.connection.send(message)
            socket.until("refusal")
        socket.send("ping")
        socket.until("pong")


@pytest.mark.parametrize("spec", ["ugi:touch {sign}", "py:{file}:Bot", "PY:{file}:Bot:200ms"])
def test_a_bot_that_runs_a_program_is_refused(server, tmp_path, spec):
    sign, file = tmp_path / "it-ran", tmp_path / "bot.py"
    file.write_text(f"import pathlib\npathlib.Path({str(sign)!r}).touch()\nclass Bot:\n    pass\n")
    spec = spec.format(sign=sign, file=file)
    answer = server.client().http.post("/api/v1/games", json={"game": "gekitai", "opponent": "bot", "bot": spec})
    assert 400 <= answer.status_code < 500
    assert not sign.exists()
