"""A UCI engine for tests: python toy_uci_engine.py MOVE... says these moves one after the other, whatever is asked.

A move like f2f3|e7e5 is the first as White and the second as Black.  With a skill of 0 it begins with the last one.
In place of a move, a pipe is held open by an engine that outlives it.
"""

import sys

from outliving import outlive

OPTIONS = """option name Hash type spin default 16
option name Skill Level type spin default 20 min 0 max 20
option name Use Book type check default true
option name Style type combo default Calm var Calm var Wild"""


def main() -> None:
    given = sys.argv[1:]
    moves, seat = iter(given), 0
    for line in sys.stdin:
        words = line.split()
        answer = {"uci": f"id name Toy\n{OPTIONS}\nuciok", "isready": "readyok"}.get(words[0])
        if line.strip() == "setoption name Skill Level value 0":
            moves = reversed(given)
        if words[0] == "go":
            choices = next(moves, "(none)").split("|")
            move = choices[seat % len(choices)]
            if "/" in move:
                outlive(move)
            answer = f"info depth 1 score cp 13\nbestmove {move} ponder a7a6"
        if words[0] == "position":
            seat = len(line.partition(" moves ")[2].split()) % 2
            print(f"info string {line.strip()}", file=sys.stderr)
        if answer:
            print(answer, flush=True)
        if words[0] == "quit":
            break


main()
