"""Bots of another package, for tests: well behaved ones, and every kind that is not."""

# ruff: noqa: ARG002

from __future__ import annotations

import os
import time


class Last:
    """Always the last legal move."""

    def __init__(self, seed=None):
        self.seed = seed

    def choose(self, position, limits):
        return position.moves()[-1]


class Nth:
    """The n-th legal move, as text."""

    def __init__(self, n, word="none"):
        self.n, self.word, self.limits = n, word, []

    def choose(self, position, limits):
        self.limits.append(limits)
        return str(position.moves()[self.n])


class Raises:
    """Fails at its third move."""

    def __init__(self):
        self.moves = 0

    def choose(self, position, limits):
        self.moves += 1
        if self.moves == 3:
            raise ValueError("lost the thread")
        return position.moves()[0]


class Unmade:
    """Cannot even be made in a worker, though its settings are fine."""

    def __init__(self):
        if os.environ.get("UNMADE") == "yes":
            raise RuntimeError("no brain")

    def choose(self, position, limits):
        return position.moves()[0]


class Quits:
    """Takes the whole process with it."""

    def choose(self, position, limits):
        os._exit(3)


class Hangs:
    """Never answers."""

    def choose(self, position, limits):
        print("this must not reach the standard output of a match")
        while True:
            time.sleep(0.05)


class Cheats:
    """Plays on a cell that is taken."""

    def choose(self, position, limits):
        if position.ply == 0:
            return position.moves()[0]
        return str(position.moves()[0]) if position.previous is None else _previous_move(position)


class Mute:
    """Answers nothing."""

    def choose(self, position, limits):
        return None


class Slow:
    """The first legal move, after a little while."""

    def choose(self, position, limits):
        time.sleep(0.02)
        return position.moves()[0]


def _previous_move(position):
    legal = {str(move) for move in position.moves()}
    return next(str(move) for move in position.previous.moves() if str(move) not in legal)
