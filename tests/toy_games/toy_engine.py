"""An engine for tests, well behaved or wrong in one way: python toy_engine.py [WAY].

It plays Gekitai by rules of its own, so that it starts at once, and so that two programs must agree.
"""

import os
import random
import signal
import sys
import time

from outliving import outlive

WAY = sys.argv[1] if len(sys.argv) > 1 else "good"


CELLS = [(row, column) for row in range(6) for column in range(6)]
NAMES = {cell: "abcdef"[cell[1]] + str(cell[0] + 1) for cell in CELLS}
WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


class Board:
    def __init__(self, text="....../....../....../....../....../...... r"):
        rows, self.mover = text.split()
        self.stones = {cell: rows.split("/")[cell[0]][cell[1]] for cell in CELLS}

    def legal(self):
        return [NAMES[cell] for cell in CELLS if self.stones[cell] == "."]

    def play(self, name):
        row, column = next(cell for cell in CELLS if NAMES[cell] == name)
        before = dict(self.stones)
        self.stones[row, column] = self.mover
        for down, right in WAYS:
            near, far = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if before.get(near, ".") != "." and before.get(far, ".") == ".":
                self.stones[near] = "."
                if far in before:
                    self.stones[far] = before[near]
        self.mover = "b" if self.mover == "r" else "r"

    def has_won(self, side):
        own = {cell for cell in CELLS if self.stones[cell] == side}
        for row, column in own:
            for down, right in WAYS:
                if {(row + k * down, column + k * right) for k in range(3)} <= own:
                    return True
        return len(own) == 8

    def result(self):
        won = self.has_won("r"), self.has_won("b")
        return {(True, True): "draw", (True, False): "p1win", (False, True): "p2win", (False, False): "none"}[won]


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def misbehave_at_go():
    if WAY == "crash":
        sys.stderr.write("out of ideas\n")
        os._exit(3)
    if WAY == "crash-at-length":
        sys.stderr.write("thread 'main' panicked:\nthe table is full\nnote: there is more to be had\n\n")
        sys.stderr.flush()
        os._exit(101)
    if WAY == "abort":
        os.kill(os.getpid(), signal.SIGABRT)
    if WAY == "nameless-signal":
        os.kill(os.getpid(), 40)
    if WAY == "regrets":
        say("info string error no map was loaded")
        say("bestmove (none)")
    if WAY == "regrets-and-hangs":
        say("error: no map was loaded")
        time.sleep(600)
    if WAY == "outlives":
        outlive(sys.argv[2])
    if WAY == "hang":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1)
    if WAY == "slow":
        time.sleep(1)
    if WAY == "patient":
        while sys.stdin.readline().strip() != "stop":
            pass
    if WAY == "flood-info":
        while True:
            say("info string " + "x" * 900)
    if WAY == "flood-lines":
        while True:
            say("nonsense")
    if WAY == "flood-no-newline":
        while True:
            sys.stdout.write("y" * 10_000)


def main():
    board = Board()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi":
            say("id name Toy" if WAY != "nameless" else "hello")
            say("id author nobody")
            if WAY == "other-game":
                say("option name Game type combo default chess var chess")
            say("ugiok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            split = words.index("moves") if "moves" in words else len(words)
            board = Board(" ".join(words[2:split]))
            for move in words[split + 1 :]:
                board.play(move)
        elif words[0] == "go":
            misbehave_at_go()
            if WAY.startswith("regrets"):
                continue
            if WAY == "chatter":
                sys.stderr.write("z" * 500_000)
                for _ in range(50_000):
                    say("info depth 1 score cp 0")
            legal = board.legal()
            taken = next((name for name in NAMES.values() if name not in legal), "a1")
            move = random.choice(legal)
            if WAY == "illegal-and-says-so":
                say(f"info string error {taken} was all I found")
                say(f"bestmove {taken}")
                continue
            wrong = {"illegal": f" {taken}", "rubbish": " qq7", "mute": "", "always-a1": " a1"}
            say(f"bestmove{wrong.get(WAY, f' {move}')}")
        elif words[0] == "query" and WAY != "only-a-bot":
            answers = {
                "p1turn": "false" if WAY == "confused" else str(board.mover == "r").lower(),
                "gameover": str(board.result() != "none").lower(),
                "result": board.result(),
            }
            say(f"response {answers[words[1]]}")
        elif words[0] == "quit":
            if WAY == "lingers":
                time.sleep(60)
            return


main()
