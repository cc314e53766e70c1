"""Browsers that have the games' modules work things out by themselves; those without WebAssembly ask the server."""

from __future__ import annotations

import json
import time

import httpx
import pytest
from bad_lines import DOWN
from browsers import begin, cell, wait_for_ply
from playwright.sync_api import expect
from servers import PATIENCE_S, Server, played, wait_for_bot

PRELUDE = """
import ludoteca.web.module_files as module_files
import ludoteca.web.live.room as room
module_files.game_names = lambda: ["gekitai"]
choose = room.choose_move
async def choose_move(*given):
    room.log.info("engine asked")
    return await choose(*given)
room.choose_move = choose_move
"""
COLD_MS = 300_000  # the engine may have to compile the game first


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server"), offers_modules=True, prelude=PRELUDE).start().wait_until_ready()
    while not httpx.get(f"{running.base}/readyz", timeout=PATIENCE_S).json()["modules"]:
        assert "no modules" not in running.log.read_text()
        time.sleep(0.2)
    wait_for_bot(running)
    yield running
    running.close()


def wait_for_rules(page):
    """Until the game's module is here."""
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm'))")


class Asked:
    """What a page asks the server for from now on."""

    def __init__(self, page):
        self.paths: list[str] = []
        page.on("request", lambda request: self.note(request.url))
        page.on("websocket", lambda socket: self.note(socket.url))

    def note(self, url: str) -> None:
        path = url.split("/", 3)[3]
        if path.startswith(("api/", "ws/")):
            self.paths.append(path)


def test_ones_own_move_is_shown_at_once_and_confirmed(bad_line, proxy, server):
    page = bad_line.page()
    game = begin(page, "gekitai", opponent="device")
    wait_for_rules(page)
    proxy.swallow(DOWN)
    cell(page, "c3").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3: red stone, last move")
    expect(page.locator("#board .ghost")).to_have_count(0)
    expect(page.locator("body")).to_have_attribute("data-pending", "c3")
    cell(page, "d4").click()  # one move at a time
    proxy.cut()
    proxy.mend()
    wait_for_ply(page, 1)
    expect(page.locator("body")).to_have_attribute("data-pending", "")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3: red stone, last move")
    assert played(server, game) == ["c3"]


def test_players_work_out_what_moves_lead_to(visitors, server):
    one = visitors.page()
    heard = []
    one.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))))
    begin(one, "gekitai", opponent="device")
    wait_for_rules(one)
    two = visitors.page()
    two.goto(one.url)
    cell(one, "c3").click()
    wait_for_ply(one, 1)
    cell(one, "d4").click()
    for page in (one, two):
        wait_for_ply(page, 2)
        expect(cell(page, "d4")).to_have_attribute("aria-label", "d4: black stone, last move")
    assert [("view" in message) for message in heard if message["type"] == "move"] == [False, False]
    assert [message["type"] for message in heard].count("snapshot") == 1


def test_a_move_that_the_server_refuses_is_taken_back_with_the_reason(bad_line, proxy, server):
    page = bad_line.page()
    game = begin(page, "gekitai", opponent="device")
    wait_for_rules(page)
    proxy.swallow()
    cell(page, "c3").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3: red stone, last move")
    # meanwhile the same player moves on another device
    cookies = {each["name"]: each["value"] for each in page.context.cookies()}
    moved = httpx.post(f"{server.base}/api/v1/games/{game}/moves", json={"ply": 0, "text": "f6"}, cookies=cookies)
    assert moved.status_code == 200
    proxy.cut()
    proxy.mend()
    wait_for_ply(page, 1)
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3: empty, can be chosen")
    expect(page.locator("#note")).to_have_text("c3 was not played: the game has moved on in the meantime.")
    assert played(server, game) == ["f6"]


def test_a_page_thinks_for_its_bot_and_the_engine_rests(visitors, server):
    page = visitors.page()
    before = server.log.read_text().count("engine asked")
    game = begin(page, "gekitai", opponent="bot", bot="level1", side="first")
    for ply, text in ((0, "c3"), (2, None), (4, None)):
        page.locator("body[data-turn=yours]").wait_for()
        legal = httpx.get(f"{server.base}/api/v1/games/{game}/moves").json()["legal"]
        cell(page, text or legal[0]).click()
        wait_for_ply(page, ply + 2)
    assert len(played(server, game)) == 6 and server.log.read_text().count("engine asked") == before
    expect(page.locator("#seat-top")).to_contain_text("bot moves computed in the player's browser")
    page.close()


def test_the_engine_goes_on_when_the_page_is_closed(visitors, server):
    page = visitors.page()
    game = begin(page, "gekitai", opponent="bot", bot="level1", side="first")
    page.route("**/modules/**", lambda _: None)  # the module never comes, so the page has not found a move yet
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    page.close()
    with server.client().open(game) as watcher:
        if len(watcher.until("snapshot")["moves_played"]) == 1:
            watcher.until("move")
    assert len(played(server, game)) == 2


def test_the_analysis_board_asks_nothing_of_the_server(visitors):
    page = visitors.page()
    page.goto("/analysis/gekitai")
    asked = Asked(page)
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    cell(page, "f6").click()
    wait_for_ply(page, 2)
    page.locator("#engine").click()
    page.locator("#best li").first.wait_for()
    expect(page.locator("#speed")).to_contain_text("positions per second")
    page.locator("#engine").click()
    page.locator("#review").click()
    page.locator("body[data-review=done]").wait_for()
    cell(page, "c3").click()
    expect(page.locator("#refusal")).to_have_text("c3 is taken.")
    assert asked.paths == []


def test_a_hint_asks_nothing_of_the_server(visitors):
    page, sent = visitors.page(), []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    begin(page, "gekitai", opponent="device", position="rr..../....../....b./....../..b.../...... r")
    asked = Asked(page)
    page.get_by_role("button", name="Hint").click()
    said = "Try c1. It wins at once: three in line. It completes a1, b1, c1."
    expect(page.locator("#refusal.hint")).to_have_text(said)
    cell(page, "c1").click()
    wait_for_ply(page, 1)
    assert (
        asked.paths == [] and any('"move"' in frame for frame in sent) and not any('"hint"' in frame for frame in sent)
    )


@pytest.mark.parametrize("lacks", ["WebAssembly", "modules"])
def test_browsers_that_cannot_ask_the_server_as_before(visitors, server, lacks):
    page = visitors.page()
    if lacks == "modules":
        page.route("**/modules/**", lambda route: route.fulfill(status=404))
    else:
        page.add_init_script("delete globalThis.WebAssembly")
    page.goto("/analysis/gekitai")
    asked = Asked(page)
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    page.locator("#engine").click()
    page.locator("#best li").first.wait_for(timeout=COLD_MS)
    page.locator("#engine").click()
    assert "api/v1/positions" in asked.paths and "ws/analysis" in asked.paths
    before = server.log.read_text().count("engine asked")
    game = begin(page, "gekitai", opponent="bot", bot="level1", side="first")
    cell(page, "c3").click()
    page.locator("body[data-ply='2']").wait_for(state="attached", timeout=COLD_MS)
    assert len(played(server, game)) == 2 and server.log.read_text().count("engine asked") == before + 1
