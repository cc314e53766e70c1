"""The new-game form: what cannot be is told where it is seen, and words follow what is chosen."""

import pytest
from browsers import PHONE, WIDE, play_squ_as_it_was
from playwright.sync_api import expect


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_counts_that_fit_no_board_are_told_at_their_field_and_pointed_to_above_the_form(visitors, size):
    page = visitors.page(viewport=size)
    page.goto("/new/greener")
    rules = page.get_by_text("Rules of this game")
    if size == PHONE:
        rules.click()
    page.get_by_label("Counts", exact=True).fill("5,5,5")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[id='trouble-set.counts']")).to_be_visible()
    expect(page.get_by_label("Counts", exact=True)).to_have_value("5,5,5")
    expect(page.locator("#troubles li")).to_have_count(1)
    expect(page.locator("#troubles")).to_have_text("Some choices are not possible: Counts")
    expect(page.get_by_text("Counts cannot be 5,5,5: 6x6 needs 36 pyramids, one per cell")).to_have_count(1)
    assert page.locator(".trouble:not(:empty)").evaluate_all("(all) => all.every((one) => one.checkVisibility())")
    page.get_by_label("Counts", exact=True).fill("9,9,18")
    page.get_by_label("Counts", exact=True).press("Tab")
    expect(page.locator("#troubles")).to_have_count(0)  # what was said is no longer true
    expect(page.locator("[id='trouble-set.counts']")).to_have_count(0)
    page.get_by_role("button", name="Begin").click()
    page.locator("body[data-line=open]").wait_for()


def test_the_original_rules_are_one_choice_with_their_options_bots_and_coordinates(visitors):
    page = visitors.page()
    page.goto("/new/squ")
    page.locator("#preview.drawn").wait_for()
    play_squ_as_it_was(page, bot="easy", group="From the original program")


def test_a_button_stays_where_it_is_while_it_is_pressed(visitors):
    page = visitors.page()
    page.goto("/new/greener")
    page.locator("#preview.drawn").wait_for()
    page.get_by_label("Counts", exact=True).fill("5,5,5")
    page.get_by_role("button", name="Begin").hover()
    page.mouse.down()
    page.wait_for_timeout(1000)  # time enough to draw the start anew, which would put a sentence above the button
    page.mouse.up()
    expect(page.locator("[id='trouble-set.counts']")).to_be_visible()


def test_every_reason_of_a_bad_link_is_seen(visitors):
    page = visitors.page(viewport=PHONE)
    page.goto("/new/greener?opponent=friend&bot=nobody&set.counts=5,5,5&set.size=2x2&clock=soon&position=xyz&series=99")
    told = page.locator("#troubles a")
    expect(told).to_have_count(5)
    for name in told.evaluate_all("(all) => all.map((one) => one.dataset.trouble)"):
        expect(page.locator(f"[id='trouble-{name}']")).to_be_visible()


def test_who_begins_follows_the_option(visitors):
    page = visitors.page()
    page.goto("/new/greener")
    side = page.get_by_label("You play")
    expect(side.locator("option")).to_have_text(["Black, who moves first", "White", "Random"])
    page.get_by_label("Who begins", exact=True).select_option("white")
    expect(side.locator("option")).to_have_text(["Black", "White, who moves first", "Random"])
    page.get_by_text("A friend", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    page.locator("body[data-line=open]").wait_for()
    expect(page.locator("#seat-bottom")).to_contain_text("Black")


def test_setups_are_asked_for_in_a_series_of_a_game_that_draws_them(visitors):
    page = visitors.page()
    setups = page.get_by_label("Setups in a series")
    page.goto("/new/greener")
    expect(setups).to_be_hidden()
    page.get_by_label("Games", exact=True).select_option("3")
    expect(setups).to_be_visible()
    page.goto("/new/gekitai?series=3")
    expect(page.get_by_label("Games", exact=True)).to_have_value("3")
    expect(setups).to_be_hidden()
    page.goto("/new/gekitai?setups=old")  # what is wrong with it must be seen
    expect(setups).to_be_visible()
