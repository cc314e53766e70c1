"""Writes `showcase.json` beside each game: the picture on the shelf, which pages show before any rules are loaded.

To be run after a change of a game's `showcase`, or of what a view holds; a test compares the files.

    python tools/keep_showcases.py
"""

from __future__ import annotations

import json
from pathlib import Path

from ludoteca.games import find_game, game_names
from ludoteca.web.catalogue import SHOWCASE, new_showcase


def main() -> None:
    """One file for each game."""
    for name in game_names():
        text = json.dumps(new_showcase(name), ensure_ascii=False, separators=(",", ":"))
        Path(str(find_game(name).place_of(SHOWCASE))).write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
