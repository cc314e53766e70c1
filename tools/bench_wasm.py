"""How fast modules run beside machine code: `python tools/bench_wasm.py`, with those in build/wasm.

Both do the same work in turns, one thread each, and the processor's time is counted, so that a busy machine slows both
alike.  Node runs the modules by V8, as Chromium does.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from ludoteca.cli.benchmarks.search_speed import opening
from ludoteca.games import game_names
from ludoteca.play import Position
from ludoteca.play.playouts import play_random
from ludoteca.play.position import open_game
from ludoteca.search.iterative_deepening import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.suited_search import suited_method
from ludoteca.search.tree_search import TreeSearch
from ludoteca.wasm.build import build_game

ROUNDS = 3
NODES, PLAYOUTS, GAMES = 600_000, 60_000, 40_000


def rate(work: Callable[[], int]) -> float:
    """How many a second of the processor's time."""
    began = time.process_time()
    count = work()
    return count / (time.process_time() - began)


def searched(position: Position) -> int:
    """Search, by what suits the game."""
    if suited_method(position.variant) == "mcts":
        return TreeSearch(megabytes=64, seed=1).search(position, Limits(nodes=PLAYOUTS)).nodes
    return AlphaBeta(megabytes=16).search(position, Limits(nodes=NODES)).nodes


def in_node(running: Any, asked: dict[str, Any]) -> float:
    """The rate that Node measures."""
    running.stdin.write(json.dumps(asked) + "\n")
    running.stdin.flush()
    return float(json.loads(running.stdout.readline()))


def measure(name: str, folder: Path) -> str:
    """A row of the table."""
    variant = open_game(name)
    position = variant.start(1) if opening(variant).outcome else opening(variant)
    state = position.state.tobytes().hex()
    nodes = PLAYOUTS if suited_method(variant) == "mcts" else NODES
    command = ["node", str(Path(__file__).with_suffix(".mjs")), str(folder), name]
    row = f"{variant.name:12}"
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        for work, asked in (
            (lambda: play_random(variant, GAMES, seed=1).games, {"kind": "games", "count": GAMES}),
            (lambda: searched(position), {"kind": "search", "count": nodes, "state": state}),
        ):
            work()  # both warm up
            in_node(running, asked)
            rounds = [(rate(work), in_node(running, asked)) for _ in range(ROUNDS)]
            native, module = (median(each[side] for each in rounds) for side in (0, 1))
            ratio = median(two / one for one, two in rounds)
            row += f" {native:12,.0f} {module:12,.0f} {ratio:6.2f}"
        assert running.stdin is not None
        running.stdin.close()
    return row


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="How fast modules run beside machine code.")
    parser.add_argument("games", nargs="*", default=[*game_names(), "examples/hex.py"])
    parser.add_argument("--folder", type=Path, default=Path("build/wasm"), help="where the modules are, or are built")
    chosen = parser.parse_args()
    print(f"{'':12} {'random games a second':^32} {'positions (or playouts) a second':^32}")
    print(f"{'game':12}" + f" {'machine code':>12} {'module':>12} {'ratio':>6}" * 2)
    for name in chosen.games:
        if not (chosen.folder / f"{Path(name).stem}.wasm").exists():
            build_game(name, chosen.folder)
        print(measure(name, chosen.folder), flush=True)


if __name__ == "__main__":
    main()
