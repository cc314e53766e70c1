"""The engine: games before analysis, visitors in turn, nobody without limit, and workers that may die."""

import asyncio
import logging
import os
import queue
import signal

import pytest
from uvicorn import Config

from ludoteca.bots.registry import NamesProgram
from ludoteca.play import load_game
from ludoteca.search.analysis import analyse
from ludoteca.search.threads import StopFlag
from ludoteca.web.engine import pool, worker
from ludoteca.web.engine.engine import ANALYSIS, GAME, SHARES, Engine
from ludoteca.web.engine.pool import EngineError, Job, Turns, Worker

START = {"game": "gekitai", "options": {}, "start": "", "moves": []}


@pytest.fixture(scope="module", autouse=True)
def compiled_search():
    """Whatever must be compiled is kept on disk before a worker, which has less time, needs it."""
    analyse(load_game("gekitai").start(0), ms=10)


def job(visitor, rank, name="j"):
    return Job({"id": name}, visitor, rank, 1.0)


def in_a_loop(test):
    """Run a test that awaits, in a loop such as the server has."""

    def run():
        with asyncio.Runner(loop_factory=Config("").get_loop_factory()) as runner:
            runner.run(test())

    run.__name__ = test.__name__
    return run


@in_a_loop
async def test_games_go_before_analysis_and_visitors_take_turns():
    turns = Turns(SHARES)
    for visitor, rank, name in (
        ("ann", ANALYSIS, "a1"), ("ann", ANALYSIS, "a2"), ("bob", ANALYSIS, "b1"),
        ("ann", GAME, "g1"), ("ann", GAME, "g2"), ("cid", GAME, "c1"),
    ):  # fmt: skip
        turns.add(job(visitor, rank, name))
    taken = []
    while (next_job := turns.take(ANALYSIS)) is not None:
        taken.append(next_job.id)
    assert taken == ["g1", "c1", "g2", "a1", "b1", "a2"]


@in_a_loop
async def test_a_visitor_who_asks_for_too_much_is_refused_and_others_are_not():
    turns = Turns(SHARES)
    for _ in range(2):
        turns.add(job("ann", ANALYSIS))
    with pytest.raises(EngineError, match="busy with your last request"):
        turns.add(job("ann", ANALYSIS))
    turns.add(job("bob", ANALYSIS))


@in_a_loop
async def test_any_number_of_guests_at_one_address_have_one_turn_together():
    turns = Turns(SHARES)
    for number in range(40):
        turns.add(Job({"id": f"many{number}"}, f"guest{number}", GAME, 60.0, address="10.0.0.1"))
    turns.add(Job({"id": "honest"}, "ann", GAME, 60.0, address="10.0.0.2"))
    assert [turns.take(GAME).id for _ in range(3)] == ["many0", "honest", "many1"]


@in_a_loop
async def test_an_address_cannot_fill_the_queue_with_new_guests():
    turns = Turns(SHARES)
    for number in range(pool.MOST_AT):
        turns.add(Job({"id": "j"}, f"guest{number}", GAME, 60.0, address="10.0.0.1"))
    with pytest.raises(EngineError, match="busy with your last request"):
        turns.add(Job({"id": "j"}, "one more", GAME, 60.0, address="10.0.0.1"))
    turns.add(Job({"id": "j"}, "ann", GAME, 60.0, address="10.0.0.2"))


@in_a_loop
async def test_slow_bots_of_one_address_leave_the_last_worker_to_others():
    engine = Engine(2)

    def bot(address, ms):
        job = Job({"id": "j", "kind": "choose", **START, "bot": "b", "ms": ms}, "guest", GAME, 60.0, address=address)
        job.expected_s = engine.expected_s(job)
        return job

    engine.workers[0].job = bot("10.0.0.1", 5000)
    assert not engine.may_begin(1, bot("10.0.0.1", 5000))
    assert engine.may_begin(1, bot("10.0.0.1", 0))  # a level
    assert engine.may_begin(1, bot("10.0.0.2", 5000))
    engine.workers[0].job = bot("10.0.0.1", 0)
    assert engine.may_begin(1, bot("10.0.0.1", 5000))
    assert Engine(1).may_begin(0, bot("10.0.0.1", 5000))


@in_a_loop
async def test_level_1_does_not_wait_for_the_level_10s_of_its_address():
    """Forty guests of one address with slow levels, which name no time, made it wait for all of them."""
    engine = Engine(2)
    engine.took_s |= {("gekitai", "level10"): 2.0, ("gekitai", "level1"): 0.02}

    def bot(guest, name):
        job = Job({"id": guest, "kind": "choose", **START, "bot": name, "ms": 0}, guest, GAME, 60.0, address="1.2.3.4")
        job.expected_s = engine.expected_s(job)
        return job

    for number in range(40):
        engine.turns.add(bot(f"guest{number}", "level10"))
    engine.turns.add(bot("ann", "level1"))
    assert [engine.turns.take(GAME).id for _ in range(3)] == ["ann", "guest0", "guest1"]
    engine.workers[0].job = bot("guest0", "level10")
    assert not engine.may_begin(1, bot("guest1", "level10"))


@in_a_loop
async def test_what_a_bot_takes_is_remembered():
    engine = Engine(1)
    engine.open()
    await asyncio.wait_for(engine.ask({"kind": "choose", **START, "bot": "random"}, "bob", GAME, 5), 50)
    assert 0 < engine.took_s["gekitai", "random"] < 50
    await engine.close()


@in_a_loop
async def test_a_bot_says_when_it_would_rather_resign():
    engine = Engine(1)
    engine.open()
    for position, resigns in ((START["start"], False), ("b...../..b.b./....../..b.r./r...b./b.r.r. r", True)):
        request = {"kind": "choose", **START, "start": position, "bot": "level8"}
        assert (await asyncio.wait_for(engine.ask(request, "bob", GAME, 50), 90))["resigns"] is resigns
    await engine.close()


@in_a_loop
async def test_a_game_cuts_a_long_analysis_short():
    engine = Engine(1)
    engine.open()
    analysis = asyncio.ensure_future(
        engine.ask({"kind": "analyse", **START, "ms": 60_000, "lines": 1}, "ann", ANALYSIS, 60)
    )
    reports = engine.workers[0]
    while reports.job is None:
        await asyncio.sleep(0.05)
    answer = await asyncio.wait_for(engine.ask({"kind": "choose", **START, "bot": "random"}, "bob", GAME, 5), 50)
    assert answer["move"] in [str(move) for move in load_game("gekitai").start().moves()]
    assert (await analysis)["report"]["lines"]
    await engine.close()


@in_a_loop
async def test_a_worker_that_dies_is_replaced_and_its_job_done():
    engine = Engine(1)
    engine.open()
    asked = asyncio.ensure_future(engine.ask({"kind": "analyse", **START, "ms": 1500, "lines": 1}, "ann", ANALYSIS, 2))
    while engine.workers[0].job is None:
        await asyncio.sleep(0.05)
    os.kill(engine.workers[0].process.pid, signal.SIGKILL)
    assert (await asyncio.wait_for(asked, 50))["report"]["lines"]
    await engine.close()


def test_a_worker_starts_in_the_loop_that_servers_run_in():
    """uvloop starts no process in a group: the worker joins its own by itself."""
    uvloop = pytest.importorskip("uvloop")

    async def start():
        worker = Worker()
        await asyncio.wait_for(worker.start(), 60)
        assert os.getpgid(worker.process.pid) == worker.group.id
        await worker.end()

    uvloop.run(start())


@in_a_loop
async def test_a_worker_that_cannot_be_started_is_tried_again():
    engine = Engine(1)
    [only] = engine.workers
    start, tried = only.start, []

    async def fail_once():
        tried.append(True)
        if len(tried) == 1:
            raise OSError("no more processes")
        await start()

    only.start = fail_once
    engine.open()
    found = await engine.ask({"kind": "choose", **START, "bot": "random"}, "ann", GAME, 10)
    assert found["move"] and len(tried) == 2
    await engine.close()


async def until(is_true):
    """Wait for something that happens soon."""
    async with asyncio.timeout(60):
        while not is_true():
            await asyncio.sleep(0.02)


@in_a_loop
async def test_a_worker_that_dies_without_a_job_is_replaced():
    engine = Engine(1)
    [only] = engine.workers
    engine.open()
    await until(lambda: engine.trouble() is None)
    first = only.process.pid
    os.kill(first, signal.SIGKILL)
    await until(lambda: only.is_alive and only.process.pid != first)
    assert engine.trouble() is None
    await engine.close()


@in_a_loop
async def test_an_engine_whose_workers_are_all_dead_is_in_trouble_until_one_is_back():
    engine = Engine(1)
    engine.longest_restart_s = 0.1
    [only] = engine.workers
    working, broken = only.module, "ludoteca.no_such_module"  # a process that ends before it is ready
    only.module = broken
    engine.open()
    for _ in range(20):
        assert engine.trouble() == pool.NO_WORKERS  # none has started yet
        await asyncio.sleep(0.05)
    only.module = working
    await until(lambda: engine.trouble() is None)
    only.module = broken
    os.kill(only.process.pid, signal.SIGKILL)
    await until(lambda: engine.trouble() == pool.NO_WORKERS)
    only.module = working
    await until(lambda: engine.trouble() is None)
    await engine.close()


@in_a_loop
async def test_a_bot_that_cannot_play_is_an_error_in_words():
    engine = Engine(1)
    engine.open()
    with pytest.raises(EngineError, match="plays greener, not gekitai"):
        await asyncio.wait_for(engine.ask({"kind": "choose", **START, "bot": "dumb"}, "ann", GAME, 5), 50)
    await engine.close()


def test_a_switch_that_nobody_throws_does_not_end_an_analysis():
    assert analyse(load_game("greener").start(1), ms=None, nodes=20_000, stop=StopFlag()).nodes >= 20_000


def test_a_stop_that_comes_before_the_job_has_begun_is_not_lost(monkeypatch):
    stopped = []
    monkeypatch.setattr("sys.stdin", ['{"id": "j1"}', '{"stop": "j1"}', '{"stop": "j2"}'])
    worker.listen(queue.SimpleQueue())
    with worker.stoppable("j1", lambda: stopped.append("j1")):
        assert stopped == ["j1"]
    with worker.stoppable("j1", lambda: stopped.append("again")):
        assert stopped == ["j1"]
    assert not worker.unwanted  # one that was never there leaves nothing behind


@in_a_loop
async def test_those_who_had_least_come_first_and_among_them_the_shortest():
    turns = Turns(SHARES)
    for visitor, seconds, used_s in (("ann", 30.0, 2.0), ("bob", 30.0, 0.0), ("cid", 1.0, 0.0), ("eve", 1.0, 4.0)):
        turns.add(Job({"id": visitor}, visitor, ANALYSIS, seconds, used_s=used_s))
    assert [turns.take(ANALYSIS).id for _ in range(4)] == ["cid", "bob", "ann", "eve"]


@in_a_loop
async def test_a_short_analysis_does_not_wait_for_long_ones():
    engine = Engine(1)
    engine.open()
    about = {"kind": "analyse", **START, "lines": 1}
    await asyncio.wait_for(engine.ask({**about, "ms": 10}, "zoe", ANALYSIS, 1), 60)  # everything is compiled by now
    told = []
    names = ("ann", "bob", "cid")
    long = [asyncio.create_task(engine.ask({**about, "ms": 60_000}, name, ANALYSIS, 60, told.append)) for name in names]
    while not told:
        await asyncio.sleep(0.05)
    short = await asyncio.wait_for(engine.ask({**about, "ms": 100}, "eve", ANALYSIS, 1), 60)
    assert short["report"]["lines"]
    assert not any(task.done() for task in long)
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)
    await engine.close()


@in_a_loop
async def test_an_analysis_that_gave_way_goes_on_and_forgets_nothing():
    engine = Engine(1)
    engine.open()
    about = {"kind": "analyse", **START, "lines": 1}
    await asyncio.wait_for(engine.ask({**about, "ms": 10}, "zoe", ANALYSIS, 1), 60)
    told = []
    asked = asyncio.create_task(engine.ask({**about, "ms": 4000}, "ann", ANALYSIS, 4, told.append))
    while not told:
        await asyncio.sleep(0.05)
    await asyncio.wait_for(engine.ask({**about, "ms": 100}, "bob", ANALYSIS, 1), 60)
    assert not asked.done()
    report = (await asyncio.wait_for(asked, 60))["report"]
    depths = [step["depth"] for step in told]
    assert depths == sorted(depths)
    assert report["depth"] >= depths[-1]
    assert 3 <= report["seconds"] < 10  # both parts together, not what was waited
    await engine.close()


@in_a_loop
async def test_who_waits_when_the_engine_ends_is_told():
    engine = Engine(1)
    engine.open()
    about = {"kind": "analyse", **START, "lines": 1, "ms": 20_000}
    asked = [asyncio.create_task(engine.ask(about, name, ANALYSIS, 20)) for name in ("ann", "bob")]
    await asyncio.sleep(0.3)
    await engine.close()
    for error in await asyncio.gather(*asked, engine.ask(about, "cid", ANALYSIS, 20), return_exceptions=True):
        assert isinstance(error, EngineError)
        assert "The server is stopping" in str(error)


@in_a_loop
async def test_a_worker_given_up_while_it_starts_leaves_no_process_behind():
    worker = Worker()
    starting = asyncio.create_task(worker.start())
    while worker.group is None:
        await asyncio.sleep(0)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    await worker.end()
    assert worker.process.returncode is not None


@in_a_loop
async def test_what_a_worker_writes_to_standard_error_is_logged_as_text():
    worker = Worker()
    await worker.start()
    heard = []
    handler = logging.Handler()
    handler.emit = heard.append
    logging.getLogger("ludoteca.web").addHandler(handler)
    worker.process.stdin.write(b"this is not JSON\n")
    await worker.process.stdin.drain()
    await asyncio.wait_for(worker.process.wait(), 30)  # it does not stay behind
    await worker.end()
    assert "JSONDecodeError" in "".join(record.text for record in heard)
    logging.getLogger("ludoteca.web").removeHandler(handler)


def test_a_row_of_the_database_cannot_name_a_program(tmp_path):
    with pytest.raises(NamesProgram):
        worker.bot_of(f"ugi:touch {tmp_path / 'hacked'}")
    assert not (tmp_path / "hacked").exists()
