"""Standard algebraic notation, as people see moves and as in PGN: Nf3, exd5, O-O, e8=Q+.  [CH15]"""

import re

import numpy as np

from ludoteca.games.chess.rules import BECOMES, BOARD, CASTLES, GO, MEN, PROMOTE, can_go, cover_of, is_stuck
from ludoteca.kernel import NO_PIECE, Notation, compiled, each, has, kind_at, letters_of, put_letter, put_letters, verbs

LETTERS = "PNBRQK"  # by kind
MOVE = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?: ?e\.?p\.?)?(?:=?\(?([NBRQ])\)?)?")
CASTLING = ("O-O", "O-O-O")  # on the king's side and on the queen's
MOST_MOVES = 218  # in any position

NAMES = np.array([letters_of(BOARD.name[cell]) for cell in range(64)])  # of each cell, the column and the row
PIECES, SHORT, LONG = letters_of(LETTERS), letters_of(CASTLING[0]), letters_of(CASTLING[1])
TAKES, IS_NOW, CHECK, MATE = letters_of("x=+#")


@compiled
def spell(state, move, letters):
    """A move with the letter of its piece, what tells it from others, its target, and whether it checks or mates."""
    is_promotion = PROMOTE.has(move)
    piece = PROMOTE.pawn(move) if is_promotion else GO.piece(move)
    target = PROMOTE.target(move) if is_promotion else GO.target(move)
    kind = kind_at(state.men, piece)
    if kind == MEN.king and abs(target - piece) == 2:
        put_letters(letters, LONG if target < piece else SHORT)
    else:
        is_capture = kind_at(state.men, target) != NO_PIECE
        if kind == MEN.pawn:
            is_capture = NAMES[piece, 0] != NAMES[target, 0]  # in passing, too
            if is_capture:
                put_letter(letters, NAMES[piece, 0])
        else:
            put_letter(letters, PIECES[kind])
            tell_apart(state, kind, piece, target, letters)
        if is_capture:
            put_letter(letters, TAKES)
        put_letters(letters, NAMES[target])
        if is_promotion:
            put_letter(letters, IS_NOW)
            put_letter(letters, PIECES[BECOMES[PROMOTE.to(move)]])
    verbs.play(state, move)
    if verbs.is_in_check(state):
        put_letter(letters, MATE if is_stuck(state) else CHECK)


@compiled
def tell_apart(state, kind, piece, target, letters):
    """The column, the row or both, if another piece of the same kind can go there, too."""
    ends, pinned = cover_of(state)
    others, same_column, same_row = 0, 0, 0
    for other in each(state.men[state.mover, kind]):
        if other != piece and has(can_go(state, kind, other, ends, pinned), target):
            others += 1
            same_column += NAMES[other, 0] == NAMES[piece, 0]
            same_row += NAMES[other, 1] == NAMES[piece, 1]
    if others and (not same_column or same_row):
        put_letter(letters, NAMES[piece, 0])
    if same_column:
        put_letter(letters, NAMES[piece, 1])


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
    read=read,
    number="turn",
    unclaimed={"repetition": "off", "fifty_moves": "off"},
    is_uci=True,
)
