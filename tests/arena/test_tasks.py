"""Tasks on several processes: all results come, and a process that dies costs nothing but its task."""

from __future__ import annotations

import multiprocessing
from functools import partial

import numpy as np
import pytest
from task_functions import always_dies, dies_once, raises_what_cannot_be_sent, refuses, squares

from ludoteca.arena import tasks
from ludoteca.arena.executors import LocalProcesses
from ludoteca.arena.tasks import TaskFailed
from ludoteca.errors import LudotecaError

HERE = LocalProcesses(2)


def test_all_results_come_with_their_numbers(capfd):
    found = dict(HERE.run_all(squares, (10**number for number in range(6))))
    assert sorted(found) == list(range(6))
    assert all(np.array_equal(found[number], squares(10**number)) for number in found)
    assert list(HERE.run_all(squares, [])) == []
    assert multiprocessing.active_children() == []


def test_a_process_that_dies_is_replaced_and_its_task_repeated(tmp_path, capfd):
    found = sorted(HERE.run_all(partial(dies_once, tmp_path / "died"), range(4)))
    assert found == [(number, number) for number in range(4)]
    assert (tmp_path / "died").exists()
    assert capfd.readouterr().out == ""


def test_a_task_that_always_ends_its_process_is_an_error(monkeypatch):
    monkeypatch.setattr(tasks, "MOST_FAILURES", 1)
    with pytest.raises(TaskFailed, match="a task ended its process 2 times, the last time exit code 7"):
        list(LocalProcesses(1).run_all(always_dies, [0]))


def test_an_error_is_raised_here_with_the_place_where_it_happened():
    with pytest.raises(LudotecaError) as caught:
        list(HERE.run_all(refuses, [1, 2, 3]))
    assert str(caught.value).endswith("there is no number called '2'; available: 1, 3")
    assert "in refuses" in "".join(caught.value.__notes__)
    with pytest.raises(TaskFailed, match="Odd: 1 and 2"):
        list(HERE.run_all(raises_what_cannot_be_sent, [1]))
    assert multiprocessing.active_children() == []


def test_leaving_early_ends_the_processes():
    results = HERE.run_all(squares, iter(range(10**9)))
    next(results)
    children = multiprocessing.active_children()
    assert len(children) == 2
    results.close()
    assert not any(child.is_alive() for child in children)
