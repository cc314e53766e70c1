"""A GTP engine for tests: python toy_gtp_engine.py FILE MOVE... writes what it is told and says the moves."""

import sys
from pathlib import Path


def main() -> None:
    file, *rest = sys.argv[1:]
    moves = iter(rest)
    with Path(file).open("a", encoding="utf-8") as told:
        for line in sys.stdin:
            words = line.split()
            print(line.strip(), file=told, flush=True)
            if words[0] == "genmove":
                print(f"= {next(moves, 'resign')}\n", flush=True)
            elif words[0] == "boardsize" and words[1] == "13":
                print("? unacceptable size\n", flush=True)
            else:
                print("= \n", flush=True)
            if words[0] == "quit":
                break


main()
