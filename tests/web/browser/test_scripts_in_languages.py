"""What pages show goes through the catalogue: a language for tests puts ⟦ ⟧ around all that did.

The static site is looked at, where everything but the pages' own text is said by scripts.
"""

from __future__ import annotations

import pytest
from browsers import cell, visiting, wait_for_ply, wait_for_table
from marked_pages import all_said, unsaid
from playwright.sync_api import Page, expect
from sites import Host

from ludoteca.games import find_game
from ludoteca.languages.catalogues import MARKED
from ludoteca.languages.choice import LANGUAGES
from ludoteca.puzzles.puzzle import puzzles_of

GAMES = ["gekitai", "greener"]  # one that puts stones down, one that moves stacks

LISTEN = """
window.heard = [];
new MutationObserver(() => {
  const words = document.getElementById("live")?.textContent;
  if (words && window.heard.at(-1) !== words) window.heard.push(words);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    running = Host(tmp_path_factory.mktemp("host"))
    running.build(GAMES, {**LANGUAGES, MARKED: MARKED})
    yield running.start()
    running.stop()


@pytest.fixture
def page(browser, host, contexts):
    """A visitor who reads the language for tests."""
    with visiting(browser, host.base, contexts, base_url=f"{host.base}{MARKED}/", service_workers="block") as people:
        yield people.page()


def begin(page: Page, game: str, **fields: str) -> None:
    page.goto(f"new/{game}/?" + "&".join(f"{name}={value}" for name, value in {"name": "Ana", **fields}.items()))
    page.locator("#preview.drawn").wait_for()
    all_said(page)
    page.locator("button.begin").click()
    wait_for_table(page)


def test_the_test_finds_what_was_forgotten(page):
    page.goto("analysis/gekitai/")
    page.locator("body[data-ply='0']").wait_for()
    page.locator("#turn").evaluate("(holder) => (holder.textContent = 'Red to move')")
    with pytest.raises(AssertionError, match="Red to move"):
        all_said(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_two_at_one_device(page, game):
    begin(page, game, opponent="device", series="3", name1="", name2="")
    assert all_said(page) > 40
    first = page.locator("#board .cell.can").first
    first.click()
    all_said(page)
    page.keyboard.press("Escape")
    page.locator("[data-shortcuts]").first.click()
    all_said(page)
    page.keyboard.press("Escape")
    page.locator("[data-share]").first.click()
    all_said(page)
    page.keyboard.press("Escape")
    play_in_writing_anywhere(page, "z9")
    expect(page.locator("#refusal")).to_contain_text("⟦")
    all_said(page)
    page.locator("[data-action=abort]").click()
    page.locator("#abort button[value=abort]").click()
    page.locator("body[data-turn=over]").wait_for()
    all_said(page)


def play_in_writing_anywhere(page: Page, text: str) -> None:
    """Type a move, whatever the button for it is called."""
    if not page.locator("#typed.open").count():
        page.locator("button[data-type]").first.click()
    field = page.locator("#typed input")
    field.fill(text)
    field.press("Enter")


def test_a_table_against_a_bot_and_the_list_of_games(page):
    page.add_init_script(LISTEN)
    begin(page, "gekitai", opponent="bot", bot="level1")
    cell(page, "c3").click()
    wait_for_ply(page, 2)
    heard = page.evaluate("window.heard")
    assert heard and not [words for words in heard if "c3" not in words and "plays" not in words]
    page.locator("#board .cell.can").first.wait_for()
    page.locator("#board .cell:not(.can)").first.click()  # c3 may be free again: its stone can have been pushed
    expect(page.locator("#refusal")).to_contain_text("⟦")
    page.locator("[data-go=first]").first.click()
    all_said(page)
    page.goto("mine/")
    page.locator("body[data-listed=yes] .game-list li").first.wait_for()
    page.locator("button.remove").first.click()
    expect(page.locator("dialog")).to_contain_text("⟦")


@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_board(page, game):
    page.goto(f"analysis/{game}/")
    page.locator("body[data-ply='0']").wait_for()
    page.locator("#engine").click()
    expect(page.locator("#best li").first).to_be_visible()
    page.locator("#engine").click()
    assert all_said(page) > 20
    play_in_writing_anywhere(page, "pass")
    expect(page.locator("#refusal")).to_contain_text("⟦")
    all_said(page)


def test_a_lesson(page):
    page.goto("lessons/gekitai/#1")
    page.locator("body[data-step='0'][data-ply='0']").wait_for()
    page.locator("#go button").first.click()
    page.locator("body[data-verdict=shown]").wait_for()
    expect(page.locator("#said")).to_contain_text("⟦")
    assert all_said(page) > 20


def test_puzzles(page):
    answer = puzzles_of(find_game("gekitai")).puzzles[0].answer
    page.goto("puzzles/gekitai/#1")
    page.locator("body[data-puzzle=asked]").wait_for()
    all_said(page)
    play_in_writing_anywhere(page, answer)
    page.locator("body[data-puzzle=right]").wait_for()
    expect(page.locator("#verdict")).to_contain_text("⟦")
    assert all_said(page) > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_editor(page, game):
    page.goto(f"editor/{game}/")
    expect(page.locator("#refusal")).to_contain_text("⟦")
    assert all_said(page) > 20
    page.locator("#text").fill("nonsense")
    page.locator("#text").press("Enter")
    expect(page.locator("#refusal.refusal")).to_contain_text("⟦")
    all_said(page)


def test_the_rules_beside_the_board(page):
    page.goto("analysis/gekitai/")
    page.locator("body[data-ply='0']").wait_for()
    page.locator("a[data-rules]").first.click()
    page.locator("#rules-panel svg[aria-label]").first.wait_for()
    labels = page.locator("#rules-panel svg[aria-label]").evaluate_all("(found) => found.map((each) => each.ariaLabel)")
    assert labels and not [label for label in labels if unsaid(label)]
