"""The page with the switches, and the service worker that shows push messages."""

from browsers import deliver_push
from playwright.sync_api import expect
from push_services import fake_push
from servers import sign_up

ENDPOINT = "https://push.example/one"
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def test_sound_and_the_mark_in_the_title_are_chosen_on_one_page(visitors):
    page = visitors.page()
    page.goto("/")
    page.locator(".top > .menu summary").click()
    page.get_by_role("link", name="Notifications").click()
    expect(page).to_have_title("Notifications · Ludoteca")
    main = page.locator("main")
    for group, name, value in (("Sounds", "sound", "on"), ("Mark in the title", "mark", "off")):
        main.get_by_role("group", name=group).get_by_text("On" if value == "on" else "Off", exact=True).click()
        assert page.evaluate("(name) => localStorage.getItem(name)", name) == value
    page.locator(".top > .menu summary").click()
    expect(page.locator(".top > .menu").get_by_role("group", name="Sounds").get_by_label("On")).to_be_checked()


def test_without_the_mark_the_title_says_only_what_the_page_is(visitors):
    page = visitors.page()
    page.goto("/")
    game = page.request.post("/api/v1/games", data={"game": "gekitai", "opponent": "bot", "bot": "random"}).json()
    page.goto(game["url"])
    expect(page).to_have_title("● Gekitai · Guest – Random")
    page.evaluate("() => localStorage.setItem('mark', 'off')")
    page.reload()
    expect(page.locator("#banner")).to_contain_text("Your turn")
    expect(page).to_have_title("Gekitai · Guest – Random")


def test_a_device_is_notified_until_it_is_switched_off_or_signed_out(visitors, server):
    page = visitors.page(permissions=["notifications"])
    page.add_init_script(fake_push({"endpoint": ENDPOINT, "expirationTime": None, "keys": KEYS}))
    client = sign_up(server, "Notified")
    page.context.add_cookies([{"name": n, "value": v, "url": server.base} for n, v in client.http.cookies.items()])

    def devices():
        return client.http.get("/account/data.json").json()["notices"]["push"]

    page.goto("/settings")
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("You are notified on this device.")).to_be_visible()
    assert [device["endpoint"] for device in devices()] == [ENDPOINT]
    page.get_by_role("button", name="Stop notifying me on this device").click()
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()
    assert devices() == []
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("You are notified on this device.")).to_be_visible()
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    page.goto("/settings")
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()


def test_the_service_worker_shows_a_message(visitors):
    page = visitors.page()
    page.goto("/settings")
    page.evaluate("() => void navigator.serviceWorker.register('/push_worker.js')")
    shown = {"title": "Gekitai: your turn", "body": "Ann is waiting for your move.", "tag": "abc", "lang": "en"}
    address = page.url.replace("/settings", "/game/abc")
    message = {"web_push": 8030, "notification": {**shown, "navigate": address}}
    assert deliver_push(page, message) == {**shown, "data": address}
