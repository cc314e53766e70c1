"""The docs say how many lines the rules of each game have, and how many lines of scripts restate Python."""

from __future__ import annotations

from line_counts import GAMES_PAGE, GAMES_ROW, RESTATED_LIST, RESTATED_PAGE, ROOT, games, with_restated_counted


def test_the_table_has_every_game_with_its_lines():
    section = GAMES_PAGE.read_text("utf-8").partition("## How long a game is")[2]
    listed = {name: int(now) for name, _, now in GAMES_ROW.findall(section)}
    assert listed == games(ROOT), "run: python tools/line_counts.py"


def test_the_scripts_that_restate_python_are_listed_with_their_lines():
    page = RESTATED_PAGE.read_text("utf-8")
    assert RESTATED_LIST.search(page)
    assert with_restated_counted(page) == page, "run: python tools/line_counts.py"
