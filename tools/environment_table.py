"""Writes the table of games in docs/environments.md: python tools/environment_table.py."""

from __future__ import annotations

import re
from pathlib import Path

from ludoteca.adapters.gymnasium import registered_name
from ludoteca.games import find_game, game_names, game_package
from ludoteca.play import Variant
from ludoteca.play.encoder import Encoder

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
HEAD = "| game | Gymnasium | planes | highest | actions | symmetries | most plies | repetition |\n"


def actions_of(variant: Variant) -> str:
    """How many actions there are; and of which kinds, if there are several."""
    game = variant.game
    used = game.used_moves(variant.options)
    kinds = {
        name: f"{kind.actions(variant.board.cells)[1]:,}"
        for name, kind in game.kinds.by_name.items()
        if used is None or any(kind is each for each in used)
    }
    total = f"{Encoder(variant).actions:,}"
    return total if len(kinds) == 1 else f"{total}: {', '.join(f'`{name}` {count}' for name, count in kinds.items())}"


def row_of(name: str) -> str:
    """A game with its default options."""
    variant = Variant(find_game(name))
    encoder = Encoder(variant)
    cells = [
        f"`{name}`",
        f"`{registered_name(name)}`",
        " × ".join(map(str, encoder.shape)),
        str(encoder.highest.max()),
        actions_of(variant),
        str(len(variant.symmetries)),
        f"{variant.longest:,}",
        "–" if variant.repetition == "off" else variant.repetition,
    ]
    return f"| {' | '.join(cells)} |\n"


def page(text: str) -> str:
    """The page with a new table."""
    shipped = [name for name in game_names() if game_package(name).startswith("ludoteca.")]
    table = f"{HEAD}|{'---|' * HEAD.count(' | ')}---|\n{''.join(map(row_of, shipped))}"
    return re.sub(rf"{re.escape(HEAD)}(\|.*\n)*", lambda _: table, text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
