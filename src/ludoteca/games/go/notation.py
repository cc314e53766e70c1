"""Go in SGF files, and as engines that speak GTP write moves."""

from ludoteca.games.go.rules import BOARDS, PASS, PLACE
from ludoteca.kernel.notation import Notation, sgf_point, sgf_spot
from ludoteca.kernel.options import in_halves
from ludoteca.languages import t

SIZES = {str(len(board.rows)): size for size, board in BOARDS.items()}


def board_of(state):
    """The board that a state is on."""
    return list(BOARDS.values())[int(state["board"])]


def write(state, code):
    """The letters of a point; nothing for a pass."""
    return "" if PASS.has(code) else sgf_point(board_of(state).spot[int(PLACE.point(code))])


def read(state, text):
    """The move that these letters mean; on 19 lines or less, tt is a pass, too."""
    if text in ("", "tt"):
        return [PASS.code()]
    point = board_of(state).at.get(sgf_spot(text))
    return [] if point is None else [PLACE.code(point)]


def write_options(state):
    """The size of the board and the komi."""
    return {"SZ": str(len(board_of(state).rows)), "KM": str(in_halves(int(state["komi"])))}


def read_options(tags):
    """The same from a file, which has 19 lines unless it says otherwise."""
    size, komi = tags.get("SZ", "19"), tags.get("KM", "")
    if size not in SIZES:
        raise ValueError(t("boards have {known} lines, not {size}", known=", ".join(SIZES), size=size[:9]))
    return {"size": SIZES[size]} | ({"komi": f"{float(komi):g}"} if komi else {})


def vertex(state, code):
    """A point by its name in capitals."""
    return "pass" if PASS.has(code) else board_of(state).name[int(PLACE.point(code))].upper()


NOTATION = Notation(
    format="sgf",
    write=write,
    read=read,
    tags={"GM": "1"},
    write_options=write_options,
    read_options=read_options,
    vertex=vertex,
)
