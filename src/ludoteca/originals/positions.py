"""Converts positions of the five Prolog programs in which these games were first written to position text.

A state is a list of rows, alone, inside a term (`initial([[…]]).`), or followed by the player to move (`[[…]], 1`).
`mover="white"` overrides the player; if neither says who moves, the first player does, unless the discs show otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from ludoteca.errors import BadOption, UnknownName, shown
from ludoteca.games import find_game
from ludoteca.kernel.boards import HexBoard
from ludoteca.kernel.declare import Game
from ludoteca.kernel.options import Options
from ludoteca.kernel.position_text import rows_text
from ludoteca.languages.texts import translatable
from ludoteca.originals.prolog import Term, read_terms
from ludoteca.play.position import load_game

Converted = tuple[str, dict[str, Any]]  # position text, and the options that the board shows

GREENER_PIECES: Mapping[object, str] = {0: "w", 1: "b", 2: "g", "w": "w", "b": "b", "g": "g"}
DISCS: Mapping[object, str] = {
    **dict.fromkeys(("empty", ".", " ", "", "e", "_", 0), "."),
    **dict.fromkeys(("red", "redp", "r", 1), "r"),
    **dict.fromkeys(("black", "blackp", "b", 2), "b"),
}
MAPELLO_CELLS: Mapping[object, str] = {
    "#": "#", "j": "J", "p": "*", "*": "*", " ": ".", ".": ".", "empty": ".", "b": "B", "w": "W",
}  # fmt: skip
MOVERS: Mapping[str, Mapping[object, str]] = {  # how the programs write the player to move
    "greener": {0: "w", 1: "b"},
    "squ": {1: "r", 2: "b"},
    "gekitai": {1: "r", 2: "b"},
    "glaisher": {-1: "r", 1: "y"},
}
HEXES = HexBoard(5)
NO_SUCH_GAME = translatable("there is no game with states in Prolog called {name}; available: {known}")


@dataclass(frozen=True, slots=True)
class OriginalState:
    """A parsed state: its board, who moves if that is known, and the options of the game."""

    board: Term
    mover: str | None
    options: Options


def convert(game_name: str, text: str, *, mover: str | None = None, **options: Any) -> str:
    """The position text of a state as its Prolog program writes it; `options` are those of the game."""
    game = find_game(game_name)
    if game.name not in CONVERTERS:
        raise UnknownName(NO_SUCH_GAME, game_name, sorted(CONVERTERS))
    terms = read_terms(text)
    if len(terms) == 1 and terms[0].functor is not None:
        terms = terms[0].items
    board, *rest = terms
    if len(rest) > 1:
        raise rest[1].error("a state is a board, optionally followed by the player to move")
    letter = _stated_mover(game, rest[0]) if rest else None
    if mover is not None:
        letter = _letter(game, mover)
        if letter is None:
            raise BadOption(f"mover must be {_players(game)}, not {shown(mover)}")
    position, found = CONVERTERS[game.name](OriginalState(board, letter, game.choose(options)))
    return str(load_game(game.name, **{**found, **options}).position(position))


def _players(game: Game) -> str:
    return " or ".join(player.name.lower() for player in game.players)


def _letter(game: Game, word: object) -> str | None:
    """The letter of the player given by name or letter."""
    said = str(word).strip().lower()
    return next((p.letter for p in game.players if said in (p.letter.lower(), p.name.lower())), None)


def _stated_mover(game: Game, term: Term) -> str:
    letter = MOVERS.get(game.name, {}).get(term.value) or _letter(game, term.value)
    if term.value is None or letter is None:
        raise term.error(f"the player to move must follow the board: {_players(game)}")
    return letter


def _matrix(board: Term, rows: int | None = None, columns: int | None = None) -> list[list[Term]]:
    """The rows of a board, all of one length: a given one, or that of the first."""
    if not board.is_list or not board.items:
        raise board.error("a board is a list of rows; this is something else")
    if rows is not None and len(board.items) != rows:
        raise board.error(f"a board has {rows} rows; this has {len(board.items)}")
    width = len(board.items[0].items) if columns is None else columns
    for number, row in enumerate(board.items, 1):
        if not row.is_list or len(row.items) != width:
            raise row.error(f"row {number} should be a list of {width} cells")
    return [row.items for row in board.items]


def _read(cell: Term, meanings: Mapping[object, str]) -> str:
    """What a cell means; case does not matter."""
    said = cell.value.lower() if isinstance(cell.value, str) else cell.value
    if said is None or said not in meanings:
        known = ", ".join(repr(word) for word in meanings)
        raise cell.error(f"a cell is one of {known}; found {'a list' if said is None else repr(said)[:20]}")
    return meanings[said]


def _greener(state: OriginalState) -> Converted:
    """Cells are lists of pyramids, top first; `[]` or `[3]` is empty."""
    rows = [[_stack(cell) for cell in row] for row in _matrix(state.board)]
    size = f"{len(rows)}x{len(rows[0])}"
    return f"{'/'.join(','.join(row) for row in rows)} {state.mover or 'b'} 0", {"size": size}


def _stack(cell: Term) -> str:
    if not cell.is_list:
        raise cell.error("a cell is a list of pyramids, top first")
    if len(cell.items) == 1 and cell.items[0].value == 3:
        return "."
    pieces = [_read(piece, GREENER_PIECES) for piece in cell.items]
    if len(pieces) < 2:
        return pieces[0] if pieces else "."
    return f"{pieces[0]}{len(pieces)}:{pieces.count('g')}"


def _gekitai(state: OriginalState) -> Converted:
    rows = [[_read(cell, DISCS) for cell in row] for row in _matrix(state.board, 6, 6)]
    return f"{'/'.join(map(''.join, rows))} {state.mover or 'r'}", {}


def _squ(state: OriginalState) -> Converted:
    """Discs, with pyramids (`redP`) on the corners of the marked squares."""
    cells = _matrix(state.board)
    rows = [[_read(cell, DISCS) for cell in row] for row in cells]
    discs = "".join(map("".join, rows))
    per_turn: int = state.options["discs_per_turn"]
    due, left = _squ_turn(discs.count("r"), discs.count("b"), per_turn)
    if state.mover is not None and state.mover != due:
        due, left = state.mover, per_turn
    left = min(left, discs.count("."))
    return f"{'/'.join(map(''.join, rows))} {due} {left} {_squ_record(state.board, cells)}", {"size": len(rows)}


def _squ_turn(red: int, black: int, per_turn: int) -> tuple[str, int]:
    """Whose turn it is and how many discs are left in it, from the number of discs: first one, then `per_turn` each."""
    if red + black == 0:
        return "r", 1
    turns, placed = divmod(red + black - 1, per_turn)
    blacks = (turns + 1) // 2 * per_turn + (placed if turns % 2 == 0 else 0)
    if black == blacks:
        return "br"[turns % 2], per_turn - placed
    return ("r" if red <= black else "b"), per_turn  # no game has this many of each: whoever has fewer


def _squ_record(board: Term, cells: Sequence[Sequence[Term]]) -> str:
    """The larger of the two marked squares, the red one if they are equal; `-` if none is marked."""
    records = []
    for letter, atom in (("r", "redp"), ("b", "blackp")):
        marked = [
            (row, column)
            for row, line in enumerate(cells)
            for column, cell in enumerate(line)
            if str(cell.value).lower() == atom
        ]
        if not marked:
            continue
        (row, column), (last, _) = marked[0], marked[-1]
        side = last - row
        if side == 0 or marked != [(row + i, column + j) for i in (0, side) for j in (0, side)]:
            raise board.error(f"the cells marked {atom[:-1]}P should be the four corners of one square")
        records.append((-side, f"{letter}{side}:{ascii_lowercase[column]}{row + 1}"))
    return min(records, key=lambda record: record[0])[1] if records else "-"


def _mapello(state: OriginalState) -> Converted:
    """The whole board with its ring; nothing has been collected."""
    rows = [[_read(cell, MAPELLO_CELLS) for cell in row] for row in _matrix(state.board, 10, 10)]
    return f"{'/'.join(map(''.join, rows))} {state.mover or 'B'} 0-0", {}


def _glaisher(state: OriginalState) -> Converted:
    """`[Reserve, Matrix]`: hex (i, j) is in row 4 - i + 2j, column i; red heights are negative."""
    board = state.board
    if not board.is_list or len(board.items) != 2 or not isinstance(board.items[0].value, int):
        raise board.error("a state is written [Reserve, Board], the reserve a number")
    matrix = _matrix(board.items[1], 17, 9)
    hexes = {(4 - i + 2 * j, i): (i, j) for i, j in HEXES.spots}
    for row, line in enumerate(matrix):
        for column, cell in enumerate(line):
            if (row, column) not in hexes and cell.value != "_":
                raise cell.error(f"this is not a hex of the board, so it should be '_'; found {str(cell.value)[:20]!r}")
    tokens = [_height(matrix[4 - i + 2 * j][i]) for i, j in HEXES.spots]
    return f"{rows_text(HEXES, tokens, ',')} {state.mover or 'r'} split {board.items[0].value}", {}


def _height(cell: Term) -> str:
    if not isinstance(cell.value, int):
        raise cell.error("a hex holds a number: 0, the height of a yellow stack, or a red one's with a minus")
    return "." if cell.value == 0 else f"{'r' if cell.value < 0 else 'y'}{abs(cell.value)}"


CONVERTERS: Mapping[str, Callable[[OriginalState], Converted]] = {
    "gekitai": _gekitai,
    "glaisher": _glaisher,
    "greener": _greener,
    "mapello": _mapello,
    "squ": _squ,
}
