"""How good a position of chess is for the player to move: named terms, in pawns, with a weight each."""

import numpy as np

from ludoteca.games.chess.rules import BOARD, GO, KINDS, MEN, PROMOTE, attacked, everyone
from ludoteca.kernel import all_kinds, compiled, count_cells, each, kind_at

TERMS = ("material", "piece places", "pawn places", "king place", "mobility", "bishop pair")
TERM_WORDS = {
    "material": "wins material",
    "piece places": "puts pieces on better cells",
    "pawn places": "advances pawns well",
    "king place": "puts the king on a better cell",
    "mobility": "gives the pieces more room",
    "bishop pair": "keeps both bishops",
}
WEIGHTS = np.array([0.6, 0.6, 0.6, 0.6, 0.02, 0.2])  # by hand: fitted ones play no better (docs/strength.md)
WORTH = np.array([1.0, 3.2, 3.3, 5.0, 9.5, 0.0])  # by kind


def places(*rows):
    """What a cell is worth, in hundredths of a pawn: columns a to d of rows 8 to 1, and the same mirrored."""
    whole = np.array([[*row, *reversed(row)] for row in rows], float).ravel() / 100
    return np.array([whole, whole[[cell ^ 56 for cell in range(64)]]])  # by player and cell


PAWN = places(
    (0, 0, 0, 0),
    (50, 50, 50, 50),
    (15, 15, 22, 32),
    (6, 6, 12, 26),
    (0, 0, 4, 22),
    (4, -2, -6, 4),
    (4, 8, 8, -18),
    (0, 0, 0, 0),
)
PASSED_ROWS = places(*[(worth,) * 4 for worth in (0, 90, 60, 35, 20, 10, 5, 0)])
KNIGHT = places(
    (-50, -35, -28, -28),
    (-35, -18, 0, 2),
    (-28, 2, 12, 16),
    (-26, 6, 16, 20),
    (-26, 4, 16, 20),
    (-28, 4, 12, 14),
    (-38, -18, 0, 4),
    (-50, -36, -28, -28),
)
BISHOP = places(
    (-18, -8, -8, -8),
    (-8, 2, 2, 2),
    (-8, 2, 6, 10),
    (-6, 6, 8, 12),
    (-6, 4, 12, 12),
    (-6, 10, 10, 10),
    (-8, 8, 2, 4),
    (-18, -8, -12, -8),
)
ROOK = places(
    (4, 4, 4, 4),
    (8, 14, 14, 14),
    (-4, 0, 0, 0),
    (-4, 0, 0, 0),
    (-4, 0, 0, 0),
    (-4, 0, 0, 0),
    (-4, 0, 0, 2),
    (-2, 0, 4, 8),
)
QUEEN = places(*[(-8, -2, 0, 2)] + [(-2, 2, 4, 4)] * 6 + [(-8, -4, -2, 0)])
KING_BEHIND_PAWNS = places(*[(-40, -50, -60, -70)] * 5 + [(-20, -28, -32, -36), (16, 12, -8, -12), (22, 34, 8, -4)])
KING_IN_ENDING = places(
    (-50, -36, -26, -18),
    (-30, -14, -4, 4),
    (-26, -4, 20, 28),
    (-26, -2, 28, 38),
    (-26, -2, 28, 36),
    (-28, -6, 18, 26),
    (-32, -18, -4, 2),
    (-50, -34, -26, -24),
)
PIECES = np.array([PAWN, KNIGHT, BISHOP, ROOK, QUEEN])
FILES = BOARD.table([BOARD.bits([f"{column}{row}" for row in range(1, 9)]) for column in "abcdefgh"])


@compiled
def side_terms(state, player):
    """The terms for one player."""
    men, you = state.men[player], 1 - player
    occupied, mine = everyone(state), all_kinds(state.men[player])
    material = places_sum = mobility = 0.0
    for kind in range(KINDS):
        material += WORTH[kind] * count_cells(men[kind])
        if MEN.pawn < kind < MEN.king:
            for piece in each(men[kind]):
                places_sum += PIECES[kind, player, piece]
                mobility += count_cells(attacked(kind, player, piece, occupied) & ~mine)
    pawns = 0.0
    for pawn in each(men[MEN.pawn]):
        pawns += PAWN[player, pawn]
        if not FILES[pawn & 7] & state.men[you, MEN.pawn]:
            pawns += PASSED_ROWS[player, pawn]
    king = 0.0
    enemies = 0.0
    for kind in range(MEN.knight, MEN.king):
        enemies += WORTH[kind] * count_cells(state.men[you, kind])
    for cell in each(men[MEN.king]):
        part = enemies / 31.0
        king += part * KING_BEHIND_PAWNS[player, cell] + (1.0 - part) * KING_IN_ENDING[player, cell]
    pair = 1.0 if count_cells(men[MEN.bishop]) > 1 else 0.0
    return material, places_sum, pawns, king, mobility, pair


@compiled
def terms(state):
    """Mine minus yours."""
    mine, yours = side_terms(state, state.mover), side_terms(state, 1 - state.mover)
    return (
        mine[0] - yours[0],
        mine[1] - yours[1],
        mine[2] - yours[2],
        mine[3] - yours[3],
        mine[4] - yours[4],
        mine[5] - yours[5],
    )


@compiled
def forcing_score(state, move):
    """Captures, the most valuable piece by the least valuable first, and promotions to a queen."""
    if PROMOTE.has(move):
        return 1000 if PROMOTE.to(move) == 0 else 0
    piece, target = GO.piece(move), GO.target(move)
    kind, taken = kind_at(state.men, piece), kind_at(state.men, target)
    if taken >= 0:
        return 100 + 10 * taken - kind
    return 100 if kind == MEN.pawn and target == state.passant else 0
