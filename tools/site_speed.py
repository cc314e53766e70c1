"""How much a browser loads of the static site, and how long that takes: python tools/site_speed.py [GAME…].

The site is served compressed, as hosts do it, to a Chromium whose line is throttled to slow 4G (1.44 Mbit/s, 562 ms a
request, as its own tools have it) and whose processor is four times slower.  Nothing is cached before.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from chromium import find_chromium

from ludoteca.errors import needs
from ludoteca.games import game_names
from ludoteca.site.build import build_site

with needs("dev"):
    from playwright.sync_api import Browser, Page, sync_playwright

SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
SLOWER = 4
PATIENCE_MS = 180_000


class Compressing(SimpleHTTPRequestHandler):
    """Files as a host sends them: compressed, and to be kept for some minutes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = gzip.compress(path.read_bytes())
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(path)))
        self.send_header("content-encoding", "gzip")
        self.send_header("cache-control", "max-age=600")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Compressing, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Visit:
    """One visit with an empty cache: what was loaded so far, and how long it took."""

    def __init__(self, browser: Browser, base: str, *, is_slow: bool) -> None:
        self.context = browser.new_context(base_url=base, reduced_motion="reduce", service_workers="block")
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.session = self.context.new_cdp_session(self.page)
        self.session.send("Network.enable")
        self.bytes = self.files = 0
        self.session.on("Network.loadingFinished", self._count)
        if is_slow:
            self.session.send("Network.emulateNetworkConditions", SLOW_4G)
            self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.began = time.perf_counter()

    def _count(self, event: dict[str, Any]) -> None:
        self.files += 1
        self.bytes += int(event["encodedDataLength"])

    def figures(self) -> tuple[int, int, float]:
        """Files, bytes and seconds so far."""
        return self.files, self.bytes, time.perf_counter() - self.began


def to_the_board(visit: Visit, game: str) -> tuple[int, int, float]:
    """Open the analysis board of a game, until a move can be clicked."""
    visit.page.goto(f"analysis/{game}/", wait_until="commit")
    visit.page.locator("#board .cell.target, #board [data-cell]").first.wait_for()
    visit.page.locator("body[data-ply='0']").wait_for()
    return visit.figures()


def to_the_shelf(visit: Visit, game: str) -> tuple[int, int, float]:
    """Open the first page, until its pictures are drawn."""
    visit.page.goto("", wait_until="commit")
    picture = visit.page.locator(f".shelf-card[data-name={game}] img")
    picture.scroll_into_view_if_needed()
    picture.evaluate("(image) => image.decode()")
    visit.page.locator("body[data-listed=yes]").wait_for()
    return visit.figures()


def to_the_table(visit: Visit, game: str) -> tuple[int, int, float]:
    """Open the first page and press Play, until a move can be clicked."""
    to_the_shelf(visit, game)
    visit.page.locator(f"form.shelf-ways[data-game={game}] button[value=device]").click()
    visit.page.locator("body[data-turn=yours]").wait_for()
    return visit.figures()


WAYS = {"shelf": to_the_shelf, "shelf, then the table": to_the_table, "analysis": to_the_board}


def main(names: list[str]) -> None:
    """Build, visit, print."""
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary) / "site"
        built = build_site(folder, names or game_names(), lambda words: print(words, file=sys.stderr))
        print(f"{len(built.games)} games: {built.files} files, {built.size:,} bytes, {built.compressed:,} compressed\n")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        print(f"{'game':10} {'page':28} {'files':>6} {'compressed':>11} {'s, slow':>8} {'s, here':>8}")
        with served(folder) as base:
            for game in built.games:
                for words, way in WAYS.items():
                    quick, slow = (way(Visit(browser, base, is_slow=is_slow), game) for is_slow in (False, True))
                    files, size, here_s = quick
                    print(f"{game:10} {words:28} {files:6} {size:11,} {slow[2]:8.1f} {here_s:8.1f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
