"""Gomoku in SGF files."""

from ludoteca.games.gomoku.rules import BOARDS, OVERLINE, PLACE, SWAP
from ludoteca.kernel.notation import Notation, sgf_point, sgf_spot
from ludoteca.languages import t

SIZES = {str(len(board.rows)): size for size, board in BOARDS.items()}


def board_of(state):
    """The board that a state is on."""
    return list(BOARDS.values())[int(state["board"])]


def write(state, code):
    """The letters of a point, or a word of our own for what SGF has no word for."""
    return "swap" if SWAP.has(code) else sgf_point(board_of(state).spot[int(PLACE.point(code))])


def read(state, text):
    """The move that these letters mean; some programs write a name such as h8 instead."""
    if text == "swap":
        return [SWAP.code()]
    board = board_of(state)
    point = board.at.get(sgf_spot(text), board.number.get(text))
    return [] if point is None else [PLACE.code(point)]


def write_options(state):
    """The size of the board, and the rules by name."""
    rules = "standard" if state["overline"] == OVERLINE.nothing else "freestyle"
    return {"SZ": str(len(board_of(state).rows)), "RU": rules + ", swap" * int(state["pie"])}


def read_options(tags):
    """The same from a file, which has 15 lines unless it says otherwise."""
    size, rules = tags.get("SZ", "15"), tags.get("RU", "").lower()
    if size not in SIZES:
        raise ValueError(t("boards have {known} lines, not {size}", known=", ".join(SIZES), size=size[:9]))
    overline = "nothing" if "standard" in rules else "wins"
    return {"size": SIZES[size], "overline": overline, "swap": "on" if "swap" in rules else "off"}


NOTATION = Notation(
    format="sgf",
    write=write,
    read=read,
    tags={"GM": "4"},
    write_options=write_options,
    read_options=read_options,
)
