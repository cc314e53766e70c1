"""Games that go on over days: the test moves the servers' time, and nobody sleeps."""

import re

import pytest
from browsers import PHONE, accept, begin, sit_down, visiting, wait_for_ply, wait_for_table
from moved_time import MovedTime
from playwright.sync_api import expect

SLOW = "3d+1d max 7d"


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
    expect(ana.locator("#planning")).to_contain_text("Choose a move for your opponent.")
    expect(ana.get_by_role("button", name="Done")).to_be_disabled()
    click(ana, "f6")
    expect(ana.locator("#planning")).to_contain_text("f6 Choose your answer.")
    click(ana, "a1")
    expect(ana.locator("#planning")).to_contain_text("f6 → a1 Choose a move for your opponent.")
    click(ana, "f1")
    expect(ana.locator("#planning")).to_contain_text("Choose your answer.")
    ana.get_by_role("button", name="Step back").click()
    expect(ana.locator("#planning")).to_contain_text("f6 → a1 Choose a move for your opponent.")
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
