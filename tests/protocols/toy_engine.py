"""An engine for tests, well behaved or wrong in one way: python toy_engine.py [WAY]."""

import os
import random
import signal
import sys
import time

import ludoteca

WAY = sys.argv[1] if len(sys.argv) > 1 else "good"


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def misbehave_at_go():
    if WAY == "crash":
        sys.stderr.write("out of ideas\n")
        os._exit(3)
    if WAY == "abort":
        os.kill(os.getpid(), signal.SIGABRT)
    if WAY == "hang":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1)
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
    if WAY == "silent":
        time.sleep(60)
    position = ludoteca.game("gekitai").start()
    for line in sys.stdin:
        words = line.split()
        if WAY == "deaf" and words[0] == "position":
            time.sleep(60)
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
            position = ludoteca.game("gekitai").position(" ".join(words[2:split]))
            for move in words[split + 1 :]:
                position = position.play(move)
        elif words[0] == "go":
            misbehave_at_go()
            if WAY == "chatter":
                sys.stderr.write("z" * 500_000)
                for _ in range(50_000):
                    say("info depth 1 score cp 0")
            legal = {str(move) for move in position.moves()}
            taken = next((name for name in position.variant.board.names if name not in legal), "a1")
            move = random.choice(sorted(legal))
            wrong = {"illegal": f"bestmove {taken}", "rubbish": "bestmove qq7", "mute": "bestmove"}
            say(wrong.get(WAY, f"bestmove {move}"))
        elif words[0] == "query":
            outcome = position.outcome
            say("response " + {
                "p1turn": "false" if WAY == "confused" else str(position.mover == 0).lower(),
                "gameover": str(outcome is not None).lower(),
                "result": "none" if outcome is None else {0: "p1win", 1: "p2win", None: "draw"}[outcome.winner],
            }[words[1]])  # fmt: skip
        elif words[0] == "quit":
            if WAY == "lingers":
                time.sleep(60)
            return


main()
