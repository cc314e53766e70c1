"""Games that go on over days: the test moves the servers' time, and nobody sleeps."""

import re

import pytest
from browsers import PHONE, accept, begin, sit_down, visiting, wait_for_ply, wait_for_table
from moved_time import DAY_S, MovedTime
from playwright.sync_api import expect

SLOW = "3d+1d max 7d"
NEXT = "Choose a move that your opponent may play, then your answer."


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    folder = tmp_path_factory.mktemp("days")
    time = MovedTime(folder)
    server = time.server(folder).start().wait_until_ready().with_games("gekitai")
    yield server, time
    server.close()


@pytest.fixture
def people(browser, days, contexts):
    with visiting(browser, days[0].base, contexts) as visitors:
        yield visitors


def click(page, *cells):
    for cell in cells:
        page.locator(f"[data-cell={cell}]").click()


def tap(page, cell):
    """A second tap confirms the first."""
    for _ in range(2):
        page.locator(f"[data-cell={cell}]").tap()


def planned(page):
    return page.locator("#offers .planned > span").all_text_contents()


def test_answers_are_planned_on_the_board_and_played_when_they_fit(people):
    ana, bob, _ = sit_down(people, "gekitai", clock=SLOW)
    click(ana, "c3")
    wait_for_ply(bob, 1)
    wait_for_ply(ana, 1)
    ana.get_by_role("button", name="Plan", exact=True).click()
    expect(ana.locator("#planning")).to_contain_text(NEXT)
    expect(ana.get_by_role("button", name="Done")).to_be_disabled()
    click(ana, "f6")
    expect(ana.locator("#planning")).to_contain_text("f6 Choose your answer.")
    click(ana, "a1")
    expect(ana.locator("#planning")).to_contain_text(f"f6 → a1 {NEXT}")
    click(ana, "f1")
    expect(ana.locator("#planning")).to_contain_text("Choose your answer.")
    ana.get_by_role("button", name="Step back").click()
    expect(ana.locator("#planning")).to_contain_text(f"f6 → a1 {NEXT}")
    ana.get_by_role("button", name="Done").click()
    expect(ana.locator("#offers .planned")).to_have_count(1)
    ana.get_by_role("button", name="Plan", exact=True).click()
    for count, cell in enumerate(("e6", "b1"), 1):
        click(ana, cell)
        expect(ana.locator("#planning")).to_contain_text(" → ".join(("e6", "b1")[:count]))
    ana.get_by_role("button", name="Done").click()
    expect(ana.locator("#offers .planned")).to_have_count(2)
    assert planned(ana) == ["Planned: f6 → a1", "Planned: e6 → b1"]
    ana.get_by_role("button", name="Remove Planned: e6 → b1").click()
    expect(ana.locator("#offers .planned")).to_have_count(1)
    expect(bob.locator("#offers .planned")).to_have_count(0)
    ana.reload()
    wait_for_table(ana)
    assert planned(ana) == ["Planned: f6 → a1"]
    click(bob, "f6")
    for page in (ana, bob):
        wait_for_ply(page, 3)
        expect(page.locator("[data-cell=a1]")).to_have_attribute("aria-label", re.compile("a1: red stone"))
    expect(ana.locator("#offers .planned")).to_have_count(0)
    expect(bob.locator("#turn")).to_contain_text("Your turn")


def test_answers_are_planned_by_touch(people):
    ana, bob = people.page(viewport=PHONE, has_touch=True), people.page()
    begin(ana, "gekitai", opponent="friend", name="Ana", clock="1d/move")
    accept(bob, ana.get_by_label("Link for your friend").input_value())
    expect(ana.locator("#invitation")).to_be_hidden()  # it makes room for the board
    tap(ana, "c3")
    wait_for_ply(bob, 1)
    ana.get_by_role("button", name="Plan", exact=True).tap()
    for cell, words in (("f6", "Choose your answer."), ("a1", "f6 → a1")):
        tap(ana, cell)
        expect(ana.locator("#planning")).to_contain_text(words)
    ana.get_by_role("button", name="Done").tap()
    expect(ana.locator("#offers .planned")).to_have_count(1)
    assert ana.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    click(bob, "f6")
    wait_for_ply(ana, 3)


def sign_up(page, name):
    page.goto("/sign-up")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Create an account").last.click()
    page.wait_for_url("**/")


def test_a_game_goes_on_over_days_with_a_vacation_and_is_lost_at_its_deadline(people, days):
    _, time = days
    ana, bob = people.page(), people.page()
    sign_up(ana, "Ana of the days")
    ana.goto("/new/gekitai")
    ana.get_by_role("radio", name="A friend").check()
    ana.locator("#field-clock").select_option(label="Custom …")
    ana.get_by_label("Days at the start").fill("2")
    ana.get_by_label("Hours added per move").fill("24")
    ana.get_by_label("Days at most").fill("5")
    ana.get_by_role("button", name="Begin").click()
    wait_for_table(ana)
    link = ana.get_by_label("Link for your friend").input_value()
    bob.goto(link)
    expect(bob.locator("main")).to_contain_text("2 days plus 1 day per move, at most 5 days")
    bob.get_by_role("button", name="Accept and play").click()
    wait_for_table(bob)
    expect(ana.locator("#turn")).not_to_have_text("Waiting for your opponent.")
    click(ana, "c3")
    wait_for_ply(bob, 1)
    expect(bob.locator("#seat-bottom .clock")).to_have_text("2 d 0 h")
    ana.goto("/rules/gekitai")
    time.move(DAY_S + 3600)
    bob.reload()
    expect(bob.locator("#seat-bottom .clock")).to_contain_text("22:5")
    click(bob, "f6")
    expect(bob.locator("#seat-bottom .clock")).to_have_text("1 d 22 h")
    expect(ana.get_by_role("alert").filter(has_text="It's your turn in 1 game.")).to_be_visible()
    expect(ana.locator("nav .turn-count")).to_have_text("1")
    ana.goto("/account")
    ana.get_by_label("Days").fill("14")
    ana.get_by_role("button", name="Start a vacation").click()
    expect(ana.locator("#vacation")).to_contain_text("You are on vacation until")
    expect(bob.locator("#seat-top")).to_contain_text("on vacation until")
    time.move(13 * DAY_S)
    bob.reload()
    wait_for_table(bob)
    expect(bob.locator("#seat-top .clock")).to_have_text(re.compile("^(2 d 0|1 d 23) h$"))  # she was quick
    ana.goto("/account")
    ana.get_by_role("button", name="End the vacation").click()
    expect(ana.locator("#vacation")).to_contain_text("16 days left this year")
    expect(bob.locator("#seat-top")).not_to_contain_text("on vacation")
    time.move(2 * DAY_S)
    expect(bob.locator("#turn .who")).to_have_text("You win")
    expect(bob.locator("#turn .why")).to_contain_text("time")
    ana.goto("/mine")
    expect(ana.locator(".game-list")).to_contain_text("You lost")


def test_a_move_elsewhere_changes_the_lists_and_the_way_to_the_next_game(people):
    ana, bob, first = sit_down(people, "gekitai", clock=SLOW)
    ana.goto("/")
    expect(ana.locator("#own-list .game-list li")).to_have_count(1)
    second = people.page()
    begin(ana, "gekitai", opponent="friend", name="Ana", clock=SLOW, side="second")
    accept(second, ana.get_by_label("Link for your friend").input_value())
    wait_for_table(second)
    ana.goto(f"/game/{first}")
    wait_for_table(ana)
    expect(ana.locator("#next-game")).to_be_hidden()
    click(ana, "c3")
    wait_for_ply(ana, 1)
    expect(ana.locator("#prompt")).to_have_text("You need not wait here: this game is under “Your games”.")
    click(second, "c3")
    wait_for_ply(second, 1)
    expect(ana.locator("#next-game .turn-count")).to_have_text("1")
    expect(ana).to_have_title(re.compile("^● "))
    ana.goto("/mine")
    expect(ana.locator("#own-list")).to_contain_text("your turn, move 2")
    click(bob, "f6")
    expect(ana.locator("#own-list .yours")).to_have_count(2)
    expect(ana.locator("nav .turn-count")).to_have_text("2")
    bob.get_by_role("button", name="Resign").click()
    bob.locator("#resign-sides button").click()
    expect(ana.get_by_role("alert").filter(has_text="One of your games is over.")).to_be_visible()
    expect(ana.locator("nav .turn-count")).to_have_text("1")
