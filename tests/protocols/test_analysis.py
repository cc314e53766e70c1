"""Analysis in JSON lines: asynchronous, by id and priority, cancelled at will, errors by field."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.protocols import analysis
from ludoteca.protocols.analysis import AnalysisServer

HEXAPAWN = Path(__file__).parents[2] / "examples" / "hexapawn.py"


class Client:
    """A server in this process; its answers by id."""

    def __init__(self, **settings):
        self.answers: list[dict] = []
        self.heard = threading.Condition()
        self.server = AnalysisServer(self._hear, **settings)

    def _hear(self, answer):
        with self.heard:
            self.answers.append(json.loads(json.dumps(answer)))
            self.heard.notify_all()

    def ask(self, **query):
        self.server.take(json.dumps(query))

    def final(self, name):
        with self.heard:
            self.heard.wait_for(lambda: any(self.is_final(each, name) for each in self.answers), 60)
        return next(each for each in self.answers if self.is_final(each, name))

    @staticmethod
    def is_final(answer, name):
        return answer["id"] == name and (answer.get("final") or "error" in answer)


@pytest.fixture
def client():
    client = Client()
    yield client
    client.server.close(at_once=True)


def test_a_query_is_answered_with_lines_of_legal_moves(client):
    client.ask(id="q", game="gekitai", moves=["c3"], depth=3, lines=2)
    report = client.final("q")
    assert (report["depth"], report["mover"], len(report["lines"])) == (3, 1, 2)
    position = ludoteca.game("gekitai").start().play("c3")
    for line in report["lines"]:
        later = position
        for move in line["moves"]:
            later = later.play(move)
    assert 0 <= report["score"] <= 1
    assert report["nodes"] > 0


def test_a_forced_win_is_proved_when_asked_for(client):
    client.ask(id="p", game="gekitai", position="rr..../....../....../....../....../.....b r", method="proof")
    report = client.final("p")
    assert (report["method"], report["proven"], report["best"]) == ("proof", True, "c1")


def test_reports_come_on_the_way_when_asked_for(client):
    client.ask(id=1, game="gekitai", ms=400, every_ms=1, lines=2)
    client.final(1)
    partial = [each for each in client.answers if each.get("final") is False]
    assert partial
    assert [each["depth"] for each in partial] == sorted(each["depth"] for each in partial)


def test_urgent_queries_come_first_and_others_in_order(client):
    client.ask(id="long", game="gekitai", nodes=10**12, every_ms=1)
    with client.heard:
        assert client.heard.wait_for(lambda: client.answers, 60)  # the only worker is busy
    for name, priority in (("a", 0), ("b", 0), ("urgent", 9)):
        client.ask(id=name, game="gekitai", depth=1, priority=priority)
    client.ask(action="cancel", id="long")
    client.final("b")
    assert [each["id"] for each in client.answers if each["final"]] == ["long", "urgent", "a", "b"]


def test_a_query_can_be_cancelled_while_it_waits_and_while_it_is_looked_at(client):
    client.ask(id="endless", game="gekitai", nodes=10**12, every_ms=1)
    client.ask(id="waiting", game="gekitai", nodes=10**12)
    with client.heard:
        assert client.heard.wait_for(lambda: client.answers, 60)  # it has begun
    client.ask(action="cancel", id="waiting")
    client.ask(action="cancel", id="endless")
    first, second = client.final("endless"), client.final("waiting")
    assert first["cancelled"] and first["lines"]
    assert second == {"id": "waiting", "final": True, "cancelled": True}


@pytest.fixture
def compiler(monkeypatch):
    """Stands for a compiler: `at` is what is compiled, and it takes until `is_done` is set."""
    at, is_done = threading.Event(), threading.Event()

    def slow(function):
        def run(*given, **named):
            at.set()
            assert is_done.wait(60)
            return function(*given, **named)

        return run

    yield at, is_done, lambda owner, name: monkeypatch.setattr(owner, name, slow(getattr(owner, name)))
    is_done.set()


@pytest.mark.parametrize(("owner", "name"), [(analysis.Where, "position"), (analysis, "prepare_analysis")])
def test_what_waits_is_cancelled_at_once_while_something_compiles(client, compiler, owner, name):
    at, is_done, slow_down = compiler
    slow_down(owner, name)
    client.ask(id="compiles", game="gekitai", depth=1)
    assert at.wait(60)
    client.ask(id="waits", game="gekitai", depth=1)
    client.ask(action="cancel", id="waits")
    assert client.answers == [{"id": "waits", "final": True, "cancelled": True}]
    client.ask(id="waits", game="gekitai", depth=2)  # its id is free again
    client.ask(action="cancel", id="compiles")
    assert client.answers[1:] == [{"id": "compiles", "final": True, "cancelled": True}]
    is_done.set()
    assert client.final("waits") == client.answers[0]  # and what was cancelled is answered once
    with client.heard:
        assert client.heard.wait_for(lambda: client.answers[-1].get("depth") == 2, 60)
    assert len(client.answers) == 3


def test_what_waits_for_a_worker_is_cancelled_at_once(client):
    client.ask(id="endless", game="gekitai", nodes=10**12, every_ms=1)
    with client.heard:
        assert client.heard.wait_for(lambda: client.answers, 60)  # the only worker is busy
    client.ask(id="waits", game="gekitai", nodes=10**12)
    client.ask(action="cancel", id="waits")
    assert {"id": "waits", "final": True, "cancelled": True} in client.answers
    assert not any(client.is_final(answer, "endless") for answer in client.answers)


def test_terminate_answers_everything_without_waiting_for_a_compiler(compiler):
    at, is_done, slow_down = compiler
    slow_down(analysis.Where, "position")
    answers = []
    server = AnalysisServer(answers.append)

    def lines():
        for number in range(3):
            yield json.dumps({"id": number, "game": "gekitai"})
        assert at.wait(60)
        yield '{"action": "terminate"}'

    server.serve(lines())
    assert [(answer["id"], answer["cancelled"]) for answer in answers] == [(0, True), (1, True), (2, True)]
    assert server.is_busy
    is_done.set()


def test_two_workers_answer_the_short_query_before_the_long_one():
    client = Client(workers=2)
    client.ask(id="endless", game="gekitai", nodes=10**12)
    client.ask(id="short", game="reversi", depth=2)
    assert client.final("short")["depth"] == 2
    client.ask(action="cancel", id="endless")
    client.final("endless")
    client.server.close()


@pytest.mark.parametrize(
    ("asked", "field", "says"),
    [
        ({}, "id", "a query has an id"),
        ({"id": None}, "id", "a query has an id"),
        ({"id": 1}, "game", "names a game"),
        ({"id": 1, "game": 7}, "game", "a text"),
        ({"id": 1, "game": "backgammon"}, "game", "there is no game called 'backgammon'"),
        ({"id": 1, "game": "squ", "options": []}, "options", "an object"),
        ({"id": 1, "game": "squ", "options": {"size": 9}}, "options", "size cannot be 9"),
        ({"id": 1, "game": "gekitai", "position": "x"}, "position", "two fields"),
        ({"id": 1, "game": "gekitai", "moves": "a1"}, "moves", "a list"),
        ({"id": 1, "game": "gekitai", "moves": ["a1", "b2", "z1"]}, "moves[2]", "z1 is not on the board"),
        ({"id": 1, "game": "gekitai", "lines": 0}, "lines", "from 1 to 64"),
        ({"id": 1, "game": "gekitai", "ms": "fast"}, "ms", "whole number"),
        ({"id": 1, "game": "gekitai", "nodes": True}, "nodes", "whole number"),
        ({"id": 1, "game": "gekitai", "method": "guess"}, "method", "alphabeta, mcts, proof"),
        ({"id": 1, "game": "gekitai", "method": "mcts", "depth": 3}, "depth", "no depth limit"),
        ({"id": 1, "game": "gekitai", "method": "proof", "depth": 3}, "depth", "no depth limit"),
        ({"id": 1, "game": "gekitai", "method": "proof", "lines": 2}, "lines", "one line"),
        ({"id": 1, "game": "gekitai", "color": "red"}, "color", "no such field"),
        ({"id": 1, "action": "dance"}, "action", "cancel, terminate and version"),
        ({"id": 1, "action": "cancel"}, "id", "no query with that id"),
        (
            {"id": 1, "game": "gekitai", "position": "rrr.../....../....../....../....../...... b"},
            "position",
            "the game is over: three in line",
        ),
    ],
)
def test_an_error_names_the_field(client, asked, field, says):
    client.server.take(json.dumps(asked))
    answer = client.final(asked.get("id"))
    assert len(client.answers) == 1
    assert answer["id"] == asked.get("id")
    assert answer["field"] == field
    assert says in answer["error"]


def test_an_id_is_used_once_at_a_time(client):
    client.ask(id=1, game="gekitai", nodes=10**12)
    client.ask(id=1, game="gekitai")
    assert client.answers[-1]["field"] == "id"
    client.ask(action="cancel", id=1)
    client.final(1)


FIELDS = st.sampled_from(["id", "game", "moves", "action", "options"])
MESSAGES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner) | st.dictionaries(FIELDS, inner)
)


@given(st.text(max_size=60) | MESSAGES.map(json.dumps))
def test_no_line_ends_the_server(line):
    answers = []
    server = AnalysisServer(answers.append, workers=0)
    assert server.take(line) in (True, False)
    assert all("error" in answer for answer in answers)


def test_the_command_answers_all_queries_before_it_ends():
    games = ("squ", "gekitai", "reversi")
    typed = "\n".join(json.dumps({"id": number, "game": name, "depth": 2}) for number, name in enumerate(games))
    done = run("analysis-server", "--workers", "2", typed=typed + "\nnonsense\n")
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(answer["id"] for answer in answers if answer["id"] is not None) == [0, 1, 2]
    assert sum("error" in answer for answer in answers) == 1


def test_the_command_knows_the_game_of_a_file():
    query = json.dumps({"id": "mine", "game": "hexapawn", "depth": 2})
    (answer,) = map(json.loads, run("analysis-server", "--game", str(HEXAPAWN), typed=query).stdout.splitlines())
    assert answer["id"] == "mine" and answer["final"] and answer["lines"]


def test_terminate_ends_it_at_once():
    typed = '{"id": 1, "game": "gekitai", "nodes": 1000000000000}\n{"action": "terminate"}\n'
    done = run("analysis-server", typed=typed)
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["cancelled"]
