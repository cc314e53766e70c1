"""A newcomer at a table: what the game is about, what can be done now at every step, and the rules beside the board."""

import re

import pytest
from browsers import PHONE, accessible, begin, cell, is_in_sight, wait_for_ply
from playwright.sync_api import expect
from thoroughly import thoroughly

from ludoteca.games import find_game, game_names

SPLITTING = (
    ".,r6,.,.,./.,.,.,.,.,y6/.,.,.,y2,.,.,./y6,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,./"
    ".,.,.,.,.,.,.,r6/.,.,.,.,.,.,./r6,.,.,.,.,./.,.,.,y6,. r split 37"
)


@pytest.mark.parametrize("game", game_names())
def test_until_the_first_move_the_goal_stands_where_the_moves_will_be(visitors, game):
    page = visitors.page()
    begin(page, game, opponent="bot", bot="random", side="first", name="Ana")
    welcome = page.locator("#welcome")
    expect(welcome.get_by_role("heading")).to_have_text(find_game(game).title)
    expect(welcome).to_contain_text(find_game(game).goal)
    expect(welcome.locator("li").first).to_contain_text("You play")
    expect(welcome.locator(".swatch")).to_have_count(2)
    expect(page.locator("#moves")).to_be_hidden()
    expect(page.locator("#prompt")).not_to_be_empty()
    with accessible(page):
        pass


def test_the_welcome_gives_way_to_the_moves(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    expect(page.locator("#welcome")).to_be_hidden()
    expect(page.locator("#moves")).to_contain_text("c3")


def test_on_a_phone_the_game_and_its_goal_are_in_sight(visitors):
    page = visitors.page(viewport=PHONE, has_touch=True, is_mobile=True)
    begin(page, "gekitai", opponent="bot", bot="random", side="first")
    assert is_in_sight(page, "#prompt", "#welcome-title")


@pytest.mark.parametrize("language", ["pt-PT", *thoroughly("en-GB", "es-ES")])
def test_the_way_to_the_lesson_is_in_sight_on_a_small_laptop(visitors, language):
    page = visitors.page(locale=language, viewport={"width": 1366, "height": 650})
    begin(page, "greener", opponent="bot", bot="level1")
    card, links = page.locator("#welcome").bounding_box(), page.locator(".welcome-links").bounding_box()
    assert links["y"] + links["height"] <= card["y"] + card["height"] + 1
    assert is_in_sight(page, "#welcome", ".welcome-links", "#seat-bottom", "#actions")


def test_the_prompt_follows_each_step_of_a_move(visitors):
    page = visitors.page()
    begin(page, "glaisher", opponent="device", position=SPLITTING)
    prompt = page.locator("#prompt")
    expect(prompt).to_have_text("Pick one of your marked stacks.")
    cell(page, "b1").click()
    expect(prompt).to_have_text("Choose a direction for b1.")
    page.locator("#choices [data-choice=se]").click()
    expect(prompt).to_have_text("Choose how to divide the stack on b1.")
    page.keyboard.press("Escape")
    expect(prompt).to_have_text("Pick one of your marked stacks.")


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        ("gekitai", "", "Place a stone on any empty cell."),
        ("reversi", "", "Place a disc on a marked cell."),
        ("greener", "b,.,g/.,w,./.,.,g b 0", "Only the pyramid on a1 can move."),
        ("squ", "", "Choose any empty cell."),  # how many, the turn says
        ("go", "", "Place a stone on any free point. Or choose: Pass."),
        ("morris", "", "Choose any free point."),
        ("draughts", "", "Pick one of your marked men."),
        ("chess", "4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1", "Only the king on e1 can move."),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Pick one of your marked pieces."),
    ],
)
def test_what_can_be_done_first_is_said_of_every_kind_of_game(visitors, game, position, words):
    page = visitors.page()
    options = {"size": "3x3"} if game == "greener" else {}
    begin(page, game, opponent="device", options=options, **({"position": position} if position else {}))
    expect(page.locator("#prompt")).to_have_text(words)


def test_a_capture_is_announced_as_one(visitors):
    page = visitors.page()
    begin(page, "greener", opponent="device", options={"size": "3x3"}, position="b,.,g/.,w,./.,.,g b 0")
    cell(page, "a1").click()
    expect(page.locator("#prompt")).to_have_text("Choose what the pyramid on a1 takes.")


def test_pieces_that_can_move_are_marked_until_one_is_picked(visitors):
    page = visitors.page()
    begin(page, "greener", opponent="device", options={"size": "3x3"}, position="b,.,g/.,w,./.,.,g b 0")
    expect(page.locator(".movable-mark")).to_have_count(1)
    cell(page, "a1").click()
    expect(page.locator(".movable-mark")).to_have_count(0)


def test_the_rules_open_beside_the_board_and_the_game_goes_on(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    page.get_by_role("button", name="How to play").click()
    panel = page.locator("#rules-panel")
    expect(panel.get_by_role("heading", name="How to play")).to_be_visible()
    expect(panel.locator("svg").first).to_be_visible()  # a diagram
    with accessible(page):
        pass
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    expect(panel).to_be_visible()
    panel.get_by_role("button", name="Close the rules").click()
    expect(panel).to_be_hidden()


def test_escape_closes_the_rules_and_the_keyboard_is_where_it_was(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    page.get_by_role("button", name="How to play").press("Enter")
    expect(page.locator("#rules-panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rules-panel")).to_be_hidden()
    expect(page.get_by_role("button", name="How to play")).to_be_focused()


def test_the_end_says_who_won_and_why_and_what_to_do_next(visitors):
    page = visitors.page()
    name = begin(page, "gekitai", opponent="device", position="...r../....r./..b.../...b../r..r../.....b b")
    cell(page, "b2").click()
    page.locator("body[data-turn=over]").wait_for()
    banner = page.locator("#banner")
    expect(banner.locator(".who")).to_have_text("Black wins")
    expect(banner.locator(".why")).to_have_text("three in line.")
    expect(banner.get_by_role("link", name="Review")).to_have_attribute(
        "href", re.compile(rf"/analysis/game/{name}\?review=1$")
    )
    banner.get_by_role("button", name="Share").click()
    expect(page.get_by_role("heading", name="Share and export")).to_be_visible()
    page.keyboard.press("Escape")
    with accessible(page):
        pass
    banner.get_by_role("button", name="Play again").click()
    page.locator("body[data-turn=yours]").wait_for()


def test_the_end_of_a_game_of_a_series_says_how_it_stands(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="bot", bot="random", series=3, name="Ana")
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Resign").click()
    page.locator("#resign").get_by_role("button", name="Resign").click()
    expect(page.locator("#banner .who")).to_have_text("You resigned")
    expect(page.locator("#banner .why")).to_have_text("Black wins.")
    expect(page.locator("#banner-piece .c-red")).to_have_count(1)  # one's own
    expect(page.locator(".end-score")).to_contain_text("After game 1 of 3")
    expect(page.locator(".end-score b")).to_have_text(["0", "1"])


def test_a_score_is_told_at_the_end(visitors):
    page = visitors.page()
    full = "/".join(["BBBBBBBB"] * 7 + ["BBBBBBW."])
    begin(page, "reversi", opponent="device", names=["Ana", "Bo"], position=f"{full} B")
    cell(page, "h8").click()
    page.locator("body[data-turn=over]").wait_for()
    expect(page.locator(".end-score")).to_contain_text("Ana 64")
