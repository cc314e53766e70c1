"""Two browsers find each other on the home page."""

import pytest
from browsers import PHONE, visiting, wait_for_ply, wait_for_table
from playwright.sync_api import expect
from servers import Server


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A server whose lobby only these tests use."""
    running = Server(tmp_path_factory.mktemp("club")).start().wait_until_ready().with_games("gekitai")
    yield running
    running.close()


@pytest.fixture
def members(browser, club, contexts):
    with visiting(browser, club.base, contexts) as people:
        yield people


def at_home(members, name, **settings):
    page = members.page(**settings)
    page.context.request.post("/api/v1/me", data={"name": name})
    page.goto("/")
    return page


def find_opponent(page, game="Gekitai"):
    page.get_by_role("button", name=f"Find an opponent {game}").click()
    expect(page.locator(".challenge.mine")).to_contain_text("Waiting for an opponent")
    expect(page.locator(".challenge.mine")).to_contain_text("Keep Ludoteca open")


def test_a_challenge_is_posted_and_accepted_with_one_click_each(members):
    ana, bob = at_home(members, "Ana"), at_home(members, "Bob")
    expect(bob.locator("#challenges")).to_contain_text("Nobody is waiting for a game")
    find_opponent(ana)
    offer = bob.locator(".challenge", has_text="Ana")
    expect(offer).to_contain_text("10 minutes plus 5 s per move · random sides")
    offer.get_by_role("button", name="Accept").click()
    for page in (bob, ana):  # whoever waited at home goes there too
        page.wait_for_url("**/game/*")
        wait_for_table(page)
    assert ana.url == bob.url
    first = ana if ana.locator("#seat-bottom").inner_text().startswith("Ana\nRed") else bob
    first.locator("[data-cell=c3]").click()
    for page in (ana, bob):
        wait_for_ply(page, 1)


def test_who_plays_a_bot_meanwhile_is_told_and_a_challenge_comes_back_after_an_abort(members):
    ana, bob = at_home(members, "Ana"), at_home(members, "Bob")
    ana.goto("/new/gekitai")
    ana.locator("#field-bot").select_option("level2")
    ana.get_by_role("button", name="Begin").click()
    wait_for_table(ana)
    ana.goto("/")
    find_opponent(ana)
    ana.get_by_role("button", name="Play level 2 while you wait").click()  # the one chosen last
    wait_for_table(ana)
    bob.locator(".challenge", has_text="Ana").get_by_role("button", name="Accept").click()
    wait_for_table(bob)
    expect(ana.get_by_role("alert").filter(has_text="Bob has accepted")).to_be_visible()
    assert ana.title().startswith("● ")
    bob.get_by_role("button", name="Abort").click()
    bob.locator("#abort").get_by_role("button", name="Abort").click()
    expect(bob.locator("#turn .who")).to_have_text("Game aborted")
    carl = at_home(members, "Carl")
    carl.locator(".challenge", has_text="Ana").get_by_role("button", name="Accept").click()
    wait_for_table(carl)
    ana.locator(f"[data-accepted='{carl.url.split('/')[-1]}']").get_by_role("link", name="Go to the game").click()
    ana.wait_for_url(carl.url)


def test_a_challenge_is_withdrawn_and_the_others_see_it_go(members):
    ana, bob = at_home(members, "Ana"), at_home(members, "Bob")
    find_opponent(ana)
    expect(bob.locator(".challenge")).to_have_count(1)
    ana.get_by_role("button", name="Withdraw Gekitai").click()
    expect(ana.locator(".challenge")).to_have_count(0)
    expect(bob.locator(".challenge")).to_have_count(0)


def test_a_challenge_goes_when_its_poster_has_left(browser, contexts, tmp_path):
    server = Server(tmp_path, prelude="from ludoteca.web.table import challenges\nchallenges.SEEN_MS = 7000")
    try:
        server.start().wait_until_ready().with_games("gekitai")
        with visiting(browser, server.base, contexts) as people:
            ana, bob = at_home(people, "Ana"), at_home(people, "Bob")
            find_opponent(ana)
            expect(bob.locator(".challenge")).to_have_count(1)
            bob.wait_for_timeout(8000)
            expect(bob.locator(".challenge")).to_have_count(1)  # she is still there
            ana.goto("about:blank")
            expect(bob.locator(".challenge")).to_have_count(0)
    finally:
        server.close()


def test_the_form_asks_for_rules_clock_and_side_and_for_a_person(members):
    ana, bob = at_home(members, "Ana"), at_home(members, "Bob")
    ana.goto("/new/gekitai")
    ana.get_by_role("radio", name="Anyone").check()
    ana.locator("#field-clock").select_option("3+2")
    ana.locator("#field-side").select_option("second")
    ana.locator("[name='set.double_win']").select_option("mover")
    ana.get_by_label("Only for").fill("Nobody Here")
    ana.get_by_role("button", name="Begin").click()
    expect(ana.locator("[role=alert]")).to_contain_text("There is no account called Nobody Here")
    ana.get_by_label("Only for").fill("")
    ana.get_by_role("button", name="Begin").click()
    offer = bob.locator(".challenge", has_text="Ana")
    expect(offer).to_contain_text("3 minutes plus 2 s per move · you play Red")
    offer.get_by_role("button", name="Accept").click()
    wait_for_table(bob)
    expect(bob.locator("#seat-bottom")).to_contain_text("Red · you")
    ana.wait_for_url(bob.url)


def test_a_person_is_challenged_from_their_page_and_after_a_game(members):
    ana, bob = at_home(members, "Ana"), at_home(members, "Bob")
    for page, name in ((ana, "Ana Lobo"), (bob, "Bob Lobo")):
        page.context.request.post("/sign-up", form={"name": name, "password": "a long password"})
    ana.goto("/")
    bob.goto("/people/Ana Lobo")
    bob.get_by_label("Game").select_option("gekitai")
    bob.get_by_role("button", name="Challenge Ana Lobo").click()
    expect(bob.get_by_label("Only for")).to_have_value("Ana Lobo")
    bob.get_by_label("Lowest rating").fill("1600")
    bob.get_by_role("button", name="Begin").click()
    offer = ana.locator(".challenge", has_text="Bob Lobo challenges you")
    expect(offer).to_contain_text("rating 1500, provisional")
    expect(offer).to_contain_text("for ratings from 1600")
    expect(offer).to_contain_text("Your rating does not fit this challenge.")
    bob.get_by_role("button", name="Withdraw Gekitai").click()
    bob.goto("/people/Ana Lobo")
    bob.get_by_label("Game").select_option("gekitai")
    bob.get_by_role("button", name="Challenge Ana Lobo").click()
    bob.get_by_role("button", name="Begin").click()
    offer.get_by_role("button", name="Accept").click()
    wait_for_table(ana)
    ana.get_by_role("button", name="Abort").click()
    ana.locator("#abort").get_by_role("button", name="Abort").click()
    ana.locator("#end").get_by_role("link", name="Challenge").click()
    expect(ana.get_by_label("Only for")).to_have_value("Bob Lobo")


def test_the_lobby_fits_a_phone(members):
    ana = at_home(members, "Ana", viewport=PHONE)
    expect(ana.get_by_role("link", name="Sign in")).to_be_visible()
    find_opponent(ana)
    assert ana.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ana.get_by_role("button", name="Withdraw Gekitai").click()
    expect(ana.locator(".challenge")).to_have_count(0)
    ana.goto("/new/gekitai")
    expect(ana.get_by_label("Clock")).to_be_visible()  # also the days of correspondence


def test_a_long_name_stays_off_the_clock(members):
    ana, bob = at_home(members, "Ana", viewport=PHONE), at_home(members, "Bob")
    name = "Ana with a very long n."
    ana.context.request.post("/sign-up", form={"name": name, "password": "a long password"})
    ana.goto("/")
    expect(ana.get_by_role("link", name=name)).to_be_visible()  # who is signed in
    assert ana.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    find_opponent(ana)
    bob.locator(".challenge", has_text=name).get_by_role("button", name="Accept").click()
    for page in (ana, bob):
        wait_for_table(page)
        seat = page.locator(".seat", has_text=name)
        for part in (seat.locator(".seat-name a"), seat.locator(".clock")):
            expect(part).to_be_visible()
        words, clock = seat.locator(".seat-name a").bounding_box(), seat.locator(".clock").bounding_box()
        assert words["x"] + words["width"] <= clock["x"] or words["y"] + words["height"] <= clock["y"]
