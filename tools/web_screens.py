"""Every screen a player sees, in each language, in light and dark, on a desktop and a phone: to be looked at.

python tools/web_screens.py FOLDER [--language pt] [--theme dark] [--size phone] [--tour lesson]

An option may be given several times; without it all are taken.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from chromium import find_chromium
from web_screenshots import A_MOVE_BEFORE_THE_END, PHONE, REVIEWED, Photographer, begin, server

from ludoteca.errors import needs
from ludoteca.games import find_game
from ludoteca.languages.choice import LANGUAGES
from ludoteca.play.lessons import Step, Verdict, lesson_of
from ludoteca.play.lessons.answers import answer_to_turn, solution
from ludoteca.play.lessons.turn import Turn
from ludoteca.puzzles.puzzle import puzzles_of

with needs("dev"):
    from playwright.sync_api import Page, sync_playwright

SIZES = {"desktop": (1280, 800), "phone": PHONE}
THEMES = ("light", "dark")
NEAR_A_LINE = "....../.br.../...r../....../....b./...... r"
PLAY_AT_ONCE = "localStorage.setItem('confirm', 'off')"  # where a touch would have to be confirmed
Shown = Iterator[str]  # the name of what the page shows now


def play(page: Page, turn: Turn | None) -> None:
    """Click the picks of all moves of a turn."""
    if turn is None:
        raise SystemExit("a step of a lesson has no such answer")
    for move in turn.moves:
        for pick in move.picks:
            where = f"#board [data-cell='{pick.name}']" if pick.is_cell else f"#choices [data-choice='{pick.name}']"
            page.locator(where).click()


def wrong_turn(step: Step) -> Turn | None:
    """A turn that a step of a lesson calls wrong, if there is one."""
    begun = [Turn(step.start, step.start)]
    while begun:
        for turn in begun.pop().continued():
            verdict = answer_to_turn(step, turn).verdict
            if verdict is Verdict.WRONG:
                return turn
            if verdict is Verdict.ON:
                begun.append(turn)
    return None


def shelf(page: Page) -> Shown:
    """The first page, the menu of a game, the settings."""
    page.goto("/")
    page.locator(".shelf-card .drawn").first.wait_for()
    yield "shelf"
    page.locator(".shelf-card details.menu summary").first.click()
    yield "shelf-menu"
    page.goto("/")
    page.locator("header details.menu summary").click()
    yield "settings"


def forms(page: Page) -> Shown:
    """A new game, and a position that is set up."""
    for game in ("mapello", "gekitai"):
        page.goto(f"/new/{game}")
        page.locator("#preview.drawn").wait_for()
        yield f"new-{game}"
    page.goto("/editor/mapello")
    page.locator("#board svg").wait_for()
    yield "editor"


def first_minutes(page: Page) -> Shown:
    """A table before the first move, the rules beside it, the keys."""
    for game in ("greener", "glaisher"):
        begin(page, game, opponent="bot", bot="level1", name="Ana")
        yield f"begun-{game}"
    page.locator("#board .cell.can").first.click()
    yield "begun-picked"
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.locator("#rules-panel .drawn").first.wait_for()
    yield "rules-panel"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "keys"
    page.keyboard.press("Escape")
    page.locator("[data-share]").first.click()
    yield "share"
    begin(page, "squ", opponent="friend", name="Ana")
    yield "invitation"


def lesson(page: Page) -> Shown:
    """A step in the middle: asked, wrong, right; and the end."""
    page.add_init_script(PLAY_AT_ONCE)
    for game, at in (("greener", 2), ("gekitai", 5)):
        step = lesson_of(find_game(game)).steps[at]
        page.goto(f"/lessons/{game}#{at + 1}")
        page.locator(f"body[data-step='{at}'][data-ply='0']").wait_for()
        yield f"lesson-{game}"
        play(page, wrong_turn(step))
        page.locator("body[data-verdict=wrong]").wait_for()
        yield f"lesson-{game}-wrong"
        page.locator("#go button").first.click()
        page.locator("body[data-verdict=''][data-ply='0']").wait_for()
        play(page, solution(step))
        page.locator("body[data-verdict=right]").wait_for()
        yield f"lesson-{game}-right"
    last = lesson_of(find_game("glaisher")).steps
    page.goto(f"/lessons/glaisher#{len(last)}")
    page.locator(f"body[data-step='{len(last) - 1}'][data-ply='0']").wait_for()
    play(page, solution(last[-1]))
    page.locator("body[data-verdict=right]").wait_for()
    page.locator("#go button").first.click()
    yield "lesson-end"


def rules(page: Page) -> Shown:
    """The page of a game's rules, at its beginning and where the rulings are unfolded."""
    page.goto("/rules/squ")
    page.locator(".drawn").first.wait_for()
    yield "rules"
    page.locator("main details summary").first.click()
    page.locator("main details").first.scroll_into_view_if_needed()
    yield "rules-unfolded"


def playing(page: Page) -> Shown:
    """A move that is confirmed on a phone, a hint in words, and the end of a game of a series."""
    begin(page, "gekitai", opponent="bot", bot="level1", name="Ana", position=NEAR_A_LINE)
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.locator("[data-cell=f6]").click()
        yield "confirm"
        page.keyboard.press("Escape")
    page.locator("[data-action=hint]").click()
    page.locator(".hint-mark").first.wait_for()
    yield "hint"
    page.add_init_script(PLAY_AT_ONCE)
    begin(page, "gekitai", opponent="device", names=["Ana", "Bo"], position=A_MOVE_BEFORE_THE_END, series="3")
    page.locator("[data-cell=b2]").click()
    page.locator("body[data-turn=over]").wait_for()
    yield "ended"


def review(page: Page) -> Shown:
    """A review: what mattered, one moment of it, learning from it; and the board with the engine."""
    page.goto(REVIEWED)
    page.locator("#review").click()
    page.locator("body[data-review=done]").wait_for()
    yield "review"
    page.locator("#turning > li > button").first.click()
    yield "review-moment"
    page.goto(REVIEWED)  # the review is kept
    page.locator("#learn").click()
    page.locator("body[data-learn=asked]").wait_for()
    yield "learn"
    page.locator("[data-learn=answer]").click()
    page.locator("body[data-learn=right]").wait_for()
    yield "learn-right"
    page.goto("/analysis/greener")
    page.locator("#engine").click()
    page.locator("#best li:nth-child(3)").wait_for()
    page.locator("#engine").click()
    yield "analysis"


def puzzles(page: Page) -> Shown:
    """A puzzle asked, wrong, right; and the one of the day."""
    for game in ("gekitai", "glaisher"):
        known = puzzles_of(find_game(game)).puzzles
        number, puzzle = next((n, each) for n, each in enumerate(known, 1) if each.refutations)
        page.goto(f"/puzzles/{game}#{number}")
        page.locator("body[data-puzzle=asked]").wait_for()
        yield f"puzzle-{game}"
        for kind, move in (("wrong", next(iter(puzzle.refutations))), ("right", puzzle.answer)):
            if not page.locator("#typed.open").count():
                page.keyboard.press("t")
            page.locator("#typed input").fill(move)
            page.locator("#typed input").press("Enter")
            page.locator(f"body[data-puzzle={kind}]").wait_for()
            page.keyboard.press("Escape")
            yield f"puzzle-{game}-{kind}"
            if kind == "wrong":
                page.locator("#again").click()
                page.locator("body[data-puzzle=asked]").wait_for()
    page.locator("#today").click()
    page.locator("body[data-puzzle=asked]").wait_for()
    yield "puzzle-of-the-day"


def lists(page: Page) -> Shown:
    """One's own games, games to watch, a page that is not there."""
    for address in ("mine", "games", "nowhere"):
        page.goto(f"/{address}")
        yield address


TOURS: dict[str, Callable[[Page], Shown]] = {
    tour.__name__: tour for tour in (shelf, forms, first_minutes, lesson, rules, playing, review, puzzles, lists)
}


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", action="append", choices=list(LANGUAGES))
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--size", action="append", choices=list(SIZES))
    parser.add_argument("--tour", action="append", choices=list(TOURS))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, server(data) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        photographer = Photographer(browser, base, asked.folder)
        kinds = itertools.product(asked.language or LANGUAGES, asked.theme or THEMES, asked.size or SIZES)
        for language, theme, size in kinds:
            for tour in asked.tour or TOURS:
                with photographer.page(SIZES[size], theme, language) as page:
                    for name in TOURS[tour](page):
                        photographer.take(page, f"{name}-{language}-{theme}-{size}")
        browser.close()


if __name__ == "__main__":
    main()
