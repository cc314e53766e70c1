"""The analysis board, for a position and for a game."""

import re
from urllib.parse import parse_qs, urlsplit

from browsers import begin, wait_for_ply
from playwright.sync_api import expect

WON = "rr..../....../....b./....../..b.../...... r"  # c1 makes three in line


def open_analysis(page, game="gekitai", **query):
    page.goto("/")
    page.goto(f"/analysis/{game}?" + "&".join(f"{name}={value}" for name, value in query.items()))
    page.locator("body[data-ply]").wait_for()


def test_the_engine_shows_lines_arrows_depth_and_speed(visitors):
    page = visitors.page()
    open_analysis(page, position=WON)
    page.get_by_role("button", name="Engine").click()
    expect(page.locator("#best li").first).to_contain_text("wins in 1")
    expect(page.locator("#best li").first).to_contain_text("c1")
    expect(page.locator("#speed")).to_contain_text("positions per second")
    expect(page.locator(".arrow-spot.rank-0")).to_have_count(1)
    expect(page.locator("#evaluation")).to_have_attribute("aria-label", "Red has 100%")


def test_variations_are_kept_in_this_browser_and_have_links(visitors):
    page = visitors.page()
    open_analysis(page)
    for ply, name in enumerate(["c3", "d4"], 1):
        page.locator(f"[data-cell={name}]").click()
        wait_for_ply(page, ply)
    page.locator("[data-go=previous]").click()
    wait_for_ply(page, 1)
    page.locator("[data-cell=f6]").click()
    wait_for_ply(page, 2)
    expect(page.locator("#moves .variation")).to_contain_text("f6")
    assert parse_qs(urlsplit(page.url).query)["moves"] == ["c3,f6"]
    link = page.url
    open_analysis(page)
    expect(page.locator("#moves .variation")).to_contain_text("f6")
    stranger = visitors.page()
    stranger.goto(link)
    wait_for_ply(stranger, 2)
    expect(stranger.locator("[data-cell=f6]")).to_have_attribute("aria-label", "f6: black stone, last move")


def with_a_variation(visitors):
    """A page that shows f6 instead of d4 after c3."""
    page = visitors.page()
    open_analysis(page, moves="c3,d4")
    page.locator("[data-go=previous]").click()
    wait_for_ply(page, 1)
    page.locator("[data-cell=f6]").click()
    wait_for_ply(page, 2)
    return page


def test_a_variation_is_removed_or_made_the_main_line(visitors):
    page = with_a_variation(visitors)
    page.get_by_role("button", name="Main line").click()
    expect(page.locator("#moves .variation")).to_have_text("2d4")
    page.get_by_role("button", name="Remove").click()
    wait_for_ply(page, 1)
    expect(page.locator("#moves")).not_to_contain_text("f6")


def test_an_illegal_move_is_refused_with_its_reason(visitors):
    page = visitors.page()
    open_analysis(page, moves="c3")
    page.locator("[data-cell=c3]").click()
    expect(page.locator("#refusal")).to_contain_text("c3")
    assert page.locator("body").get_attribute("data-ply") == "1"


def test_the_turning_points_of_a_game_are_named_with_what_was_better(visitors):
    page = visitors.page()
    name = begin(page, "gekitai", opponent="device", position=WON)
    for ply, cell in enumerate(["f6", "a6"], 1):  # Red misses three in line
        page.locator(f"[data-cell={cell}]").click()
        wait_for_ply(page, ply)
    page.goto(f"/analysis/game/{name}")
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Review the game").click()
    page.locator("body[data-review=done]").wait_for()
    expect(page.locator("#turning li").first).to_contain_text(
        "Move 1: Red played f6, but c1 was better (winning chances fell from 100% to"
    )
    expect(page.locator("#graph svg")).to_be_visible()
    expect(page.locator("#moves .sign").first).to_have_text("?")
    page.reload()
    wait_for_ply(page, 2)
    expect(page.locator("#turning li").first).to_contain_text(
        "Move 1: Red played f6, but c1 was better (winning chances fell from 100% to"
    )
    expect(page.locator("#graph svg")).to_be_visible()
    expect(page.locator("#moves .sign").first).to_have_text("?")


def played_game(page, moves, **wanted):
    """A game on one device with these moves; its id."""
    name = begin(page, "gekitai", opponent="device", **wanted)
    for ply, cell in enumerate(moves, 1):
        page.locator(f"[data-cell={cell}]").click()
        wait_for_ply(page, ply)
    return name


def line_of(page):
    return page.locator("#moves .turns > li > .one-turn .text").all_inner_texts()


def test_each_game_has_a_tree_of_its_own(visitors):
    page = visitors.page()
    first, second = played_game(page, ["c3", "d4"]), played_game(page, ["a6", "f1"])
    open_analysis(page)
    page.locator("[data-cell=b2]").click()
    wait_for_ply(page, 1)
    for name, moves in ((first, ["c3", "d4"]), (second, ["a6", "f1"])):
        page.goto(f"/analysis/game/{name}")
        wait_for_ply(page, 2)
        assert line_of(page) == moves
        expect(page.locator("#moves .variation")).to_have_count(0)
    open_analysis(page)
    assert line_of(page) == ["b2"]


def test_the_game_stays_the_main_line_and_the_address_leads_back_to_a_variation(visitors):
    page = visitors.page()
    name = played_game(page, ["c3", "d4", "a6"])
    page.goto(f"/analysis/game/{name}")
    wait_for_ply(page, 3)
    assert urlsplit(page.url).path == f"/analysis/game/{name}"
    for ply in (2, 1):
        page.locator("[data-go=previous]").click()
        wait_for_ply(page, ply)
    for ply, cell in enumerate(["f6", "b2"], 2):
        page.locator(f"[data-cell={cell}]").click()
        wait_for_ply(page, ply)
    page.get_by_role("button", name="Main line").click()
    for _ in range(2):
        assert line_of(page) == ["c3", "d4", "a6"]
        expect(page.locator("#moves .variation .text")).to_have_text(["f6", "b2"])
        expect(page.locator("#moves [aria-current] .text")).to_have_text("b2")
        assert urlsplit(page.url).path == f"/analysis/game/{name}"
        page.reload()
        wait_for_ply(page, 3)


def test_a_variation_of_a_free_analysis_stays_one_after_a_reload(visitors):
    page = with_a_variation(visitors)
    page.reload()
    wait_for_ply(page, 2)
    assert line_of(page) == ["c3", "d4"]
    expect(page.locator("#moves .variation")).to_contain_text("f6")
    expect(page.locator("#moves [aria-current] .text")).to_have_text("f6")


def test_the_engines_lines_show_whole_moves_and_every_tab_stop_is_seen(visitors):
    page = visitors.page(viewport={"width": 1280, "height": 720})
    open_analysis(page, "greener")
    page.get_by_role("button", name="Engine").click()
    first = page.locator("#best li").first
    expect(first.get_by_role("button").nth(4)).to_be_visible()
    expect(first.locator("b")).to_have_attribute("title", re.compile(r"\d+% to win"))
    clipped = """() => [...document.querySelectorAll("#best li button")].filter(
        (move) => move.getBoundingClientRect().right > move.parentElement.getBoundingClientRect().right).length"""
    assert page.evaluate(clipped) == 0


def test_a_lead_that_is_known_comes_before_the_number_of_moves(visitors):
    page = visitors.page()
    page.goto("/analysis/mapello")
    known = {"moves": ["a1"], "score": 1, "chances": [1, 0, 0], "points": 6, "expected_points": None, "plies_to_end": 9}
    words = page.evaluate(
        """async (lines) => {
            const { scoreInWords } = await import("/static/analysis/engine.js");
            return lines.map(scoreInWords);
        }""",
        [
            known,
            {**known, "points": None},
            {**known, "points": 0, "score": 0.5},
            {**known, "points": None, "plies_to_end": None, "expected_points": 5.6, "chances": [0.69, 0.07, 0.24]},
        ],
    )
    assert [word["brief"] for word in words] == ["+6 points", "wins in 9", "draw", "69% · +6"]
    assert words[0]["whole"] == "+6 points, wins in 9"
    assert words[3]["whole"] == "69% to win, 7% to draw, about +6 points"


def test_the_bar_shows_what_a_review_has_found(visitors):
    page = visitors.page()
    name = played_game(page, ["f6", "a6"], position=WON)
    page.goto(f"/analysis/game/{name}")
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Review the game").click()
    page.locator("body[data-review=done]").wait_for()
    page.locator("[data-go=first]").click()
    wait_for_ply(page, 0)
    expect(page.locator("#evaluation")).to_have_attribute("aria-label", "Red has 100%")
    page.locator("[data-cell=d4]").click()  # a variation was not weighed
    wait_for_ply(page, 1)
    expect(page.locator("#evaluation")).to_have_attribute("aria-label", "Not reviewed yet")


def test_an_empty_board_has_nothing_to_weigh(visitors):
    page = visitors.page()
    open_analysis(page, "reversi")
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#refusal")).to_have_text("There are no moves to review yet.")
    expect(page.locator("#reviewed")).to_be_hidden()


def test_until_the_engine_answers_it_says_that_it_gets_ready(visitors):
    page = visitors.page()
    page.route_web_socket("**/ws/analysis", lambda _: None)  # a silent engine
    open_analysis(page)
    page.get_by_role("button", name="Engine").click()
    expect(page.locator("#speed")).to_have_text("Getting ready …")
    page.get_by_role("button", name="Engine").click()
    expect(page.locator("#speed")).to_be_empty()


def test_a_link_with_a_bad_move_stops_at_the_last_good_one_and_says_why(visitors):
    page = visitors.page()
    page.goto("/analysis/gekitai?moves=c3,d4,c9,e5")
    wait_for_ply(page, 2)
    expect(page.locator("#refusal")).to_contain_text("This link stops before move 3, c9. ")
    expect(page.locator("#moves .ply")).to_have_count(2)


def test_a_choice_between_pieces_is_shown_where_the_piece_will_be(visitors):
    page = visitors.page()
    open_analysis(page, "chess", position="4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
    for name in ("b7", "b8"):
        page.locator(f"[data-cell={name}]").click()
    expect(page.locator(".outcome")).to_have_count(4)
    expect(page.get_by_text("Choose a direction")).to_have_count(0)
    page.locator(".outcome").nth(3).click()
    wait_for_ply(page, 1)
    expect(page.locator("[data-cell=b8]")).to_have_attribute("aria-label", re.compile("b8: white knight"))
