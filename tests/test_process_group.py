"""A child process and everything it has started end together: when they are killed, and when we are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca.process_group import ProcessGroup, how_it_ended, reap

pytestmark = pytest.mark.skipif(os.name != "posix", reason="process groups are of POSIX")

HAS_A_CHILD = "sleep 600 & echo $!; wait"  # a shell that says the number of what it has started
PARENT = f"""
import subprocess, sys
from ludoteca.process_group import ProcessGroup
group = ProcessGroup()
child = subprocess.Popen(["/bin/sh", "-c", {HAS_A_CHILD!r}], stdout=sys.stdout, **group.popen_options)
child.wait()
"""


def is_gone(number: int, patience_s: float = 20) -> bool:
    """Whether a process has ended; one that waits to be reaped by init has."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        try:
            os.kill(number, 0)
            if Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def test_what_a_child_has_started_ends_with_it():
    group = ProcessGroup()
    child = subprocess.Popen(["/bin/sh", "-c", HAS_A_CHILD], stdout=subprocess.PIPE, **group.popen_options)
    grandchild = int(child.stdout.readline())
    group.kill()
    assert child.wait(20) == -signal.SIGKILL
    assert is_gone(grandchild)
    reap(child)


def test_a_parent_that_is_killed_takes_everything_along():
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        grandchild = int(parent.stdout.readline())
        parent.kill()
    assert is_gone(grandchild)


def test_a_group_that_nobody_holds_any_more_is_killed():
    group = ProcessGroup()
    child = subprocess.Popen(["sleep", "600"], **group.popen_options)
    del group
    assert child.wait(20) == -signal.SIGKILL


@pytest.mark.parametrize(
    ("code", "words"),
    [(0, "ended with exit code 0"), (-9, "was killed by SIGKILL"), (-60, "was killed by signal 60")],
)
def test_how_a_process_ended_is_told_in_words(code, words):
    assert how_it_ended(code) == words
