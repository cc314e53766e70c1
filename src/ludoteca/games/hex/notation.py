"""Hex in SGF files, where Black joins the top with the bottom and cells have our names."""

from ludoteca.games.hex.rules import BOARD, BOARDS, PLACE, SWAP
from ludoteca.kernel.notation import Notation
from ludoteca.languages import t

SIZES = {str(len(board.rows)): size for size, board in BOARDS.items()}
SWAPS = ("swap-pieces", "swap")


def write(state, code):
    """A cell by its name, or the word for taking over a stone."""
    return SWAPS[0] if SWAP.has(code) else BOARD.name[int(PLACE.cell(code))]


def read(state, text):
    """The same, in upper or lower case."""
    if text.lower() in SWAPS:
        return [SWAP.code()]
    cell = BOARD.number.get(text.lower())
    return [] if cell is None else [PLACE.code(cell)]


def write_options(state):
    """The size of the board, and whether the first stone can be taken over."""
    size = list(BOARDS.values())[int(state["board"])]
    return {"SZ": str(len(size.rows)), "RU": "swap" if state["pie"] else "no swap"}


def read_options(tags):
    """The same from a file, which has 11 rows and a swap unless it says otherwise."""
    size = tags.get("SZ", "11")
    if size not in SIZES:
        known = ", ".join(SIZES)
        raise ValueError(t("boards have {known} cells along each side, not {size}", known=known, size=size[:9]))
    return {"size": SIZES[size], "swap": "off" if tags.get("RU", "").lower().startswith("no") else "on"}


NOTATION = Notation(
    format="sgf",
    write=write,
    read=read,
    tags={"GM": "11"},
    write_options=write_options,
    read_options=read_options,
)
