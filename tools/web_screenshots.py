"""Pictures of the pages, taken with a real browser: python tools/web_screenshots.py docs/pictures/web."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chromium import find_chromium

from ludoteca.errors import needs
from ludoteca.games import find_game

with needs("dev"):
    from playwright.sync_api import Browser, Page, sync_playwright

WIDE, TABLET, PHONE = (1400, 900), (1024, 768), (390, 844)
GAMES = (
    "greener",
    "squ",
    "gekitai",
    "mapello",
    "reversi",
    "glaisher",
    "chess",
    "go",
    "morris",
    "oware",
    "dotsandboxes",
)
PATIENCE_MS = 600_000  # the first boards may have to wait for their rules to be compiled
SETTLED_MS = 700  # for boards to be drawn and pieces to come to rest
BOARDS_HAVE_COME = """() => document.querySelector(".thumbnail.missing, #preview-words:not(:empty)") ? "missing" :
    !document.querySelector('script[src*="preparing"]') && [...document.querySelectorAll(".thumbnail")].every(
        (holder) => holder.querySelector("svg, img") || holder.getBoundingClientRect().top > innerHeight) && "come" """
A_MOVE_BEFORE_THE_END = "...r../....r./..b.../...b../r..r../.....b b"
HALF_WAY = (
    ".,r6,.,.,./.,.,.,.,.,y6/.,.,.,y2,.,.,./y6,.,.,.,.,.,.,./.,.,.,.,.,y1,.,.,./"
    ".,.,.,.,.,.,.,r6/.,.,.,.,.,.,./r6,.,.,.,.,./.,.,.,y6,. r split 36"
)
SHEET = """() => {
    const sheet = document.createElement("main");
    sheet.id = "sheet";
    Object.assign(sheet.style, { display: "grid", gridTemplateColumns: "repeat(5, 1fr)", gap: "20px 28px" });
    sheet.style.maxWidth = "none";
    for (const card of document.querySelectorAll(".shelf-card")) {
        const [picture, name] = [card.querySelector("img"), card.querySelector("h2")];
        picture.loading = "eager";
        Object.assign(picture.style, { width: "100%", height: "auto", aspectRatio: "1", objectFit: "contain" });
        Object.assign(name.style, { textAlign: "center", fontSize: "1.1rem", margin: "0.4rem 0 0" });
        name.firstElementChild.style.textDecoration = "none";
        const cell = document.createElement("div");
        cell.className = card.className.replace("shelf-card", "");
        cell.append(picture, name);
        sheet.append(cell);
    }
    document.body.replaceChildren(sheet);
    return Promise.all([...document.images].map((image) => image.decode())).then(() => true);
}"""
REVIEWED = "/analysis/gekitai?moves=d3,f6,c2,b5,d6,d4,b4,c1,a5"
START = "import sys; from ludoteca.cli import main; sys.argv[1:1] = ['serve', '--port', '0', '--data']; main()"


@contextmanager
def server(folder: str) -> Iterator[str]:
    """A server of its own; its address."""
    with subprocess.Popen(
        [sys.executable, "-c", START, folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        if found is None:
            raise SystemExit("the server does not start")
        try:
            yield found[0]
        finally:
            process.terminate()


def begin(page: Page, game: str, **wanted: object) -> None:
    """A game of this visitor's, shown by the page."""
    page.goto("/")
    begun = page.context.request.post("/api/v1/games", data={"game": game, **wanted}).json()
    page.goto(begun["url"])
    page.locator("body[data-line=open]").wait_for()


class Photographer:
    """Opens pages and takes their pictures."""

    def __init__(self, browser: Browser, base: str, folder: Path) -> None:
        self.browser = browser
        self.base = base
        self.folder = folder

    @contextmanager
    def page(self, size: tuple[int, int], theme: str = "light", language: str = "en") -> Iterator[Page]:
        """A page of a visitor of its own."""
        is_phone = size == PHONE
        context = self.browser.new_context(
            base_url=self.base,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "dark" else "light",
            locale=language,
            reduced_motion="reduce",
            has_touch=is_phone,
            is_mobile=is_phone,
        )
        context.set_default_timeout(PATIENCE_MS)
        try:
            yield context.new_page()
        finally:
            context.close()

    def take(self, page: Page, name: str) -> None:
        """One picture."""
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=self.folder / f"{name}.png")
        print(f"{name}.png", flush=True)

    def visit(self, address: str, name: str, size: tuple[int, int], theme: str = "light") -> None:
        """A page as it comes."""
        with self.page(size, theme) as page:
            page.goto(address)
            if page.wait_for_function(BOARDS_HAVE_COME).json_value() == "missing":
                raise SystemExit(f"{name}.png is not taken: a board of {address} cannot be drawn")
            self.take(page, name)

    def table(self, page: Page, game: str) -> None:
        """A game on one device, in the position of the shelf's picture, its last move just played."""
        position, *moves = find_game(game).showcase
        begin(page, game, opponent="device", names=["Ana", "Bo"], position=position)
        page.keyboard.press("t")
        for ply, move in enumerate(moves, 1):
            page.get_by_label("Type a move").fill(move)
            page.keyboard.press("Enter")
            page.locator(f"body[data-ply='{ply}']").wait_for()
        page.keyboard.press("Escape")

    def sheet(self, page: Page) -> None:
        """The boards of all games side by side."""
        page.goto("/")
        page.evaluate(SHEET)
        page.locator("#sheet").screenshot(path=self.folder / "games.png")
        print("games.png", flush=True)

    def begun(self, page: Page) -> None:
        """A newcomer's table, before the first move."""
        begin(page, "glaisher", opponent="bot", bot="level1", name="Ana")

    def ended(self, page: Page) -> None:
        """A game of Gekitai just won."""
        begin(page, "gekitai", opponent="device", names=["Ana", "Bo"], position=A_MOVE_BEFORE_THE_END)
        page.locator("[data-cell=b2]").click()
        page.locator("body[data-turn=over]").wait_for()

    def choosing(self, page: Page) -> None:
        """A split of Glaisher half chosen: where each part would land."""
        begin(page, "glaisher", opponent="device", names=["Ana", "Bo"], position=HALF_WAY)
        page.locator("[data-cell=b1]").click()
        page.locator("#choices [data-choice=se]").click()
        page.locator("#choices [data-choice='2+4']").hover()

    def analysis(self, page: Page) -> None:
        """The engine at work on a finished game."""
        page.goto(REVIEWED)
        page.get_by_role("button", name="Review the game").click()
        page.locator("body[data-review=done]").wait_for()
        for _ in range(3):
            page.locator("[data-go=previous]").click()
        page.locator("body[data-ply='6']").wait_for()
        page.get_by_role("button", name="Engine").click()
        page.locator("#best li:nth-child(3)").wait_for()
        page.wait_for_timeout(2500)


def take_all(photographer: Photographer) -> None:
    """All boards, every page, and a game of each kind of board, in light and dark, at three sizes."""
    with photographer.page(WIDE) as page:
        photographer.sheet(page)
    photographer.visit("/", "home", WIDE)
    photographer.visit("/", "home-phone-dark", PHONE, "dark")
    photographer.visit("/new/mapello", "new-game", WIDE)
    photographer.visit("/rules/mapello", "rules", WIDE)
    photographer.visit("/editor/mapello", "editor", TABLET, "dark")
    for number, game in enumerate(GAMES):
        for size, name, theme in ((WIDE, game, "light"), (PHONE, f"{game}-phone", "dark" if number % 2 else "light")):
            with photographer.page(size, theme) as page:
                photographer.table(page, game)
                photographer.take(page, name)
    with photographer.page(TABLET, "dark") as page:
        photographer.table(page, "greener")
        photographer.take(page, "greener-tablet-dark")
    with photographer.page(WIDE, "dark") as page:
        photographer.choosing(page)
        photographer.take(page, "glaisher-choosing-dark")
    with photographer.page(WIDE) as page:
        photographer.begun(page)
        photographer.take(page, "begun")
        page.keyboard.press("r")
        page.locator("#rules-panel .drawn").first.wait_for()
        photographer.take(page, "rules-panel")
    with photographer.page(WIDE) as page:
        photographer.ended(page)
        photographer.take(page, "ended")
    with photographer.page(WIDE) as page:
        photographer.analysis(page)
        photographer.take(page, "analysis")


def main() -> None:
    """Take all pictures into the folder that is named."""
    if len(sys.argv) != 2:
        raise SystemExit("say where to: python tools/web_screenshots.py docs/pictures/web")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, server(data) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        take_all(Photographer(browser, base, folder))
        browser.close()


if __name__ == "__main__":
    main()
