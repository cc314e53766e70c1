"""One person against a bot, from the form to the end and once more; and two bots."""

from browsers import begin, play_by_hand, snapshot, wait_for_ply, wait_for_table
from playwright.sync_api import expect


def play_on(page, name):
    """Take the first move there is whenever it is our turn, until the game is over."""
    while True:
        page.locator("body[data-turn=yours], body[data-turn=over]").first.wait_for()
        view = snapshot(page, name)["view"]
        if view["outcome"] is not None:
            return
        if view["mover"] == 0:
            play_by_hand(page, view["moves"][0])
            page.locator(f"body:not([data-ply='{view['ply']}'])").wait_for()


def test_a_game_is_begun_in_the_form_and_played_to_its_end(visitors):
    page = visitors.page()
    page.goto("/")
    page.get_by_role("link", name="Greener", exact=True).click()
    page.get_by_role("link", name="Choose options").click()
    page.get_by_label("Size").select_option("3x3")
    page.get_by_label("Level", exact=True).select_option("random")
    page.get_by_label("Play lost games to the end").check()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Begin").click()
    wait_for_table(page)
    name = page.url.rsplit("/", 1)[1]
    play_on(page, name)
    expect(page.locator("#turn")).to_contain_text("green pyramid")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/game/" in url and name not in url)
    wait_for_table(page)
    expect(page.locator("#seat-bottom")).to_contain_text("White")  # sides are changed


def test_undo_goes_back_to_ones_own_last_decision(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="bot", bot="random")
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Undo").click()
    wait_for_ply(page, 0)
    expect(page.locator("#turn")).to_have_text("Your turn, Red")


def test_a_hint_names_a_move_and_its_reason(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="bot", bot="random", position="rr..../....../....b./....../..b.../...... r")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#refusal")).to_contain_text("Try c1. It wins at once: three in line.")
    expect(page.locator(".hint-mark")).to_have_count(1)


def test_a_refusal_says_why_near_the_board_and_changes_nothing(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 1)
    page.locator("[data-cell=c3]").click()
    expect(page.locator("#refusal")).to_contain_text("c3")
    expect(page.locator("body")).to_have_attribute("data-ply", "1")


def test_two_bots_step_by_step(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="bots", bots=["random", "random"])
    page.get_by_label("Pace").select_option("step")
    page.get_by_role("button", name="One move").wait_for()
    before = int(page.locator("body").get_attribute("data-ply") or 0)
    page.get_by_role("button", name="One move").click()
    wait_for_ply(page, before + 1)
    page.wait_for_timeout(300)
    assert page.locator("body").get_attribute("data-ply") == str(before + 1)


def test_a_series_counts_games_and_changes_sides(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="bot", bot="random", series=3, name="Ana", clock="10+5")
    expect(page.locator("#series")).to_contain_text("Game 1 of 3")
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Resign").click()
    page.locator("#resign").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Next game").click()
    expect(page.locator("#series")).to_contain_text("Game 2 of 3")
    expect(page.locator("#seat-bottom")).to_contain_text("Black")
    expect(page.locator("#seat-top .wins")).to_have_text("1")
    expect(page.locator("#seat-bottom .clock")).to_contain_text(":")


def test_an_unwanted_game_is_aborted_and_leaves_the_lists(visitors):
    page = visitors.page()
    name = begin(page, "gekitai", opponent="bot", bot="random")
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 2)
    expect(page.get_by_role("button", name="Abort")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="End it without a result").click()
    expect(page.locator("#turn .who")).to_have_text("Game aborted")
    expect(page.locator("#turn .why")).to_have_text("Red ended it without a result.")
    page.goto("/mine")
    expect(page.locator(f"a[href='/game/{name}']")).to_have_count(0)
    page.goto(f"/game/{name}")
    page.get_by_role("button", name="Undo").click()  # after all
    expect(page.locator("#turn")).to_have_text("Your turn, Red")


def test_resign_stays_where_it_is_whatever_can_be_done(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="bot", bot="random")
    for ply, cell in ((2, "c3"), (4, "d3")):
        page.locator(f"[data-cell={cell}]").click()
        wait_for_ply(page, ply)
    place = page.locator("[data-action=resign]").bounding_box()
    page.get_by_role("button", name="Undo").click()
    wait_for_ply(page, 2)
    assert page.locator("[data-action=resign]").bounding_box() == place
    page.get_by_role("button", name="Undo").click()
    wait_for_ply(page, 0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    names = [one.get_attribute("data-action") for one in page.locator("#actions button").all()]
    assert names == ["undo", "hint", "abort"]


def test_earlier_moves_can_be_looked_at_and_linked(visitors):
    page = visitors.page()
    name = begin(page, "gekitai", opponent="device")
    for ply, text in enumerate(["c3", "d4", "e5"], 1):
        page.locator(f"[data-cell={text}]").click()
        wait_for_ply(page, ply)
    page.locator("[data-ply='1']").click()
    expect(page.locator("#turn")).to_contain_text("Move 1 of 3")
    expect(page.locator("[data-cell=c3]")).to_have_attribute("aria-label", "c3: red stone, last move")
    page.goto(f"/game/{name}/2")
    expect(page.locator("#turn")).to_contain_text("Move 2 of 3")
    page.get_by_role("button", name="Share and export").click()
    assert page.get_by_label("This game at move 2").input_value().endswith(f"/game/{name}/2")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture (PNG)").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert saved.value.path().read_text().startswith("<svg")


def test_pieces_move_where_motion_is_welcome(visitors):
    page = visitors.page(reduced_motion="no-preference")
    begin(page, "gekitai", opponent="device", position="....../.b..../....../....../....../...... r")
    page.locator("[data-cell=a1]").click()  # b2 is pushed to c3
    wait_for_ply(page, 1)
    expect(page.locator("#board .layer.moving > *")).to_have_count(0)
    expect(page.locator("[data-cell=c3]")).to_have_attribute("aria-label", "c3: black stone")
    expect(page.locator("#board .waiting")).to_have_count(0)
