"""The line between browser and server fails in many ways: no move is lost or made twice, and the page says so."""

import time
from contextlib import contextmanager

import pytest
from bad_lines import DOWN, UP
from browsers import begin, cell, play_in_writing, wait_for_ply
from playwright.sync_api import expect
from servers import played

LOST = "Connection lost, reconnecting …"
COUNT_LOSSES = """() => {
  window.lost = 0;
  new MutationObserver(() => window.lost++).observe(document.getElementById("connection"), {attributes: true});
}"""
SOON_S = 45  # five on a quiet machine; a system that is left alone with a dead line needs 90 and more


@pytest.fixture
def visitors(bad_line):
    """Everybody comes by the proxy."""
    return bad_line


@contextmanager
def lost_soon(page):
    """What is done in the block is noticed within seconds."""
    began = time.monotonic()
    yield
    expect(page.locator("#connection")).to_have_text(LOST)
    expect(page.locator("#connection")).to_be_visible()
    assert time.monotonic() - began < SOON_S


def break_off(proxy, page):
    """What was swallowed is lost for good, and the page knows it."""
    proxy.cut()
    expect(page.locator("#connection")).to_be_visible()


def test_a_move_into_a_dead_line_is_shown_at_once_and_made_when_the_line_is_back(visitors, proxy, server):
    page = visitors.page()
    game = begin(page, "gekitai", opponent="device")
    with lost_soon(page):
        proxy.swallow()
        cell(page, "c3").click()
        expect(page.locator(".pending-mark")).to_have_count(1)
        expect(page.locator("#board .ghost")).to_have_count(1)
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3: empty, your move is on its way")
    expect(page.locator("#turn")).to_have_text("c3 is waiting for the connection.")
    cell(page, "d4").click()  # one move at a time
    assert played(server, game) == []
    proxy.mend()
    wait_for_ply(page, 1)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator(".pending-mark")).to_have_count(0)
    cell(page, "f6").click()
    wait_for_ply(page, 2)
    assert played(server, game) == ["c3", "f6"]


def test_a_move_whose_answer_was_swallowed_is_not_made_twice(visitors, proxy, server):
    page = visitors.page()
    game = begin(page, "gekitai", opponent="device")
    with server.client().open(game) as watcher:
        proxy.swallow(DOWN)
        cell(page, "c3").click()
        assert watcher.until("move")["text"] == "c3"
    expect(page.locator("body")).to_have_attribute("data-pending", "c3")
    break_off(proxy, page)
    proxy.mend()
    wait_for_ply(page, 1)
    expect(page.locator("body")).to_have_attribute("data-pending", "")
    cell(page, "f6").click()
    wait_for_ply(page, 2)
    assert played(server, game) == ["c3", "f6"]


def test_a_move_typed_in_ones_own_words_is_sent_again_too(visitors, proxy, server):
    page = visitors.page()
    game = begin(page, "glaisher", opponent="device")
    proxy.swallow(UP)
    play_in_writing(page, "B1 SE 3+2+1")
    break_off(proxy, page)
    expect(page.locator("#turn")).to_have_text("B1 SE 3+2+1 is waiting for the connection.")
    proxy.mend()
    wait_for_ply(page, 1)
    assert played(server, game) == ["b1-se:1+2+3"]


def test_a_slow_line_is_not_called_dead_and_a_move_shows_that_it_waits(visitors, proxy):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    proxy.delay_s = 1.2
    page.evaluate(COUNT_LOSSES)
    cell(page, "c3").click()
    expect(page.locator(".pending-mark")).to_have_count(1)
    expect(page.locator("#turn")).to_have_text("Sending c3 …")
    wait_for_ply(page, 1)
    expect(page.locator("#turn")).to_have_text("Black to move")
    assert page.evaluate("() => window.lost") == 0


def test_a_line_that_was_cut_is_back_by_itself_and_nothing_else_waits_for_it(visitors, proxy, server):
    page = visitors.page()
    game = begin(page, "gekitai", opponent="device")
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    with lost_soon(page):
        proxy.cut()
    page.get_by_role("button", name="Undo").click()  # it might be wrong by then
    expect(page.locator("#refusal")).to_have_text("You are offline. Try again when the connection is back.")
    cell(page, "f6").click()
    expect(page.locator("#turn")).to_have_text("f6 is waiting for the connection.")
    proxy.mend()
    wait_for_ply(page, 2)
    expect(page.locator("#refusal")).to_be_empty()
    assert played(server, game) == ["c3", "f6"]


def test_a_system_that_goes_offline_is_noticed_at_once(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    with lost_soon(page):
        page.context.set_offline(True)
    cell(page, "c3").click()
    page.context.set_offline(False)
    wait_for_ply(page, 1)
    expect(page.locator("#connection")).to_be_hidden()


@pytest.mark.parametrize("times", [1, 9], ids=["told one by one", "told anew"])
def test_a_move_that_answers_a_position_taken_back_is_not_made_in_another(visitors, proxy, server, times):
    page = visitors.page()
    game = begin(page, "gekitai", opponent="device")
    for ply, name in enumerate(("c3", "f6"), 1):
        cell(page, name).click()
        wait_for_ply(page, ply)
    proxy.swallow(UP)
    cell(page, "a1").click()
    break_off(proxy, page)
    client = server.client()  # the same player elsewhere, without the bad line
    for cookie in page.context.cookies():
        client.http.cookies.set(cookie["name"], cookie["value"])
    with client.open(game) as elsewhere:
        elsewhere.until("snapshot")
        for _ in range(times):
            elsewhere.send("undo")
            elsewhere.until("back")
            assert elsewhere.move("b6")["type"] == "move"
    proxy.mend()
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#moves")).to_contain_text("b6")
    expect(page.locator("body")).to_have_attribute("data-pending", "")
    expect(page.locator("#turn")).to_have_text("Red to move")
    expect(page.locator("#note")).to_have_text("a1 was not played: the game has moved on in the meantime.")
    assert played(server, game) == ["c3", "b6"]
    cell(page, "a1").click()  # the board is not left inactive
    wait_for_ply(page, 3)
    expect(page.locator("#note")).to_be_empty()


def test_on_the_analysis_board_too_a_dead_line_is_noticed_and_a_move_can_be_made_again(visitors, proxy):
    page = visitors.page()
    page.goto("/analysis/gekitai")
    page.get_by_role("button", name="Engine").click()
    page.locator("#best li").first.wait_for()
    with lost_soon(page):
        proxy.swallow()
        cell(page, "c3").click()
        expect(page.locator(".pending-mark")).to_have_count(1)
    expect(page.locator("#refusal")).to_have_text("The server cannot be reached.")
    expect(page.locator(".pending-mark")).to_have_count(0)
    proxy.cut()  # the browser keeps connections for later, and these are dead
    proxy.mend()
    expect(page.locator("#connection")).to_be_hidden()
    cell(page, "c3").click()
    wait_for_ply(page, 1)
