"""How far apart neighbouring levels are: a paired match for each, as a table for docs/strength.md.

python tools/ladder.py [--pairs N] [GAME ...]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

GAMES = ("gekitai", "greener", "squ", "mapello", "reversi", "glaisher")


def measured(game: str, level: int, pairs: int) -> str:
    """The Elo of a level over the one below, with its 95 % interval."""
    bots = [f"level{level}", f"level{level - 1}"]
    command = [sys.executable, "-m", "ludoteca", "match", game, *bots, "--pairs", str(pairs), "--json"]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    elo, (low, high) = answer["elo"], answer["elo_95"]
    return f"{elo:+.0f} ({low:+.0f} to {high:+.0f})" if None not in (elo, low, high) else f"score {answer['score']:.2f}"


def main() -> None:
    """Print a row a game, as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--pairs", type=int, default=40)
    chosen = parser.parse_args()
    print("| levels | " + " | ".join(f"{level - 1}–{level}" for level in range(2, 11)) + " |")
    print("|---" * 10 + "|")
    for game in chosen.games:
        print(f"| {game}", end="", flush=True)
        for level in range(2, 11):
            print(f" | {measured(game, level, chosen.pairs)}", end="", flush=True)
        print(" |")


if __name__ == "__main__":
    main()
