"""Telling: what one process says, the others hear."""

import asyncio

from ludoteca.web.storage.databases import read_address
from ludoteca.web.telling import Telling, telling_for

PATIENCE_S = 30.0


def test_in_one_process_everyone_hears_at_once():
    telling, heard = Telling(), []
    telling.on("game", heard.append)
    telling.on("game", heard.append)
    telling.tell("game", "abc")
    telling.tell("lobby", "def")
    telling.tell("game", "ghi", here=False)
    assert heard == ["abc", "abc"]


def test_one_that_cannot_hear_does_not_keep_the_others_from_it():
    telling, heard = Telling(), []
    telling.on("game", lambda _: 1 / 0)
    telling.on("game", heard.append)
    telling.tell("game", "abc")
    assert heard == ["abc"]


async def until(is_so):
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.01)


def two_on(cluster, happen):
    """Let something happen between two processes on one database; each notes what it hears, and when it may miss."""
    address = read_address(cluster.address(cluster.new_database()))

    async def live():
        pair = [telling_for(address, sender) for sender in ("one", "two")]
        heard, missed = ([], []), ([], [])
        for telling, own, gaps in zip(pair, heard, missed, strict=True):
            telling.on("game", own.append)
            telling.on_missed(lambda gaps=gaps: gaps.append(True))
            telling.open()
        try:
            await until(lambda: all(missed))  # they listen
            await happen(*pair, *heard, missed[1])
        finally:
            for telling in pair:
                await asyncio.to_thread(telling.close)

    asyncio.run(live())


def test_another_process_hears_each_id_once_and_this_one_not_from_outside(cluster):
    async def happen(one, _, mine, others, __):
        for name in ("abc", "abc", "with spaces and ' quotes"):
            one.tell("game", name, here=False)
        one.tell("lobby", "-")
        one.tell("game", "last")
        await until(lambda: "last" in others)
        assert mine == ["last"]
        assert others == ["abc", "with spaces and ' quotes", "last"]

    two_on(cluster, happen)


def test_a_word_that_is_too_long_is_left_out_and_the_others_are_heard(cluster):
    async def happen(one, _, __, others, ___):
        for name in ("first", "x" * 9000, "é" * 4000, "last"):
            one.tell("game", name, here=False)
        await until(lambda: "last" in others)
        assert others == ["first", "last"]

    two_on(cluster, happen)


def test_what_is_told_first_after_the_line_broke_is_heard(cluster):
    async def happen(one, _, __, others, gaps):
        one.tell("game", "before", here=False)
        await until(lambda: "before" in others)
        cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_notify%'")
        one.tell("game", "after", here=False)
        await until(lambda: "after" in others)

    two_on(cluster, happen)


def test_a_broken_line_is_mended_and_said_to_have_missed_something(cluster):
    async def happen(one, _, __, others, gaps):
        before = len(gaps)
        cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await until(lambda: len(gaps) > before)
        while "again" not in others:  # the line of whoever tells may be mended a little later
            one.tell("game", "again", here=False)
            await asyncio.sleep(0.1)

    two_on(cluster, happen)
