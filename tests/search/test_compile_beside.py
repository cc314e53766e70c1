"""A second process helps to compile a search; it changes no answer and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ludoteca.bots import find_bot
from ludoteca.kernel.compiled import is_compiled
from ludoteca.play import load_game
from ludoteca.search import compile_beside
from ludoteca.search.alphabeta import at_root

FIRST_MOVE = """
import os
import sys
import threading
from ludoteca.bots import find_bot
from ludoteca.play import load_game
from ludoteca.search import compile_beside
if "thread" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
assert compile_beside.can_fork() == (sys.platform == "linux" and "thread" not in sys.argv)
variant = load_game("gekitai")
compile_beside.compile_beside(variant)
compile_beside.compile_beside(variant)
assert list(compile_beside._helpers) == [variant.game]
move = find_bot("level5", seed=1).choose(variant.start(1))
assert not compile_beside._helpers
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    pass
else:
    raise AssertionError("a process is left behind")
compile_beside.compile_beside(variant)
assert not compile_beside._helpers, "all is compiled"
print(move)
"""
PARTS = """
from numba.core import event
from ludoteca.play import load_game
from ludoteca.search.alphabeta import at_root
from ludoteca.search.compile_beside import IN_THE_OTHER, ENTRY_POINTS, compile_in_order, types_of
game = load_game("gekitai").game
parts = [each for each in IN_THE_OTHER if each not in ENTRY_POINTS]
compile_in_order(game, parts)
with event.install_recorder("numba:compile") as compiled:
    at_root.compile(types_of(at_root, game))
again = {each.data["dispatcher"].py_func for _, each in compiled.buffer} & {part.py_func for part in parts}
print(len(compiled.buffer), [function.__name__ for function in again])
"""


def run(script, tmp_path, compilers, *arguments):
    environment = os.environ | {"LUDOTECA_CACHE": str(tmp_path), compile_beside.COMPILERS: compilers}
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("running", [(), ("thread",)], ids=["a fork", "a new process"])
def test_the_first_move_is_the_same_with_a_second_process(tmp_path, running):
    chosen = find_bot("level5", seed=1).choose(load_game("gekitai").start(1))
    assert run(FIRST_MOVE, tmp_path, "2", *running) == [str(chosen)]


def test_its_parts_are_those_that_the_search_is_made_of(tmp_path):
    compiled, *again = run(PARTS, tmp_path, "1")
    assert int(compiled) > 0  # at_root itself, at least
    assert again == ["[]"]


def test_it_ends_with_the_process_that_it_is_for(tmp_path):
    command = [sys.executable, "-m", compile_beside.__name__, '["", "gekitai", {}]']
    environment = os.environ | {"LUDOTECA_CACHE": str(tmp_path)}
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False)  # closed from the first
    assert done.returncode == compile_beside.NOT_WANTED


@pytest.fixture
def several_compilers(monkeypatch):
    """As on a machine with several processors; whatever is started fails the test."""
    monkeypatch.setenv(compile_beside.COMPILERS, "2")
    monkeypatch.setattr(compile_beside.subprocess, "Popen", lambda *_, **__: pytest.fail("a process is started"))


@pytest.mark.usefixtures("several_compilers")
def test_none_is_started_for_what_is_compiled():
    variant = load_game("gekitai")
    find_bot("level5", seed=1).choose(variant.start(1))
    assert is_compiled(at_root, compile_beside.types_of(at_root, variant.game))
    compile_beside.compile_beside(variant)
