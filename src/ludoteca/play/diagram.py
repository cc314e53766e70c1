"""Diagrams of positions in plain text, from the board's geometry and what stands on each cell."""

from __future__ import annotations

from ludoteca.kernel.scene import Look
from ludoteca.play.position_interface import PositionInterface


def diagram(position: PositionInterface, *, ascii_only: bool = False) -> str:
    """The board with its cell names around it; Unicode shapes, or letters alone; "!" at what decided the game."""
    scene = position.scene()
    board = position.variant.board
    decided = {name for figure in scene.decided for name in figure}
    tokens = {
        name: cell_token(look, ascii_only=ascii_only) + ("!" if name in decided else "")
        for name, look in scene.cells.items()
    }
    width = max(len(token) for token in tokens.values())
    if board.shape == "hex":
        return _hexagon(position, tokens, width)
    lines = []
    label = max(len(board.name[cells[0]][1:]) for cells in board.rows)
    heads = [board.name[cell][0] for cell in board.rows[0]]
    lines.append(" " * (label + 1) + " ".join(head.center(width) for head in heads))
    for cells in board.rows:
        row = board.name[cells[0]][1:]
        lines.append(f"{row:>{label}} " + " ".join(tokens[board.name[cell]].center(width) for cell in cells))
    return "\n".join(line.rstrip() for line in lines)


def cell_token(look: Look, *, ascii_only: bool) -> str:
    """A cell in a few characters: its top piece, its height when above 1, and what it hides."""
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


def _hexagon(position: PositionInterface, tokens: dict[str, str], width: int) -> str:
    """Rows shifted so that neighbours touch; the names of each row's first and last cell stand beside it."""
    board = position.variant.board
    side = len(board.rows[0])
    pitch = width + 1
    lines = []
    for index, cells in enumerate(board.rows):
        indent = abs(index - (side - 1)) * pitch // 2
        body = " ".join(tokens[board.name[cell]].center(width) for cell in cells)
        first, last = board.name[cells[0]], board.name[cells[-1]]
        lines.append(f"{first:>3}" + " " * (indent + 1) + body + " " * (indent + 1) + last)
    return "\n".join(line.rstrip() for line in lines)
