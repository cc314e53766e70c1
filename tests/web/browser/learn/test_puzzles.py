"""Puzzles in a browser: a wrong answer is refuted on the board, a right one played out, and both are remembered."""

import re

import pytest
from browsers import PHONE, THEMES, accessible, cell, play_by_hand, play_in_writing
from playwright.sync_api import expect

from ludoteca.games import game_names
from ludoteca.play import load_game
from ludoteca.puzzles.puzzle import puzzles_of

PUZZLES = puzzles_of(load_game("gekitai").game).puzzles


def asked(page):
    page.locator("body[data-puzzle=asked]").wait_for()


def opened(visitors, number, **how):
    page = visitors.page(reduced_motion="reduce", **how)
    page.goto(f"/puzzles/gekitai#{number}")
    asked(page)
    return page


def moves_shown(page):
    return page.locator("#line button")


def test_a_wrong_move_is_refuted_and_may_be_tried_again(visitors):
    number, puzzle = next((n, each) for n, each in enumerate(PUZZLES, 1) if each.refutations)
    tempting, after = next(iter(puzzle.refutations.items()))
    page = opened(visitors, number)
    expect(page.locator("#task")).to_have_text(puzzle.task)
    red, black = (fact.value for fact in puzzle.opened(load_game("gekitai")).scene().facts if fact.name == "Supply")
    expect(page.locator("#facts")).to_contain_text(f"Red {red}, Black {black}")
    cell(page, tempting).click()
    expect(page.locator("#verdict")).to_have_text(puzzle.told(tempting, is_right=False))
    expect(moves_shown(page)).to_have_text([tempting, *after])
    expect(page.locator("#line [aria-current]")).to_have_text((tempting, *after)[-1])
    page.get_by_role("button", name="Try again").click()
    asked(page)
    cell(page, puzzle.answer).click()
    expect(page.locator("#verdict")).to_have_text(puzzle.told(puzzle.answer, is_right=True))
    expect(moves_shown(page)).to_have_text(list(puzzle.solution))
    expect(page.locator("#standing")).to_contain_text("0/1")  # the first answer counted
    page.get_by_role("button", name="Next puzzle").click()
    asked(page)
    assert not page.url.endswith(f"#{number}")


def test_a_right_move_in_writing_starts_a_streak_that_is_kept(visitors):
    page = opened(visitors, 1)
    play_in_writing(page, PUZZLES[0].answer)
    expect(page.locator("body")).to_have_attribute("data-puzzle", "right")
    expect(page.locator("#standing")).to_contain_text("1/1")
    page.goto("/rules/gekitai")
    page.get_by_role("main").get_by_role("link", name="Puzzles").click()
    asked(page)
    expect(page.locator("#standing")).to_contain_text("1/1")
    assert not page.url.endswith("#1")  # it was seen


def test_what_came_without_a_refutation_is_refuted_by_the_engine(visitors):
    number, puzzle = next((n, each) for n, each in enumerate(PUZZLES, 1) if each.kind == "save")
    position = puzzle.opened(load_game("gekitai"))
    known = {puzzle.answer, *puzzle.refutations}
    other = next(move.text for move in position.moves() if move.text not in known)
    page = opened(visitors, number)
    play_in_writing(page, other)
    expect(page.locator("body")).to_have_attribute("data-puzzle", "wrong")
    expect(moves_shown(page).nth(1)).to_be_visible()


def test_the_solution_the_day_and_the_way_to_analysis(visitors):
    page = opened(visitors, 2)
    page.get_by_role("button", name="Solution").click()
    expect(moves_shown(page)).to_have_text(list(PUZZLES[1].solution))
    expect(page.locator("#standing")).to_contain_text("0/1")
    page.get_by_role("button", name="Puzzle of the day").click()
    expect(page.locator("#which")).to_contain_text("the puzzle of the day")
    today = int(page.url.rpartition("#")[2])
    page.get_by_role("link", name="Analyse").click()
    page.locator("#board svg").wait_for()
    assert page.evaluate("new URLSearchParams(location.search).get('position')") == PUZZLES[today - 1].position


def test_a_taken_cell_is_explained_and_counts_for_nothing(visitors):
    page = opened(visitors, 1)
    scene = PUZZLES[0].opened(load_game("gekitai")).scene()
    cell(page, next(name for name, look in scene.cells.items() if look.top is not None)).click()
    expect(page.locator("#refusal")).not_to_be_empty()
    expect(page.locator("#standing")).to_contain_text("0/0")


@pytest.mark.parametrize("name", [name for name in game_names() if name != "gekitai"])
def test_a_puzzle_of_every_game_is_solved_by_hand(visitors, name):
    variant = load_game(name)
    puzzle = puzzles_of(variant.game).puzzles[0]
    move = puzzle.opened(variant).named(puzzle.answer)
    page = visitors.page(reduced_motion="reduce")
    page.goto(f"/puzzles/{name}#1")
    asked(page)
    play_by_hand(page, {"picks": [{"name": pick.name, "cell": pick.is_cell} for pick in move.picks]})
    expect(page.locator("body")).to_have_attribute("data-puzzle", "right")
    position, written = puzzle.opened(variant), []
    for text in puzzle.solution:
        written.append(position.written(position.named(text)))
        position = position.play(text)
    expect(moves_shown(page)).to_have_text(written)


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious(visitors, theme):
    page = opened(visitors, 1, bypass_csp=True, color_scheme=theme)
    with accessible(page, *THEMES[theme]):
        pass
    page.get_by_role("button", name="Solution").click()
    expect(moves_shown(page)).to_have_text(list(PUZZLES[0].solution))
    with accessible(page, *THEMES[theme]):
        pass


def test_board_and_task_fit_a_phone(visitors):
    page = opened(visitors, 1, viewport=PHONE, has_touch=True, is_mobile=True)
    for part in ("#board", "#task"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_shelf_leads_to_puzzles_and_a_game_without_any_is_not_found(visitors):
    page = visitors.page()
    page.goto("/")
    page.locator("details.menu", has_text="More for Gekitai").locator("summary").click()
    page.get_by_role("main").get_by_role("link", name="Puzzles").click()
    expect(page).to_have_url(re.compile(r"/puzzles/gekitai#\d+$"))
    assert page.context.request.get("/puzzles/nothing").status == 404
