"""Standard algebraic notation, as in PGN: Nf3, exd5, O-O, e8=Q+.  [CH15]"""

import re

import numpy as np

from ludoteca.games.chess.rules import BECOMES, BOARD, CASTLES, GO, MEN, PROMOTE, is_in_check
from ludoteca.kernel import NO_PIECE, Notation, copied, count_cells, each, kind_at, verbs

LETTERS = "PNBRQK"  # by kind
MOVE = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?: ?e\.?p\.?)?(?:=?\(?([NBRQ])\)?)?")
CASTLING = ("O-O", "O-O-O")  # on the king's side and on the queen's
MOST_MOVES = 218  # in any position


def parts_of(code):
    """The kind of a move's first cell and target, and the letter that a pawn becomes or ""."""
    if not PROMOTE.has(code):
        return int(GO.piece(code)), int(GO.target(code)), ""
    return int(PROMOTE.pawn(code)), int(PROMOTE.target(code)), LETTERS[BECOMES[PROMOTE.to(code)]]


def write(state, code):
    """A move with the letter of its piece, what tells it from others, its target, and whether it checks or mates."""
    piece, target, becomes = parts_of(code)
    kind = kind_at(state.men, piece)
    after = copied(state)
    verbs.play(after, code)
    check = ("#" if verbs.ending(after) in (1, 2) else "+") if is_in_check(after) else ""
    if kind == MEN.king and abs(target - piece) == 2:
        return CASTLING[target < piece] + check
    origin, there = BOARD.name[piece], BOARD.name[target]
    is_capture = origin[0] != there[0] if kind == MEN.pawn else kind_at(state.men, target) != NO_PIECE
    takes = "x" if is_capture else ""
    if kind == MEN.pawn:
        return (origin[0] if takes else "") + takes + there + (f"={becomes}" if becomes else "") + check
    return LETTERS[kind] + told_apart(state, kind, piece, target) + takes + there + check


def told_apart(state, kind, piece, target):
    """The column, the row or both, if another piece of the same kind can go there, too."""
    if count_cells(state.men[state.mover, kind]) == 1:
        return ""
    room = np.empty(MOST_MOVES, np.int32)
    others = [
        BOARD.name[GO.piece(code)]
        for code in room[: verbs.moves(state, room)]
        if GO.has(code) and GO.target(code) == target and GO.piece(code) != piece
        if kind_at(state.men, GO.piece(code)) == kind
    ]
    column, row = BOARD.name[piece][0], BOARD.name[piece][1]
    if not others:
        return ""
    if all(other[0] != column for other in others):
        return column
    return row if all(other[1] != row for other in others) else column + row


def read(state, text):
    """The moves that a text can mean; letters are upper case, to tell a bishop from a pawn on the b-file."""
    text = text.rstrip("+#!?").replace("0", "O")
    mover = int(state.mover)
    if text in CASTLING:
        king, target, _, _ = CASTLES[2 * mover + CASTLING.index(text)]
        return [GO.code(king, target)] if kind_at(state.men, king) == MEN.king else []
    found = MOVE.fullmatch(text)
    if found is None:
        return []
    letter, column, row, there, becomes = found.groups()
    target, kind = BOARD.number[there], LETTERS.index(letter or "P")
    pieces = [
        piece for piece in each(state.men[mover, kind]) if column in BOARD.name[piece] and row in BOARD.name[piece][1:]
    ]
    if kind != MEN.pawn or there[1] not in "18":
        return [] if becomes else [GO.code(piece, target) for piece in pieces]
    choices = [choice for choice, other in enumerate(BECOMES) if LETTERS[other] == (becomes or LETTERS[other])]
    return [PROMOTE.code(piece, target, choice) for piece in pieces for choice in choices]


PGN = Notation(
    format="pgn",
    write=write,
    read=read,
    number="turn",
    unclaimed={"repetition": "off", "fifty_moves": "off"},
    is_uci=True,
)
