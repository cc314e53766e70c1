"""A UCI engine for tests: python toy_uci_engine.py MOVE... says these moves one after the other, whatever is asked.

With a skill of 0 it begins with the last one.  In place of a move, a pipe is held open by an engine that outlives it.
"""

import sys

from outliving import outlive

OPTIONS = """option name Hash type spin default 16
option name Skill Level type spin default 20 min 0 max 20
option name Use Book type check default true
option name Style type combo default Calm var Calm var Wild"""


def main() -> None:
    given = sys.argv[1:]
    moves = iter(given)
    for line in sys.stdin:
        words = line.split()
        answer = {"uci": f"id name Toy\n{OPTIONS}\nuciok", "isready": "readyok"}.get(words[0])
        if line.strip() == "setoption name Skill Level value 0":
            moves = reversed(given)
        if words[0] == "go":
            move = next(moves, "(none)")
            if "/" in move:
                outlive(move)
            answer = f"info depth 1 score cp 13\nbestmove {move} ponder a7a6"
        if words[0] == "position":
            print(f"info string {line.strip()}", file=sys.stderr)
        if answer:
            print(answer, flush=True)
        if words[0] == "quit":
            break


main()
