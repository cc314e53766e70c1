"""Two browsers and their manners: what is said, who leaves, and who wants to hear no more."""

import pytest
from browsers import sit_down, visiting, wait_for_ply, wait_for_table
from playwright.sync_api import expect
from servers import Server


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server where nobody waits long for anybody."""
    prelude = "from ludoteca.web.table import stored_game as table\ntable.GONE_MS = 1500\ntable.FIRST_MOVE_MS = 6000"
    running = Server(tmp_path_factory.mktemp("hasty"), prelude=prelude).start().wait_until_ready()
    yield running.with_games("gekitai")
    running.close()


@pytest.fixture
def hasty_visitors(browser, hasty, contexts):
    with visiting(browser, hasty.base, contexts) as people:
        yield people


def test_a_win_is_claimed_from_whoever_has_left(hasty_visitors):
    first, second, name = sit_down(hasty_visitors, "gekitai", clock="5+0")
    expect(first.locator("#seat-bottom .first-move")).to_contain_text("for the first move")
    first.locator("[data-cell=c3]").click()
    wait_for_ply(second, 1)
    expect(second.locator("#seat-bottom .first-move")).to_contain_text("for the first move")
    second.locator("[data-cell=f6]").click()
    wait_for_ply(first, 2)
    expect(first.locator(".first-move:visible")).to_have_count(0)
    address = second.url
    second.goto("about:blank")
    expect(first.locator("#offers")).to_contain_text("has left. You can claim the win, or wait.")
    second.goto(address)
    wait_for_table(second)
    expect(first.locator("#offers")).to_be_empty()
    second.goto("about:blank")
    first.get_by_role("button", name="Claim the win").click()
    expect(first.locator("#turn .who")).to_have_text("You win")
    expect(first.locator("#turn .why")).to_have_text("Black forfeited the game.")
    second.goto(f"/game/{name}")
    expect(second.locator("#turn .who")).to_have_text("You lose")


def test_a_game_that_nobody_begins_ends_by_itself(hasty_visitors):
    first, second, _ = sit_down(hasty_visitors, "gekitai", clock="5+0")
    for page in (first, second):
        expect(page.locator("#turn .who")).to_have_text("Game aborted")
        expect(page.locator("#turn .why")).to_have_text("The first move was not made in time.")
        expect(page.get_by_role("link", name="Review")).to_have_count(0)


def open_chat(page):
    page.locator("#chat > summary").click()
    return page.locator("#chat")


def test_two_players_talk_in_phrases_and_in_their_own_words(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    chat = open_chat(first)
    chat.get_by_role("button", name="Hello!").click()
    expect(first.locator("#chat-lines")).to_have_text("Hello!")
    expect(second.locator("#note")).to_have_text("Ana: Hello!")
    expect(second.locator("#chat-unread")).to_have_text("1")
    other = open_chat(second)
    expect(second.locator("#chat-unread")).to_be_hidden()
    other.get_by_label("Write to your opponent").fill("Have <b>fun</b>!")
    other.get_by_role("button", name="Send").click()
    expect(first.locator("#chat-lines li")).to_have_text(["Hello!", "Guest: Have <b>fun</b>!"])
    first.reload()
    wait_for_table(first)
    open_chat(first)
    expect(first.locator("#chat-lines li")).to_have_text(["Hello!", "Guest: Have <b>fun</b>!"])


def test_free_chat_and_chat_can_be_switched_off_and_one_opponent_muted(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    open_chat(first).get_by_role("button", name="Hello!").click()
    first.get_by_label("Write to your opponent").fill("psst")
    first.get_by_role("button", name="Send").click()
    open_chat(second)
    expect(second.locator("#chat-lines li")).to_have_text(["Ana: Hello!", "Ana: psst"])
    settings = second.locator(".top > .menu")
    choice = settings.get_by_role("group", name="Chat with opponents")
    settings.locator("summary").click()
    choice.get_by_text("Phrases").click()
    expect(second.locator("#chat-lines li")).to_have_text(["Ana: Hello!"])
    choice.get_by_text("Off").click()
    expect(second.locator("#chat")).to_be_hidden()
    choice.get_by_text("On", exact=True).click()
    second.keyboard.press("Escape")
    open_chat(second)
    second.get_by_role("button", name="Mute").click()
    expect(second.locator("#chat-lines li")).to_have_count(0)
    second.reload()  # the server knows
    wait_for_table(second)
    open_chat(second)
    expect(second.locator("#chat-mute")).to_have_attribute("aria-pressed", "true")
    expect(second.locator("#chat-lines li")).to_have_count(0)
    second.get_by_role("button", name="Mute").click()
    expect(second.locator("#chat-lines li")).to_have_count(2)


def test_a_player_is_blocked_and_unblocked(visitors):
    first, second, _ = sit_down(visitors, "gekitai")
    open_chat(second).get_by_role("button", name="Block").click()
    second.locator("#block").get_by_role("button", name="Block").click()
    expect(second.locator("#chat-said, #note").filter(has_text="You have blocked Ana.")).to_be_visible()
    open_chat(first).get_by_role("button", name="Hello!").click()
    expect(first.locator("#chat-said")).to_contain_text("one of you has blocked the other")
    second.goto("/mine")
    second.get_by_role("button", name="Unblock Ana").click()
    expect(second.get_by_role("heading", name="Blocked players")).to_have_count(0)
    first.get_by_role("button", name="Hello!").click()
    expect(first.locator("#chat-lines")).to_have_text("Hello!")
