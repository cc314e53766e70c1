"""What the static site keeps in a browser, under its own path; what is damaged there, and what a browser may lack."""

from __future__ import annotations

import json
import re
import shutil
from typing import Any

import pytest
from browsers import PHONE, cell, play_in_writing, visiting, wait_for_ply, wait_for_table
from playwright.sync_api import Page, expect
from thoroughly import thoroughly

LAPTOP = {"width": 1366, "height": 640}
KEEP = """async ([database, added]) => {
  const answer = (request) => new Promise((settle, fail) => {
    request.onsuccess = () => settle(request.result);
    request.onerror = fail;
  });
  const opening = indexedDB.open(database ?? document.documentElement.dataset.keptUnder.trim(), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: "id" });
  const opened = await answer(opening);
  const games = opened.transaction("games", "readwrite").objectStore("games");
  for (const game of added) await answer(games.put(game));
  const found = await answer(games.getAll());
  opened.close();
  return found;
}"""
MISFITS = """() => {
  const panel = document.querySelector(".top .menu > div");
  const { left, right, bottom } = panel.getBoundingClientRect();
  const isWide = (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline";
  const isBeyond = (each) => each.getBoundingClientRect().right > right + 1;
  const within = [panel, ...panel.querySelectorAll(".choice-row, .choice-row *, button, input")];
  const misfits = within.filter((each) => isWide(each) || isBeyond(each)).map((each) => each.outerHTML);
  return left >= 0 && right <= innerWidth && bottom <= innerHeight ? misfits : ["the panel", ...misfits];
}"""
BOTTOMS = "(all) => all.map((each) => each.getBoundingClientRect().bottom)"


def keep_games(page: Page, *added: dict[str, Any], database: str | None = None) -> list[dict[str, Any]]:
    """Put games into the database of the site, or another; all that it keeps then."""
    found: list[dict[str, Any]] = page.evaluate(KEEP, [database, list(added)])
    return found


def begin(page: Page, *, moves: tuple[str, ...] = ("c3",)) -> None:
    """A game for two on one device, begun from the shelf."""
    page.goto("")
    page.locator("[data-game=gekitai] button[value=device]").first.click()
    wait_for_table(page)
    for ply, move in enumerate(moves, 1):
        play_in_writing(page, move)
        wait_for_ply(page, ply)


def listed(page: Page) -> int:
    page.goto("mine/")
    page.locator("body[data-listed=yes]").wait_for()
    return page.locator(".game-list > li:not(.damaged)").count()


def test_one_damaged_game_hides_no_other(guests):
    page = guests.page()
    begin(page)
    keep_games(page, {"id": "spoilt", "game": "gekitai", "plies": 3})
    assert listed(page) == 1
    damaged = page.locator(".damaged")
    expect(damaged).to_contain_text("This game is damaged.")
    with page.expect_download() as downloading:
        damaged.get_by_role("button", name="Save its data").click()
    assert json.loads(downloading.value.path().read_text()) == {"id": "spoilt", "game": "gekitai", "plies": 3}
    damaged.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(damaged).to_have_count(0)
    expect(page.locator(".game-list > li")).to_have_count(1)


def test_a_database_that_cannot_give_all_games_at_once_gives_each(guests):
    page = guests.page()
    begin(page)
    page.add_init_script("IDBObjectStore.prototype.getAll = () => { throw new DOMException('broken', 'DataError'); };")
    assert listed(page) == 1


def test_a_game_that_cannot_be_played_through_is_saved_or_deleted(guests):
    page = guests.page()
    begin(page)
    [game] = keep_games(page)
    keep_games(page, {**game, "id": "spoilt", "plies": 2 * game["plies"]})
    page.goto("game/gekitai/?id=spoilt")
    expect(page.locator("#main")).to_contain_text("This game is damaged and cannot be opened.")
    assert page.get_by_text("Page not found").count() == 0
    page.get_by_role("link", name="Save its data").click()
    expect(page.locator(".damaged")).to_have_count(1)
    expect(page.locator(".game-list > li:not(.damaged)")).to_have_count(1)


def test_a_game_that_this_site_does_not_have_is_no_dead_link(guests):
    page = guests.page()
    begin(page)
    [game] = keep_games(page)
    keep_games(page, {**game, "id": "other", "game": "halma"})
    assert listed(page) == 1
    expect(page.locator(".damaged")).to_contain_text("This site does not have the game halma.")


@pytest.fixture
def two_sites(browser, host):
    """Somebody at a host with two sites."""
    other = host.site.parent / "other"
    shutil.copytree(host.site, other)
    with visiting(browser, host.base.removesuffix(f"{host.site.name}/"), service_workers="block") as people:
        yield people.page(), host.site.name
    shutil.rmtree(other)


def test_two_sites_of_one_host_share_nothing(two_sites):
    page, path = two_sites
    page.goto(f"{path}/")
    page.locator("[data-game=gekitai] button[value=device]").first.click()
    wait_for_table(page)
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    page.goto(f"{path}/")
    page.locator("summary", has_text="Settings").click()
    page.get_by_text("Dark").click()
    for address, games, theme in (("other/", 0, None), (f"{path}/", 1, "dark")):
        page.goto(f"{address}mine/")
        page.locator("body[data-listed=yes]").wait_for()
        assert page.locator(".game-list > li").count() == games
        assert page.evaluate("document.documentElement.dataset.theme") == theme


def test_what_was_kept_before_sites_had_names_is_found_again_once(guests):
    page = guests.page()
    begin(page)
    [game] = keep_games(page)
    page.goto("404.html")  # which opens no game
    page.evaluate("() => indexedDB.deleteDatabase(document.documentElement.dataset.keptUnder.trim())")
    keep_games(page, game, database="ludoteca")
    before = {"theme": "dark", "own name": "Ana", "puzzles-squ": "1"}
    page.evaluate("(before) => { localStorage.clear(); Object.assign(localStorage, before); }", before)
    assert listed(page) == 1
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".game-list > li")).to_have_count(0)
    assert listed(page) == 0
    page.locator("summary", has_text="Settings").click()
    expect(page.locator("#setting-name")).to_have_value("Ana")


LACKING = {
    "indexedDB": "This browser does not let Ludoteca save games: they last until you close this tab.",
    "WebAssembly": "The games need WebAssembly, which this browser does not have or has switched off.",
    "Worker": "The computer cannot play here, because this browser does not run web workers. "
    "Two people can play on this device.",
}


@pytest.mark.parametrize("lacking", LACKING)
def test_what_a_browser_lacks_is_one_sentence(guests, lacking):
    page = guests.page()
    page.add_init_script(f"Object.defineProperty(globalThis, '{lacking}', {{ value: undefined }})")
    page.goto("")
    notices = page.locator(".notice:visible")
    expect(notices).to_have_text([LACKING[lacking]])


def test_without_a_database_games_last_as_long_as_the_tab(guests):
    page = guests.page()
    page.add_init_script("indexedDB.open = () => { throw new DOMException('not allowed', 'SecurityError'); }")
    begin(page, moves=("c3", "d4"))
    page.reload()
    wait_for_table(page)
    wait_for_ply(page, 2)
    assert listed(page) == 1
    page.locator(".game-list a").click()
    wait_for_table(page)
    play_in_writing(page, "a1")
    wait_for_ply(page, 3)


def test_without_webassembly_no_page_shows_a_raw_error(guests):
    page = guests.page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto("")
    page.get_by_role("button", name="Play Gekitai").click()
    expect(page.locator("form[data-game=gekitai] .notice")).to_have_text(LACKING["WebAssembly"])
    for address in ("analysis/gekitai/", "editor/gekitai/"):
        page.goto(address)
        expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
        expect(page.locator("#main")).to_contain_text(LACKING["WebAssembly"])


def test_without_workers_two_people_play(guests):
    page = guests.page()
    page.add_init_script("delete globalThis.Worker")
    page.goto("")
    page.get_by_role("button", name="Play Gekitai").click()
    expect(page.locator("form[data-game=gekitai] .notice")).to_have_text(LACKING["Worker"])
    begin(page, moves=("c3", "d4"))


def test_from_a_file_it_is_said_what_to_do(browser, host):
    page = browser.new_page()
    page.goto((host.site / "pt" / "index.html").as_uri())
    expect(page.locator(".notice:visible")).to_contain_text("python -m http.server")
    page.goto((host.site / "index.html").as_uri())
    expect(page.locator(".notice:visible")).to_have_text(
        "Ludoteca cannot run from a file: serve its folder, for example with python -m http.server, "
        "and open the address it prints."
    )
    assert page.url.endswith("index.html")
    page.context.close()


@pytest.mark.parametrize("people", ["guests", "visitors"])
@pytest.mark.parametrize("width", [320, *thoroughly(390, 1366)])
def test_the_settings_fit_their_panel(request, people, width):
    page = request.getfixturevalue(people).page(viewport={"width": width, "height": 640})
    for address in ("./", "pt/") if people == "guests" else ("/",):
        page.goto(address)
        page.locator("summary", has_text=re.compile("Settings|Definições")).click()
        assert page.evaluate(MISFITS) == []


@pytest.mark.parametrize("people", ["guests", "visitors"])
def test_the_first_games_can_be_begun_without_scrolling_on_a_small_laptop(request, people):
    page = request.getfixturevalue(people).page(viewport=LAPTOP)
    page.goto("./" if people == "guests" else "/")
    assert sorted(page.locator("button[value=bot]").evaluate_all(BOTTOMS))[2] <= LAPTOP["height"]  # a row of cards
    assert page.evaluate("document.documentElement.scrollWidth") <= LAPTOP["width"]


@pytest.mark.parametrize(("people", "buttons"), [("guests", 2), ("visitors", 3)])  # a server finds opponents, too
def test_no_two_buttons_of_the_shelf_have_the_same_name(request, people, buttons):
    page = request.getfixturevalue(people).page(viewport=LAPTOP)
    page.goto("./" if people == "guests" else "/")
    names = [" ".join(words.split()) for words in page.locator(".play-row > button:not(.favourite)").all_inner_texts()]
    assert len(names) == len(set(names)) == buttons * page.locator(".shelf-card").count() > 0


@pytest.mark.parametrize("people", ["guests", "visitors"])
def test_puzzles_and_lessons_of_all_games_are_found_from_every_page(request, people):
    page = request.getfixturevalue(people).page(viewport=PHONE)
    page.goto("./" if people == "guests" else "/")
    today = page.get_by_role("link", name=re.compile("^Today's puzzle: "))
    expect(today).to_have_count(1)
    for kind in ("Puzzles", "Lessons"):
        page.get_by_role("navigation", name="Site").get_by_role("link", name=kind).click()
        expect(page.get_by_role("heading", name=kind, level=1)).to_be_visible()
        games = page.locator(".shelf-card").count()
        expect(page.locator(".shelf-card img")).to_have_count(games)
        assert games >= 3
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("link", name="Begin Gekitai").click()
    cell(page, "c3").click()
    page.locator("body[data-verdict=right]").wait_for(state="attached")
    page.get_by_role("button", name="Next").click()
    page.locator("body[data-step='1']").wait_for(state="attached")
    page.goto("lessons/" if people == "guests" else "/lessons")
    expect(page.get_by_role("link", name="Continue Gekitai")).to_be_visible()
    page.goto("./" if people == "guests" else "/")
    today.click()
    expect(page.locator("#which")).to_contain_text("the puzzle of the day")
