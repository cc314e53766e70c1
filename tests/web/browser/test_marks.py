"""What pieces mean is drawn: threats while a game goes on, and at its end what decided it."""

import pytest
from browsers import begin, cell, wait_for_ply
from playwright.sync_api import expect

THREE = "rr..../....../....b./....../..b.../...... r"  # c1 makes three in line
SQU = "rrbbrrbb/bbrrbbrr/rrbbrrbb/bbrrbbrr/rrbbrrbb/bbrrbbrr/rrbbrrbb/bbrrbbr. r 1 -"
CHAIN = (
    ".,.,r1,.,./.,.,r1,.,.,./.,.,r1,.,.,.,./.,.,r1,.,.,.,.,./.,.,r1,.,.,.,.,.,./.,r1,.,.,.,.,.,./"
    "r1,.,.,.,.,.,./r1,.,.,.,.,./.,.,.,.,y6 r place 39"
)


@pytest.mark.parametrize(
    ("game", "options", "position", "move", "decided"),
    [
        ("gekitai", {}, THREE, "c1", ["a1", "b1", "c1"]),
        ("squ", {"size": "8"}, SQU, "h8", ["a1", "e1", "a5", "e5"]),
        ("glaisher", {}, CHAIN, "e9", ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "d8", "e9"]),
    ],
)
def test_what_decided_a_game_is_drawn_and_said(visitors, game, options, position, move, decided):
    page = visitors.page()
    begin(page, game, opponent="device", options=options, position=position)
    expect(page.locator(".decided-line")).to_have_count(0)
    cell(page, move).click()
    page.locator("body[data-turn=over]").wait_for()
    expect(page.locator(".decided-line")).to_have_count(1)
    said = page.locator("#board [aria-label*='decided the game']")
    assert sorted(said.evaluate_all("cells => cells.map((cell) => cell.dataset.cell)")) == sorted(decided)


def test_an_exported_picture_shows_it_too(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device", position=THREE)
    cell(page, "c1").click()
    page.locator(".decided-line").wait_for()
    line = page.locator(".decided-line").get_attribute("d")
    page.get_by_role("button", name="Share and export").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert line in saved.value.path().read_text(encoding="utf-8")


def test_threats_are_ringed_unless_one_does_not_want_it(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device", position=THREE)
    expect(page.locator(".threat-mark")).to_have_count(2)
    page.locator("summary", has_text="Settings").click()
    page.get_by_role("group", name="Highlight winning threats").get_by_text("No").click()
    expect(page.locator(".threat-mark")).to_have_count(0)
    page.reload()
    page.locator("body[data-line=open]").wait_for()
    expect(page.locator(".threat-mark")).to_have_count(0)


def test_what_a_map_is_built_with_stays_in_the_hand(visitors):
    page = visitors.page()
    begin(page, "mapello", opponent="device", options={"map": "build"})
    page.get_by_role("button", name="Place a wall").click()
    for ply, name in enumerate(("a1", "b2"), 1):
        cell(page, name).click()
        wait_for_ply(page, ply)
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2: wall, last move")
    page.get_by_role("button", name="Place a bonus").click()
    expect(page.get_by_role("button", name="Place a bonus")).to_have_attribute("aria-pressed", "true")
    cell(page, "c3").click()
    wait_for_ply(page, 3)
    page.get_by_role("button", name="The map is ready").click()
    wait_for_ply(page, 4)


def test_a_link_with_bad_values_opens_the_form_with_its_reasons(visitors):
    page = visitors.page(viewport={"width": 360, "height": 740})
    page.goto("/new/gekitai?bot=nobody&position=xyz")
    expect(page.get_by_label("Level", exact=True)).to_have_value("level3")
    expect(page.locator(".trouble", has_text="There is no bot called 'nobody'")).to_be_visible()
    expect(page.get_by_label("Position", exact=True)).to_have_value("xyz")
    expect(page.locator("[id='trouble-position']")).to_be_visible()
    page.get_by_label("Position", exact=True).fill("")
    page.get_by_role("button", name="Begin").click()
    page.locator("body[data-line=open]").wait_for()


@pytest.mark.parametrize("locale", ["en-GB", "pt-PT"])
def test_the_square_of_a_record_is_drawn_in_every_language(visitors, locale):
    page = visitors.page(locale=locale)
    begin(
        page,
        "squ",
        opponent="device",
        options={"size": "8"},
        position="r..r..../......../......../r......./......../......../......../bb...... r 1 -",
    )
    cell(page, "d4").click()
    wait_for_ply(page, 1)
    expect(page.locator(".join:not(.faint)")).to_have_count(1)
    expect(page.locator(".mark-corner:not(.faint)")).to_have_count(4)


def test_the_last_cells_have_dots_even_if_all_of_them_will_do(visitors):
    page = visitors.page()
    full = "..WWWBBB/WWWWWWWW/WWBBWBWW/WBWBBWWW/WBWWBBWW/WBWWBBWW/WBBBBWBB/WBBBBBBB B"
    begin(page, "reversi", opponent="device", position=full)
    expect(page.locator(".dot-mark")).to_have_count(2)
    expect(page.locator("#prompt")).to_have_text("Place a disc on a marked cell.")
    begin(page, "squ", opponent="device")
    expect(page.locator(".dot-mark")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "moves", "marks", "said"),
    [
        ("gekitai", ("a1", "f6"), {"changed": 0, "trail": 0, "gone": 0}, ""),
        ("gekitai", ("c3", "c4"), {"changed": 1, "trail": 1, "gone": 0}, "Pushed: c3 to c2."),
        ("gekitai", ("c1", "d2"), {"changed": 0, "trail": 0, "gone": 1}, "Off the board: c1."),
        ("reversi", ("d3",), {"changed": 1, "trail": 0, "gone": 0}, "Flipped: d4."),
    ],
)
def test_what_a_move_did_besides_is_marked_and_said_with_whose_turn_it_is(visitors, game, moves, marks, said):
    page = visitors.page()
    begin(page, game, opponent="device")
    for ply, move in enumerate(moves, 1):
        cell(page, move).click()
        wait_for_ply(page, ply)
    for mark, count in marks.items():
        expect(page.locator(f"#board .{mark}-mark")).to_have_count(count)
    expect(page.locator("#live")).to_contain_text(said)
    expect(page.locator("#live")).to_contain_text("to move.")
