"""Draughts in PDN files: positions as lists of cells, such as B:WK18,24:B1,12."""

import re

from ludoteca.errors import UnreadablePosition
from ludoteca.games.draughts.rules import BOARD, GO, TAKE
from ludoteca.kernel.notation import Notation
from ludoteca.languages import t

MOVE = re.compile(r"(\d+)[-x:](\d+)")
POSITION = re.compile(r"([BW]):([BW])([^:]*):([BW])([^:]*?)\.?")
PIECES = re.compile(r"(K?)(\d+)(?:-(\d+))?")  # K18, or all men from 21-32


def write(state, code):
    """A step or a jump; captures are written with all their cells, as everywhere here."""
    kind, link = (TAKE, "x") if TAKE.has(code) else (GO, "-")
    return f"{BOARD.name[kind.piece(code)]}{link}{BOARD.name[kind.target(code)]}"


def read(state, text):
    """The step or jump between two cells, with any sign between them."""
    found = MOVE.fullmatch(text)
    if found is None or not all(name in BOARD.number for name in found.groups()):
        return []
    piece, target = (BOARD.number[name] for name in found.groups())
    return [GO.code(piece, target), TAKE.code(piece, target)]


def write_position(text):
    """The player to move, then each colour with its cells; how long nothing was taken is not said."""
    rows, mover, jumper, _ = text.split()
    if jumper != "-":
        raise UnreadablePosition(t("PDN has no positions in the middle of a capture"))
    cells = list(enumerate(rows.replace("/", ""), 1))
    lists = [
        colour + ",".join("K" * letter.isupper() + str(cell) for cell, letter in cells if letter.upper() == colour)
        for colour in "WB"
    ]
    return ":".join([mover.upper(), *lists])


def read_position(text):
    """The same from a file, in any order of colours and cells."""
    found = POSITION.fullmatch(text.replace(" ", "").upper())
    if found is None or found[2] == found[4]:
        raise UnreadablePosition(t("a position in PDN is like B:W21,22,K5:B1,2, not {text}", text=repr(text[:40])))
    letters = ["."] * 32
    for colour, listed in ((found[2], found[3]), (found[4], found[5])):
        for item in filter(None, listed.split(",")):
            pieces = PIECES.fullmatch(item)
            first, last = (int(pieces[2]), int(pieces[3] or pieces[2])) if pieces and len(item) < 8 else (0, 0)
            if pieces is None or not 1 <= first <= last <= 32:
                raise UnreadablePosition(t("{text} is not a cell or cells from 1 to 32", text=repr(item[:20])))
            for cell in range(first, last + 1):
                letters[cell - 1] = colour if pieces[1] else colour.lower()
    rows = "/".join("".join(letters[at : at + 4]) for at in range(0, 32, 4))
    return f"{rows} {found[1].lower()} - 0"


PDN = Notation(
    format="pdn",
    write=write,
    read=read,
    tags={"GameType": "21"},
    write_position=write_position,
    read_position=read_position,
    unclaimed={"repetition": "off"},
)
