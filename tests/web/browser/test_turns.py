"""Turns of several steps: all of the last one is marked, and the list of moves has each player's turns apart."""

import pytest
from browsers import begin, cell, play_in_writing, sit_down, wait_for_ply, wait_for_table
from playwright.sync_api import expect

SQU = ("a1", "b2", "c3", "d4", "e5", "f6")
GLAISHER = ("b1-se:1+2+3", "a1", "f2-w:1+5", "b1")
RECORD = '[Game "squ"]\n[First "Ann"]\n[Second "Bob"]\n\n' + " ".join(SQU) + " *\n"
TURNS = """() => [...document.querySelectorAll("#moves .turns > li > .one-turn")].map((turn) =>
  [turn.dataset.side, ...[...turn.querySelectorAll(".text")].map((text) => text.textContent)].join(" "))"""


def marked(page):
    found = page.locator("#board [aria-label*='last move']")
    return set(found.evaluate_all("cells => cells.map((cell) => cell.dataset.cell)"))


def turns(page):
    return page.evaluate(TURNS)


def play(page, moves):
    """Type moves on a page that may make them all."""
    for ply, move in enumerate(moves, 1):
        play_in_writing(page, move)
        wait_for_ply(page, ply)


def test_players_and_a_watcher_see_both_discs_of_a_turn_and_whose_they_are(visitors):
    first, second, game = sit_down(visitors, "squ")
    watcher = visitors.page()
    watcher.goto(f"/game/{game}")
    wait_for_table(watcher)
    pages = (first, second, watcher)
    for ply, (page, name) in enumerate(((first, "a1"), (second, "b2"), (second, "c3")), 1):
        cell(page, name).click()
        for each in pages:
            wait_for_ply(each, ply)
    for page in pages:
        assert marked(page) == {"b2", "c3"}
        assert page.locator(".last-mark").count() == 2
        assert turns(page) == ["0 a1", "1 b2 c3"]
        expect(page.locator("#moves .one-turn .swatch")).to_have_count(2)
    watcher.locator("[data-go=previous]").click()
    expect(watcher.locator(".last-mark")).to_have_count(1)
    assert marked(watcher) == {"b2"}
    first.reload()
    wait_for_table(first)
    assert marked(first) == {"b2", "c3"}
    assert turns(first) == ["0 a1", "1 b2 c3"]


def test_a_split_and_its_placement_are_marked_together(visitors):
    page = visitors.page()
    begin(page, "glaisher", opponent="device")
    play(page, GLAISHER)
    assert marked(page) == {"f2", "a2", "e2", "b1"}  # where the stack stood, where its parts landed, what was placed
    assert turns(page) == ["0 b1-se:1+2+3 a1", "1 f2-w:1+5 b1"]


def test_a_record_and_the_analysis_board_have_the_same_turns(visitors):
    page = visitors.page()
    page.goto("/import")
    page.get_by_label("The record").fill(RECORD)
    page.get_by_role("button", name="Open", exact=True).click()
    wait_for_table(page)
    expected = ["0 a1", "1 b2 c3", "0 d4 e5", "1 f6"]
    assert turns(page) == expected
    page.get_by_role("link", name="Analyse").click()
    wait_for_ply(page, 6)
    assert turns(page) == expected
    page.locator("[data-go=previous]").click()
    wait_for_ply(page, 5)
    assert marked(page) == {"d4", "e5"}
    cell(page, "j9").click()
    wait_for_ply(page, 6)
    elsewhere = visitors.page()  # without what this browser keeps, the address tells what was tried
    elsewhere.goto(page.url)
    wait_for_ply(elsewhere, 6)
    assert elsewhere.locator(".variation .one-turn").get_attribute("data-side") == "1"


def test_what_is_tried_on_the_analysis_board_has_its_colours_from_the_address_alone(visitors):
    page = visitors.page()
    page.goto(f"/analysis/squ?moves={','.join(SQU)}")
    wait_for_ply(page, 6)
    page.locator("[data-go=previous]").click()
    wait_for_ply(page, 5)
    for ply, name in enumerate(("j1", "j2", "j3"), 6):
        cell(page, name).click()
        wait_for_ply(page, ply)
    expect(page.locator(".variation .one-turn")).to_have_count(2)
    sides = "turns => turns.map((turn) => turn.dataset.side)"
    assert page.locator(".variation .one-turn").evaluate_all(sides) == ["1", "0"]
    elsewhere = visitors.page()  # without what this browser keeps
    elsewhere.goto(page.url)
    wait_for_ply(elsewhere, 8)
    assert turns(elsewhere) == ["0 a1", "1 b2 c3", "0 d4 e5", "1 j1 j2", "0 j3"]


@pytest.mark.parametrize(("game", "options", "moves", "first"), [
    ("gekitai", {}, ("c3", "f6", "a1"), 0),
    ("greener", {"setup": "alternate", "first": "white"}, ("c3", "d4", "a1"), 1),
])  # fmt: skip
def test_where_turns_are_single_plies_each_player_has_a_column(visitors, game, options, moves, first):
    page = visitors.page()
    begin(page, game, opponent="device", options=options)
    play(page, moves)
    assert [turn.split()[0] for turn in turns(page)] == [str((first + ply) % 2) for ply in range(3)]
    lefts = "(turns) => turns.map((turn) => [turn.dataset.side, Math.round(turn.getBoundingClientRect().left)])"
    found = {tuple(each) for each in page.locator("#moves .one-turn").evaluate_all(lefts)}
    assert len(found) == 2  # one place for each side
    heads = page.locator(".turn-heads span").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().left)")
    assert [round(left) for left in heads] == [left for _, left in sorted(found)]


CHAINS = "..../..../b..b/.w.w/..../.ww./..../...w b - 0"  # 9 can take two in two ways, 12 two in one


@pytest.mark.parametrize(("clicked", "played"), [
    (("9", "18", "25"), "9x18x25"),  # cell by cell
    (("9", "27"), "9x18x27"),  # the end alone
    (("12", "26"), "12x19x26"),
])  # fmt: skip
def test_a_chain_is_clicked_cell_by_cell_or_by_its_end_and_undone_at_once(visitors, clicked, played):
    page = visitors.page()
    begin(page, "draughts", opponent="device", position=CHAINS)
    for name in clicked:
        assert page.evaluate("document.body.dataset.ply") == "0"
        cell(page, name).click()
    wait_for_ply(page, 1)
    assert turns(page) == [f"0 {played}"]
    assert marked(page) == set(played.split("x"))
    expect(page.locator("#board .piece")).to_have_count(5)
    page.get_by_role("button", name="Undo").click()
    wait_for_ply(page, 0)
    expect(page.locator("#board .piece")).to_have_count(7)


def test_targets_of_a_chain_are_its_next_cell_and_its_ends(visitors):
    page = visitors.page()
    begin(page, "draughts", opponent="device", position=CHAINS)
    cell(page, "9").click()
    found = page.locator("#board [aria-label*='can be chosen']").evaluate_all(
        "all => all.map((one) => one.dataset.cell)"
    )
    assert {"18", "25", "27"} <= set(found)
    cell(page, "18").click()
    play_in_writing(page, "9x18x25")
    wait_for_ply(page, 1)
    assert turns(page) == ["0 9x18x25"]


def test_a_bot_answers_with_a_whole_chain(visitors):
    page = visitors.page()
    begin(page, "draughts", opponent="bot", bot="random", position="b.../..../..../..../.b../..../.b../..w. b - 0")
    cell(page, "1").click()
    cell(page, "5").click()
    wait_for_ply(page, 2)
    assert turns(page) == ["0 1-5", "1 31x22x15"]
