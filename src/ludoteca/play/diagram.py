"""Diagrams of positions in plain text, from the board's geometry and the contents of each cell."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from ludoteca.kernel.boards import Board, heads_of
from ludoteca.kernel.scene import Look
from ludoteca.play.position_interface import PositionInterface, VariantInterface


def diagram(position: PositionInterface, *, ascii_only: bool = False) -> str:
    """The board surrounded by cell names, in Unicode shapes or letters only, with "!" at what decided the game."""
    scene = position.scene()
    board = position.variant.board
    decided = {name for figure in scene.decided for name in figure}
    tokens = {
        name: cell_token(look, ascii_only=ascii_only) + ("!" if name in decided else "")
        for name, look in scene.cells.items()
    }
    return "\n".join((board_text(board, tokens, scene.labels), *goal_sentences(position.variant)))


def board_text(board: Board, tokens: dict[str, str], labels: Mapping[str, str] | None = None) -> str:
    """A token for each cell, laid out like the board; `labels` are the names of cells if they differ."""
    called = {name: (labels or {}).get(name, name) for name in board.names}
    drawn = _hexes(board, tokens, called) if board.shape == "hex" else _squares(board, tokens, called)
    return "\n".join(line.rstrip() for line in drawn)


def goal_sentences(variant: VariantInterface) -> list[str]:
    """Which sides of the board each player must connect, in words; empty in other games."""
    said = []
    for player, names in zip(variant.game.players, variant.game.goals, strict=True):
        if names:
            *others, last = names
            said.append(f"{player.name}: {' and '.join((', '.join(others), last)) if others else last}")
    return said


def cell_token(look: Look, *, ascii_only: bool) -> str:
    """A cell in a few characters: its top piece, its height if above 1, and what it hides."""
    top = look.top
    if top is None:
        return "." if ascii_only else "·"
    token = top.letter if ascii_only else top.glyph
    if look.height > 1:
        token += str(look.height)
    for _, count in look.inside:
        if look.height > 1:
            token += f":{count}"
    return token + ("*" if look.marks else "")


def _squares(board: Board, tokens: dict[str, str], called: Mapping[str, str]) -> list[str]:
    """Letters above the columns and numbers before the rows, or the other way round."""
    sides = [heads_of([called[board.name[cell]] for cell in cells]) for cells in board.rows]
    heads = {
        board.place[cell][0]: head
        for cells, (_, above) in zip(board.rows, sides, strict=True)
        for cell, head in zip(cells, above, strict=True)
    }
    width = max(len(text) for text in (*tokens.values(), *heads.values()))
    label = max(len(row) for row, _ in sides)
    left, *_ = board.bounds
    lines = [" " * (label + 1) + _placed([(x - left, head) for x, head in sorted(heads.items())], width)]
    for cells, (row, _) in zip(board.rows, sides, strict=True):
        body = _placed([(board.place[cell][0] - left, tokens[board.name[cell]]) for cell in cells], width)
        lines.append(f"{row:>{label}} " + body)
    return lines


def _hexes(board: Board, tokens: dict[str, str], called: Mapping[str, str]) -> list[str]:
    """Rows shifted so that neighbours touch, with the names of each row's first and last cell beside it."""
    width = max(len(token) for token in tokens.values())
    width += 1 - width % 2  # half a hex is a whole number of characters
    label = max(3, *(len(name) for name in board.names))
    left, _, right, _ = board.bounds
    lines = []
    for cells in board.rows:
        body = _placed([(board.place[cell][0] - left, tokens[board.name[cell]]) for cell in cells], width)
        after = " " * (floor((right - board.place[cells[-1]][0]) * (width + 1)) + 1)
        first, last = called[board.name[cells[0]]], called[board.name[cells[-1]]]
        lines.append(f"{first:>{label}} " + body + after + last)
    return lines


def _placed(tokens: list[tuple[float, str]], width: int) -> str:
    """Tokens so many cells from the left."""
    line = ""
    for x, token in tokens:
        line = line.ljust(floor(x * (width + 1))) + token.center(width)
    return line
