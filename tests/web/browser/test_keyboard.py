"""Everything can be done without a mouse."""

from browsers import begin, typing_field, wait_for_ply
from playwright.sync_api import expect


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def tab_to_board(page):
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.getAttribute('role') === 'gridcell'"):
            return
    raise AssertionError("the board is not reached by the tab key")


def focused(page):
    return page.evaluate("() => document.activeElement.dataset.cell ?? document.activeElement.dataset.choice")


def go_to(page, name):
    """By arrow keys, along the row and then the column."""
    for _ in range(40):
        here = focused(page)
        if here == name:
            return
        row = int(name[1:]) - int(here[1:])
        column = ord(name[0]) - ord(here[0])
        if row:
            page.keyboard.press("ArrowDown" if row > 0 else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if column > 0 else "ArrowLeft")
    raise AssertionError(f"the arrow keys do not reach {name}")


def test_the_board_is_one_tab_stop(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    assert page.locator("#board [tabindex='0']").count() == 1
    tab_to_board(page)
    press(page, "ArrowRight")
    assert page.locator("#board [tabindex='0']").count() == 1
    press(page, "Shift+Tab")
    assert not page.evaluate("() => document.activeElement.closest('#board')")
    press(page, "Tab")
    assert focused(page) is not None
    press(page, "Tab")
    assert focused(page) is None
    expect(page.locator(".layer.focus.shown")).to_have_count(0)


def test_a_game_of_gekitai_is_won_by_keyboard_alone(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    tab_to_board(page)
    for ply, name in enumerate(["b3", "f3", "c5", "b1", "c3", "c2", "c3"], 1):
        go_to(page, name)
        press(page, "Enter")
        wait_for_ply(page, ply)
    assert focused(page) == "c3"
    expect(page.locator("#live")).to_have_text("Red wins: three in line.")


def with_a_stack_chosen(visitors):
    """A page on which the first stack of Glaisher was chosen by keyboard."""
    page = visitors.page()
    begin(page, "glaisher", opponent="device")
    tab_to_board(page)
    go_to(page, "b1")
    press(page, "Enter")
    return page


def test_a_stack_of_glaisher_is_split_by_keyboard_alone(visitors):
    page = with_a_stack_chosen(visitors)
    expect(page.locator("#choices [data-choice]")).to_have_count(3)
    assert focused(page) in ("e", "se", "sw")
    page.locator("#choices [data-choice=se]").focus()
    press(page, "Enter")
    expect(page.locator("#choices [data-choice]")).to_have_count(3)
    page.locator("#choices [data-choice='1+2+3']").focus()
    expect(page.locator("#board .ghost")).to_have_count(3)
    press(page, "Enter")
    wait_for_ply(page, 1)
    expect(page.locator("#turn")).to_contain_text("place a piece")


def test_the_keyboard_goes_from_stack_to_direction_to_division_and_back(visitors):
    page = with_a_stack_chosen(visitors)
    assert focused(page) == "e"
    press(page, "Enter")
    assert focused(page) == "1+2+3"
    press(page, "Escape")
    expect(page.locator("#choices [data-choice]")).to_have_count(0)
    assert focused(page) == "b1"
    press(page, "Enter", "Enter", "Enter")
    wait_for_ply(page, 1)
    assert focused(page) == "b1"


def test_a_typed_move_is_read_forgivingly_and_refused_with_its_reason(visitors):
    page = visitors.page()
    begin(page, "glaisher", opponent="device")
    field = typing_field(page)
    field.fill("B1 SE 3+2+1")
    field.press("Enter")
    wait_for_ply(page, 1)
    field.fill("c2")
    field.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("c2")


def test_escape_puts_a_stack_down_again(visitors):
    page = visitors.page()
    begin(page, "greener", opponent="device", options={"size": "3x3"}, position="b,g,./.,w,./.,.,g b 0")
    tab_to_board(page)
    go_to(page, "a1")
    press(page, "Enter")
    expect(page.locator(".ring-mark")).to_have_count(1)
    press(page, "Escape")
    expect(page.locator(".ring-mark")).to_have_count(0)


def test_arrow_keys_go_through_the_moves_of_a_game_also_after_a_click_on_the_board(visitors):
    page = visitors.page()
    begin(page, "gekitai", opponent="device")
    page.locator("[data-cell=a1]").click()
    wait_for_ply(page, 1)
    for focus in (lambda: None, page.locator("#moves").focus):
        focus()
        press(page, "ArrowLeft")
        expect(page.locator("#turn")).to_contain_text("Move 0 of 1")
        press(page, "ArrowRight")
        expect(page.locator("#turn")).to_have_text("Black to move")
    page.locator("[data-cell=c3]").click()
    wait_for_ply(page, 2)
    press(page, "ArrowDown", "ArrowRight")  # the keyboard goes on from the cell that was clicked, and is seen to
    assert focused(page) == "d4"
    expect(page.locator(".layer.focus.shown")).to_have_count(1)
    expect(page.locator("#turn")).to_have_text("Red to move")


def test_on_the_analysis_board_too_and_in_the_editor_they_go_from_cell_to_cell(visitors):
    page = visitors.page()
    page.goto("/analysis/gekitai")
    wait_for_ply(page, 0)
    page.locator("[data-cell=a1]").click()
    wait_for_ply(page, 1)
    press(page, "ArrowLeft")
    wait_for_ply(page, 0)
    page.goto("/editor/gekitai")
    page.locator("[data-cell=c3]").click()
    press(page, "ArrowRight")
    assert focused(page) == "d3"
