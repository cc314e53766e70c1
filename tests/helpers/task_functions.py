"""Functions for tests of `run_all`, in a module that other processes can import."""

from __future__ import annotations

import os
import signal

import numpy as np

from ludoteca.errors import UnknownName


def squares(count):
    return np.arange(count) ** 2


def dies_once(file, number):
    """The first process that comes here dies."""
    if number == 1:
        try:
            file.touch(exist_ok=False)
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    print("not a result")
    return number


def refuses(number):
    if number == 2:
        raise UnknownName("there is no number called {name}; available: {known}", "2", ["1", "3"])
    return number


class Odd(Exception):
    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def raises_what_cannot_be_sent(_):
    raise Odd(1, 2)


def always_dies(_):
    os._exit(7)
