"""Any position can be set up, any map drawn, and then played or analysed."""

import re
from urllib.parse import parse_qs, urlsplit

from browsers import PATIENCE_MS, wait_for_ply, wait_for_table
from playwright.sync_api import expect


def position_of(page):
    return page.get_by_label("As text").input_value()


def test_a_position_is_set_up_by_clicks_and_analysed(visitors):
    page = visitors.page()
    page.goto("/editor/gekitai")
    for name in ("a1", "b1"):
        page.locator(f"[data-cell={name}]").click()
    page.get_by_role("button", name="black stone").click()
    page.locator("[data-cell=f6]").click()
    page.get_by_label("To move").select_option("Black")
    assert position_of(page) == "rr..../....../....../....../....../.....b b"
    expect(page.locator("#refusal")).to_have_text("Black can play 33 moves here.")
    page.get_by_role("link", name="Analyse").click()
    wait_for_ply(page, 0)
    expect(page.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1: red stone, threatens to win")


def test_stacks_have_heights_and_greens(visitors):
    page = visitors.page()
    page.goto("/editor/greener?set.size=3x3")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="white pyramid").click()
    page.get_by_label("Height").fill("4")
    page.get_by_label("Green inside").fill("2")
    page.locator("[data-cell=b2]").click()
    assert position_of(page).startswith(".,.,./.,w4:2,./.,.,. ")
    page.locator("[data-cell=b2]").click()  # once more takes it away
    assert position_of(page).startswith(".,.,./.,.,./.,.,. ")
    page.get_by_role("button", name="Undo").click()
    assert "w4:2" in position_of(page)


def test_what_cannot_be_played_is_refused_with_its_reason(visitors):
    page = visitors.page()
    page.goto("/editor/glaisher")
    page.get_by_label("Size of the reserve").fill("nonsense")
    page.get_by_label("Size of the reserve").press("Enter")
    expect(page.locator("#refusal")).to_have_class("refusal")
    expect(page.locator("#refusal")).not_to_be_empty()
    for name in ("Play from here", "Analyse"):
        expect(page.get_by_text(name)).not_to_have_attribute("href", re.compile("."))


def test_a_position_that_is_over_is_no_game_to_play(visitors):
    page = visitors.page()
    page.goto("/editor/gekitai?position=rrr.../....../....../....../....b./...b.. b")
    expect(page.locator("#refusal")).to_contain_text("This position is over")
    expect(page.locator("#refusal")).to_have_class("refusal")
    play = page.get_by_text("Play from here")
    expect(play).not_to_have_attribute("href", re.compile("."))
    assert play.evaluate("(node) => getComputedStyle(node).borderStyle") == "dashed"
    assert play.evaluate("(node) => getComputedStyle(node).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_a_height_stays_within_its_limits(visitors):
    page = visitors.page()
    page.goto("/editor/greener?set.size=3x3")
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Height").fill("900")
    page.locator("[data-cell=b2]").click()
    expect(page.get_by_label("Height")).to_have_value("255")
    assert "255" in position_of(page) and "900" not in position_of(page)


def test_a_board_on_which_nobody_can_move_is_not_offered_as_a_game(visitors):
    page = visitors.page()
    page.goto("/editor/greener")
    expect(page.get_by_role("link", name="Play from here")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#refusal")).to_contain_text("can only pass here")
    expect(page.get_by_text("Play from here")).not_to_have_attribute("href", re.compile("."))


def map_to_play(page, is_wanted):
    """The rows of the map that can be played on, once the server has said that it can."""
    for _ in range(PATIENCE_MS // 200):
        address = page.get_by_text("Play on this map").get_attribute("href") or ""
        rows = parse_qs(urlsplit(address).query).get("set.map", [""])[0].split("/")
        if len(rows) == 10 and is_wanted(rows):
            return rows
        page.wait_for_timeout(200)
    raise AssertionError(rows)


def test_a_map_of_mapello_is_drawn_and_played_on(visitors):
    page = visitors.page()
    page.goto("/editor/mapello")
    for piece, name in (("wall", "c0"), ("joker", "d0"), ("empty", "c1"), ("bonus", "a8")):
        page.get_by_role("button", name=piece).click()
        page.locator(f"[data-cell={name}]").click()
    link = page.get_by_role("link", name="Play on this map")
    chosen = map_to_play(page, lambda rows: rows[8][1] == "*")
    assert chosen[0][4] == "J"
    link.click()
    page.get_by_text("Two players on this device").click()
    page.get_by_role("button", name="Begin").click()
    wait_for_table(page)
    expect(page.locator("[data-cell=d0]")).to_have_attribute("aria-label", "d0: joker")
    expect(page.locator("[data-cell=a8]")).to_have_attribute("aria-label", "a8: bonus")


def test_the_first_player_of_mapello_can_build_the_map(visitors):
    page = visitors.page()
    page.goto("/new/mapello")
    page.get_by_label("Map", exact=True).select_option("build")
    page.get_by_text("Two players on this device").click()
    page.get_by_role("button", name="Begin").click()
    wait_for_table(page)
    page.get_by_role("button", name="Place a wall").click()
    page.locator("[data-cell=a1]").click()
    wait_for_ply(page, 1)
    expect(page.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1: wall, last move")
    page.get_by_role("button", name="The map is ready").click()
    page.get_by_role("button", name="Play White").click()
    wait_for_ply(page, 3)


def test_the_free_start_of_glaisher_and_the_alternating_one_of_greener(visitors):
    page = visitors.page()
    for game, option, value, first in (("glaisher", "Start", "free", "e5"), ("greener", "Setup", "alternate", "c3")):
        page.goto(f"/new/{game}")
        page.get_by_label(option, exact=True).select_option(value)
        page.get_by_text("Two players on this device").click()
        page.get_by_role("button", name="Begin").click()
        wait_for_table(page)
        page.locator(f"[data-cell={first}]").click()
        wait_for_ply(page, 1)


def test_the_editor_offers_the_options_of_the_game(visitors):
    page = visitors.page()
    page.goto("/editor/squ")
    page.locator("[data-cell=j10]").click()
    page.get_by_text("Rules of this game").click()
    page.get_by_label("Equal squs").select_option("a draw")
    page.wait_for_url(re.compile("set.ties=draw"))
    assert position_of(page).split(" ")[0].endswith(".........r")  # what was set up stays
    page.get_by_text("Rules of this game").click()
    page.get_by_label("Size", exact=True).select_option("8")
    page.wait_for_url(re.compile("set.size=8"))
    expect(page.locator("#board [data-cell]")).to_have_count(64)
    expect(page.get_by_label("Equal squs")).to_have_value("draw")


def test_what_glaisher_has_to_do_is_chosen(visitors):
    page = visitors.page()
    page.goto("/editor/glaisher")
    page.get_by_label("Task").select_option("place a piece")
    assert position_of(page).split(" ")[2] == "place"
    expect(page.locator("#refusal")).to_have_class("hint")


def draw(page, piece, *names):
    page.get_by_role("button", name=piece).click()
    for name in names:
        page.locator(f"#board [data-cell={name}]").click()


def offered(page):
    return [name for name in ("Play from here", "Play on this map") if page.get_by_text(name).get_attribute("href")]


def test_a_ninth_wall_is_refused_where_it_is_drawn(visitors):
    page = visitors.page()
    page.goto("/editor/mapello?set.map=none")
    draw(page, "wall", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1")
    expect(page.locator("#refusal")).to_have_class("hint")
    assert offered(page) == ["Play from here", "Play on this map"]
    draw(page, "wall", "a2")
    expect(page.locator("#refusal")).to_have_text("A map has at most 8 walls; this has 9.")
    expect(page.locator("#refusal")).to_have_class("refusal")
    assert offered(page) == []
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#refusal")).to_have_class("hint")
    page.get_by_text("Play on this map").click()
    page.get_by_text("Two players on this device").click()
    page.get_by_role("button", name="Begin").click()
    wait_for_table(page)
    expect(page.locator("#board [aria-label$='1: wall']")).to_have_count(8)


def test_clearing_leaves_the_frame_where_jokers_can_stand(visitors):
    page = visitors.page()
    page.goto("/editor/mapello")
    page.get_by_role("button", name="Clear").click()
    board = position_of(page).split(" ")[0].split("/")
    assert board == ["#" * 10, *["#........#"] * 8, "#" * 10]
    expect(page.locator("#refusal")).to_contain_text("The map is playable.")
    draw(page, "joker", "c0")
    draw(page, "empty", "c0")
    assert position_of(page).startswith("#" * 10)
    draw(page, "black disc", "c0")
    expect(page.locator("#refusal")).to_contain_text("c0 must hold one of J, #")
    assert offered(page) == []


def test_reversi_is_cleared_to_a_board_that_can_be_read(visitors):
    page = visitors.page()
    page.goto("/editor/reversi")
    page.get_by_role("button", name="Clear").click()
    draw(page, "black disc", "d4", "d5")
    draw(page, "white disc", "e4")
    expect(page.locator("#refusal")).to_have_text("Black can play 2 moves here.")


def test_discs_that_stand_on_a_map_are_left_out_of_it(visitors):
    page = visitors.page()
    page.goto("/editor/mapello")
    draw(page, "white disc", "a8")
    expect(page.locator("#refusal")).to_have_class("hint")
    map_to_play(page, lambda rows: "W" not in "".join(rows))
