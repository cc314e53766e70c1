"""Keys, typed moves, names of cells and the other side of the board; and what boards are made of."""

import re

import pytest
from browsers import PATIENCE_MS, accessible, begin, cell, typing_field, wait_for_ply
from playwright.sync_api import expect

from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import SURFACES
from ludoteca.web.http.static_files import STATIC


@pytest.mark.parametrize("key", ["/", "t"])
def test_a_key_brings_the_field_for_typed_moves_and_escape_puts_it_away(visitors, key):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    expect(page.locator("#typed-move")).to_be_hidden()
    page.keyboard.press(key)
    expect(page.locator("#typed-move")).to_be_focused()
    page.keyboard.type("c3")
    page.keyboard.press("Enter")
    wait_for_ply(page, 1)
    page.keyboard.press("Escape")
    expect(page.locator("#typed-move")).to_be_hidden()


def test_the_keys_are_listed_and_can_be_switched_off(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    expect(page.locator("#shortcut-list")).to_contain_text("type a move")
    with accessible(page):
        pass
    page.keyboard.press("Escape")
    page.evaluate("() => localStorage.setItem('keys', 'off')")
    page.keyboard.press("t")
    expect(page.locator("#typed-move")).to_be_hidden()


def test_keys_do_nothing_where_something_is_written(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    typing_field(page).fill("")
    page.keyboard.type("f?")
    expect(page.locator("#typed-move")).to_have_value("f?")
    expect(page.locator("#shortcuts")).to_be_hidden()


@pytest.mark.parametrize("game", ["gekitai", "glaisher"])
def test_a_board_that_is_turned_round_plays_the_same(visitors, game):
    page = visitors.page()
    begin(page, game, opponent="device")
    first, last = page.locator("#board [data-cell]").first, page.locator("#board [data-cell]").last
    corners = first.get_attribute("data-cell"), last.get_attribute("data-cell")
    before = cell(page, corners[0]).bounding_box()
    page.keyboard.press("f")
    expect(page.locator("#board [data-cell]").first).to_have_attribute("data-cell", corners[1])
    after = cell(page, corners[0]).bounding_box()
    assert after["x"] > before["x"] and after["y"] > before["y"]
    if game == "gekitai":
        cell(page, "c3").click()
        wait_for_ply(page, 1)
        expect(cell(page, "c3")).to_have_attribute("aria-label", "c3: red stone, last move")


def test_the_name_of_a_cell_is_shown_where_the_mouse_or_the_keyboard_is(visitors):
    page = visitors.page()
    begin(page, "glaisher", opponent="device")
    cell(page, "e5").hover()
    expect(page.locator(".name-mark text")).to_have_text("e5")
    page.mouse.move(2, 2)
    expect(page.locator(".name-mark")).to_have_count(0)
    cell(page, "e5").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".name-mark text")).to_have_text("f5")


def test_every_surface_is_in_the_style_sheet():
    styled = set(re.findall(r"\.surface-(\w+) \{", (STATIC / "surfaces.css").read_text()))
    assert styled == set(SURFACES)


@pytest.mark.parametrize("game", game_names())
def test_a_board_has_the_surface_that_its_game_declares(visitors, game):
    page = visitors.page()
    page.goto(f"/analysis/{game}")
    expect(page.locator("#board")).to_have_class(re.compile(rf"\bsurface-{find_game(game).surface}\b"))


def test_sides_that_either_player_may_join_are_coloured_in_pairs(visitors):
    page = visitors.page()
    page.goto("/analysis/glaisher")
    page.locator("#board .goal").first.wait_for()
    pairs = page.locator("#board .goal").evaluate_all(
        "(lines) => lines.map((line) => [line.dataset.side, [...line.classList].find((name) => name.startsWith('c-'))])"
    )
    colours = dict(pairs)
    assert colours["north"] == colours["south"] != colours["northeast"] == colours["southwest"]


def picture_at(page, address):
    """A picture that the server draws; where much else runs, it may be busy or give up."""
    for _ in range(60):
        answer = page.context.request.get(address, timeout=PATIENCE_MS)
        if answer.status not in (413, 503):
            break
        page.wait_for_timeout(1000)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    return answer.body()


def test_a_link_to_a_game_has_a_picture_for_other_sites(visitors, server):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    image = page.locator("meta[property='og:image']").get_attribute("content")
    assert image.startswith(server.base)
    picture = picture_at(page, image)
    width, height = picture[16:20], picture[20:24]
    assert (int.from_bytes(width), int.from_bytes(height)) == (1200, 630)


@pytest.mark.parametrize("address", ["/", "/new/squ", "/rules/mapello", "/analysis/glaisher?moves="])
def test_pages_have_a_picture_for_other_sites_too(visitors, address):
    page = visitors.page()
    page.goto(address)
    image = page.locator("meta[property='og:image']").get_attribute("content")
    assert picture_at(page, image).startswith(b"\x89PNG")
