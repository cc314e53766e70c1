"""Bots of another package, for tests: well behaved ones, and every kind that is not."""

# ruff: noqa: ARG002

from __future__ import annotations

import ctypes
import os
import random
import signal
import sys
import time
from pathlib import Path

import ludoteca
from ludoteca.kernel import verbs
from ludoteca.play import Move


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


class Tires:
    """Thinks for a while, then takes the whole process with it."""

    def choose(self, position, limits):
        time.sleep(0.3)
        os._exit(4)


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


class Dawdles:
    """The first legal move, long after its time."""

    def choose(self, position, limits):
        time.sleep(limits.time_ms / 1000 + 0.15)
        return position.moves()[0]


class Shortest:
    """Neither takes limits nor answers a move, but its text."""

    def __init__(self, seed=None):
        self.chance = random.Random(seed)

    def reseed(self, seed):
        self.chance.seed(seed)

    def choose(self, position):
        return str(self.chance.choice(position.moves()))


class Leaves:
    """Ends the program, as far as Python lets it."""

    def choose(self, position, limits):
        sys.exit("enough of this")


class Starves:
    """Wants more memory than there is."""

    def choose(self, position, limits):
        return bytearray(1 << 60)


class Segfaults:
    """Reads where nothing is."""

    def choose(self, position, limits):
        return ctypes.string_at(0)


class Stubborn:
    """Never answers, and does not end when asked to."""

    def choose(self, position, limits):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(0.05)


class Shouts:
    """Says in its error what no terminal should hear and no file can hold."""

    def choose(self, position, limits):
        raise ValueError("\x1b[2J\ud800\u202e\x00\r\n" + "x" * 100_000)


class Speechless:
    """Raises what cannot even be written down."""

    def choose(self, position, limits):
        class Nameless(Exception):
            def __str__(self):
                raise RuntimeError("no words")

        raise Nameless


class Stranger:
    """Answers a move of another game."""

    def choose(self, position, limits):
        return ludoteca.game("greener", size="3x3").start(1).moves()[0]


class Forger:
    """Answers a move that calls itself equal to any other."""

    def choose(self, position, limits):
        class Forged(Move):
            __hash__ = None

            def __eq__(self, other):
                return True

        return Forged(999_999, (), "z99")


class Meddles:
    """Plays on the board it was shown."""

    def choose(self, position, limits):
        move = position.moves()[0]
        verbs.play(position.state, move.code)
        return move


class Prattles:
    """Plays well enough, and talks."""

    def choose(self, position, limits):
        print('{"seats": [0, 1]}', flush=True)
        os.write(1, b"\xff\x00 rubbish\n")
        return position.moves()[0]


class Orphans:
    """Leaves a child behind that holds on to everything, and dies."""

    def choose(self, position, limits):
        child = os.fork()
        if child == 0:
            time.sleep(20)
            os._exit(0)
        (Path(__file__).parent / "child").write_text(str(child))
        os._exit(5)


class Scribbles:
    """Writes rubbish into every pipe there is."""

    def choose(self, position, limits):
        for number in range(3, 64):
            try:
                os.write(number, b"\x00\x00\x00\x08rubbish!")
            except OSError:
                continue
        time.sleep(60)


class Fragile:
    """Says something, and cannot be made anywhere."""

    def __init__(self):
        print("this must not reach the standard output of a match")
        raise RuntimeError("made of glass")

    def choose(self, position, limits):
        return position.moves()[0]


class Upper:
    """The last legal move; its name, its setting and what it is set to have capitals."""

    def __init__(self, netPath="None"):  # noqa: N803 (as somebody else may spell it)
        self.path = netPath

    def choose(self, position, limits):
        return position.moves()[-1]


class Stuck:
    """Is never made."""

    def __init__(self):
        if os.environ.get("STUCK") == "yes":
            time.sleep(600)

    def choose(self, position, limits):
        return position.moves()[0]


class Prepared:
    """Takes its time to get ready, and none after that."""

    def __init__(self):
        self.is_ready = False

    def prepare(self, position):
        time.sleep(0.5)
        self.is_ready = True

    def choose(self, position, limits):
        if not self.is_ready:
            raise RuntimeError("nobody told me to get ready")
        return position.moves()[0]


def _previous_move(position):
    legal = {str(move) for move in position.moves()}
    return next(str(move) for move in position.previous.moves() if str(move) not in legal)
