"""docs/finish-a-game.md says how many lines the rules of each game have."""

from __future__ import annotations

from line_counts import GAMES_PAGE, GAMES_ROW, ROOT, games


def test_the_table_has_every_game_with_its_lines():
    section = GAMES_PAGE.read_text("utf-8").partition("## How long a game is")[2]
    listed = {name: int(now) for name, _, now in GAMES_ROW.findall(section)}
    assert listed == games(ROOT), "run: python tools/line_counts.py"
