"""docs/finish-a-game.md says how many lines the rules of each game have."""

from __future__ import annotations

import re

from line_counts import ROOT, games

PAGE = (ROOT / "docs" / "finish-a-game.md").read_text(encoding="utf-8")


def test_the_table_has_every_game_with_its_lines():
    section = PAGE[PAGE.index("## How long a game is") :]
    listed = {name: int(now) for name, now in re.findall(r"^\| (\w+) \| [\d–]+ \| (\d+) \|$", section, re.MULTILINE)}
    assert listed == games(ROOT)
