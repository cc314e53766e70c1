"""A person at a terminal is told that a game is being compiled; nobody else is."""

from __future__ import annotations

import io
import sys

import numba
from numba.core import event

from ludoteca.cli import arguments


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_something() -> None:
    numba.njit(lambda number: number + 1)(1)


def said(monkeypatch, shown: io.StringIO, after_s: float) -> str:
    """What is shown while two functions are compiled."""
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(arguments, "AFTER_S", after_s)
    listener = arguments.tell_when_compiling("Gekitai")
    try:
        compile_something()
        compile_something()
    finally:
        if listener is not None:
            event.unregister("numba:compile", listener)
    return shown.getvalue()


def test_it_is_said_once_when_it_takes_a_while(monkeypatch):
    assert said(monkeypatch, Terminal(), 0.0) == "Preparing Gekitai for this computer (only once) ...\n"


def test_nothing_is_said_of_what_is_quickly_done(monkeypatch):
    assert said(monkeypatch, Terminal(), 1e9) == ""


def test_nothing_is_said_into_a_pipe(monkeypatch):
    assert said(monkeypatch, io.StringIO(), 0.0) == ""
