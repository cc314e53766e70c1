"""The engine in the browser: a module in a worker, served as plain files."""

from __future__ import annotations

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ludoteca.wasm.build import build_game
from ludoteca.web.http.static_files import STATIC


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """A page of a folder with the scripts and one game; nothing else is there."""
    folder = tmp_path_factory.mktemp("files")
    shutil.copytree(STATIC, folder / "static")
    build_game("gekitai", folder / "games")
    (folder / "index.html").write_text("<!doctype html><title>Engine</title>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(f"http://127.0.0.1:{server.server_port}/index.html")
    opened.evaluate("""async () => {
        const { LocalEngine } = await import("/static/wasm/local_engine.js");
        const { GameLibrary } = await import("/static/wasm/game_library.js");
        window.engine = new LocalEngine(new URL("/games/", location.href));
        window.games = new GameLibrary(new URL("/games/", location.href));
    }""")
    yield opened
    context.close()
    server.shutdown()
    server.server_close()


def test_it_reports_as_it_deepens(page):
    reports = page.evaluate("""async () => {
        const reports = [];
        await engine.ask({game: "gekitai", moves: ["c3"], lines: 2, ms: 800}, (report) => reports.push(report));
        return reports;
    }""")
    depths = [report["depth"] for report in reports]
    assert depths == sorted(depths) and len(set(depths)) > 2
    assert [report["done"] for report in reports] == [False] * (len(reports) - 1) + [True]
    assert len(reports[-1]["lines"]) == 2 and reports[-1]["mover"] == 1


def test_it_stops_at_once_and_answers_the_next_question(page):
    stopped, level = page.evaluate("""async () => {
        const endless = engine.ask({game: "gekitai", ms: 600_000}, () => {}).catch((error) => error.constructor.name);
        await new Promise((settle) => setTimeout(settle, 300));
        engine.stop();
        return [await endless, await engine.choose({game: "gekitai", level: 3, word: 7n})];
    }""")
    assert stopped == "Stopped" and level["move"]


def test_a_level_says_when_it_would_rather_resign(page):
    lost = "b...../..b.b./....../..b.r./r...b./b.r.r. r"
    asked = [{"game": "gekitai", "level": level, "position": text} for level, text in ((8, lost), (8, ""), (1, lost))]
    answers = [page.evaluate("(asked) => engine.choose({word: 7n, ...asked})", each) for each in asked]
    assert [answer["resigns"] for answer in answers] == [True, False, False]


def test_a_page_sees_positions_without_a_server(page):
    wanted = {"game": "gekitai", "moves": ["c3", "d4"], "options": {"repetition": "off"}}
    view = page.evaluate("(wanted) => games.describe(wanted)", wanted)
    assert view["position"].endswith(" r") and view["last"]["text"] == "d4" and view["options"]["repetition"] == "off"
    wanted["moves"] = ["c3", "c3"]
    assert page.evaluate("(wanted) => games.describe(wanted).catch((error) => error.message)", wanted) == "c3 is taken"
