"""On a phone: everything for playing is in sight, and a finger is enough."""

import pytest
from browsers import PHONE, begin, is_in_sight, wait_for_ply
from playwright.sync_api import expect

SPLITTING = (
    ".,r6,.,.,./.,.,.,.,.,y6/.,.,.,y2,.,.,./y6,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,./"
    ".,.,.,.,.,.,.,r6/.,.,.,.,.,.,./r6,.,.,.,.,./.,.,.,y6,. r split 37"
)
PHONE_SETTINGS = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("game", ["greener", "squ", "gekitai", "mapello", "glaisher"])
def test_nothing_needed_for_playing_is_below_the_fold(visitors, game):
    page = visitors.page(**PHONE_SETTINGS)
    begin(page, game, opponent="bot", bot="random", clock="5+3")
    assert is_in_sight(page, "#seat-top", "#board", "#turn", "#seat-bottom", "#actions")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


OVERFULL = """() => [...document.querySelectorAll(".shelf-card .play-row > button, .top nav a")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


def test_what_is_on_a_button_of_the_shelf_fits_it(visitors):
    page = visitors.page(**PHONE_SETTINGS)
    page.goto("/")
    assert page.evaluate(OVERFULL) == []


@pytest.mark.parametrize(("width", "height"), [(390, 664), (667, 375)])
def test_while_a_friend_is_awaited_the_link_is_in_sight(visitors, width, height):
    page = visitors.page(**{**PHONE_SETTINGS, "viewport": {"width": width, "height": height}})
    begin(page, "greener", opponent="friend")
    assert is_in_sight(page, "#invitation", "#invite-link")
    expect(page.get_by_role("link", name="Analyse")).to_have_count(0)
    page.get_by_role("button", name="Withdraw").tap()
    page.get_by_role("heading", name="Choose a game").wait_for()
    expect(page.get_by_role("heading", name="Continue playing")).to_have_count(0)


def test_passing_is_offered_in_the_turns_own_box(visitors):
    page = visitors.page(**PHONE_SETTINGS)
    begin(page, "go", opponent="device")
    choice = page.locator("#choices [data-choice=pass]")
    expect(choice).to_be_visible()
    button, turn = choice.bounding_box(), page.locator("#banner").bounding_box()
    assert turn["y"] <= button["y"] and button["y"] + button["height"] <= turn["y"] + turn["height"]
    choice.tap()
    page.get_by_role("button", name="Play Pass").tap()
    wait_for_ply(page, 1)


def test_a_tap_is_confirmed_by_a_second_one(visitors):
    page = visitors.page(**PHONE_SETTINGS)
    begin(page, "gekitai", opponent="device")
    page.locator("[data-cell=c3]").tap()
    page.get_by_role("button", name="Cancel").tap()
    page.locator("[data-cell=d4]").tap()
    page.get_by_role("button", name="Play d4").tap()
    wait_for_ply(page, 1)
    page.locator("[data-cell=a1]").tap()
    page.locator("[data-cell=a1]").tap()
    wait_for_ply(page, 2)


PANELS = ("#seat-top", "#board", "#banner", "#seat-bottom", "#actions", ".go-row", "#moves")


def test_no_sentence_and_no_question_moves_the_panels(visitors):
    page = visitors.page(**PHONE_SETTINGS)
    begin(page, "gekitai", opponent="device")
    for ply, cell in enumerate(("c3", "f6"), 1):
        page.locator(f"[data-cell={cell}]").tap()
        page.locator(f"[data-cell={cell}]").tap()
        wait_for_ply(page, ply)
    before = places(page)
    page.locator("[data-cell=c3]").tap()
    expect(page.locator("#refusal")).to_have_text("c3 is taken.")
    assert is_in_sight(page, "#refusal") and places(page) == before
    page.locator("[data-cell=a1]").tap()
    expect(page.get_by_role("button", name="Play a1")).to_be_visible()
    assert places(page) == before
    page.get_by_role("button", name="Cancel").tap()
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator("#refusal")).to_contain_text("Try ")
    assert is_in_sight(page, "#refusal") and places(page) == before


def places(page):
    return {panel: page.locator(panel).bounding_box() for panel in PANELS}


def test_confirming_can_be_switched_off(visitors):
    page = visitors.page(**PHONE_SETTINGS)
    page.goto("/")
    page.locator("summary", has_text="Settings").tap()
    page.get_by_text("Never", exact=True).tap()
    begin(page, "gekitai", opponent="device")
    page.locator("[data-cell=c3]").tap()
    wait_for_ply(page, 1)


def test_a_direction_is_chosen_on_the_board_and_a_division_by_its_landing(visitors):
    page = visitors.page()
    begin(page, "glaisher", opponent="device", position=SPLITTING)
    page.locator("[data-cell=b1]").click()
    expect(page.locator(".way")).to_have_count(3)
    page.locator("#choices [data-choice=se]").click()
    expect(page.locator("#choices [data-choice='2+4']")).to_contain_text("takes d3")
    page.locator("#choices [data-choice='1+5']").hover()
    expect(page.locator("#board .ghost")).to_have_count(2)
    page.locator("[data-cell=f5]").click()  # only 2+4 lands there
    wait_for_ply(page, 1)
    expect(page.locator("[data-cell=d3]")).to_have_attribute("aria-label", "d3: red stack of 4, last move")


def test_an_arrow_beside_the_stack_chooses_the_direction(visitors):
    page = visitors.page()
    begin(page, "glaisher", opponent="device")
    page.locator("[data-cell=b1]").click()
    page.locator(".way").first.click()
    expect(page.locator(".way")).to_have_count(0)
    assert page.evaluate("() => document.activeElement.dataset.cell") == "b1"  # no frame around the whole board
    expect(page.locator("#choices [data-choice='1+2+3']")).to_be_visible()


def test_a_stack_is_dragged_onto_another(visitors):
    page = visitors.page()
    begin(page, "greener", opponent="device", options={"size": "3x3"}, position="b,.,g/.,w,./.,.,g b 0")
    page.locator("[data-cell=a1]").drag_to(page.locator("[data-cell=c1]"))
    wait_for_ply(page, 1)
    expect(page.locator("[data-cell=c1]")).to_have_attribute(
        "aria-label", "c1: black stack of 2, 1 green inside, last move"
    )


def test_the_board_stays_where_it_is_when_a_figure_grows(visitors):
    page = visitors.page(**PHONE_SETTINGS)
    tops = []
    for discs in ("WWWWWW", "WWWWWWWWWWWW"):  # fewer than ten, and more
        row = discs[:6] + "..", discs[6:] + "." * (8 - len(discs[6:]))
        map_rows = ["#" * 10, f"#{row[0]}#", f"#{row[1]}#", *["#........#"] * 5, "#BW......#", "#" * 10]
        begin(page, "mapello", opponent="device", position="/".join(map_rows) + " B 0-0")
        tops.append(page.locator("#board").bounding_box()["y"])
    assert tops[0] == tops[1]
