"""Diagrams on rule pages: positions in fenced blocks, drawn from the game itself, so that they are always correct.

    ```diagram
    After b2: two black stones fell off the edge.
    position: b...../b.rb../.r..../....../....../...... r
    moves: b2
    ```

Lines with a key say what to draw: `position` (by default the start), `moves` played from there, `options`.  The other
lines are the caption.  In a browser the moves are animated; as text, the board is shown before and after them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import t
from ludoteca.play.position import Position, load_game

FENCE = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class RuleDiagram:
    """A position with its caption."""

    caption: str
    position: str = ""
    moves: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    def start(self, game: str) -> Position:
        """The position before the moves."""
        variant = load_game(game, **self.options)
        return variant.position(self.position) if self.position else variant.start(0)

    def shown(self, game: str) -> Position:
        """The position to draw."""
        position = self.start(game)
        for move in self.moves:
            position = position.play(move)
        return position


def read_diagram(block: str) -> RuleDiagram:
    """A diagram from the lines of its block."""
    keys: dict[str, str] = {}
    caption = []
    for line in block.strip().splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() in ("position", "moves", "options"):
            keys[key.strip()] = value.strip()
        else:
            caption.append(line.strip())
    options = dict(pair.split("=", 1) for pair in keys.get("options", "").split() if "=" in pair)
    moves = tuple(move.strip() for move in keys.get("moves", "").split(",") if move.strip())
    return RuleDiagram(" ".join(caption), keys.get("position", ""), moves, options)


def with_diagrams(text: str, draw: Callable[[RuleDiagram], str]) -> str:
    """The page with every diagram drawn."""
    return FENCE.sub(lambda block: draw(read_diagram(block[1])), text)


def as_text(game: str) -> Callable[[RuleDiagram], str]:
    """A diagram on a page that is read as text: the boards before and after the moves, then the caption."""

    def draw(diagram: RuleDiagram) -> str:
        try:
            boards = [diagram.shown(game).board()]
            if diagram.moves:
                boards.insert(0, diagram.start(game).board())
        except LudotecaError as error:
            return t("(a diagram cannot be drawn: {trouble})", trouble=str(error))
        lines = "\n\n".join("\n".join(f"    {line}" for line in board.splitlines()) for board in boards)
        return f"{lines}\n\n{diagram.caption}"

    return draw
