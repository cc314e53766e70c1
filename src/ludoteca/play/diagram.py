"""Diagrams of positions in plain text, from the board's geometry and what stands on each cell."""

from __future__ import annotations

from string import ascii_lowercase, digits

from ludoteca.kernel.boards import Board
from ludoteca.kernel.scene import Look
from ludoteca.play.board_geometry import points_from_the_corner
from ludoteca.play.position_interface import PositionInterface


def diagram(position: PositionInterface, *, ascii_only: bool = False) -> str:
    """The board with its cell names around it; Unicode shapes, or letters alone; "!" at what decided the game."""
    scene = position.scene()
    decided = {name for figure in scene.decided for name in figure}
    tokens = {
        name: cell_token(look, ascii_only=ascii_only) + ("!" if name in decided else "")
        for name, look in scene.cells.items()
    }
    return board_text(position.variant.board, tokens)


def board_text(board: Board, tokens: dict[str, str]) -> str:
    """A token for each cell, where the board has the cell.

    Squares have their letters above and their numbers beside them; of hexes the first and the last of a row are named.
    """
    is_hex = board.shape == "hex"
    points = points_from_the_corner(board)
    width = max(len(token) for token in tokens.values())
    pitch = width + 1 + (is_hex and width % 2 == 0)  # half a hex is a whole number of characters
    rows = [[board.name[cell] for cell in cells] for cells in board.rows]
    margin = max(len(row[0] if is_hex else row_number(row[0])) for row in rows) + 1
    lines = []
    if not is_hex:
        heads = {points[name][0]: column_letter(name) for row in rows for name in row}
        lines.append(_line(margin, pitch, [(x, head.center(width)) for x, head in sorted(heads.items())]))
    for row in rows:
        cells = _line(margin, pitch, [(points[name][0], tokens[name].center(width)) for name in row])
        head = row[0] if is_hex else row_number(row[0])
        line = f"{head:>{margin - 1}}" + cells[margin - 1 :]
        if is_hex:
            end = margin + round(max(x for x, _ in points.values()) * pitch) + width
            line = f"{line:{end}} {row[-1]}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def _line(margin: int, pitch: int, placed: list[tuple[float, str]]) -> str:
    line = ""
    for x, text in placed:
        line = f"{line:{margin + round(x * pitch)}}{text}"
    return line.rstrip()


def row_number(name: str) -> str:
    """The row in a cell's name: 4 of c4."""
    return name.lstrip(ascii_lowercase)


def column_letter(name: str) -> str:
    """The column in a cell's name: c of c4."""
    return name.rstrip(digits)


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
