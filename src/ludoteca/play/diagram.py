"""Diagrams of positions in plain text, from the board's geometry and the contents of each cell."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from ludoteca.kernel.boards import OFF, Board, column_of, heads_of, row_of
from ludoteca.kernel.fields import MARKS
from ludoteca.kernel.scene import Look
from ludoteca.play.position_interface import PositionInterface, VariantInterface


def diagram(position: PositionInterface, *, ascii_only: bool = False) -> str:
    """The board surrounded by cell names, in Unicode shapes or letters only, with "!" at what decided the game."""
    scene = position.scene()
    board = position.variant.board
    decided = {name for figure in scene.decided for name in figure}
    tokens = {
        name: cell_token(look, scene.mark_pictures, ascii_only=ascii_only) + ("!" if name in decided else "")
        for name, look in scene.cells.items()
    }
    return "\n".join((board_text(board, tokens, scene.labels), *goal_sentences(position.variant)))


def board_text(board: Board, tokens: dict[str, str], labels: Mapping[str, str] | None = None) -> str:
    """A token for each cell, laid out like the board; `labels` are the names of cells if they differ."""
    called = {name: (labels or {}).get(name, name) for name in board.names}
    forms = {"hex": _hexes, "points": _points, "edges": _edges, "pits": _pits}
    drawn = _grid if board.is_grid else forms.get(board.shape, _squares)
    return "\n".join(line.rstrip() for line in drawn(board, tokens, called))


def goal_sentences(variant: VariantInterface) -> list[str]:
    """Which sides of the board each player must connect, in words; empty in other games."""
    said = []
    for player, names in zip(variant.game.players, variant.game.goals, strict=True):
        if names:
            *others, last = names
            said.append(f"{player.name}: {' and '.join((', '.join(others), last)) if others else last}")
    return said


def cell_token(look: Look, mark_pictures: Mapping[str, str], *, ascii_only: bool) -> str:
    """A cell in a few characters: its top piece, its height if above 1, and what it hides."""
    top = look.top
    if top is None:
        marks = [MARKS[mark_pictures[mark]][2 if ascii_only else 0] for mark in look.marks]
        return marks[0] if marks else "." if ascii_only else "·"
    if top.kind == "seeds":
        return str(look.height)
    token = top.letter if ascii_only else top.glyph
    if look.height > 1:
        token += str(look.height)
    for _, count in look.inside:
        if look.height > 1:
            token += f":{count}"
    return token + ("*" if look.marks else "")


def _squares(board: Board, tokens: dict[str, str], called: Mapping[str, str]) -> list[str]:
    """Letters above the columns and numbers before the rows, or the other way round."""
    if board.is_numbered:
        return _numbered(board, tokens)
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


def _numbered(board: Board, tokens: dict[str, str]) -> list[str]:
    """The numbers of each row's first and last cell beside it."""
    left, _, right, _ = board.bounds
    lines = []
    for cells in board.rows:
        body = _placed([(board.place[cell][0] - left, tokens[board.name[cell]]) for cell in cells], 1)
        lines.append(f"{board.name[cells[0]]:>2} {body:<{2 * round(right - left) + 1}} {board.name[cells[-1]]}")
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


UPRIGHT = {"━": "┃", "═": "║", "─": "│", "-": "|"}  # lines along edges down the page


class _Sheet:
    """Characters by line and column; ASCII only if the tokens are."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        self._letters: dict[tuple[int, int], str] = {}
        self.is_ascii = all(token.isascii() for token in tokens.values())

    def put(self, x: int, y: int, text: str) -> None:
        """Write a text."""
        for at, letter in enumerate(text, x):
            self._letters[at, y] = letter

    def join(self, begin: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a line to the right or downwards: along a row, a column, or a diagonal."""
        (x, y), (to_x, to_y) = begin, end
        along, up, falling, rising, crossing = "-|\\/x" if self.is_ascii else "─│╲╱╳"
        line = along if to_y == y else up if to_x == x else falling if to_x > x else rising
        steps = max(abs(to_x - x) if to_y == y else abs(to_x - x) // 2, to_y - y)
        for step in range(1, steps):
            spot = x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps)
            is_crossing = {self._letters.get(spot), line} == {falling, rising}
            self.put(*spot, crossing if is_crossing else line)

    def lines(self) -> list[str]:
        """The lines from the top."""
        width, height = (1 + max(place[axis] for place in self._letters) for axis in range(2))
        return ["".join(self._letters.get((x, y), " ") for x in range(width)) for y in range(height)]


def _points(board: Board, tokens: dict[str, str], called: Mapping[str, str]) -> list[str]:
    """Points four characters and two lines apart, with the lines between them."""
    sheet, left = _Sheet(tokens), 1 + max(len(row_of(name)) for name in called.values())
    at = {place: (left + round(4 * place[0]), 1 + round(2 * place[1])) for place in board.places}
    for begin, end in board.drawn_lines:
        sheet.join(*sorted((at[begin], at[end]), key=lambda spot: (spot[1], spot[0])))
    for name, place in zip(board.names, board.places, strict=True):
        x, y = at[place]
        sheet.put(x, 0, column_of(called[name]))
        sheet.put(0, y, row_of(called[name]).rjust(left - 1))
        sheet.put(x, y, tokens[name])
    return sheet.lines()


CROSSINGS = {"": "·", "n": "╵", "s": "╷", "w": "╴", "e": "╶", "ns": "│", "ew": "─", "es": "┌", "sw": "┐", "en": "└",
             "nw": "┘", "ens": "├", "nsw": "┤", "esw": "┬", "enw": "┴", "ensw": "┼"}  # fmt: skip


def crossing_token(board: Board, name: str, *, ascii_only: bool) -> str:
    """An empty point of a grid: the lines that leave it, or a star."""
    cell = board.number[name]
    is_star = board.form(cell) == "star"
    if ascii_only:
        return "+" if is_star else "."
    ways = "".join(sorted(way for way in "ensw" if board.step[cell, board.way_names.index(way)] != OFF))
    return "╋" if is_star else CROSSINGS[ways]


def _grid(board: Board, tokens: dict[str, str], called: Mapping[str, str]) -> list[str]:
    """Lines that cross two characters apart; as letters, rows of dots with crosses for stars."""
    is_ascii = all(token.isascii() for token in tokens.values())
    shown = {
        name: crossing_token(board, name, ascii_only=is_ascii) if token in (".", "·") else token
        for name, token in tokens.items()
    }
    lines = _squares(board, shown, called)
    if is_ascii:
        return lines
    width = max(map(len, (*shown.values(), *map(column_of, called.values()))))
    first = 1 + max(len(row_of(name)) for name in called.values()) + (width - 1) // 2
    for number, cells in enumerate(board.rows, 1):
        letters = list(lines[number].ljust(len(lines[0])))
        for cell in cells:
            if board.step[cell, 0] == OFF:
                continue
            at = first + round((width + 1) * (board.place[cell][0] - board.bounds[0]))
            letters[at : at + width + 1] = "".join(letters[at : at + width + 1]).replace(" ", "─")
        lines[number] = "".join(letters)
    return lines


def _edges(board: Board, tokens: dict[str, str], called: Mapping[str, str]) -> list[str]:
    """A grid of dots, with lines along the edges and tokens in the boxes."""
    sheet, left = _Sheet(tokens), 1 + max(len(row_of(name)) for name in called.values())
    for x, y in board.drawn_dots:
        sheet.put(left + round(4 * x), 1 + round(2 * y), "+" if sheet.is_ascii else "•")
    for cell, name, (across, down) in zip(board.cells, board.names, board.places, strict=True):
        token, form = tokens[name], board.form(cell)
        x, y = left + round(4 * across), 1 + round(2 * down)
        sheet.put(x, 0, column_of(called[name]))
        sheet.put(0, y, row_of(called[name]).rjust(left - 1))
        if token in (".", "·"):
            continue
        if form == "across":
            sheet.put(x - 1, y, 3 * token[0])
        else:
            sheet.put(x, y, UPRIGHT.get(token[0], token[0]) if form == "down" else token)
    return sheet.lines()


def _pits(board: Board, tokens: dict[str, str], called: Mapping[str, str]) -> list[str]:
    """Two rows of numbers, and the stores between them at either end."""
    sheet, left = _Sheet(tokens), 2
    for cell, name, (column, _) in zip(board.cells, board.names, board.places, strict=True):
        x, row = left + round(4 * column), 1 + 2 * board.spot[cell][0]
        if board.form(cell) == "store":
            sheet.put(x, 2, tokens[name].rjust(2))
            continue
        sheet.put(x, 0, column_of(called[name]).rjust(2))
        sheet.put(0, row, row_of(called[name]))
        sheet.put(x, row, tokens[name].rjust(2))
    return sheet.lines()


def _placed(tokens: list[tuple[float, str]], width: int) -> str:
    """Tokens so many cells from the left."""
    line = ""
    for x, token in tokens:
        line = line.ljust(floor(x * (width + 1))) + token.center(width)
    return line
