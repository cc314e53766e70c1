"""Lessons in the browser: every step wrong and right, on the real board; offered, never in the way, and remembered."""

from __future__ import annotations

import itertools
import re

import pytest
from browsers import PHONE, THEMES, accessible, begin, cell, wait_for_table
from playwright.sync_api import Page, expect
from strategies import wrong_turn

from ludoteca.games import find_game
from ludoteca.languages import in_language
from ludoteca.play.lessons import lesson_of
from ludoteca.play.lessons.answers import answer_to_turn, solution
from ludoteca.play.lessons.turn import Turn

WATCH_PLIES = """
window.plies = [];
new MutationObserver((changes) => window.plies.push(...changes.map((change) => change.target.dataset.ply)))
  .observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ply"] });
"""
PLAYED = "() => window.plies.includes('0') && window.plies.lastIndexOf('1') > window.plies.indexOf('0')"
GAMES = ["greener", "squ", "gekitai", "mapello", "reversi", "glaisher"]
OPENED = itertools.count()


def taken(step):
    """A cell that no legal move begins with, if there is one."""
    first = {move.picks[0].name for move in step.start.moves()}
    return next((name for name in step.start.variant.board.number if name not in first), None)


def open_step(page: Page, game: str, at: int) -> None:
    page.goto(f"/lessons/{game}?{next(OPENED)}#{at + 1}")  # an address that differs by its # alone is the same page
    ready(page, at)


def ready(page: Page, at: int) -> None:
    page.locator(f"body[data-step='{at}'][data-verdict=''][data-ply='0']").wait_for()


def play(page: Page, turn: Turn) -> None:
    """Click the picks of all its moves."""
    for number, move in enumerate(turn.moves, 1):
        for pick in move.picks:
            if pick.is_cell:
                cell(page, pick.name).click()
            else:
                page.locator(f"#choices [data-choice='{pick.name}']").click()
        page.wait_for_function("(ply) => Number(document.body.dataset.ply) >= ply", arg=number)


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [("gekitai", 1366, 640), ("gekitai", 1400, 900), ("amazons", 1366, 640), ("oware", 1366, 640)],
)
def test_beside_the_board_the_whole_step_is_in_sight(visitors, game, width, height):
    page = visitors.page(viewport={"width": width, "height": height})
    page.goto(f"/lessons/{game}")
    page.locator("#board svg").wait_for()
    words, task = page.locator(".lesson-words").bounding_box(), page.locator(".lesson-task").first.bounding_box()
    assert task["y"] + task["height"] <= words["y"] + words["height"] + 1
    assert page.locator("#go").bounding_box()["y"] < height


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_answered_wrong_and_right_by_clicks(visitors, game):
    page = visitors.page()
    steps = lesson_of(find_game(game)).steps
    page.goto(f"/lessons/{game}")
    for at, step in enumerate(steps):
        ready(page, at)
        expect(page.locator("[data-words]:visible h2")).to_have_text(step.title)
        expect(page.locator(".lesson-task:visible")).to_have_text(step.task)
        if (name := taken(step)) is not None:
            cell(page, name).click()
            expect(page.locator("#said.refusal")).not_to_be_empty()
        if (wrong := wrong_turn(step)) is not None:
            turn, answer = wrong
            play(page, turn)
            expect(page.locator("#said.wrong")).to_have_text(answer.words)
            page.get_by_role("button", name="Try again").click()
            ready(page, at)
        right = solution(step)
        play(page, right)
        expect(page.locator("#said.right")).to_have_text(answer_to_turn(step, right).words)
        page.get_by_role("button", name="Finish" if step is steps[-1] else "Next").click()
    expect(page.get_by_role("heading", name="You now know")).to_be_visible()
    assert page.evaluate("(game) => localStorage.getItem(`lesson:${game}`)", game) == "done"
    page.get_by_role("button", name=f"Play {find_game(game).title}").click()
    wait_for_table(page)
    expect(page.locator("#seat-top")).to_contain_text("Level 1")


@pytest.mark.parametrize(("game", "at"), [("greener", 2), ("gekitai", 5), ("squ", 5)])
def test_answers_with_numbers_and_names_are_in_the_pages_language(visitors, game, at):
    step = lesson_of(find_game(game)).steps[at]
    page = visitors.page(locale="pt-PT")
    open_step(page, game, at)
    right = solution(step)
    words = answer_to_turn(step, right).words
    assert in_language(words, "pt") != words
    play(page, right)
    expect(page.locator("#said.right")).to_have_text(in_language(words, "pt"))


def test_a_wrong_move_and_its_answer_are_seen_on_the_board(visitors):
    page = visitors.page()
    open_step(page, "gekitai", 5)
    cell(page, "d1").click()
    expect(page.locator("#said.wrong")).to_have_text("That's legal, but Black then wins at once with c2.")
    assert page.locator("body").get_attribute("data-ply") == "2"
    assert "black" in (cell(page, "c2").get_attribute("aria-label") or "")
    cell(page, "e5").click()  # a click on the board begins anew, too
    ready(page, 5)


def test_threats_are_ringed_once_the_learner_knows_how_to_win(visitors):
    page = visitors.page()
    open_step(page, "gekitai", 3)  # two black stones in line, before anybody has spoken of three
    expect(page.locator(".threat-mark")).to_have_count(0)
    open_step(page, "gekitai", 4)
    expect(page.locator(".threat-mark")).to_have_count(2)


def test_what_is_typed_is_played_or_refused_with_its_reason(visitors):
    page = visitors.page()
    open_step(page, "glaisher", 3)
    page.get_by_role("button", name="Type a move").click()
    field = page.get_by_label("Type a move", exact=True)
    field.fill("e5 e 1 3")
    field.press("Enter")
    expect(page.locator("#said.refusal")).to_contain_text("h5")
    field.fill("E5 ne 3 1")
    field.press("Enter")
    expect(page.locator("#said.on")).to_contain_text("Now place a piece")
    field.fill("a5")
    field.press("Enter")
    expect(page.locator("#said.right")).not_to_be_empty()


def test_show_me_plays_the_step_and_skip_goes_on(visitors):
    page = visitors.page()
    open_step(page, "squ", 1)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#said.shown")).to_contain_text("It is the largest so far, the record.")
    expect(page.locator("#said")).not_to_have_attribute("data-begins", "Right.")
    assert page.evaluate("() => localStorage.getItem('lesson:squ')") is None  # watching is not doing
    page.get_by_role("button", name="Try it yourself").click()
    ready(page, 1)
    page.get_by_role("button", name="Skip").click()
    ready(page, 2)
    page.get_by_role("button", name="Skip").click()
    ready(page, 3)
    page.get_by_role("button", name="Step 1").click()
    ready(page, 0)


def test_a_lesson_is_offered_begun_and_done(visitors):
    page = visitors.page()
    page.goto("/new/gekitai")
    expect(page.locator(".lesson-offer")).to_contain_text("New to Gekitai? Learn it on the board", use_inner_text=True)
    page.get_by_role("link", name="Learn it on the board").click()
    ready(page, 0)
    cell(page, "c3").click()
    expect(page.locator("#said.right")).not_to_be_empty()
    page.goto("/rules/gekitai")
    expect(page.locator(".lesson-offer")).to_contain_text("You have started the lesson. Continue", use_inner_text=True)
    page.get_by_role("link", name="Continue").click()
    ready(page, 1)
    page.evaluate("() => localStorage.setItem('lesson:gekitai', 'done')")
    page.goto("/rules/gekitai")
    expect(page.locator(".lesson-offer.done")).to_contain_text("Lesson complete.", use_inner_text=True)
    page.goto("/")
    expect(page.locator(".lesson-link[data-lesson=squ]")).to_be_visible()
    expect(page.locator(".lesson-link[data-lesson=gekitai]")).to_be_hidden()
    expect(page.locator(".puzzles-link:visible")).to_have_attribute("href", re.compile("/puzzles/gekitai/?$"))
    begin(page, "squ", opponent="device")
    expect(page.locator("#welcome").get_by_role("link", name="Learn it step by step")).to_be_visible()


def test_a_game_without_a_lesson_says_so(visitors):
    page = visitors.page()
    assert page.goto("/lessons/nonesuch").status == 404


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_in_a_lesson(visitors, theme):
    page = visitors.page(bypass_csp=True, color_scheme=theme)
    for game in ("gekitai", "glaisher"):
        page.goto(f"/lessons/{game}")
        ready(page, 0)
        with accessible(page, *THEMES[theme]):
            pass
        page.get_by_role("button", name="Show me").click()
        expect(page.locator("#said.shown")).not_to_be_empty()
        with accessible(page, *THEMES[theme]):
            pass


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_board_task_and_answer_are_seen_together(visitors, game):
    page = visitors.page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(f"/lessons/{game}")
    for at in range(len(lesson_of(find_game(game)).steps)):
        if at:
            page.get_by_role("button", name="Skip").tap()
        ready(page, at)
        page.get_by_role("button", name="Show me").tap()
        expect(page.locator("#said.shown")).not_to_be_empty()
        expect(page.locator("#go")).to_be_in_viewport(ratio=1)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (game, at)


def test_the_keyboard_alone_goes_through_a_step(visitors):
    page = visitors.page()
    open_step(page, "gekitai", 2)
    page.locator("#board [tabindex='0']").focus()
    page.locator("#board [data-cell=b2]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said.right")).not_to_be_empty()
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    ready(page, 3)


def test_a_rule_page_plays_its_diagrams(visitors):
    page = visitors.page(reduced_motion="no-preference")
    page.add_init_script(WATCH_PLIES)
    page.goto("/rules/gekitai")
    figure = page.locator("figure[data-ply]").first
    figure.scroll_into_view_if_needed()
    page.wait_for_function(PLAYED)  # it begins by itself when it is seen
    page.evaluate("() => (window.plies.length = 0)")
    figure.get_by_role("button", name="Show it again").click()
    page.wait_for_function(PLAYED)
    assert page.locator("article details.part").count() == 4
    assert page.locator("details.part[open]").count() == 0


def test_who_wants_things_still_steps_through_a_diagram(visitors):
    page = visitors.page()
    page.goto("/rules/squ")
    figure = page.locator("figure[data-ply]").first
    expect(figure).to_have_attribute("data-ply", "2")
    figure.get_by_role("button", name="Show the board before").click()
    expect(figure).to_have_attribute("data-ply", "0")
    figure.get_by_role("button", name="Next move").click()
    figure.get_by_role("button", name="Next move").click()
    expect(figure).to_have_attribute("data-ply", "2")
    expect(figure.get_by_role("button", name="Show the board before")).to_be_visible()


def test_what_is_looked_up_is_folded_below_how_to_play(visitors):
    page = visitors.page()
    page.goto("/rules/greener")
    titles = page.locator("#rules h2").all_inner_texts()
    assert titles == ["How to play", "Rules", "Rulings and options", "Notation", "Sources"]
    expect(page.get_by_text("GR1 Board.")).to_be_hidden()
    page.locator("summary", has_text="Rulings and options").click()
    expect(page.get_by_role("cell", name="Who moves first?")).to_be_visible()


def test_a_task_names_cells_on_the_board_and_the_prompt_waits_for_a_pick(visitors):
    page = visitors.page()
    open_step(page, "glaisher", 1)
    expect(page.locator(".layer.meant .name-mark")).to_have_text("g5")
    expect(page.locator("#prompt")).to_be_empty()
    cell(page, "e5").click()
    expect(page.locator("#prompt")).to_have_text("Choose a direction for e5.")


def test_the_goal_is_said_first(visitors):
    page = visitors.page()
    open_step(page, "squ", 0)
    expect(page.locator("[data-words='0']")).to_contain_text(f"Goal. {find_game('squ').goal}")


def test_on_a_phone_what_confirms_a_move_is_in_sight(visitors):
    page = visitors.page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/lessons/mapello")
    ready(page, 0)
    page.locator("#board [data-cell=e3]").tap()
    expect(page.get_by_role("button", name="Play e3")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Play e3").tap()
    expect(page.locator("#said.right")).not_to_be_empty()
