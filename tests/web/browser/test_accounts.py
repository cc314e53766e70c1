"""Accounts in the browser: from guest to account, a second device, passkeys with a virtual authenticator."""

import time
from contextlib import suppress

import pytest
from browsers import PATIENCE_MS, accept, begin, visiting, wait_for_ply
from playwright.sync_api import Error, expect
from servers import signed_in_long_ago

PASSWORD = "four green pyramids"


@pytest.fixture
def named_visitors(browser, server, contexts):
    """People who come by a name: a passkey belongs to one, never to an address."""
    with visiting(browser, f"http://localhost:{server.port}", contexts) as people:
        yield people


def sign_up(page, name):
    page.goto("/sign-up")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("navigation").get_by_role("link", name=name)).to_be_visible()


def wait_until_kept(page, key, value):
    """Until the browser keeps this; a page that reloads itself meanwhile is asked again."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < end:
        with suppress(Error):
            if page.evaluate("(key) => localStorage.getItem(key)", key) == value:
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"{key} is not {value}")


def authenticator(page):
    """A device that makes and uses passkeys without asking anyone."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    made = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    return session, made["authenticatorId"]


def test_a_guest_becomes_an_account_and_plays_on_another_device(visitors):
    here, phone = visitors.page(), visitors.page()
    game = f"/game/{begin(here, 'gekitai', opponent='friend')}"
    sign_up(here, "Browser Ann")
    phone.goto("/mine")
    phone.get_by_role("navigation").get_by_role("link", name="Sign in").click()
    phone.get_by_label("Name", exact=True).fill("browser ann")
    phone.get_by_label("Password").fill("not the password")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("alert").first).to_have_text("That name and password do not match.")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in").click()
    phone.wait_for_url("**/mine")
    expect(phone.locator(f"a[href='{game}']")).to_be_visible()
    here.goto("/account")
    here.get_by_role("button", name="Sign out everywhere").click()
    phone.reload()
    expect(phone.get_by_role("navigation").get_by_role("link", name="Sign in")).to_be_visible()


def test_a_passkey_makes_an_account_and_signs_in(named_visitors):
    page = named_visitors.page()
    authenticator(page)
    page.goto("/sign-up")
    page.get_by_label("Name", exact=True).fill("Passkey Bob")
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_role("navigation").get_by_role("link", name="Passkey Bob")).to_be_visible()
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    page.goto("/sign-in?back=/account")
    page.get_by_role("button", name="Use a passkey instead").click()
    page.wait_for_url("**/account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Passkey Bob")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#passkey-trouble")).to_have_text("This is your only way to sign in. Set a password first.")


def test_a_passkey_of_another_server_does_not_sign_in(named_visitors):
    page = named_visitors.page()
    session, device = authenticator(page)
    sign_up(page, "Passkey Cas")
    page.goto("/account")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("not used yet")).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("not used yet")).to_have_count(0)
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    page.goto("/sign-in")
    page.get_by_role("button", name="Use a passkey instead").click()  # the device still has it
    expect(page.locator("#passkey-trouble")).to_have_text("That passkey does not work here.")
    assert len(session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1


def test_a_passkey_shows_again_who_wants_another_way_to_sign_in(named_visitors, server):
    page = named_visitors.page()
    authenticator(page)
    page.goto("/sign-up")
    page.get_by_label("Name", exact=True).fill("Passkey Ida")
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_role("navigation").get_by_role("link", name="Passkey Ida")).to_be_visible()
    signed_in_long_ago(server)
    page.goto("/account")
    expect(page.get_by_role("button", name="Make new codes")).to_have_count(0)
    page.locator("#codes").get_by_role("link", name="Sign in again to change this").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in again")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Passkey Ida")
    page.get_by_role("button", name="Use a passkey instead").click()
    page.wait_for_url("**/account#codes")
    page.get_by_role("button", name="Make new codes").click()
    expect(page.locator("#code-list li")).to_have_count(10)


def test_an_account_is_deleted_by_whoever_types_its_name(visitors):
    page = visitors.page()
    sign_up(page, "Browser Dee")
    page.goto("/account")
    page.get_by_text("Delete this account").first.click()
    page.get_by_label("Your name").fill("Browser Dee")
    page.locator("form[action='/account/delete']").get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Delete this account").click()
    expect(page.get_by_role("navigation").get_by_role("link", name="Sign in")).to_be_visible()


def test_a_rated_game_says_what_it_has_changed(visitors):
    first, second = visitors.page(), visitors.page()
    sign_up(first, "Browser Eve")
    sign_up(second, "Browser Fay")
    first.goto("/new/gekitai?opponent=friend")
    first.get_by_label("Rated").check()
    first.locator('button.primary[form="new"]').click()
    first.wait_for_url("**/game/*")
    expect(first.locator("#rated")).to_have_text("Rated game")
    game = first.url.rpartition("/")[2]
    first.locator("body[data-line=open]").wait_for()
    link = first.get_by_label("Link for your friend").input_value()
    accept(second, link)
    expect(first.locator("#invitation")).to_be_hidden()  # it makes room for the board
    for page, cell, ply in ((first, "c3", 1), (second, "d4", 2), (first, "f1", 3)):
        page.locator(f"[data-cell={cell}]").click()
        wait_for_ply(first, ply)
        wait_for_ply(second, ply)
    answer = second.evaluate(
        """async (game) => new Promise((done) => {
            const socket = new WebSocket(`/ws/game/${game}`);
            socket.onopen = () => socket.send(JSON.stringify({ type: "resign" }));
            socket.onmessage = ({ data }) => JSON.parse(data).type === "end" && done("end");
        })""",
        game,
    )
    assert answer == "end"
    for page in (first, second):
        expect(page.locator("#rated")).to_have_text("Browser Eve: 1500 → 1662 · Browser Fay: 1500 → 1338")


def test_what_comes_late_with_the_account_reloads_no_page_with_a_board(visitors):
    here, phone = visitors.page(), visitors.page()
    game = begin(here, "gekitai", opponent="friend")
    here.evaluate("localStorage.setItem('theme', 'dark')")
    with here.expect_response("**/api/v1/me/kept"):
        sign_up(here, "Browser Uma")
    phone.goto("/sign-in")
    phone.get_by_label("Name", exact=True).fill("Browser Uma")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.route("**/api/v1/me/kept", lambda route: route.abort())
    phone.get_by_role("button", name="Sign in").click()
    phone.wait_for_url("**/")
    held = []
    phone.unroute("**/api/v1/me/kept")
    phone.route("**/api/v1/me/kept", lambda route: held.append(route))
    with phone.expect_request("**/api/v1/me/kept"):
        phone.goto(f"/game/{game}")
    expect(phone.locator("html")).not_to_have_attribute("data-theme", "dark")
    phone.evaluate("window.stays = true")
    held[0].continue_()
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    phone.wait_for_timeout(300)  # a reload would begin at once
    assert phone.evaluate("window.stays") is True


def test_settings_and_progress_travel_and_stay_with_the_account(visitors):
    here, phone = visitors.page(), visitors.page()
    here.goto("/")
    here.evaluate("localStorage.setItem('lesson:gekitai', 'done'); localStorage.setItem('theme', 'dark')")
    with here.expect_response("**/api/v1/me/kept"):
        sign_up(here, "Browser Gil")
    phone.goto("/sign-in")
    phone.get_by_label("Name", exact=True).fill("Browser Gil")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in").click()
    wait_until_kept(phone, "lesson:gekitai", "done")
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    phone.goto("/people/Browser Gil")
    expect(phone.get_by_text("lesson complete")).to_be_visible()
    phone.goto("/account")
    phone.get_by_role("button", name="Sign out", exact=True).first.click()
    wait_until_kept(phone, "lesson:gekitai", None)
    assert phone.evaluate("localStorage.getItem('theme')") is None


def test_a_history_is_searched_in_the_browser(visitors):
    page = visitors.page()
    sign_up(page, "Browser Hal")
    begin(page, "gekitai", opponent="bot", bot="random")
    page.locator("[data-cell=c3]").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    expect(page.locator("#turn .who")).to_be_visible()
    page.goto("/people/Browser Hal/games")
    page.get_by_label("Result").select_option("won")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("There are no games to show.")).to_be_visible()
    page.get_by_label("Result").select_option("lost")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".game-list li")).to_have_count(1)
