"""The board of a notebook in a browser: what is clicked and typed reaches Python, and what Python shows is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludoteca.adapters import notebook
from ludoteca.adapters.notebook import Board

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the Jupyter libraries themselves

SCRIPT = Path(notebook.__file__).with_suffix(".js")
MODEL = """async ([script, shown]) => {
  const { render } = (await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })))).default;
  const model = {
    get: () => shown,
    on: (name, listener) => (model.changed = listener),
    send: async (message) => { shown = await answer(message); model.changed(); },
  };
  render({ model, el: document.body.appendChild(document.createElement("div")) });
}"""


def test_clicks_typed_moves_and_buttons_play(browser):
    board = Board("breakthrough")

    def answer(message):
        board.answer(message)
        return board.shown

    page = browser.new_page()
    page.expose_function("answer", answer)
    page.evaluate(MODEL, [SCRIPT.read_text(), board.shown])
    page.locator("circle[data-cell=b2]").click()
    expect(page.locator("circle[data-cell]")).to_have_count(3)
    page.locator("circle[data-cell=c3]").click()
    expect(page.get_by_role("status")).to_have_text("Black to move")
    assert str(board.position.last_move) == "b2-c3"
    page.get_by_label("Move", exact=True).fill("a7-a5")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("status")).to_contain_text("a5")
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_role("status")).to_have_text("White to move")
    assert board.position.previous is None and page.get_by_role("button", name="First position").is_disabled()
    page.close()
