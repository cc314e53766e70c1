"""How fast modules run in Chromium beside machine code: `python tools/bench_wasm.py`, with those in build/wasm.

Both do the same work in turns, one thread each, and the processor's time is counted, so that a busy machine slows both
alike; the browser tells how much of it its processes have used.
"""

from __future__ import annotations

import argparse
import mimetypes
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from chromium import find_chromium
from playwright.sync_api import CDPSession, Page, Route, sync_playwright

from ludoteca.cli.benchmarks.search_speed import opening
from ludoteca.games import game_names
from ludoteca.play import Position
from ludoteca.play.playouts import play_random
from ludoteca.play.position import open_game
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.auto_search import auto_method
from ludoteca.search.limits import Limits
from ludoteca.search.tree_search import TreeSearch
from ludoteca.wasm.build import build_game

ROUNDS = 3
FEW_GAMES, FEW_NODES = 2_000, 20_000  # to warm up with
ROUND_S = 0.5  # of the processor's time for machine code; the browser tells its own in hundredths of a second
HERE = Path(__file__).parent
SCRIPTS = HERE.parent / "src" / "ludoteca" / "web" / "static"
ADDRESS = "http://bench.test"  # nothing is asked of it: the page gets its files from the disk


def rate(work: Callable[[], int], clock: Callable[[], float]) -> float:
    """How many a second of the processor's time."""
    began = clock()
    count = work()
    return count / (clock() - began)


def searched(position: Position, nodes: int) -> int:
    """Search, by what suits the game."""
    if auto_method(position.variant) == "mcts":
        return TreeSearch(megabytes=64, seed=1).search(position, Limits(nodes=nodes)).nodes
    return AlphaBeta(megabytes=16).search(position, Limits(nodes=nodes)).nodes


@contextmanager
def browser_page(modules: Path) -> Iterator[tuple[Page, Callable[[], float]]]:
    """An empty page that can load scripts and modules, and what its processes have used of the processor's time."""
    folders = {"scripts": SCRIPTS, "modules": modules.resolve(), "tools": HERE}

    def answer(route: Route) -> None:
        folder, _, name = route.request.url.removeprefix(f"{ADDRESS}/").partition("/")
        if not folder:
            route.fulfill(content_type="text/html", body="<!doctype html><title>bench</title>")
        elif folder in folders and (file := folders[folder] / name).is_file():
            kind = "text/javascript" if file.suffix == ".js" else mimetypes.guess_type(file.name)[0]
            route.fulfill(content_type=kind or "application/octet-stream", body=file.read_bytes())
        else:
            route.fulfill(status=404)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)  # a busy machine takes as long as it takes
        page.route("**/*", answer)
        page.goto(ADDRESS)
        session: CDPSession = browser.new_browser_cdp_session()

        def used() -> float:
            processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
            return float(sum(each["cpuTime"] for each in processes if each["type"] == "renderer"))

        yield page, used
        browser.close()


def measure(name: str, page: Page, used: Callable[[], float]) -> str:
    """A row of the table."""
    variant = open_game(name)
    position = variant.start(1) if opening(variant).outcome else opening(variant)
    page.evaluate(
        "async (name) => { window.bench = await (await import('/tools/bench_wasm.js')).openBench(name); }", variant.name
    )

    def in_page(what: str, *given: Any) -> int:
        return int(page.evaluate(f"(given) => window.bench.{what}(...given)", list(given)))

    state = list(position.state.tobytes())
    works: tuple[tuple[int, Callable[[int], int], Callable[[int], int]], ...] = (
        (FEW_GAMES, lambda games: play_random(variant, games, seed=1).games, lambda games: in_page("games", games)),
        (FEW_NODES, lambda nodes: searched(position, nodes), lambda nodes: in_page("search", nodes, state)),
    )
    row = f"{variant.name:12}"
    for few, native, module in works:
        native(few), module(few)  # both warm up
        count = int(ROUND_S * rate(partial(native, 10 * few), time.process_time))
        module(count)
        rounds = [
            (rate(partial(native, count), time.process_time), rate(partial(module, count), used)) for _ in range(ROUNDS)
        ]
        one, two = (median(each[side] for each in rounds) for side in (0, 1))
        row += f" {one:12,.0f} {two:12,.0f} {median(two / one for one, two in rounds):6.2f}"
    return row


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="How fast modules run in Chromium beside machine code.")
    parser.add_argument("games", nargs="*", default=[*game_names()])
    parser.add_argument("--folder", type=Path, default=Path("build/wasm"), help="where the modules are, or are built")
    chosen = parser.parse_args()
    for name in chosen.games:
        if not (chosen.folder / f"{Path(name).stem}.wasm").exists():
            build_game(name, chosen.folder)
    print(f"{'':12} {'random games a second':^32} {'positions (or playouts) a second':^32}")
    print(f"{'game':12}" + f" {'machine code':>12} {'Chromium':>12} {'ratio':>6}" * 2)
    with browser_page(chosen.folder) as (page, used):
        for name in chosen.games:
            print(measure(name, page, used), flush=True)


if __name__ == "__main__":
    main()
