"""A click that fits no legal move plays nothing, and says why in a sentence that is true."""

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
    expect(page.locator("#refusal")).to_contain_text("a4 cannot go towards e6")
    expect(page.locator(".way").first).to_be_visible()
    assert snapshot(page, game)["moves_played"] == ["b1-e:1+2+3", "a1"]


def test_a_cell_in_no_direction_of_a_stack_is_refused_without_talk_of_text(visitors):
    page = visitors.page()
    page.goto("/analysis/glaisher")
    cell(page, "b1").click()
    cell(page, "e6").click()
    expect(page.locator("#refusal")).to_have_text(
        "b1 cannot go towards e6. Its directions are: east, south-east, south-west."
    )
    assert page.locator("body").get_attribute("data-ply") == "0"
    page.locator("#choices [data-choice=e]").click()
    expect(page.locator("#refusal")).to_be_empty()


def test_a_cell_in_line_with_a_stack_chooses_the_direction(visitors):
    page = visitors.page()
    page.goto("/analysis/glaisher")
    cell(page, "b1").click()
    cell(page, "f5").click()
    expect(page.locator("#choices button")).to_have_text(["1+5", "2+4", "1+2+3", "Back"])
    expect(page.locator(".way")).to_have_count(0)
    expect(page.locator("#refusal")).to_be_empty()
    page.locator("#choices [data-choice='1+2+3']").click()
    expect(page.locator("body")).to_have_attribute("data-ply", "1")
    assert cell(page, "c2").get_attribute("aria-label") != cell(page, "c3").get_attribute("aria-label")


def test_another_stack_in_line_begins_anew(visitors):
    page = visitors.page()
    page.goto("/analysis/glaisher?position=r6,.,.,r6,./.,.,.,.,.,y6/.,.,.,.,.,.,./y6,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,./"
              ".,.,.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,y6,.+r+split+39")  # fmt: skip
    cell(page, "a1").click()
    cell(page, "d1").click()
    expect(page.locator("#choices button").first).to_be_visible()
    expect(page.locator("#turn, #prompt").filter(has_text="d1").first).to_be_visible()


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
