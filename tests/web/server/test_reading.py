"""Reading for visitors: what is long runs in processes of its own, within a time, and ends with its request."""

import asyncio
import socket
import threading
import time

import pytest

from ludoteca.play import load_game
from ludoteca.web.engine import reader_processes as reading
from ludoteca.web.engine.pool import EngineError, Job, Turns, Worker
from ludoteca.web.engine.reader_processes import NotRead, Readers, TooLong
from ludoteca.web.engine.reading_tasks import SHORT, Reading

PATIENCE_S = 180.0


def random_moves(game, count):
    """So many moves that can be played one after the other, where the game lasts as long."""
    position, moves = load_game(game).start(0), []
    while position.outcome is None and len(moves) < count:
        position = position.play(position.moves()[len(moves) % len(position.moves())])
        moves.append(str(position.last_move))
    return moves


def long_record(records=50):
    """Records of squ that take some time to read."""
    text = " ".join(f"{number}. {move}" for number, move in enumerate(random_moves("squ", 96), 1))
    one = f'[Game "squ"]\n\n{text} *\n\n'
    return one * records


RECORD = long_record()
WANTED = {"text": RECORD, "keep": False, "owner": "ann", "most": 50, "zipped": True}


def with_readers(test):
    """Run a test that awaits, with readers of its own."""

    async def whole():
        readers = Readers()
        readers.open()
        try:
            async with asyncio.timeout(PATIENCE_S):
                await test(readers)
        finally:
            await readers.close()

    def run():
        asyncio.run(whole())

    run.__name__ = test.__name__
    return run


@with_readers
async def test_the_reader_of_short_lines_is_started_before_anybody_waits_for_it(readers):
    """A short line waited 8.7 s behind long ones, until the second process had started and loaded the rules."""
    for name in ("gekitai", "nothing of this name"):
        await readers.warm(name)
    assert [worker.is_alive for worker in readers.workers] == [False, True]
    rules = Job({"kind": "rules", "game": "gekitai"}, "", reading.BRIEF, 1.0)
    assert not readers.may_begin(0, rules) and readers.may_begin(1, rules)


def test_the_time_of_a_reading_begins_when_its_process_has_loaded_what_it_needs():
    """On a busy machine that took longer than the reading may, and the first hundred pictures were refused."""

    async def start(*loads):
        worker = Worker(loads=loads)
        try:
            await worker.start()
        finally:
            await worker.end()

    asyncio.run(start(*Readers.loads))
    with pytest.raises(EOFError):  # it does not say that it is ready
        asyncio.run(start("no.such.module"))
    assert Readers.loads == ("ludoteca.web.engine.reading_tasks",)


async def wait_until_busy(readers, count=1):
    while sum(worker.job is not None and worker.process is not None for worker in readers.workers) < count:
        await asyncio.sleep(0.02)


@with_readers
async def test_one_visitor_never_has_all_readers(readers):
    asked = [asyncio.create_task(readers.read("records", WANTED, "ann")) for _ in range(4)]
    await wait_until_busy(readers)
    line = {"game": "squ", "options": {}, "position": "", "moves": random_moves("squ", 80), "seed": 0, "zipped": False}
    found = await readers.read("line", line, "bob")
    assert len(found.parts[0]) > 100_000
    assert not all(task.done() for task in asked)
    for task in asked:
        task.cancel()


@with_readers
async def test_a_reading_that_nobody_wants_any_more_ends_and_the_reader_goes_on(readers):
    first = asyncio.create_task(readers.read("records", {**WANTED, "text": RECORD * 40}, "ann"))
    await wait_until_busy(readers)
    process = readers.workers[0].process or readers.workers[1].process
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    while any(worker.job is not None for worker in readers.workers):
        await asyncio.sleep(0.02)
    found = await readers.read("records", {**WANTED, "text": long_record(3)}, "ann")
    assert found.found["zipped"]
    assert process.returncode is None  # it was interrupted, not killed


def test_a_reading_that_takes_too_long_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(reading, "LONGEST_READING_S", 0.1)

    @with_readers
    async def ask(readers):
        with pytest.raises(TooLong, match="takes too long to read"):
            await readers.read("records", {**WANTED, "text": RECORD * 20}, "ann")

    ask()


@with_readers
async def test_what_cannot_be_read_is_told_as_it_would_be_here(readers):
    with pytest.raises(NotRead, match="line 1, column") as told:
        await readers.read("records", {**WANTED, "text": "(" * (SHORT["records"] + 1)}, "ann")
    assert told.value.kind == "RecordError"


def test_whoever_is_busy_waits_and_a_share_is_not_exceeded():
    async def ask():
        turns = Turns((2,))
        turns.add(Job({"id": "1"}, "ann", 0, 1.0))
        turns.add(Job({"id": "2"}, "ann", 0, 1.0))
        with pytest.raises(EngineError, match="busy with your last request"):
            turns.add(Job({"id": "3"}, "ann", 0, 1.0))
        assert turns.take(0, lambda job: job.visitor != "ann") is None
        turns.add(Job({"id": "4"}, "bob", 0, 1.0))
        assert turns.take(0, lambda job: job.visitor != "ann").id == "4"
        assert turns.take(0).id == "1"

    asyncio.run(ask())


@with_readers
async def test_long_readings_of_many_visitors_leave_a_reader_for_brief_ones(readers):
    asked = [asyncio.create_task(readers.read("records", {**WANTED, "text": RECORD * 20}, name)) for name in "abcd"]
    await wait_until_busy(readers)
    moves = random_moves("squ", SHORT["line"] + 10)
    line = {"game": "squ", "options": {}, "position": "", "moves": moves, "seed": 0, "zipped": False}
    assert (await readers.read("line", line, "bob")).parts
    assert not any(task.done() for task in asked)
    for task in asked:
        task.cancel()


def test_a_picture_is_drawn_once_for_all_who_ask_and_kept_within_bounds(monkeypatch):
    monkeypatch.setattr(reading, "MOST_KEPT", 250)
    drawn = []

    class Drawing(Readers):
        async def _read(self, kind, wanted, visitor):
            assert kind == "card"
            drawn.append((wanted["position"], visitor))
            await asyncio.sleep(0)
            return Reading({}, (b"x" * 100,))

    async def ask():
        readers = Drawing()
        await asyncio.gather(*(readers.read("card", {"position": "a"}, name) for name in "abc"))
        await readers.read("card", {"position": "a"}, "dan")
        assert drawn == [("a", "a")]
        for position in "bca":
            await readers.read("card", {"position": position}, "eve")
        assert [position for position, _ in drawn] == ["a", "b", "c", "a"]  # the first had made room
        assert readers.kept_bytes == 200

    asyncio.run(ask())


# --- through a server


NO_DRAWING = """
from ludoteca.web.engine import reading_tasks
reading_tasks.READINGS["card"] = reading_tasks.READINGS["picture"] = None
"""


def test_nothing_is_drawn_in_the_process_that_serves(new_server):
    server = new_server(prelude=NO_DRAWING).wait_until_ready()
    client = server.client()
    game = client.begin(opponent="device")["id"]
    with client.open(game) as socket:
        socket.until("snapshot")
        socket.move("c3")
        socket.send("resign")
        socket.until("end")
    assert client.http.get(f"/api/v1/games/{game}/card.png?ply=0").content.startswith(b"\x89PNG")
    assert client.http.get(f"/api/v1/games/{game}/card.png").content.startswith(b"\x89PNG")
    assert "resigned" in client.http.get(f"/api/v1/games/{game}/board.svg").text
    assert "resigned" not in client.http.get(f"/api/v1/games/{game}/board.svg?ply=0").text
    assert "<svg" in client.http.get("/api/v1/positions/board.svg?game=gekitai").text


def test_long_imports_of_one_guest_hold_nobody_up(server):
    flooder, other = server.client(), server.client()
    flooder.http.get("/")  # a cookie: all that follows is one guest's
    answers = []

    def flood():
        answers.append(flooder.http.post("/api/v1/records", json={"text": RECORD}).status_code)

    threads = [threading.Thread(target=flood) for _ in range(8)]
    for thread in threads:
        thread.start()
    try:
        moves = random_moves("squ", 90)
        for path in ("/editor/squ", "/analysis/squ?moves=" + ",".join(moves), "/"):
            assert other.http.get(path).status_code == 200
        line = other.http.post("/api/v1/lines", json={"game": "squ", "moves": moves})
        assert [view["ply"] for view in line.json()] == list(range(len(moves) + 1))
        text = long_record(1)
        assert other.http.post("/api/v1/records", json={"text": text, "keep": True}).json()["games"]
        assert any(thread.is_alive() for thread in threads)
    finally:
        for thread in threads:
            thread.join()
    assert 503 in answers  # one at a time, some waiting, the rest refused in words
    assert set(answers) <= {200, 413, 503}  # on a machine with much else to do some take too long


def test_a_long_import_is_kept_as_a_game(server):
    client = server.client()
    text = long_record(1)
    location = client.http.post("/import", data={"record": text + " " * SHORT["records"]}).headers["location"]
    assert client.http.get(location).status_code == 200
    record = client.http.get(f"/api/v1{location.replace('game', 'games')}/record").text
    assert record.split()[-4:] == text.split()[-4:]


def test_an_illegal_move_in_a_long_line_is_refused_as_in_a_short_one(server):
    moves = random_moves("squ", 70)
    client = server.client()
    answers = [
        client.http.post(path, json={"game": "squ", "moves": [*line, "z99"]})
        for path in ("/api/v1/lines", "/api/v1/positions")
        for line in (moves[:2], moves, moves * 4)
    ]
    assert {answer.status_code for answer in answers} == {400}
    kinds = [answer.json()["kind"] for answer in answers]
    assert kinds[0] == kinds[1] == kinds[3]


def test_a_request_that_is_given_up_ends_its_reading(server):
    body = b'{"text": ' + b'"' + RECORD.replace("\n", "\\n").replace('"', '\\"').encode() + b'"}'
    head = f"POST /api/v1/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        line.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
        time.sleep(0.05)  # reading takes longer
    server.wait_for_log('"status": 499')
