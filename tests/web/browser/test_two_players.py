"""Two browsers play each game to its end."""

import random
import re
from urllib.parse import urlsplit

import pytest
from browsers import accept, begin, play_to_the_end, sit_down, wait_for_ply, wait_for_table
from playwright.sync_api import expect

import ludoteca

GAMES = {  # small enough to be quick, each to its end
    "greener": {"size": "3x3"},
    "squ": {"size": "8"},
    "gekitai": {},
    "mapello": {},
    "glaisher": {},
}
LAST = 9  # plies before the end of a game that is longer


def late_position(game, options):
    """Where a random game stands some plies before its end."""
    position, chance = ludoteca.game(game, **options).start(1), random.Random(1)
    line = [position]
    while position.outcome is None:
        position = position.play(chance.choice(position.moves()))
        line.append(position)
    return str(line[-1 - LAST])


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_game_to_its_end(visitors, game):
    options = GAMES[game]
    start = {} if game in ("greener", "gekitai") else {"position": late_position(game, options)}
    first, second, name = sit_down(visitors, game, options=options, **start)
    plies = play_to_the_end({0: first, 1: second}, name)
    assert first.locator("#moves [data-ply]").count() == plies
    told = [page.locator("#turn .who").inner_text() for page in (first, second)]
    assert told in (["You win", "You lose"], ["You lose", "You win"], ["Draw", "Draw"])
    why = [page.locator("#turn .why").inner_text() for page in (first, second)]
    assert why[0] == why[1]


def test_the_opponent_is_seen_to_come_and_go(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    expect(first.locator("#seat-top")).to_contain_text("here")
    second.close()
    expect(first.locator("#seat-top")).to_contain_text("away")


def test_a_take_back_is_by_consent(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    first.locator("[data-cell=c3]").click()
    wait_for_ply(second, 1)
    first.get_by_role("button", name="Take back").click()
    second.get_by_role("button", name="Accept").click()
    wait_for_ply(first, 0)
    expect(first.locator("#turn")).to_have_text("Your turn, Red")


def test_a_draw_is_offered_and_declined_then_agreed(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    first.get_by_role("button", name="Offer a draw").click()
    second.get_by_role("button", name="Decline").click()
    expect(first.locator("#refusal")).to_have_text("The draw was declined.")
    second.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Accept").click()
    expect(second.locator("#turn")).to_contain_text("Draw")


def test_an_offer_is_withdrawn_and_comes_back_when_the_other_has_moved(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    first.locator("[data-cell=c3]").click()
    wait_for_ply(second, 1)
    for offer, words in (("Offer a draw", "Ana has withdrawn the draw offer."),
                         ("Take back", "Ana no longer wants to take back a move.")):  # fmt: skip
        first.get_by_role("button", name=offer).click()
        expect(second.get_by_role("button", name="Accept")).to_be_visible()
        first.locator("#offers").get_by_role("button", name="Withdraw").click()
        expect(second.locator("#note")).to_have_text(words)
        expect(second.get_by_role("button", name="Accept")).to_have_count(0)
        expect(first.locator("#offers")).to_be_empty()
        expect(first.get_by_role("button", name=offer)).to_be_disabled()
    second.locator("[data-cell=f6]").click()
    expect(first.get_by_role("button", name="Offer a draw")).to_be_enabled()
    expect(first.get_by_role("button", name="Take back")).to_be_enabled()
    expect(second.locator("#note")).to_be_empty()


def test_what_was_said_of_an_offer_does_not_stand_beside_the_next(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    first.get_by_role("button", name="Offer a draw").click()
    second.get_by_role("button", name="Decline").click()
    expect(first.locator("#refusal")).to_have_text("The draw was declined.")
    second.get_by_role("button", name="Offer a draw").click()
    expect(first.locator("#offers")).to_contain_text("offers a draw.")
    expect(first.locator("#refusal")).to_be_empty()


def play_two_moves(first, second):
    """So that a game counts."""
    first.locator("[data-cell=c3]").click()
    wait_for_ply(second, 1)
    second.locator("[data-cell=f6]").click()
    wait_for_ply(first, 2)


def resign(page, words="Resign"):
    """And mean it."""
    page.get_by_role("button", name="Resign").click()
    page.locator("#resign").get_by_role("button", name=words).click()


def test_resigning_asks_first(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    play_two_moves(first, second)
    first.get_by_role("button", name="Resign").click()
    first.get_by_role("button", name="Keep playing").click()
    resign(first)
    expect(second.locator("#turn .who")).to_have_text("You win")
    expect(second.locator("#turn .why")).to_have_text("Red resigned.")
    expect(first.locator("#turn .who")).to_have_text("You resigned")
    expect(first.locator("#turn .why")).to_have_text("Black wins.")
    watcher = visitors.page()
    watcher.goto(urlsplit(first.url).path)
    expect(watcher.locator("#turn .who")).to_have_text("Black wins")


@pytest.mark.parametrize(("loser", "winner"), [("Red", "Black"), ("Black", "Red")])
def test_either_side_can_resign_on_one_device(visitors, loser, winner):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    for ply, cell in enumerate(("c3", "f6"), 1):
        page.locator(f"[data-cell={cell}]").click()
        wait_for_ply(page, ply)
    resign(page, f"{loser} resigns")
    expect(page.locator("#turn .who")).to_have_text(f"{winner} wins")
    expect(page.locator("#turn .why")).to_have_text(f"{loser} resigned.")


def test_a_rematch_is_an_offer(visitors):
    first, second, name = sit_down(visitors, "gekitai")
    play_two_moves(first, second)
    resign(first)
    first.get_by_role("button", name="Rematch").click()
    expect(first.locator("#end")).to_contain_text("You have offered a rematch.")
    expect(second.locator("#end")).to_contain_text("Ana offers a rematch.")
    second.locator("#end").get_by_role("button", name="Decline").click()
    expect(first.locator("#refusal")).to_contain_text("does not want to play again now.")
    expect(first.get_by_role("button", name="Rematch")).to_have_count(0)
    assert first.url.endswith(name) and second.url.endswith(name)
    second.get_by_role("button", name="Rematch").click()
    first.locator("#end").get_by_role("button", name="Accept").click()
    for page in (first, second):
        page.wait_for_url(lambda url: "/game/" in url and name not in url)
        wait_for_table(page)
    assert first.url == second.url


def test_the_next_game_of_a_series_begins_when_both_are_ready(visitors):
    first, second, name = sit_down(visitors, "gekitai", series=3, clock="10+5")
    play_two_moves(first, second)
    resign(first)
    first.get_by_role("button", name="Next game").click()
    expect(first.locator("#end")).to_contain_text("to be ready.")
    expect(second.locator("#end")).to_contain_text("Ana is ready for the next game.")
    assert first.url.endswith(name)
    first.close()  # and comes back later
    second.get_by_role("button", name="Next game").click()
    second.wait_for_url(lambda url: "/game/" in url and name not in url)
    wait_for_table(second)
    second.locator("[data-cell=c3]").click()
    wait_for_ply(second, 1)
    expect(second.locator("#seat-top")).to_contain_text("away, so the clock is paused")
    expect(second.locator(".clock.running")).to_have_count(0)


def test_two_people_abort_at_once_or_by_agreement(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    play_two_moves(first, second)
    first.get_by_role("button", name="Resign").click()
    first.get_by_role("button", name="Ask to end it without a result").click()
    expect(second.locator("#offers")).to_contain_text("Ana asks to end the game without a result.")
    second.locator("#offers").get_by_role("button", name="Accept").click()
    for page in (first, second):
        expect(page.locator("#turn .who")).to_have_text("Game aborted")
    first, second, _ = sit_down(visitors, "gekitai")
    second.get_by_role("button", name="Abort").click()
    second.locator("#abort").get_by_role("button", name="Abort").click()
    expect(first.locator("#turn .why")).to_have_text("Black ended it without a result.")


def test_a_watcher_sees_the_moves_and_can_make_none(visitors):
    first, second, name = sit_down(visitors, "gekitai")
    watcher = visitors.page()
    watcher.goto(f"/game/{name}")
    wait_for_table(watcher)
    assert watcher.locator(".seat").evaluate_all("(all) => all.map((one) => one.ariaLabel)") == ["Black", "Red"]
    first.locator("[data-cell=c3]").click()
    wait_for_ply(watcher, 1)
    watcher.locator("[data-cell=d4]").click()
    second.locator("[data-cell=f6]").click()
    wait_for_ply(watcher, 2)
    expect(watcher.locator("#moves")).to_contain_text("f6")
    expect(watcher.get_by_role("button", name="Resign")).to_have_count(0)


def test_a_watcher_who_comes_first_is_told_of_a_second_player(visitors):
    first, watcher = visitors.page(), visitors.page()
    name = begin(first, "gekitai", opponent="friend", name="Ana")
    watcher.goto(f"/game/{name}")
    wait_for_table(watcher)
    expect(watcher.locator("#turn")).to_have_text("Waiting for a second player.")
    watcher.locator("[data-cell=c3]").click()
    expect(watcher.locator("#note")).to_have_text("You are watching. Waiting for a second player.")
    expect(watcher.locator("#seat-top")).to_contain_text("Waiting for an opponent")


def test_whoever_comes_by_a_link_is_asked_for_a_name_and_everybody_sees_it(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    expect(first.locator("#introduce")).to_be_hidden()
    second.get_by_label("Your name").fill("Berta")
    second.locator("#introduce").get_by_role("button", name="Save").click()
    for page in (first, second):
        expect(page.get_by_role("heading", level=1)).to_have_text("Gekitai: Ana against Berta")
        expect(page).to_have_title(re.compile("Gekitai · Ana – Berta"))
    expect(second.locator("#introduce")).to_be_hidden()
    second.locator(".top > .menu summary").click()
    field = second.locator(".top > .menu").get_by_label("Display name")
    expect(field).to_have_value("Berta")
    field.fill("Bea")
    field.press("Enter")
    expect(first.locator("#seat-top")).to_contain_text("Bea")


def test_an_invitation_is_read_before_it_is_accepted_and_shown_as_a_qr_code(visitors):
    first, second = visitors.page(), visitors.page()
    begin(first, "gekitai", opponent="friend", name="Ana", clock="5+3")
    first.locator("#invitation summary").click()
    expect(first.get_by_alt_text("The same link as a QR code")).to_be_visible()
    assert first.locator(".qr").evaluate("(picture) => picture.decode().then(() => picture.naturalWidth > 100)")
    second.goto(first.get_by_label("Link for your friend").input_value())
    expect(second.get_by_role("heading", level=1)).to_have_text("Ana invites you to Gekitai")
    expect(second.get_by_text("Clock: 5 minutes plus 3 s per move")).to_be_visible()
    expect(first.locator("#turn")).to_have_text("Waiting for your opponent.")
    second.get_by_role("link", name="Just watch").click()
    wait_for_table(second)
    expect(first.locator("#turn")).to_have_text("Waiting for your opponent.")
    second.go_back()
    second.get_by_role("button", name="Accept and play").click()
    expect(first.locator("#turn")).to_have_text("Your turn, Red")
    expect(first.locator("#invitation")).to_be_hidden()


def test_a_third_one_with_the_same_link_is_told_of_watching(visitors):
    first = visitors.page()
    begin(first, "gekitai", opponent="friend", name="Ana")
    link = first.get_by_label("Link for your friend").input_value()
    second, third = visitors.page(), visitors.page()
    third.goto(link)
    accept(second, link)
    third.get_by_role("button", name="Accept and play").click()
    expect(third.locator("#refusal")).to_have_text("That seat is taken; you are watching.")
    expect(second.locator("#refusal")).to_be_empty()


def test_a_drawn_game_of_a_series_counts_half_for_both_and_the_end_names_the_winner(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device", series=3, names=["Ann", "Bob"])
    page.get_by_role("button", name="Agree on a draw").click()
    expect(page.locator(".wins")).to_have_text(["½", "½"])
    for _ in range(2):
        before = page.url
        page.get_by_role("button", name="Next game").click()
        page.wait_for_url(lambda url, before=before: url != before)
        wait_for_table(page)
        is_bobs = page.locator("#seat-bottom .seat-name").inner_text() == "Bob"
        for ply, cell in enumerate(("c3", "f6"), 1):
            page.locator(f"[data-cell={cell}]").click()
            wait_for_ply(page, ply)
        resign(page, "Black resigns" if is_bobs else "Red resigns")
        page.locator("body[data-turn=over]").wait_for()
    expect(page.locator("#turn")).to_contain_text("Series: Bob won 2 to 0.")


def test_a_game_that_nothing_can_change_says_so_and_can_be_ended(visitors):
    position = "..r..r.r/rbr.rbrb/.b..br.b/bbr.rb../b.rb.r../bbrrr.br/br...r.b/.bbb.r.b r 2 b6:b2"
    first, second, _ = sit_down(visitors, "squ", options={"size": "8"}, position=position)
    for page in (first, second):
        expect(page.locator("#offers")).to_contain_text("Black can no longer be caught.")
    second.get_by_role("button", name="Offer to end it").click()
    expect(first.locator("#offers")).to_contain_text("Black can no longer be caught.")
    first.get_by_role("button", name="End the game").click()
    for page, who in ((first, "You lose"), (second, "You win")):
        expect(page.locator("#turn .who")).to_have_text(who)
        expect(page.locator("#turn .why")).to_have_text("the result could no longer change.")
