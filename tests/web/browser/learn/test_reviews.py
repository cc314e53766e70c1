"""Hints and reviews in words: on the static site they are this browser's own, on this server they are Python's."""

from __future__ import annotations

import random
from urllib.parse import urlencode

import pytest
from browsers import PHONE, Visitors, accessible, begin, cell, wait_for_ply, wait_for_table
from playwright.sync_api import Page, expect

import ludoteca

WON = "rr..../....../....b./....../..b.../...... r"  # c1 makes three in line
WHY = "It wins at once: three in line. It completes a1, b1, c1."


class Place:
    """A library with people in it: of files alone, or with a server."""

    def __init__(self, visitors: Visitors, is_static: bool) -> None:
        self.visitors, self.is_static = visitors, is_static

    def begin(self, page: Page) -> None:
        """A game on one device in which Red can win at once."""
        if not self.is_static:
            begin(page, "gekitai", opponent="device", position=WON)
            return
        page.goto(f"new/gekitai/?{urlencode({'opponent': 'device', 'position': WON})}")
        page.locator("#preview.drawn").wait_for()
        page.get_by_role("button", name="Begin").click()
        wait_for_table(page)

    def analyse(self, page: Page, *moves: str) -> None:
        """The analysis board with moves after that position."""
        slash = "/" if self.is_static else ""
        page.goto(f"analysis/gekitai{slash}?{urlencode({'position': WON, 'moves': ','.join(moves)})}")
        wait_for_ply(page, len(moves))


@pytest.fixture(params=["site", "server"])
def place(request):
    is_static = request.param == "site"
    return Place(request.getfixturevalue("guests" if is_static else "visitors"), is_static)


def reviewed(place: Place, **settings) -> Page:
    """The review of a game in which Red misses three in line, and Black does not mend it."""
    page = place.visitors.page(**settings)
    place.analyse(page, "f6", "a6")
    page.get_by_role("button", name="Review the game").click()
    page.locator("body[data-review=done]").wait_for()
    return page


def test_on_a_small_laptop_a_review_shows_accuracy_and_a_mistake(visitors):
    page = reviewed(Place(visitors, is_static=False), viewport={"width": 1366, "height": 640})
    top = page.locator("#learn").bounding_box()["y"]
    for part in (".accuracies", "#turning > li"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= top, part


def test_a_hint_says_what_the_move_does_and_why(place):
    page = place.visitors.page()
    place.begin(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#refusal.hint")).to_have_text(f"Try c1. {WHY}")
    expect(page.locator(".hint-mark")).to_have_count(1)


def test_a_review_names_the_moves_that_mattered_and_what_was_better(place):
    page = reviewed(place)
    first = page.locator("#turning > li").first
    expect(first).to_contain_text("Move 1: Red played f6, but c1 was better (winning chances fell from 100% to")
    expect(page.locator(".accuracies")).to_contain_text("Red")
    expect(page.get_by_role("button", name="Review the game")).to_be_hidden()
    first.get_by_role("button").click()
    wait_for_ply(page, 0)
    expect(first).to_contain_text(f"c1: {WHY}")
    expect(first).to_contain_text("After f6:")
    expect(page.locator(".arrow-spot.rank-0")).to_have_count(1)  # what was better
    expect(page.locator(".arrow-spot.rank-9")).to_have_count(1)  # what was played
    with accessible(page):
        pass
    page.reload()
    expect(page.locator("#turning > li").first).to_contain_text("Move 1: Red played f6")


def test_what_follows_a_mistake_is_shown_step_by_step(place):
    page = reviewed(place)
    page.locator("#turning > li > button").first.click()
    page.get_by_role("button", name="Show the continuation").click()
    page.locator("body[data-step='0']").wait_for()
    expect(page.locator(".line-steps")).to_contain_text("Next: f6")
    page.keyboard.press("ArrowRight")
    page.locator("body[data-step='1']").wait_for()
    expect(page.locator("#turn")).to_have_text("Black to move")
    page.keyboard.press("ArrowRight")
    page.locator("body[data-step='2']").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("body[data-step='1']").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("body:not([data-step])")).to_have_count(1)
    wait_for_ply(page, 0)
    page.get_by_role("button", name="Show the better line").click()
    page.get_by_role("button", name="Forward one move").click()
    expect(page.locator(".line-steps")).to_contain_text("The end of the line")
    page.get_by_role("button", name="Close").click()
    cell(page, "d4").click()  # one's own variation again
    wait_for_ply(page, 1)


def test_mistakes_are_set_again_until_the_better_move_is_found(place):
    page = reviewed(place, viewport=PHONE)
    page.get_by_role("button", name="Learn from these mistakes").click()
    page.locator("body[data-learn=asked]").wait_for()
    exercises = page.locator("#exercises")
    expect(exercises).to_contain_text("Red played f6 here. Find a better move on the board.")
    expect(page.locator("#engine")).to_be_hidden()  # it would tell
    cell(page, "d4").click()
    expect(page.locator("#verdict")).to_have_text("d4 isn't it. Try another move.")
    cell(page, "f6").click()
    expect(page.locator("#verdict")).to_have_text("f6 was played. There is a better move.")
    cell(page, "c1").click()
    expect(page.locator("#verdict")).to_have_text(f"c1 is right. {WHY}")
    expect(page.locator("#turn")).to_contain_text("Red")
    with accessible(page):
        pass
    while page.locator("body[data-learn=right]").count():
        page.locator("[data-learn=next]").click()
        page.locator("body[data-learn=asked], body[data-learn=over]").wait_for()
        if page.locator("[data-learn=answer]").count():
            page.locator("[data-learn=answer]").click()
            page.locator("body[data-learn=right]").wait_for()
    expect(page.locator("#verdict")).to_contain_text("You found 0 of ")
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator("#turning > li").first).to_be_visible()
    expect(page.locator("#engine")).to_be_visible()


def test_the_end_of_a_game_leads_to_its_review(place):
    page = place.visitors.page()
    place.begin(page)
    for ply, name in enumerate(("f6", "a6", "c1"), 1):
        cell(page, name).click()
        wait_for_ply(page, ply)
    page.locator("#end").get_by_role("link", name="Review").click()
    page.locator("body[data-review=done]").wait_for()
    expect(page.locator("#turning > li").first).to_contain_text("Move 1: Red played f6, but c1 was better")
    expect(page.get_by_role("button", name="Learn from these mistakes")).to_be_visible()


STOP_SOON = """() => {
  const progress = document.getElementById("progress");
  const stop = () => progress.textContent.startsWith("Reviewed 3 of") && document.getElementById("review").click();
  new MutationObserver(stop).observe(progress, { childList: true });
}"""


def quiet_moves(count: int) -> list[str]:
    """Moves of Glaisher up to where nothing is decided for long: each of them is searched as long as it may be."""
    chance, position, moves = random.Random(1), ludoteca.game("glaisher").start(), []
    while len(moves) < count:
        position = position.play(chance.choice(position.moves()))
        moves.append(str(position.last_move))
    return moves


def test_a_review_that_is_stopped_shows_what_was_reviewed(place):
    page = place.visitors.page()
    moves = quiet_moves(12)
    page.goto(f"analysis/glaisher{'/' if place.is_static else ''}?{urlencode({'moves': ','.join(moves)})}")
    wait_for_ply(page, len(moves))
    page.evaluate(STOP_SOON)
    page.get_by_role("button", name="Review the game").click()
    page.locator("body[data-review=stopped]").wait_for()
    expect(page.get_by_role("button", name="Review the game")).to_be_visible()
    expect(page.locator("#reviewed")).to_contain_text("The review was stopped after move")
    expect(page.locator(".accuracies")).to_contain_text("Yellow")


def test_whoever_plays_while_a_line_is_shown_plays_on_from_it(place):
    page = reviewed(place)
    page.locator("#turning button").first.click()
    page.get_by_role("button", name="Show the continuation").click()
    page.locator("body[data-step='0']").wait_for()
    page.get_by_role("button", name="Forward one move").click()
    page.locator("body[data-step='1']").wait_for()
    cell(page, "d4").click()
    wait_for_ply(page, 2)
    expect(page.locator(".line-steps")).to_have_count(0)
    expect(page.locator("#moves [aria-current]")).to_contain_text("d4")


def test_the_players_names_stand_beside_a_review(visitors):
    page = visitors.page()
    name = begin(page, "gekitai", opponent="device", names=["Ana", "Bo"], position=WON)
    for ply, move in enumerate(("f6", "a6"), 1):
        cell(page, move).click()
        wait_for_ply(page, ply)
    page.goto(f"/analysis/game/{name}?review=1")
    page.locator("body[data-review=done]").wait_for()
    for holder in ("#seat-bottom", ".accuracies"):
        expect(page.locator(holder)).to_contain_text("Ana")
    for holder in ("#seat-top", ".accuracies"):
        expect(page.locator(holder)).to_contain_text("Bo")


def test_the_move_shown_is_never_under_the_header_of_the_list(visitors):
    page = visitors.page(viewport={"width": 1366, "height": 640})
    page.goto("/analysis/gekitai?moves=d3,f6,c2,b5,d6,d4,b4,c1,a5")
    wait_for_ply(page, 9)
    for ply in range(8, 0, -1):
        page.locator("[data-go=previous]").click()
        wait_for_ply(page, ply)
        head = page.locator(".turn-heads").bounding_box()
        assert page.locator("#moves [aria-current]").bounding_box()["y"] >= head["y"] + head["height"] - 1
