"""Browsers at two servers of one PostgreSQL: what people do with each other works as if there were one."""

import pytest
from bad_lines import Proxy
from browsers import accept, begin, deliver_push, visiting, wait_for_ply, wait_for_table
from moved_time import DAY_S, MovedTime
from playwright.sync_api import expect
from push_services import PushService, fake_push
from servers import PASSWORD, played, two_servers, wait_until_two

HASTY_NOTICES = "import ludoteca.web.storage.notices as n; n.WAIT_MS, n.HEAR_MS = 300, 700\n"


@pytest.fixture(scope="module")
def pair(cluster, tmp_path_factory):
    """Two servers whose time the tests move."""
    folder = tmp_path_factory.mktemp("pair")
    time = MovedTime(folder)
    with two_servers(cluster, folder, prelude=HASTY_NOTICES + time.prelude, push_networks=("127.0.0.0/8",)) as servers:
        yield *servers, time


@pytest.fixture
def at_first(browser, pair, contexts):
    with visiting(browser, pair[0].base, contexts) as people:
        yield people


@pytest.fixture
def at_second(browser, pair, contexts):
    with visiting(browser, pair[1].base, contexts) as people:
        yield people


def click(page, cell):
    page.locator(f"[data-cell={cell}]").click()


def link_at(page, server):
    """The link for a friend, as the friend's own server has it."""
    link = page.get_by_label("Link for your friend").input_value()
    return server.base + link.removeprefix("/".join(link.split("/")[:3]))


def join(page, host, server):
    """Accept the invitation that `host` shows."""
    accept(page, link_at(host, server))
    expect(host.locator("#invitation")).to_be_hidden()


def path_of(page):
    return page.url.split("/", 3)[3]


def sign_up(page, name):
    page.goto("/sign-up")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("navigation").get_by_role("link", name=name)).to_be_visible()


def test_a_challenge_leads_to_a_game_and_a_rematch(at_first, at_second):
    ana, bob = at_first.page(), at_second.page()
    for page, name in ((ana, "Ana"), (bob, "Bob")):
        page.context.request.post("/api/v1/me", data={"name": name})
        page.goto("/")
    ana.get_by_role("button", name="Find an opponent Gekitai").click()
    bob.locator(".challenge", has_text="Ana").get_by_role("button", name="Accept").click()
    for page in (ana, bob):
        page.wait_for_url("**/game/*")
        wait_for_table(page)
    game = path_of(ana)
    assert path_of(bob) == game
    players = [ana, bob] if ana.locator("body[data-turn=yours]").count() else [bob, ana]
    for ply, cell in enumerate(("c3", "f6", "a1"), 1):
        click(players[(ply - 1) % 2], cell)
        for page in (ana, bob):
            wait_for_ply(page, ply)
    ana.get_by_role("button", name="Resign").click()
    ana.locator("#resign").get_by_role("button", name="Resign").click()
    expect(bob.locator("#turn .who")).to_have_text("You win")
    bob.get_by_role("button", name="Rematch").click()
    expect(ana.locator("#end")).to_contain_text("Bob offers a rematch.")
    ana.locator("#end").get_by_role("button", name="Accept").click()
    for page in (ana, bob):
        page.wait_for_url(lambda url: "/game/" in url and not url.endswith(game))
        wait_for_table(page)
    assert path_of(ana) == path_of(bob)


def test_a_correspondence_game_goes_on_over_days_and_is_won_on_time(at_first, at_second, pair):
    _, second, time = pair
    ana, bob = at_first.page(), at_second.page()
    begin(ana, "gekitai", opponent="friend", name="Ana", clock="2d/move")
    join(bob, ana, second)
    click(ana, "c3")
    wait_for_ply(bob, 1)
    ana.goto("/")
    expect(bob.locator("#seat-top")).to_contain_text("away")
    time.move(DAY_S)
    click(bob, "f6")
    expect(ana.locator("#own-list")).to_contain_text("your turn, move 3")
    expect(ana.locator("nav .turn-count")).to_have_text("1")
    time.move(2 * DAY_S + 60)  # whichever server looks first ends the game
    expect(bob.locator("#turn .who")).to_have_text("You win")
    ana.goto("/mine")
    expect(ana.locator(".game-list")).to_contain_text("You lost")


def test_an_account_plays_on_a_second_device_and_is_deleted_there(at_first, at_second, pair):
    first, second, _ = pair
    here, bob, phone = at_first.page(), at_first.page(), at_second.page()
    name = begin(here, "gekitai", opponent="friend")
    link = link_at(here, first)
    sign_up(here, "Ann of two")
    phone.goto("/sign-in")
    phone.get_by_label("Name", exact=True).fill("Ann of two")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in").click()
    phone.wait_for_url("**/")
    accept(bob, link)
    phone.goto(f"/game/{name}")
    expect(phone.locator("body")).to_have_attribute("data-turn", "yours")  # Bob sits down when his table is open
    click(phone, "c3")
    wait_for_ply(bob, 1)
    click(bob, "f6")
    wait_for_ply(phone, 2)
    here.goto(f"/game/{name}")
    wait_for_ply(here, 2)
    phone.goto("/account")
    phone.get_by_text("Delete this account").first.click()
    phone.get_by_label("Your name").fill("Ann of two")
    phone.locator("form[action='/account/delete']").get_by_label("Current password").fill(PASSWORD)
    phone.get_by_role("button", name="Delete this account").click()
    expect(bob.locator("#turn .who")).to_have_text("You win")
    here.goto("/")
    expect(here.get_by_role("navigation").get_by_role("link", name="Sign in")).to_be_visible()
    assert played(second, name) == ["c3", "f6"]


def test_a_move_at_the_other_server_reaches_a_device_by_push(at_first, at_second, pair):
    _, second, _ = pair
    service = PushService()
    try:
        device = service.phone("Ana's")
        ana, bob = at_first.page(permissions=["notifications"]), at_second.page()
        ana.add_init_script(fake_push(device.subscription))
        game = begin(ana, "gekitai", opponent="friend", name="Ana", clock="1d/move")
        join(bob, ana, second)
        click(ana, "c3")
        wait_for_ply(bob, 1)
        ana.goto("/settings")
        ana.get_by_role("button", name="Notify me on this device").click()
        expect(ana.get_by_text("You are notified on this device.")).to_be_visible()
        ana.goto("about:blank")
        expect(bob.locator("#seat-top")).to_contain_text("away")
        click(bob, "f6")
        (message,) = device.wait()
        ana.goto("/settings")
        shown = deliver_push(ana, message)
        assert shown["title"] == "Gekitai: your turn"
        assert shown["data"].endswith(f"/game/{game}")
    finally:
        service.close()


def test_a_game_goes_on_in_both_browsers_when_the_server_of_one_is_killed(browser, contexts, at_second, pair):
    first, second, _ = pair
    with Proxy(first.port) as proxy, visiting(browser, proxy.base, contexts) as people:
        ana, bob = people.page(), at_second.page()
        game = begin(ana, "gekitai", opponent="friend", name="Ana", clock="10+5")
        join(bob, ana, second)
        click(ana, "c3")
        wait_for_ply(bob, 1)
        first.kill()
        proxy.target = second.port
        click(bob, "f6")
        wait_for_ply(ana, 2)
        expect(ana.locator("#connection")).to_be_hidden()
        click(ana, "a1")
        wait_for_ply(bob, 3)
        assert played(second, game) == ["c3", "f6", "a1"]
        first.start().wait_until_ready()
        wait_until_two(first, second)
