"""A UCI engine for tests: python toy_uci_engine.py MOVE... says these moves one after the other, whatever is asked."""

import sys


def main() -> None:
    moves = iter(sys.argv[1:])
    for line in sys.stdin:
        words = line.split()
        answer = {"uci": "id name Toy\noption name Hash type spin default 16\nuciok", "isready": "readyok"}.get(
            words[0]
        )
        if words[0] == "go":
            answer = f"info depth 1 score cp 13\nbestmove {next(moves, '(none)')} ponder a7a6"
        if words[0] == "position":
            print(f"info string {line.strip()}", file=sys.stderr)
        if answer:
            print(answer, flush=True)
        if words[0] == "quit":
            break


main()
