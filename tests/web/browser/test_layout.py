"""What is needed is in sight and nothing covers anything else, whatever the screen; what is said there is true."""

import pytest
from browsers import accept, begin, cell, is_in_sight, typing_field, wait_for_ply, wait_for_table
from playwright.sync_api import expect
from thoroughly import thoroughly

SIDEWAYS = [(740, 360), (844, 390), (932, 430)]
TOUCH = {"has_touch": True, "is_mobile": True}
LOW = (1366, 640)  # a small laptop's browser
BOARD_PAGES = ["/analysis/{0}", "/lessons/{0}", "/puzzles/{0}#1", "/editor/{0}"]
LONG = "A long refusal that says at some length, and with every reason, why a joker cannot be put onto the cell named."
OVERLAPS = """() => {
  const names = ["#board", "#banner", ".messages", "#choices", "#seat-bottom"];
  const boxes = names.map((name) => document.querySelector(name).getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.some((box, index) => boxes.slice(index + 1).some((other) => meet(box, other)));
}"""


def screen(width, height):
    return {"viewport": {"width": width, "height": height}, **(TOUCH if width < 1000 else {})}


def say(page, words):
    """The longest sentence there may be, without making the server refuse something."""
    page.locator("#refusal").evaluate(
        "(node, words) => { node.textContent = words; node.className = 'refusal'; }", words
    )


@pytest.mark.parametrize("game", ["squ", "mapello", "glaisher"])
def test_on_a_phone_held_sideways_the_board_takes_the_height(visitors, game):
    page = visitors.page(**screen(*SIDEWAYS[0]))
    begin(page, game, opponent="bot", bot="random", clock="5+3")
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(height) => innerHeight === height", arg=height)
        assert is_in_sight(page, "#seat-top", "#board", "#turn", "#seat-bottom", "#actions")
        assert page.locator("#board").bounding_box()["height"] > 0.9 * height
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert not page.evaluate(OVERLAPS)


@pytest.mark.parametrize(("game", "options"), [("greener", {}), ("mapello", {"map": "build"}), ("glaisher", {})])
def test_on_a_very_small_phone_everything_for_playing_is_in_sight(visitors, game, options):
    page = visitors.page(**screen(320, 568))
    begin(page, game, opponent="device", options=options)
    assert is_in_sight(page, "#seat-top", "#board", "#turn", "#choices", "#seat-bottom", "#actions")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("address", ["/analysis/greener", "/editor/greener"])
def test_analysis_and_editor_use_the_height_of_a_phone_held_sideways(visitors, address):
    page = visitors.page(**screen(740, 360))
    page.goto(address)
    page.locator("#board svg").wait_for()
    assert is_in_sight(page, "#board")
    assert page.locator("#board").bounding_box()["height"] > 0.9 * 360


def test_on_a_phone_the_lines_of_the_engine_are_in_sight(visitors):
    page = visitors.page(**screen(360, 740))
    page.goto("/analysis/gekitai")
    page.locator("body[data-ply]").wait_for()
    page.get_by_role("button", name="Engine").click()
    expect(page.locator("#best li")).to_have_count(3)
    assert is_in_sight(page, "#board", "#engine", "#best")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (320, 568), *thoroughly((1024, 768), (740, 360))])
def test_a_long_refusal_covers_nothing_and_pushes_no_choice_away(visitors, width, height):
    page = visitors.page(**screen(width, height))
    begin(page, "mapello", opponent="device", options={"map": "build"})
    page.get_by_role("button", name="Place a joker").click()
    say(page, LONG)
    assert is_in_sight(page, "#board", "#banner", "#refusal", "#choices")
    assert not page.evaluate(OVERLAPS)


def test_two_messages_leave_the_field_for_moves_free(visitors):
    page = visitors.page(**screen(1280, 800))
    begin(page, "gekitai", opponent="device")
    page.locator("#connection").evaluate("(node) => { node.hidden = false; }")
    say(page, "The move will be sent when the connection is back.")
    typing_field(page)
    assert is_in_sight(page, "#typed", "#connection", "#refusal")
    assert not page.evaluate(OVERLAPS)


def test_a_refusal_goes_when_the_position_changes(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    cell(page, "c3").click()
    expect(page.locator("#refusal")).to_contain_text("c3")
    page.get_by_role("button", name="Undo").click()
    wait_for_ply(page, 0)
    expect(page.locator("#refusal")).to_be_empty()


def test_whoever_cannot_move_is_told_why(visitors):
    page, watcher = visitors.page(), visitors.page()
    name = begin(page, "gekitai", opponent="device")
    watcher.goto(f"/game/{name}")
    wait_for_table(watcher)
    cell(watcher, "c3").click()
    expect(watcher.locator("#note")).to_have_text("You are watching. Red to move.")
    cell(page, "c3").click()
    wait_for_ply(watcher, 1)
    expect(watcher.locator("#note")).to_be_empty()
    page.locator("[data-go=previous]").click()
    expect(page.locator("#turn")).to_contain_text("Move 0 of 1")
    cell(page, "d4").click()
    expect(page.locator("#note")).to_contain_text("This is an earlier position.")


def test_out_of_turn_the_board_says_whose_turn_it_is(visitors):
    first, second = visitors.page(), visitors.page()
    begin(first, "gekitai", opponent="friend", name="Ana")
    cell(first, "c3").click()
    expect(first.locator("#note")).to_have_text("Waiting for your opponent.")
    accept(second, first.get_by_label("Link for your friend").input_value())
    expect(first.locator("#invitation")).to_be_hidden()
    here = second if first.locator("body[data-turn=yours]").count() else first
    cell(here, "d4").click()
    expect(here.locator("#note")).to_have_text("It is not your turn: Red to move.")


def test_where_a_joker_can_be_put_is_marked(visitors):
    page = visitors.page()
    begin(page, "mapello", opponent="device", options={"map": "build"})
    page.get_by_role("button", name="Place a joker").click()
    targets = page.locator("#board .cell.can").count()
    assert targets > 0
    expect(page.locator(".dot-mark")).to_have_count(targets)


def test_the_best_line_stands_out_on_the_board_and_the_bar_has_the_colours_of_the_players(visitors):
    page = visitors.page()
    page.goto("/analysis/gekitai?position=rr..../....../....b./....../..b.../......%20r")
    page.locator("body[data-ply]").wait_for()
    page.get_by_role("button", name="Engine").click()
    expect(page.locator(".arrow-spot.rank-0")).to_have_count(1)
    expect(page.locator(".arrow-gap.rank-0")).to_have_count(1)
    expect(page.locator("#evaluation.c-black .c-red")).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_board_covers_nothing_when_a_players_panel_has_more_rows(visitors, width, height):
    page = visitors.page(viewport={"width": width, "height": height})
    page.goto("/analysis/squ")
    page.locator("body[data-ply]").wait_for()
    board, turn = page.locator("#board svg").bounding_box(), page.locator("#turn").bounding_box()
    assert board["y"] + board["height"] <= turn["y"]


BROKEN_WORDS = r"""() => {
  const broken = [];
  for (const cell of document.querySelectorAll("td, th")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const found of texts.currentNode.data.matchAll(/[\p{L}\d_=]+/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, found.index);
        range.setEnd(texts.currentNode, found.index + found[0].length);
        if (range.getClientRects().length > 1) broken.push(found[0]);
      }
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("width", [320, *thoroughly(390, 1400)])
def test_names_of_any_length_keep_to_the_screen(visitors, width):
    page, other = visitors.page(**screen(width, 844)), visitors.page()
    begin(page, "gekitai", opponent="friend", name="W" * 40, series=3, clock="10+5")
    other.goto("/")
    assert other.request.post("/api/v1/me", data={"name": "Konstantinopolitanischer-Dudelsackpfeif"}).ok
    accept(other, page.get_by_label("Link for your friend").input_value())
    other.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("button", name="Accept").wait_for()
    addresses = (None, "/mine", "/")
    for address in addresses:
        if address:
            page.goto(address)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize("width", [320, 1400, *thoroughly(390)])
@pytest.mark.parametrize("address", ["/rules/greener", "/docs", *thoroughly("/rules/mapello")])
def test_no_table_breaks_a_word_or_the_page(visitors, width, address):
    page = visitors.page(**screen(width, 844))
    page.goto(address)
    assert page.evaluate(BROKEN_WORDS) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_no_page_is_wider_than_a_very_small_phone(visitors):
    page = visitors.page(**screen(320, 640))
    for address in ("/", "/games", "/mine", "/import", "/new/greener", "/analysis/glaisher", "/editor/mapello"):
        page.goto(address)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 320, address


COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
  const box = node.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
  return !at || !node.contains(at);
}).map((node) => node.textContent)"""


@pytest.mark.parametrize("game", ["greener", "squ", "gekitai", "mapello", "reversi", "glaisher"])
def test_on_a_low_screen_nothing_for_playing_is_missing_or_covered(visitors, game):
    page = visitors.page(viewport=dict(zip(("width", "height"), LOW, strict=True)))
    begin(page, game, opponent="bot", bot="random", clock="5+3")
    needed = [
        "#seat-top",
        "#board",
        "#banner",
        "#welcome-sides",
        ".welcome-links",
        ".go-row",
        "#actions",
        "#seat-bottom",
    ]
    assert is_in_sight(page, *needed)
    assert page.evaluate(COVERED, "#welcome-sides li, .go-row button, #actions button, .seat dd, #facts dd") == []
    if game == "glaisher":
        expect(page.locator("#facts")).to_contain_text("Reserve")


@pytest.mark.parametrize("size", [LOW, *thoroughly(((1366, 768),), ((1920, 1080),))])
@pytest.mark.parametrize("game", ["gekitai", "glaisher"])
def test_the_board_has_one_place_and_size_on_all_pages(visitors, game, size):
    page = visitors.page(viewport=dict(zip(("width", "height"), size, strict=True)))
    begin(page, game, opponent="device")
    box = page.locator("#board svg").bounding_box()
    for address in BOARD_PAGES:
        page.goto(address.format(game))
        page.locator("#board svg").wait_for()
        assert page.locator("#board svg").bounding_box() == pytest.approx(box, abs=1), address


@pytest.mark.parametrize("size", [LOW, (390, 844), *thoroughly(((1000, 1200),), ((740, 360),))])
def test_the_evaluation_bar_is_as_high_as_the_board(visitors, size):
    page = visitors.page(**screen(*size))
    page.goto("/analysis/gekitai")
    page.locator("#board svg").wait_for()
    bar, wood = page.locator("#evaluation").bounding_box(), page.locator("#board .wood").bounding_box()
    assert (bar["y"], bar["height"]) == pytest.approx((wood["y"], wood["height"]), abs=4)
    assert 0 <= bar["x"] < bar["x"] + bar["width"] <= wood["x"] + 1


SMALL_BUTTONS = """() => [...document.querySelectorAll("button, .button, select, summary")].flatMap((node) => {
  const { width, height } = node.getBoundingClientRect();
  return width && (width < 39.5 || height < 39.5) ? [`${node.textContent.trim()} ${width} x ${height}`] : [];
})"""
UNEXPLAINED = """() => [...document.querySelectorAll("button, summary")].filter((node) =>
  node.querySelector(".icon") && ![...node.childNodes].some((part) => part.textContent.trim() &&
    !part.classList?.contains("unseen")) && !node.title).map((node) => node.outerHTML)"""


def test_whatever_is_pressed_is_large_enough_for_a_finger_and_icons_say_what_they_do(visitors):
    page = visitors.page(**screen(390, 844))
    begin(page, "glaisher", opponent="device")
    for address in [page.url, *BOARD_PAGES]:
        page.goto(address.format("glaisher"))
        page.locator("#board svg").wait_for()
        assert page.evaluate(SMALL_BUTTONS) == [], address
        assert page.evaluate(UNEXPLAINED) == [], address
