"""Every page: accessible, small, from this server alone, harmless whatever people type."""

import re

import pytest
from browsers import PHONE, THEMES, accessible, begin, cell, snapshot, visiting, wait_for_ply, wait_for_table
from compiler_settings import REPRESENTATIVES
from playwright.sync_api import expect
from thoroughly import thoroughly

from ludoteca.games import game_names
from ludoteca.play.rule_pages import FENCE, read_diagram, rule_page

LARGEST_FIRST_PAGE = 100_000
RULES = [f"/rules/{game}" for game in REPRESENTATIVES]
PAGES = ["/", "/games", "/mine", "/new/mapello", *RULES, "/nowhere"]
HOSTILE = "<img src=x onerror=alert(1)>\"'&</script>"


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_on_any_page(visitors, theme):
    page = visitors.page(bypass_csp=True, color_scheme=theme)
    for address in PAGES:
        page.goto(address)
        if address in RULES:
            page.locator(".thumbnail.drawn").first.wait_for()
        with accessible(page, *THEMES[theme]):
            pass


@pytest.mark.parametrize(
    ("theme", "games"),
    [("light", REPRESENTATIVES), ("dark", ["greener"]), *thoroughly(("light", game_names()), ("dark", game_names()))],
    ids=["light", "dark", "all games in light", "all games in dark"],
)
def test_axe_finds_nothing_serious_at_the_board(visitors, theme, games):
    page = visitors.page(bypass_csp=True, color_scheme=theme)
    for game in games:
        name = begin(page, game, opponent="bot", bot="random", clock="5+3")
        move = snapshot(page, name)["view"]["moves"][0]
        cell(page, move["picks"][0]["name"]).click()
        with accessible(page, *THEMES[theme]):
            pass
    for address in ("/analysis/glaisher", "/editor/greener"):
        page.goto(address)
        page.locator("#board svg").wait_for()
        with accessible(page, *THEMES[theme]):
            pass
    page.get_by_role("button", name="Clear").focus()
    page.goto("/analysis/gekitai?moves=c3,d4")
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Share and export").click()
    with accessible(page, *THEMES[theme]):
        pass


def test_axe_finds_nothing_serious_on_a_phone(visitors):
    page = visitors.page(bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    begin(page, "greener", opponent="device")
    with accessible(page):
        pass


def test_the_first_page_is_under_100_kb(browser, server):
    with visiting(browser, server.base) as newcomers:
        page = newcomers.page()
        sizes = []
        page.on("requestfinished", lambda request: sizes.append(sum(request.sizes()[key] for key in
                ("responseBodySize", "responseHeadersSize"))))  # fmt: skip
        page.goto("/")
        expect(page.locator(".shelf-filters")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert sum(sizes) < LARGEST_FIRST_PAGE


def shown(page):
    return page.locator(".shelf-card:visible h2 a").all_inner_texts()


def test_the_shelf_can_be_searched_and_filtered(visitors):
    page = visitors.page()
    page.goto("/")
    everything = shown(page)
    page.get_by_role("searchbox").fill("repel")
    assert shown(page) == ["Gekitai"]
    page.get_by_role("searchbox").fill("checkers")
    assert shown(page) == ["English draughts"]
    page.get_by_role("searchbox").fill("hexes")
    assert {"Hex", "Havannah", "Glaisher"} <= set(shown(page)) and "Chess" not in shown(page)
    page.get_by_role("searchbox").fill("")
    page.get_by_label("Any goal").select_option("Connect")
    page.get_by_label("Any board").select_option("Hexes")
    assert "Glaisher" in shown(page) and "Lines of Action" not in shown(page)
    page.get_by_role("searchbox").fill("repel")
    expect(page.get_by_text("No games match.")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    assert shown(page) == everything


def test_favourites_come_first_and_games_not_played_yet_say_so(visitors):
    page = visitors.page()
    page.goto("/")
    expect(page.get_by_text("New to you").first).to_be_hidden()
    star = page.get_by_role("button", name="Show SQU first")
    usual = shown(page)
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(star).to_be_focused()
    assert shown(page) == ["SQU", *(title for title in usual if title != "SQU")]
    star.click()
    assert shown(page) == usual
    star.click()
    begin(page, "gekitai", opponent="device")
    page.goto("/")
    assert shown(page)[0] == "SQU"
    cards = page.locator(".shelf-card")
    expect(cards.filter(has_text="Gekitai").get_by_text("New to you")).to_be_hidden()
    expect(cards.filter(has_text="SQU").get_by_text("New to you")).to_be_visible()


def test_a_games_page_shows_its_levels_and_records_and_its_rules_in_python(visitors):
    page = visitors.page()
    nearly_won = "b.bb.bbb/.w..b.bb/......../....b.../......../......../ww.w.ww./w.www.ww w"
    begin(
        page, "breakthrough", opponent="bot", bot="random", name="Ana", side="first", listed=True, position=nearly_won
    )
    cell(page, "b7").click()
    cell(page, "b8").click()
    page.locator("body[data-turn=over]").wait_for()
    page.goto("/rules/breakthrough")
    expect(page.get_by_role("link", name="Ana – Random")).to_be_visible()
    expect(page.get_by_role("link", name="Level 7")).to_have_attribute("href", re.compile("bot=level7"))
    page.get_by_text("These rules in Python").click()
    expect(page.locator(".source")).to_contain_text("def can_go(state, man):")
    page.goto("/rules/chess")  # whose `play` is wrapped in another function
    expect(page.locator(".source")).to_contain_text("def is_in_check(state):")


def test_the_shelf_shows_every_game_and_one_click_begins_it(visitors):
    page = visitors.page()
    page.goto("/")
    for title in ("Greener", "SQU", "Gekitai", "Mapello", "Reversi", "Glaisher"):
        expect(page.get_by_role("link", name=title, exact=True)).to_be_visible()
    card = page.locator(".shelf-card", has_text="Gekitai")
    expect(card).to_contain_text("10 min")
    expect(card).to_contain_text("easy")
    card.locator("summary").click()
    card.get_by_role("button", name="Two players on this device").click()
    page.locator("body[data-line=open]").wait_for()
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 1)
    page.goto("/mine")
    expect(page.locator(".game-list a")).to_have_count(1)
    game = begin(page, "gekitai", opponent="bot", bot="random", side="first", listed=True)
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 2)
    watcher = visitors.page()
    watcher.goto("/games")
    watcher.locator(f".game-list a[href$='{game}']").click()
    wait_for_ply(watcher, 2)


def test_hostile_names_are_shown_as_they_are(visitors):
    page = visitors.page()
    page.on("dialog", lambda _: pytest.fail("a script of a visitor ran"))
    begin(page, "gekitai", opponent="bot", bot="random", name=HOSTILE[:39], listed=True)
    expect(page.locator("#seat-bottom .seat-name")).to_have_text(HOSTILE[:39])
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 2)
    other = page.context.new_page()  # the first stays, so that the game is one to watch
    for address in ("/mine", "/games", "/"):
        other.goto(address)
        expect(other.locator(".game-list", has_text=HOSTILE[:39]).first).to_be_visible()
        assert other.locator("img[src=x]").count() == 0


def test_a_record_is_opened_and_a_broken_one_refused(visitors):
    page = visitors.page()
    page.goto("/")
    page.get_by_text("Open a game record").click()
    page.locator("#record").fill('[Game "gekitai"]\n\n1. c3 d4 e5 *')
    page.get_by_role("button", name="Open", exact=True).click()
    wait_for_ply(page, 3)
    page.goto("/")
    page.get_by_text("Open a game record").click()
    page.locator("#record").fill('[Game "gekitai"]\n\n1. c3 c3 *')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Line 3, column 7: c3 is taken.")
    expect(page.locator("#record")).to_have_value('[Game "gekitai"]\n\n1. c3 c3 *')


def test_colours_and_sound_are_chosen_and_remembered(visitors):
    page = visitors.page()
    page.goto("/")
    page.locator("summary", has_text="Settings").click()
    page.get_by_text("Dark", exact=True).click()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(27, 26, 24)"
    page.reload()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(27, 26, 24)"
    assert page.evaluate("() => localStorage.getItem('sound')") is None


@pytest.mark.parametrize("game", game_names())
def test_each_rule_page_has_diagrams_made_from_positions(visitors, game):
    page = visitors.page()
    page.goto(f"/rules/{game}")
    page.locator(".diagrams .thumbnail.drawn").first.wait_for()
    assert page.locator(".diagrams figure").count() >= 1


def drawn_figures(page, game):
    """The figures of a rule page, each with what it was asked to show, once all are drawn."""
    page.goto(f"/rules/{game}")
    wanted = [read_diagram(block) for block in FENCE.findall(rule_page(game).text)]
    expect(page.locator(".diagrams .thumbnail.drawn")).to_have_count(len(wanted))
    return list(zip(wanted, page.locator(".diagrams figure").all(), strict=True))


@pytest.mark.parametrize("game", game_names())
def test_a_figure_has_coordinates_and_shows_what_its_caption_names(visitors, game):
    for wanted, figure in drawn_figures(visitors.page(), game):
        caption, moves = wanted.caption, wanted.moves
        expect(figure.locator("figcaption")).to_have_text(caption)
        assert figure.locator(".labels text").count() >= 8, caption
        for name in re.findall(r"\b[a-j]\d\b", caption):
            assert figure.locator(f"[data-cell={name}]").count() == 1, caption
        named = [move for move in moves if move in caption or move == "pass"]
        assert named or not caption.startswith("After "), caption
        assert moves or figure.locator(".layer.last > *").count() == 0, caption


def test_the_figure_of_a_squ_is_a_square_and_its_corners_are_the_record(visitors):
    page = visitors.page()
    wanted, _ = drawn_figures(page, "squ")[0]
    view = page.context.request.post("/api/v1/positions", data={"game": "squ", "position": wanted.position}).json()
    corners = [name for name, look in view["cells"].items() if "record" in " ".join(look["marks"])]
    assert corners == re.findall(r"\b[a-j]\d\b", wanted.caption)
    columns, rows = sorted({name[0] for name in corners}), sorted({int(name[1:]) for name in corners})
    assert (len(corners), len(columns), len(rows)) == (4, 2, 2)
    assert ord(columns[1]) - ord(columns[0]) == rows[1] - rows[0] == 5


def test_a_bad_option_is_reported_once_and_as_the_form_calls_it(visitors):
    page = visitors.page()
    page.goto("/new/glaisher?set.max_turns=x")
    field = page.get_by_label("Most turns")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text("Most turns cannot be 'x'")).to_have_count(1)
    expect(page.get_by_text("max_turns")).to_have_count(0)
    field.fill("y")
    field.press("Tab")
    expect(page.locator("#preview-words")).to_contain_text("Most turns cannot be 'y'")


def test_the_address_of_a_record_shows_the_form(visitors):
    page = visitors.page()
    page.goto("/import")
    expect(page.get_by_role("heading", name="Open a game record")).to_be_visible()


RECORD = '[Game "gekitai"]\n[First "Ana"]\n[Second "Bo"]\n\n1. c3 d4 2. e5 *\n'
DROP = """(text) => {
  const files = new DataTransfer();
  files.items.add(new File([text], "game.txt", { type: "text/plain" }));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def test_a_record_is_opened_from_a_file(visitors):
    page = visitors.page()
    page.goto("/import")
    with page.expect_file_chooser() as choosing:
        page.get_by_text("Open a file").click()
    choosing.value.set_files(files=[{"name": "game.txt", "mimeType": "text/plain", "buffer": RECORD.encode()}])
    wait_for_table(page)
    wait_for_ply(page, 3)


@pytest.mark.parametrize("address", ["/import", "/", "/analysis/gekitai"])
def test_a_record_is_opened_by_dropping_it_onto_the_page(visitors, address):
    page = visitors.page()
    page.goto(address)
    page.wait_for_function("() => document.readyState === 'complete'")
    page.evaluate(DROP, RECORD)
    wait_for_table(page)
    wait_for_ply(page, 3)


def test_the_name_that_one_goes_by_is_in_the_form(visitors):
    page = visitors.page()
    page.goto("/")
    assert page.request.post("/api/v1/me", data={"name": "Ana"}).ok
    page.goto("/new/gekitai")
    expect(page.locator("#field-name")).to_have_value("Ana")


def test_a_game_page_asks_for_few_files(visitors):
    page = visitors.page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page, "gekitai", opponent="device")
    expect(page.locator("#board svg")).to_be_visible()
    scripts = [url for url in asked if url.endswith(".js")]
    assert {url.rsplit("/", 1)[1] for url in scripts} == {
        "theme.js",
        "pages.lobby+pages.settings+pages.travelling+table.table.js",
    }
    assert len(set(asked)) <= 20, asked
