"""A click that fits no legal move plays nothing, and says why in a sentence that is true."""

import pytest
from browsers import begin, cell, play_in_writing, snapshot, wait_for_ply
from playwright.sync_api import expect


def test_a_cell_that_is_no_target_is_never_read_as_a_division(visitors):
    page = visitors.page()
    game = begin(page, "glaisher", opponent="device", options={"min_parts": "1"})
    play_in_writing(page, "b1-e:1+2+3")
    wait_for_ply(page, 1)
    play_in_writing(page, "a1")
    wait_for_ply(page, 2)
    cell(page, "a4").click()
    expect(page.locator(".way").first).to_be_visible()
    cell(page, "e6").click()  # as text, a4 e6 would be east, undivided
    expect(page.locator("#refusal")).to_contain_text("e6 cannot be chosen now")
    expect(page.locator(".way").first).to_be_visible()
    assert snapshot(page, game)["moves_played"] == ["b1-e:1+2+3", "a1"]


@pytest.mark.parametrize("name", ["e6", "f5"])
def test_a_cell_picked_instead_of_a_direction_is_refused_without_talk_of_text(visitors, name):
    page = visitors.page()
    page.goto("/analysis/glaisher")
    cell(page, "b1").click()
    cell(page, name).click()
    expect(page.locator("#refusal")).to_have_text(
        f"{name} cannot be chosen now. Choose first how b1 goes on: east, south-east, south-west."
    )
    assert page.locator("body").get_attribute("data-ply") == "0"
    page.locator("#choices [data-choice=e]").click()
    expect(page.locator("#refusal")).to_be_empty()


def test_a_cell_that_cannot_be_reached_is_refused_with_the_reason_of_the_rules(visitors):
    page = visitors.page()
    game = begin(page, "greener", opponent="device", options={"size": "3x3"}, position="b,g,./.,w,./.,.,g b 0")
    cell(page, "a1").click()
    cell(page, "c3").click()
    expect(page.locator("#refusal")).to_contain_text("a1")
    assert snapshot(page, game)["moves_played"] == []
    page.goto("/analysis/greener?set.size=3x3&position=b,g,./.,w,./.,.,g+b+0")
    cell(page, "a1").click()
    cell(page, "c3").click()
    expect(page.locator("#refusal")).to_contain_text("a1")
    assert page.locator("body").get_attribute("data-ply") == "0"
