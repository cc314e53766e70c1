"""The line breaks, the server dies: the page comes back by itself and nothing is lost."""

import signal

from browsers import begin, visiting, wait_for_ply
from playwright.sync_api import expect
from servers import played


def test_players_go_on_after_the_server_was_killed_in_mid_game(browser, new_server):
    server = new_server().wait_until_ready()
    with visiting(browser, server.base) as people:
        page = people.page()
        game = begin(page, "gekitai", opponent="device")
        page.locator("[data-cell=c3]").click()
        wait_for_ply(page, 1)
        server.kill()
        expect(page.locator("#connection")).to_be_visible()
        page.locator("[data-cell=f6]").click()  # waits for the line
        server.start().wait_until_ready()
        wait_for_ply(page, 2)
        expect(page.locator("#connection")).to_be_hidden()
        page.locator("[data-cell=a1]").click()
        wait_for_ply(page, 3)
        server.process.send_signal(signal.SIGSTOP)
        page.locator("[data-cell=a6]").click()  # sent to a server that dies before it reads it
        expect(page.locator("#turn")).to_have_text("Sending a6 …")
        server.kill()
        server.start().wait_until_ready()
        wait_for_ply(page, 4)
        assert played(server, game) == ["c3", "f6", "a1", "a6"]


def test_two_tabs_of_one_player_show_the_same_game(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("body[data-line=open]").wait_for()
    page.locator("[data-cell=c3]").click()
    wait_for_ply(other, 1)
    other.locator("[data-cell=d4]").click()
    wait_for_ply(page, 2)
