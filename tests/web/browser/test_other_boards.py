"""Points, edges and pits are seen, heard and clicked like any other cells, also in the editor."""

import pytest
from browsers import begin, cell, play_in_writing, visiting, wait_for_ply
from playwright.sync_api import expect

MOSS = "rgb(63, 107, 75)"  # of what is to be done next
ONLY_A_PASS = "/".join([".wwwwwwww", *["wwwwwwwww"] * 7, "wwwwwwww."]) + " b 0 -"


@pytest.fixture
def page(browser, server):
    with visiting(browser, server.base) as people:
        yield people.page()


def test_a_man_is_placed_on_a_point(page):
    begin(page, "morris", opponent="device")
    assert page.locator(".board-line").get_attribute("d").count("M") == 32
    cell(page, "d2").click()
    wait_for_ply(page, 1)
    expect(cell(page, "d2")).to_have_attribute("aria-label", "d2: white man, last move")


def test_a_line_is_drawn_along_an_edge_and_a_box_is_closed(page):
    begin(page, "dotsandboxes", opponent="device")
    expect(page.get_by_text("Draw a line along any free edge.")).to_be_visible()
    for ply, name in enumerate(("b1", "a2", "c2", "b3"), 1):
        cell(page, name).click()
        wait_for_ply(page, ply)
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2: red box")
    expect(page.locator("#turn")).to_have_text("Red to move again")
    expect(cell(page, "a2")).to_have_attribute("aria-label", "a2: line")
    assert page.locator(".piece.bar").count() == 4


def test_seeds_are_sown_and_counted(page):
    begin(page, "oware", opponent="device")
    assert page.locator(".seeds circle").count() == 48
    cell(page, "c1").click()
    wait_for_ply(page, 1)
    expect(cell(page, "c1")).to_have_attribute("aria-label", "c1: 0 seeds, last move")
    expect(cell(page, "f2")).to_have_attribute("aria-label", "f2: 5 seeds, can be chosen")
    assert page.locator(".seeds circle").count() == 48


def test_the_name_of_a_house_does_not_cover_the_number_of_another(page):
    begin(page, "oware", opponent="device")
    cell(page, "c1").hover()
    expect(page.locator(".layer.names text")).to_have_text("c1")
    name = page.locator(".layer.names rect").bounding_box()
    numbers = [number.bounding_box() for number in page.locator(".layer.pieces text").all()]
    number = min((box for box in numbers if abs(box["x"] - name["x"]) < name["width"]), key=lambda box: box["y"])
    assert number["y"] + 0.8 * number["height"] < name["y"]  # figures have nothing below their line


def test_a_pass_stands_out_only_where_nothing_else_can_be_done(page):
    button = page.locator("#choices [data-choice=pass]")
    begin(page, "go", opponent="device")
    expect(button).to_have_text("Pass")
    expect(button).not_to_have_css("background-color", MOSS)
    begin(page, "go", opponent="device", position=ONLY_A_PASS)
    expect(button).to_have_css("background-color", MOSS)


def test_numbers_are_set_up_in_the_editor(page):
    page.goto("/editor/oware")
    page.get_by_label("Number").fill("7")
    page.locator("[data-cell=a1]").click()
    text = page.get_by_label("As text")
    expect(text).to_have_value("0,4,4,4,4,4,4/7,4,4,4,4,4,0 s")
    expect(page.locator("#refusal")).to_have_text("There are 48 seeds in all, not 51.")
    page.get_by_role("button", name="empty").click()
    page.locator("[data-cell=b1]").click()
    expect(text).to_have_value("0,4,4,4,4,4,4/7,0,4,4,4,4,0 s")
    page.get_by_role("button", name="Clear").click()
    expect(text).to_have_value("0,0,0,0,0,0,0/0,0,0,0,0,0,0 s")


def test_lines_are_set_up_in_the_editor(page):
    page.goto("/editor/dotsandboxes")
    page.get_by_role("button", name="line").click()
    page.locator("[data-cell=b11]").click()
    assert page.get_by_label("As text").input_value().startswith("-..../.........../")
    expect(page.locator("#refusal")).to_have_text("Blue can play 59 moves here.")


def test_seeds_are_sown_one_by_one_and_then_lie_where_they_belong(page):
    begin(page, "kalah", opponent="device")
    page.emulate_media(reduced_motion="no-preference")
    cell(page, "d1").click()
    page.locator(".layer.sowing .seeds").first.wait_for()  # stands in for the pits meanwhile
    expect(page.locator(".layer.sowing .seeds")).to_have_count(0)
    assert page.locator(".layer.pieces .waiting").count() == 0
    assert page.locator(".layer.pieces .seeds circle").count() == 48


def test_chess_is_shown_and_typed_in_standard_notation(page):
    begin(page, "chess", opponent="device")
    for ply, move in enumerate(("e4", "d5", "exd5", "Nf6", "Bb5+"), 1):
        play_in_writing(page, move)
        wait_for_ply(page, ply)
    shown = page.locator("#moves .ply .text")
    expect(shown).to_have_text(["e4", "d5", "exd5", "Nf6", "Bb5+"])
    expect(page.locator("#live")).to_contain_text("White plays Bb5+.")
    cell(page, "c8").click()
    cell(page, "d7").click()
    expect(shown.last).to_have_text("Bd7")
    page.goto("/analysis/chess?moves=e2e4,e7e5,g1f3")
    expect(shown).to_have_text(["e4", "e5", "Nf3"])
    play_in_writing(page, "Nc6")
    expect(shown.last).to_have_text("Nc6")
    page.reload()  # what was tried is kept
    expect(shown.last).to_have_text("Nc6")


def test_a_stack_shows_the_pieces_that_its_game_declares_inside(page):
    page.goto("/")
    drawn = page.evaluate(
        """async () => {
          const { showFan } = await import("/static/board/cell_details.js");
          const { drawLook } = await import("/static/board/pieces.js");
          const top = { kind: "cube", colour: "black", owner: 0 };
          const look = { pieces: [top], height: 5, inside: [["red", 2]], marks: [] };
          const cell = { name: "a1", x: 0, y: 0, row: 0, column: 0, form: "square" };
          const players = [{ colour: "black" }, { colour: "red" }];
          const fan = document.createElementNS("http://www.w3.org/2000/svg", "g");
          const view = { cells: { a1: look }, players, board: { cells: [cell], marks: {} } };
          showFan({ view, places: new Map([["a1", cell]]), layer: () => fan }, "a1");
          const pips = drawLook(look, "a1", false, "square", view).querySelector(".pips");
          const classes = (all) => [...all].map((each) => each.getAttribute("class"));
          return [classes(fan.querySelectorAll(".piece")), classes([pips]), classes(pips.children)];
        }"""
    )
    known = ["piece cube c-black", *["piece cube c-red"] * 2, *["piece cube c-hidden"] * 2]
    assert drawn == [known, ["pips c-red"], ["pip-back", "pip", "pip"]]


@pytest.mark.parametrize(
    ("game", "side", "own", "other"),
    [
        ("draughts", "first", "1", "32"),
        ("draughts", "second", "32", "1"),
        ("chess", "second", "e8", "e1"),
        ("oware", "second", "a2", "a1"),
        ("fourinarow", "second", "a1", "a6"),
    ],
)
def test_a_players_own_side_is_at_the_bottom(page, game, side, own, other):
    begin(page, game, opponent="bot", bot="random", side=side)
    assert cell(page, own).bounding_box()["y"] > cell(page, other).bounding_box()["y"]
    if game == "oware":  # the houses keep their owners' colours
        first, second = ([rim.bounding_box()["y"] for rim in page.locator(f"#board .rim.c-{which}").all()]
                         for which in ("first", "second"))  # fmt: skip
        assert len(first) == len(second) == 7 and sum(second) > sum(first)
