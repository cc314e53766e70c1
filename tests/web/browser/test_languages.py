"""Pages in several languages: chosen, switched and remembered, on the server and on the static site without a host."""

from __future__ import annotations

import pytest
from browsers import accessible, begin, cell, visiting, wait_for_ply, wait_for_table
from marked_pages import all_said
from playwright.sync_api import Page, expect
from sites import Host

from ludoteca.languages.catalogues import CLOSING, MARKED, OPENING
from ludoteca.languages.choice import LANGUAGES

KEPT = "body[data-kept=yes]"
KINDS = ("new", "analysis", "editor", "rules", "lessons", "puzzles")
SETTLED = (
    """() => [...document.querySelectorAll("#board, #preview")].every((holder) => holder.querySelector("svg, img"))"""
)
PAGES = ("", "mine/", "import/", "404.html", *(f"{kind}/gekitai/" for kind in ("new", "rules", "lessons", "puzzles")))


def language_on(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


def open_settings(page: Page) -> None:
    page.locator("header details.menu summary").click()


# --- the server


def test_a_language_is_chosen_in_the_settings_and_stays(visitors):
    page = visitors.page(locale="es-ES")
    page.goto("/new/gekitai?bot=level2")
    assert language_on(page) == "es"
    open_settings(page)
    page.get_by_role("button", name="Português").click()
    page.wait_for_url("**/new/gekitai?bot=level2")
    page.wait_for_function("document.documentElement.lang === 'pt'")
    assert page.evaluate("Object.keys(globalThis.ludotecaCatalogue).length") > 0
    page.goto("/")
    assert language_on(page) == "pt"
    open_settings(page)
    expect(page.get_by_role("button", name="Português")).to_have_attribute("aria-current", "true")
    with accessible(page):
        pass


def test_a_language_is_chosen_without_scripts_too(visitors):
    page = visitors.page(java_script_enabled=False)
    page.goto("/rules/gekitai")
    open_settings(page)
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert page.url.endswith("/rules/gekitai")


def test_a_choice_leads_back_to_where_the_page_has_gone_meanwhile(visitors):
    page = visitors.page()
    page.goto("/analysis/gekitai")
    wait_for_ply(page, 0)
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    page.wait_for_function("location.search.includes('c3')")
    open_settings(page)
    page.get_by_role("button", name="Español").click()
    page.wait_for_function("document.documentElement.lang === 'es'")
    wait_for_ply(page, 1)


def test_every_word_that_a_page_of_the_server_shows_comes_through_the_catalogue(visitors):
    page = visitors.page()
    page.context.add_cookies([{"name": "language", "value": MARKED, "url": visitors.base}])
    for address in ("", "games", "mine", "import", "no/such/page", *(f"{kind}/gekitai" for kind in KINDS)):
        page.goto(f"/{address}")
        page.wait_for_function(SETTLED)
        assert all_said(page) > 5
    begin(page, "gekitai", opponent="device")
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    page.locator("[data-action=hint]").click()
    expect(page.locator("#refusal")).to_contain_text(f"{OPENING}Try ")
    all_said(page)
    cell(page, "f6").click()
    wait_for_ply(page, 2)
    page.locator("[data-action=resign]").click()
    page.locator("#resign button[value^=resign]").first.click()
    page.locator("body[data-turn=over]").wait_for()
    assert all_said(page) > 40
    page.goto("/mine")
    assert all_said(page) > 5


def test_a_pass_is_said_in_the_pages_language_and_written_in_notation(visitors):
    page = visitors.page(locale="pt-PT")
    stuck = "bw....../" + "......../" * 6 + "........ w"
    page.goto(f"/analysis/reversi?position={stuck}&moves=pass")
    wait_for_ply(page, 1)
    expect(page.locator("#moves .ply .text")).to_have_text("passar")
    assert "moves=pass" in page.url


def test_two_play_at_one_table_in_two_languages(visitors):
    first, second = visitors.page(), visitors.page()
    game = begin(first, "gekitai", opponent="friend", name="Ana")
    link = first.get_by_label("Link for your friend").input_value()
    second.context.add_cookies([{"name": "language", "value": MARKED, "url": visitors.base}])
    second.goto(link)
    second.locator(".invited .primary").click()
    wait_for_table(second)
    expect(first.locator("#invitation")).to_be_hidden()  # before that, nobody is there to play with
    cell(first, "c3").click()
    for page in (first, second):
        wait_for_ply(page, 1)
    cell(second, "d4").click()
    for page in (first, second):
        wait_for_ply(page, 2)
    expect(first.locator("#seat-top")).to_contain_text("Guest")
    expect(second.locator("#seat-bottom")).to_contain_text(f"{OPENING}Guest{CLOSING}")
    assert OPENING not in first.locator("body").inner_text()
    assert game in second.url


# --- the static site


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    running = Host(tmp_path_factory.mktemp("host"))
    running.build(["gekitai"], {**LANGUAGES, MARKED: MARKED})
    yield running.start()
    running.stop()


def test_every_word_that_a_page_of_the_site_brings_comes_through_the_catalogue(guests):
    page = guests.page()
    page.goto(f"{MARKED}/")
    for address in PAGES:
        page.goto(f"{MARKED}/{address}")
        assert all_said(page) > 5


def test_the_first_visit_is_in_the_browsers_language(guests):
    page = guests.page(locale="pt-BR")
    page.goto("rules/gekitai/?from=a#top")
    page.wait_for_url("**/pt/rules/gekitai/?from=a#top")
    assert language_on(page) == "pt"
    english = guests.page(locale="fr-FR")
    english.goto("")
    assert language_on(english) == "en"
    english.goto("pt/")  # an address with its language in it is taken as it is
    assert language_on(english) == "pt"


def test_a_choice_is_remembered_against_the_browsers_language(guests):
    page = guests.page(locale="pt-PT")
    page.goto("new/gekitai/?bot=level2")
    page.wait_for_url("**/pt/new/gekitai/?bot=level2")
    open_settings(page)
    page.get_by_role("link", name="English").click()
    page.wait_for_url("**/where/new/gekitai/?bot=level2")
    assert language_on(page) == "en"
    page.goto("")
    assert language_on(page) == "en"
    page.goto("pt/")
    assert language_on(page) == "pt"  # an address with a language shows that language


def test_the_site_is_whole_in_portuguese_without_a_host_and_games_are_the_same_in_all_languages(browser, tmp_path):
    host = Host(tmp_path)
    host.build(["gekitai"])
    with visiting(browser, host.start().base) as people:
        page = people.page(locale="pt-PT")
        page.goto("")
        page.wait_for_url("**/pt/")
        page.locator(KEPT).wait_for()
        host.stop()
        page.context.set_offline(True)
        page.goto("pt/new/gekitai/?opponent=device")
        page.locator("#preview.drawn").wait_for()
        page.locator("button.begin").click()
        wait_for_table(page)
        cell(page, "c3").click()
        wait_for_ply(page, 1)
        page.goto("pt/puzzles/gekitai/")
        page.locator("#board [data-cell]").first.wait_for()
        page.goto("pt/lessons/gekitai/")
        page.locator("#board [data-cell]").first.wait_for()
        page.goto("pt/no/such/page")
        page.wait_for_url("**/pt/404.html")
        page.goto("pt/")
        open_settings(page)
        with accessible(page):
            pass
        page.get_by_role("link", name="Español").click()
        page.wait_for_url("**/es/")
        page.locator("#unfinished a").click()  # begun in Portuguese
        wait_for_table(page)
        wait_for_ply(page, 1)
        assert "/es/game/gekitai/" in page.url
        page.goto("pt/")  # an address with a language shows it, whichever was chosen
        expect(page.locator("html")).to_have_attribute("lang", "pt")
