"""A GTP engine for tests: python toy_gtp_engine.py FILE MOVE... writes what it is told and says the moves.

In place of a move, a pipe is held open by an engine that outlives whoever started it.
"""

import sys
from pathlib import Path

from outliving import outlive


def main() -> None:
    file, *rest = sys.argv[1:]
    moves = iter(rest)
    with Path(file).open("a", encoding="utf-8") as told:
        for line in sys.stdin:
            words = line.split()
            print(line.strip(), file=told, flush=True)
            if words[0] == "genmove":
                move = next(moves, "resign")
                if "/" in move:
                    outlive(move)
                print(f"= {move}\n", flush=True)
            elif words[0] == "boardsize" and words[1] == "13":
                print("? unacceptable size\n", flush=True)
            else:
                print("= \n", flush=True)
            if words[0] == "quit":
                break


main()
