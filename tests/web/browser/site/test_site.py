"""The static site, served by `python -m http.server`: played, reviewed and kept; only the browser answers."""

from __future__ import annotations

import random
import re

import pytest
from browsers import (
    PHONE,
    THEMES,
    accessible,
    cell,
    is_in_sight,
    play_in_writing,
    play_squ_as_it_was,
    wait_for_ply,
    wait_for_table,
)
from compiler_settings import REPRESENTATIVES
from playwright.sync_api import Page, expect

from ludoteca.games import game_names
from ludoteca.play import Position, load_game
from ludoteca.play.records import read_record
from ludoteca.web.catalogue import game_entry
from ludoteca.web.http.new_game_form import checked_form

GAMES = game_names()
KINDS = ("new", "analysis", "editor", "rules", "lessons")


def begin(page: Page, game: str, **fields: str) -> None:
    """A new game, by the form."""
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    page.goto(f"new/{game}/?{query}")
    page.locator("#preview.drawn").wait_for()
    page.get_by_role("button", name="Begin").click()
    wait_for_table(page)


def moves_on(page: Page) -> list[str]:
    return page.locator("#moves .ply .text").all_inner_texts()


def position_on(page: Page, game: str) -> Position:
    """The position on the table, by Python's rules."""
    position = load_game(game).start(0)
    for move in moves_on(page):
        position = position.play(move)
    return position


def play_out(page: Page, game: str, seed: int) -> Position:
    """Any moves in writing, whenever it is one's turn, up to the end."""
    chance = random.Random(seed)
    while True:
        page.locator("body[data-turn=yours], body[data-turn=over]").first.wait_for()
        position = position_on(page, game)
        if position.outcome is not None or page.locator("body[data-turn=over]").count():
            return position
        play_in_writing(page, chance.choice(position.moves()).text)
        wait_for_ply_past(page, position.ply)


def wait_for_ply_past(page: Page, ply: int) -> None:
    page.wait_for_function("(ply) => Number(document.body.dataset.ply) > ply", arg=ply)


@pytest.mark.parametrize("game", GAMES)
def test_two_bots_play_each_game_to_its_end(guests, game):
    page = guests.page()
    begin(page, game, opponent="bots", bot1="level1", bot2="random")
    page.get_by_label("Pace").select_option("50")
    page.locator("body[data-turn=over]").wait_for()
    expect(page.locator("#turn")).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    if not has_random_start(game):
        assert position_on(page, game).outcome is not None


@pytest.mark.thorough
def test_chess_is_shown_and_typed_in_standard_notation(guests):
    page = guests.page()
    begin(page, "chess", opponent="device")
    for ply, move in enumerate(("e4", "d5", "exd5", "Nf6", "Bb5+", "c6", "dxc6", "Qb6", "Nf3", "e5", "0-0")):
        play_in_writing(page, move)
        wait_for_ply_past(page, ply)
    assert moves_on(page)[-3:] == ["Nf3", "e5", "O-O"]
    page.reload()
    wait_for_table(page)
    assert moves_on(page)[2:5] == ["exd5", "Nf6", "Bb5+"]


def has_random_start(game: str) -> bool:
    variant = load_game(game)
    return str(variant.start(1)) != str(variant.start(2))


def test_home_loads_the_scripts_of_boards_when_somebody_plays(guests):
    page = guests.page()
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.goto("")
    page.locator("body[data-listed=yes]").wait_for()
    assert "ludoteca.js" in loaded and "boards.js" not in loaded
    page.get_by_role("button", name="Play Gekitai").click()
    wait_for_table(page)
    assert "boards.js" in loaded


def test_a_game_against_a_level_goes_on_after_a_reload_and_to_its_end(guests):
    page = guests.page()
    page.goto("")
    page.get_by_role("button", name="Play Gekitai").click()
    wait_for_table(page)
    cell(page, "c3").click()
    wait_for_ply(page, 2)
    before = moves_on(page)
    page.reload()
    wait_for_table(page)
    wait_for_ply(page, 2)
    assert moves_on(page) == before
    ended = play_out(page, "gekitai", seed=3)
    assert ended.outcome is not None
    page.goto("mine/")
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
    expect(page.locator(".game-list")).to_contain_text(re.compile("You (won|lost)|Draw"))


def test_two_at_one_device_play_to_the_end_and_take_the_record_along(guests):
    page = guests.page()
    begin(page, "gekitai", opponent="device", name1="Ana", name2="Bo")
    ended = play_out(page, "gekitai", seed=5)
    assert ended.outcome is not None
    page.locator("[data-share]").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Record (text)").click()
    text = downloading.value.path().read_text()
    record = read_record(text)
    assert [str(player) for player in record.players] == ["Ana", "Bo"]
    assert page.get_by_text("This game at move").count() == 0  # nobody else could open it
    page.goto("import/")
    page.get_by_label("The record").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    wait_for_ply(page, ended.ply)
    page.goto("mine/")
    expect(page.get_by_role("heading", name="Records you opened")).to_be_visible()


UNFINISHED = '[Game "gekitai"]\n[First "Ann"]\n[Second "Bo"]\n\n1. c3 {good} d4 2. a1 f6 *\n'


@pytest.mark.parametrize("people", ["visitors", "guests"])
def test_a_record_without_a_result_is_continued(request, people):
    page = request.getfixturevalue(people).page()
    page.goto("import/" if people == "guests" else "/import")
    page.get_by_label("The record").fill(UNFINISHED)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("link", name="Continue this game").click()
    page.locator("#preview.drawn").wait_for()
    expect(page.get_by_label("You play")).to_have_text(re.compile("Red, to move"))
    expect(page.get_by_text("Start from a custom position")).to_be_hidden()
    page.get_by_text("Two players on this device").click()
    expect(page.get_by_role("textbox", name="Black")).to_have_value("Bo")
    page.get_by_role("button", name="Begin").click()
    wait_for_ply(page, 4)
    assert moves_on(page) == ["c3", "d4", "a1", "f6"]
    cell(page, "a6").click()
    wait_for_ply(page, 5)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Red resigns").click()
    expect(page.locator("#turn .who")).to_have_text("Black wins")


def test_a_record_is_continued_against_the_computer_with_its_comments(guests):
    page = guests.page()
    page.goto("import/")
    page.get_by_label("The record").fill(UNFINISHED)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("link", name="Continue this game").click()
    page.locator("#preview.drawn").wait_for()
    page.get_by_label("Level", exact=True).select_option("level1")
    page.get_by_role("button", name="Begin").click()
    wait_for_ply(page, 4)
    cell(page, "a6").click()
    wait_for_ply(page, 6)
    page.locator("[data-share]").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Record (text)").click()
    assert "{good}" in downloading.value.path().read_text()


def test_a_record_that_cannot_be_read_is_refused_in_words(guests):
    page = guests.page()
    page.goto("import/")
    page.get_by_label("The record").fill('[Game "gekitai"]\n\n1. z9')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#record-trouble")).to_contain_text("z9")


def test_a_game_is_deleted_when_it_was_asked_whether_to(guests):
    page = guests.page()
    begin(page, "gekitai", opponent="device")
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    page.goto("mine/")
    remove = page.get_by_role("button", name="Delete Gekitai")
    remove.click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".game-list li")).to_have_count(1)
    remove.click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#own-games")).to_contain_text("There are no games to show yet.")


def test_a_game_is_continued_from_the_shelf(guests):
    page = guests.page()
    begin(page, "gekitai", opponent="device", name1="Ana", name2="Bo")
    cell(page, "c3").click()
    wait_for_ply(page, 1)
    page.goto("")
    page.locator("#unfinished a").click()
    wait_for_table(page)
    wait_for_ply(page, 1)


def test_a_game_is_reviewed_and_variations_are_kept(guests):
    page = guests.page()
    begin(page, "gekitai", opponent="device")
    for ply, move in enumerate(("c3", "d4", "a1", "f6"), 1):
        play_in_writing(page, move)
        wait_for_ply(page, ply)
    page.get_by_role("link", name="Analyse").click()
    wait_for_ply(page, 4)
    page.locator("#review").click()
    page.locator("body[data-review=done]").wait_for()
    play_in_writing(page, "b2")
    wait_for_ply(page, 5)
    page.reload()
    wait_for_ply(page, 5)
    page.locator("#engine").click()
    expect(page.locator("#best li")).to_have_count(3)
    page.locator("#engine").click()


def test_a_position_goes_from_the_editor_to_the_table(guests):
    page = guests.page()
    page.goto("editor/gekitai/")
    expect(page.locator("#refusal")).to_contain_text("can play 36 moves")
    cell(page, "b2").click()
    expect(page.locator("#refusal")).to_contain_text("can play 35 moves")
    page.get_by_role("link", name="Play from here").click()
    page.locator("#preview.drawn").wait_for()
    page.get_by_role("button", name="Begin").click()
    wait_for_table(page)
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile("red", re.IGNORECASE))


def test_a_lesson_is_gone_through(guests):
    page = guests.page()
    page.goto("lessons/gekitai/")
    cell(page, "c3").click()
    page.locator("body[data-verdict=right]").wait_for(state="attached")
    page.get_by_role("button", name="Next").click()
    page.locator("body[data-step='1']").wait_for(state="attached")
    page.goto("")
    expect(page.locator("[data-lesson=gekitai].begun")).to_have_count(1)


@pytest.mark.parametrize("game", REPRESENTATIVES[:1])
def test_a_puzzle_is_shown_with_its_solution(guests, game):
    page = guests.page()
    page.goto(f"puzzles/{game}/#1")
    page.locator("body[data-puzzle=asked]").wait_for()
    page.get_by_role("button", name="Solution").click()
    page.locator("body[data-line='1']").wait_for()
    expect(page.locator("#line li")).not_to_have_count(0)


@pytest.mark.parametrize(
    "asked",
    [
        {"set.double_win": "nobody", "clock": "soon"},
        {"side": "third", "series": "4", "setups": "old", "bot": "level4"},
        {"position": "what"},
        {"position": "rrr.../....../....../....../....../...... b"},
        {"clock": "7+3", "set.repetition": "off"},
        {"set.rules": "original", "set.repetition": "superko", "bot": "level3"},
        {"set.rules": "chess"},
    ],
)
def test_the_form_says_what_the_servers_form_says(guests, asked):
    expected = checked_form(game_entry("gekitai"), asked)
    page = guests.page()
    page.goto("new/gekitai/?" + "&".join(f"{name}={value.replace('+', '%2B')}" for name, value in asked.items()))
    page.locator("#explain-bot:not(:empty)").wait_for()  # the last thing that the script does
    troubles = {
        found.get_attribute("id").removeprefix("trouble-"): found.inner_text()
        for found in page.locator("form#new .trouble").all()
    }
    assert troubles == expected.troubles
    for field in ("side", "series", "setups", "clock", "bot", "set.double_win", "set.repetition", "position"):
        assert page.locator(f"[id='field-{field}']").input_value() == expected.values.get(field, "")


@pytest.mark.thorough  # it is so on a server
def test_the_original_rules_are_one_choice_here_too(guests):
    page = guests.page()
    page.goto("new/squ/")
    page.locator("#preview.drawn").wait_for()
    play_squ_as_it_was(page, bot="level3", group="Levels")  # the originals' bots are written in Python


def test_a_game_that_is_not_there_leads_home(guests):
    page = guests.page()
    for address in ("game/gekitai/?id=nothing", "analysis/gekitai/?id=nothing"):
        page.goto(address)
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.goto("analysis/gekitai/?position=nonsense")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Back to the games").click()
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()


def test_your_name_is_kept_and_used(guests):
    page = guests.page()
    page.goto("")
    page.locator("summary", has_text="Settings").click()
    page.locator("#setting-name").fill("Ana")
    page.locator("#your-name button").click()
    expect(page.locator("#your-name [role=status]")).to_have_text("You are Ana.")
    page.get_by_role("button", name="Play Gekitai").click()
    wait_for_table(page)
    expect(page.locator("#seat-bottom")).to_contain_text("Ana")


def test_what_needs_a_server_is_not_shown(guests):
    page = guests.page()
    for address in ("", "mine/", "new/gekitai/", "rules/gekitai/"):
        page.goto(address)
        for words in ("Watch", "A friend", "With a friend", "API", "Others may watch"):
            assert page.get_by_text(words, exact=True).count() == 0, (address, words)


@pytest.mark.parametrize("theme", THEMES)
def test_pages_are_accessible(guests, theme):
    page = guests.page(color_scheme=theme)
    for address in ("", "mine/", "import/", "404.html", *(f"{kind}/gekitai/" for kind in KINDS)):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        with accessible(page, *THEMES[theme]):
            pass


def test_on_a_phone_a_game_is_played_without_scrolling(guests):
    page = guests.page(viewport=PHONE, has_touch=True, is_mobile=True)
    begin(page, "gekitai", opponent="bot", bot="level1")
    assert is_in_sight(page, "#board", "#seat-top", "#seat-bottom", "#actions")
    cell(page, "c3").tap()
    page.get_by_role("button", name="Play c3").or_(page.locator("#choices button")).first.tap()
    wait_for_ply(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
