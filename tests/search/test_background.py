"""Work in a thread of its own: its result is told once, or never when it was called off."""

from __future__ import annotations

import threading

import pytest

from ludoteca.search.background import BackgroundWork

PATIENCE_S = 60


def test_a_result_is_told_and_can_be_waited_for():
    told = []
    work = BackgroundWork(lambda _: 6 * 7, told.append)
    assert work.result() == 42 and told == [42] and not work.is_busy


def test_an_error_is_told_and_raised_where_the_result_is_wanted():
    told = []
    work = BackgroundWork(lambda _: 1 // 0, fail=told.append)
    with pytest.raises(ZeroDivisionError):
        work.result()
    assert [type(error) for error in told] == [ZeroDivisionError]


def test_hurried_work_sees_its_flag_and_still_tells():
    begun, go_on, told = threading.Event(), threading.Event(), []

    def work(stop):
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return int(stop.is_set)

    thinking = BackgroundWork(work, told.append)
    assert begun.wait(PATIENCE_S) and thinking.is_busy
    thinking.hurry()
    go_on.set()
    assert thinking.wait(PATIENCE_S) and told == [1]


@pytest.mark.parametrize("fails", [False, True])
def test_work_that_is_called_off_tells_nobody(fails):
    go_on, told = threading.Event(), []

    def work(stop):
        assert go_on.wait(PATIENCE_S)
        return 1 // (0 if fails else 1)

    thinking = BackgroundWork(work, told.append, told.append)
    thinking.call_off()
    go_on.set()
    assert thinking.wait(PATIENCE_S) and thinking.is_off and told == []


def test_when_the_result_is_told_the_next_work_may_begin():
    seen = []
    work = BackgroundWork(lambda _: None, lambda _: seen.append(work.is_busy) if started.wait(PATIENCE_S) else None)
    started.set()
    assert work.wait(PATIENCE_S) and seen == [False]


started = threading.Event()
