"""Browsers for tests: the system's Chromium, and what a person does with a page of Ludoteca."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chromium import find_chromium
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

AXE = Path(__file__).parents[1] / "web" / "browser" / "vendor" / "axe.min.js"
PATIENCE_MS = 120_000
WIDE, PHONE = {"width": 1400, "height": 900}, {"width": 390, "height": 844}
SERIOUS = ("serious", "critical")
THEMES = {"light": [], "dark": ["color-contrast"]}  # and axe's rules to look at: the markup is the same in both

expect.set_options(timeout=PATIENCE_MS)


class RunningBrowser:
    """A browser for one file of tests after another; starting one takes two seconds of a processor.

    Playwright's event loop runs as long as Playwright does, and no other can be started in its thread: `at_work` is
    when it counts as running.
    """

    def __init__(self) -> None:
        self.playwright = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        self.browser, self.contexts = self._launch()
        asyncio._set_running_loop(None)  # noqa: SLF001 (there is no public way)

    def _launch(self) -> tuple[Browser, KeptContexts]:
        """All tabs of one context are of one process, which then lasts as long as any of them."""
        args = ["--no-sandbox", "--process-per-site"]
        browser = self.playwright.chromium.launch(executable_path=find_chromium(), args=args)
        return browser, KeptContexts(browser)

    @contextmanager
    def at_work(self) -> Iterator[Browser]:
        """In this block the browser can be used; one that died before is replaced."""
        asyncio._set_running_loop(self._loop)  # noqa: SLF001
        try:
            if not self.browser.is_connected():
                self.browser, self.contexts = self._launch()
            yield self.browser
        finally:
            asyncio._set_running_loop(None)  # noqa: SLF001

    def close(self) -> None:
        with self.at_work() as browser:
            browser.close()
            self.playwright.stop()


class KeptContexts:
    """Contexts that serve one test after another, and forget everything in between except the scripts they loaded.

    Chromium works three times as long to start a process and load a page for a new context as for one that is kept.
    """

    STORED = "local_storage,indexeddb,service_workers,cache_storage,file_systems"
    MOST_FREE = 8  # each has a process of its own

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: list[BrowserContext] = []  # the one that was used last is the last
        self._keys: dict[BrowserContext, tuple[str, str]] = {}
        self._anchors: dict[BrowserContext, Page] = {}

    def take(self, base: str, settings: dict[str, Any]) -> BrowserContext:
        """One at this address that nobody uses, or a new one; an empty page of the server holds its process."""
        key = (base, json.dumps(settings, sort_keys=True))
        for kept in reversed(self._free):
            if self._keys[kept] == key:
                self._free.remove(kept)
                return kept
        context = self.browser.new_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        anchor = context.new_page()
        anchor.route("**/*", lambda route: route.fulfill(body=""))
        anchor.goto(base)
        self._keys[context], self._anchors[context] = key, anchor
        return context

    def give_back(self, context: BrowserContext) -> None:
        """Close its pages, and make it forget what they left."""
        anchor, key = self._anchors[context], self._keys[context]
        for page in context.pages:
            if page is not anchor:
                page.close()
        context.set_offline(False)
        context.clear_cookies()
        session = context.new_cdp_session(anchor)
        origin = "/".join(key[0].split("/")[:3])
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": self.STORED})
        session.detach()
        self._free.append(context)
        if len(self._free) > self.MOST_FREE:
            self._close(self._free[0])

    def close_all_but(self, lasting: Collection[str]) -> None:
        """Let go of what belongs to servers that have gone."""
        for context in [context for context in self._free if self._keys[context][0] not in lasting]:
            self._close(context)

    def _close(self, context: BrowserContext) -> None:
        self._free.remove(context)
        del self._keys[context], self._anchors[context]
        context.close()


class Visitors:
    """People at one server, each with a browser of their own; what their consoles complain of is noted."""

    def __init__(self, browser: Browser, base: str, contexts: KeptContexts | None = None, **settings: Any) -> None:
        self.browser = browser
        self.base = base
        self.kept = contexts
        self.settings = settings  # of all their browsers
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.strangers: list[str] = []

    def page(self, **settings: Any) -> Page:
        """Somebody's first page.  Only the window's size differs within a context."""
        size = settings.pop("viewport", WIDE)
        wanted = {"base_url": self.base, "viewport": WIDE, "reduced_motion": "reduce", **self.settings, **settings}
        if self.kept is not None:
            context = self.kept.take(self.base, wanted)
        else:
            context = self.browser.new_context(**wanted)
            context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        if size != WIDE:
            page.set_viewport_size(size)
        page.on("console", lambda message: self._complain(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._know(request.url))
        return page

    def _complain(self, kind: str, text: str) -> None:
        if kind == "error" and "WebSocket connection" not in text and "Failed to load resource" not in text:
            self.complaints.append(text)

    def _know(self, url: str) -> None:
        if not url.startswith((self.base, "data:", "blob:", self.base.replace("http", "ws"))):
            self.strangers.append(url)

    def close(self) -> None:
        for context in self.contexts:
            if self.kept is not None:
                self.kept.give_back(context)
            else:
                context.close()


@contextmanager
def visiting(browser: Browser, base: str, contexts: KeptContexts | None = None, **settings: Any) -> Iterator[Visitors]:
    """People at a server or site; the end of the block fails if their consoles complained or they went elsewhere.

    Without kept contexts they have loaded nothing before.
    """
    people = Visitors(browser, base, contexts, **settings)
    try:
        yield people
    finally:
        people.close()
    assert not people.complaints
    assert not people.strangers


def begin(page: Page, game: str, **wanted: Any) -> str:
    """A new game for this visitor, by the server's API; the page shows it.  Its id."""
    answer = page.context.request.post("/api/v1/games", data={"game": game, **wanted})
    assert answer.status == 201, answer.text()
    begun = answer.json()
    page.goto(begun["url"])
    wait_for_table(page)
    return str(begun["id"])


def sit_down(visitors: Visitors, game: str, **wanted: Any) -> tuple[Page, Page, str]:
    """A game by link: one begins it and reads the link off the page, the other opens it."""
    first, second = visitors.page(), visitors.page()
    name = begin(first, game, opponent="friend", name="Ana", **wanted)
    expect(first.locator("#turn")).to_have_text("Waiting for your opponent.")
    accept(second, first.get_by_label("Link for your friend").input_value())
    assert "seat=" not in second.url
    expect(first.locator("#invitation")).to_be_hidden()
    return first, second, name


def accept(page: Page, link: str) -> None:
    """Open an invitation, and accept it."""
    page.goto(link)
    page.get_by_role("button", name="Accept and play").click()
    wait_for_table(page)


def wait_for_table(page: Page) -> None:
    page.locator("body[data-line=open]").wait_for()


def wait_for_ply(page: Page, ply: int) -> None:
    page.locator(f"body[data-ply='{ply}']").wait_for(state="attached")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"#board [data-cell='{name}']")


def snapshot(page: Page, game: str) -> dict[str, Any]:
    return dict(page.context.request.get(f"/api/v1/games/{game}").json())


def play_by_hand(page: Page, move: dict[str, Any]) -> None:
    """Click the picks of a move, one after the other."""
    for pick in move["picks"]:
        if pick["cell"]:
            cell(page, pick["name"]).click()
        else:
            page.locator(f"#choices [data-choice='{pick['name']}']").click()


def typing_field(page: Page) -> Locator:
    """The field for typed moves, which waits behind a button."""
    if not page.locator("#typed.open").count():
        page.get_by_role("button", name="Type a move").click()
    return page.get_by_label("Type a move")


def play_in_writing(page: Page, text: str) -> None:
    field = typing_field(page)
    field.fill(text)
    field.press("Enter")


def play_squ_as_it_was(page: Page, *, bot: str, group: str) -> None:
    """Choose the original rules in the form that is shown, and play a disc in the original's notation."""
    page.locator("[id='field-set.rules']").select_option("original")
    expect(page.locator("[id='explain-set.rules']")).to_contain_text("Discs per turn: 1")
    expect(page.locator("[id='field-set.discs_per_turn']")).to_have_value("1")
    expect(page.locator("[id='field-set.markers']")).to_have_value("per_colour")
    expect(page.locator("#field-bot")).to_have_value(bot)
    expect(page.locator("#field-bot optgroup").first).to_have_attribute("label", group)
    page.get_by_role("radio", name="Two players on this device").check()
    page.get_by_role("button", name="Begin").click()
    wait_for_table(page)
    expect(page.locator("#board .labels text")).to_have_text([*"ABCDEFGHIJ", *map(str, range(1, 11))])
    play_in_writing(page, "B3")
    wait_for_ply(page, 1)
    expect(page.locator("#moves .ply .text")).to_have_text(["B3"])
    expect(page.locator("#board [data-cell=c2]")).to_have_attribute("aria-label", re.compile("^B3: red disc"))


def play_to_the_end(pages: dict[int, Page], game: str, *, by_hand: int = 6, seed: int = 1, most: int = 400) -> int:
    """Random moves by whoever's turn it is: the first ones by hand, then in writing.  How many there were."""
    chance = random.Random(seed)
    seen = snapshot(pages[0], game)["view"]
    ply = 0
    while seen["outcome"] is None:
        assert ply < most
        move = chance.choice(seen["moves"])
        page = pages[seen["mover"]]
        page.locator("body[data-turn=yours]").wait_for()
        if ply < by_hand:
            play_by_hand(page, move)
        else:
            play_in_writing(page, move["text"])
        ply += 1
        for other in pages.values():
            wait_for_ply(other, ply)
        seen = snapshot(page, game)["view"]
    for page in pages.values():
        page.locator("body[data-turn=over]").wait_for()
    return ply


@contextmanager
def accessible(page: Page, *rules: str) -> Iterator[None]:
    """Nothing serious is found by axe when the block ends; by these rules alone, where some are named."""
    yield
    page.evaluate(AXE.read_text(encoding="utf-8"))
    wanted = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("(wanted) => axe.run(document, wanted)", wanted)
    serious = [
        f"{issue['id']}: {issue['help']}: {[node['html'][:160] for node in issue['nodes'][:3]]}"
        for issue in found["violations"]
        if issue["impact"] in SERIOUS
    ]
    assert not serious, f"{page.url}: " + "\n".join(serious)


def is_in_sight(page: Page, *selectors: str) -> bool:
    """Whether elements lie wholly on the screen, without scrolling."""
    size = page.viewport_size
    assert size is not None
    for selector in selectors:
        box = page.locator(selector).bounding_box()
        if box is None or box["y"] < -1 or box["y"] + box["height"] > size["height"] + 1:
            return False
    return True


def deliver_push(page: Page, message: dict[str, Any]) -> dict[str, Any]:
    """Hand a push message to the service worker of a page, as a browser would; the notification it shows."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    (worker,) = page.context.service_workers
    worker.evaluate(
        """() => {  // a browser without a window cannot show anything
          self.registration.showNotification = async (title, options) => (self.shown = {title, ...options});
        }"""
    )
    session, registrations = page.context.new_cdp_session(page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(50)
    origin = "/".join(page.url.split("/")[:3])
    told = {"origin": origin, "registrationId": registrations[0]["registrationId"], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", told)
    while not (shown := worker.evaluate("() => self.shown")):
        page.wait_for_timeout(50)
    return dict(shown)
