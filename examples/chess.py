"""Chess: checkmate the enemy king.  The FIDE rules."""

import numpy as np

from ludoteca.kernel import NOTHING, OFF, Cell, CellAt, Choice, Count, Ending, Flags, Move, Pieces, Quiet, SquareBoard
from ludoteca.kernel import State, all_kinds, compiled, count_cells, draw_cells, each, game, has, in_sight, kind_at
from ludoteca.kernel import kinds, lowest, repetition, say, win_of

BOARD = SquareBoard(8, 8, first_row="bottom")
MEN = Pieces(BOARD, runs=True, pawn="P", knight="N", bishop="B", rook="R", queen="Q", king="K")
STATE = State(
    men=MEN,
    castling=Flags("KQkq", label="Castling"),  # who may still castle, and on which side
    passant=CellAt(BOARD, none="-", label="En passant"),  # the cell that a pawn has just passed
    quiet=Quiet(100, "fifty moves without a capture or a pawn move", label="Quiet halfmoves"),
    turn=Count(1, 9999, kind="u2", in_key=False, label="Move number"),
)
GO, PROMOTE = kinds(
    Move(piece=Cell(BOARD, own="men"), target=Cell(BOARD), text="{piece}{target}"),  # e2e4
    Move(
        pawn=Cell(BOARD, own="men"),
        target=Cell(BOARD),
        to=Choice(("q", "r", "b", "n"), labels=("queen", "rook", "bishop", "knight")),
        text="{pawn}{target}{to}",  # e7e8q
    ),
)
KINDS = len(MEN)
BECOMES = np.array([MEN.queen, MEN.rook, MEN.bishop, MEN.knight])

STEP = BOARD.step
AHEAD = BOARD.neighbours_to("n"), BOARD.neighbours_to("s")  # AHEAD[player][cell] is a set of cells
ASIDE = BOARD.neighbours_to("nw", "ne"), BOARD.neighbours_to("sw", "se")
AROUND = BOARD.neighbours_to(*BOARD.way_names)
LEAPS = BOARD.leaps(1, 2)
FIRST_WAY, LAST_WAY = np.array([0, 0, 4, 0, 0, 0]), np.array([0, 0, 8, 4, 8, 0])  # by kind; ways 0-3 are straight
FAR_ROWS = BOARD.sides["north"].bits | BOARD.sides["south"].bits
HOME_ROWS = BOARD.bits([f"{column}{row}" for column in "abcdefgh" for row in (2, 7)])
CASTLES = np.array(  # by castling right: where the king goes from and to, then the rook
    [[BOARD.number[f"{column}{row}"] for column in columns] for row in (1, 8) for columns in ("eghf", "ecad")]
)
BETWEEN = BOARD.table([BOARD.bits(cells.split()) for cells in ("f1 g1", "b1 c1 d1", "f8 g8", "b8 c8 d8")])
KEEPS = np.array(  # by cell: the castling rights that remain once a piece has left it or was taken there
    [
        sum(1 << right for right, (king, _, rook, _) in enumerate(CASTLES) if cell not in (king, rook))
        for cell in range(64)
    ]
)


@compiled
def attacked(kind, player, cell, occupied):
    """The cells that a piece attacks."""
    if kind == MEN.pawn:
        return ASIDE[player][cell]
    if kind == MEN.knight:
        return LEAPS[cell]
    if kind == MEN.king:
        return AROUND[cell]
    return in_sight(cell, FIRST_WAY[kind], LAST_WAY[kind], occupied, STEP)


@compiled
def is_safe(state, cell, occupied, taken):
    """Whether no enemy except those taken attacks a cell: look from it as each kind of piece would, for that kind."""
    for kind in range(KINDS):
        if attacked(kind, state.mover, cell, occupied) & state.men[1 - state.mover, kind] & ~taken:
            return False
    return True


@compiled
def everyone(state):
    """All occupied cells."""
    return all_kinds(state.men[0]) | all_kinds(state.men[1])


@compiled
def is_in_check(state):
    """Whether the mover's king is attacked."""
    return not is_safe(state, lowest(state.men[state.mover, MEN.king]), everyone(state), BOARD.none)


@compiled
def passed(state):
    """The cell where a pawn can be taken in passing, as a set."""
    return BOARD.bit(state.passant) if state.passant != OFF else BOARD.none


@compiled
def can_castle(state, right):
    """Over empty cells, and not out of check or through it."""
    king, _, _, middle = CASTLES[right]
    occupied = everyone(state)
    if not state.castling >> right & 1 or BETWEEN[right] & occupied:
        return False
    return is_safe(state, king, occupied, BOARD.none) and is_safe(state, middle, occupied, BOARD.none)


@compiled
def reached(state, piece):
    """Where one of the mover's pieces can go, even if that leaves its king in check."""
    me, kind, occupied = state.mover, kind_at(state.men, piece), everyone(state)
    mine = all_kinds(state.men[me])
    if kind == MEN.pawn:
        ahead = AHEAD[me][piece] & ~occupied
        if ahead and has(HOME_ROWS, piece):
            ahead |= AHEAD[me][lowest(ahead)] & ~occupied
        return ahead | (ASIDE[me][piece] & ((occupied & ~mine) | passed(state)))
    cells = attacked(kind, me, piece, occupied) & ~mine
    for right in range(2 * me, 2 * me + 2):
        if kind == MEN.king and can_castle(state, right):
            cells |= BOARD.bit(CASTLES[right, 1])
    return cells


@compiled
def taken_in_passing(state, piece, target):
    """The pawn that a pawn takes in passing, as a set."""
    if kind_at(state.men, piece) != MEN.pawn or not has(passed(state), target):
        return BOARD.none
    return AHEAD[1 - state.mover][target]


@compiled
def can_go(state, piece):
    """Where a piece can go without leaving its king in check."""
    cells, king = BOARD.none, lowest(state.men[state.mover, MEN.king])
    for target in each(reached(state, piece)):
        taken = BOARD.bit(target) | taken_in_passing(state, piece, target)
        occupied = (everyone(state) & ~(taken | BOARD.bit(piece))) | BOARD.bit(target)
        if is_safe(state, target if piece == king else king, occupied, taken):
            cells |= BOARD.bit(target)
    return cells


@compiled
def is_stuck(state):
    """Whether no piece of the mover can go anywhere."""
    for piece in each(all_kinds(state.men[state.mover])):
        if can_go(state, piece):
            return False
    return True


@compiled
def moves(state, out):
    """Every piece goes where it can; a pawn on the far row becomes another piece."""
    count = 0
    for piece in each(all_kinds(state.men[state.mover])):
        for target in each(can_go(state, piece)):
            if has(FAR_ROWS, target) and kind_at(state.men, piece) == MEN.pawn:
                for choice in range(len(BECOMES)):
                    out[count] = PROMOTE.code(piece, target, choice)
                    count += 1
            else:
                out[count] = GO.code(piece, target)
                count += 1
    return count


@compiled
def play(state, move):
    """Move, take, castle, promote; then update castling rights and en passant."""
    me, you, is_promotion = state.mover, 1 - state.mover, PROMOTE.has(move)
    piece = PROMOTE.pawn(move) if is_promotion else GO.piece(move)
    target = PROMOTE.target(move) if is_promotion else GO.target(move)
    kind = kind_at(state.men, piece)
    taken = BOARD.bit(target) | taken_in_passing(state, piece, target)
    if kind == MEN.pawn or all_kinds(state.men[you]) & taken:
        state.quiet = 0
    for other in range(KINDS):
        state.men[you, other] &= ~taken
    state.men[me, kind] ^= BOARD.bit(piece)
    state.men[me, BECOMES[PROMOTE.to(move)] if is_promotion else kind] |= BOARD.bit(target)
    if kind == MEN.king and not has(AROUND[piece], target):
        for right in range(4):
            if CASTLES[right, 1] == target:
                state.men[me, MEN.rook] ^= BOARD.bit(CASTLES[right, 2]) | BOARD.bit(CASTLES[right, 3])
    state.castling &= KEEPS[piece] & KEEPS[target]
    middle = (piece + target) // 2
    is_double = kind == MEN.pawn and abs(target - piece) == 16
    state.passant = middle if is_double and ASIDE[me][middle] & state.men[you, MEN.pawn] else OFF
    state.turn += me
    state.mover = you


@compiled
def is_dead(state):
    """Whether nobody can ever be mated: bare kings, or kings and one knight or bishop."""
    heavy = BOARD.none
    for player in range(2):
        heavy |= state.men[player, MEN.pawn] | state.men[player, MEN.rook] | state.men[player, MEN.queen]
    return not heavy and count_cells(everyone(state)) <= 3


@compiled
def ending(state):
    """Mate wins; stalemate and a dead position are draws."""
    if is_stuck(state):
        return win_of(1 - state.mover) if is_in_check(state) else Ending.DRAW
    return Ending.DRAW if is_dead(state) else Ending.NONE


@compiled
def reason(state):
    """Why the game has ended."""
    if is_stuck(state):
        return say("checkmate") if is_in_check(state) else say("stalemate: {0:player} cannot move", state.mover)
    return say("neither side can be mated")


@compiled
def decided(state, draw):
    """A ring around the king that was mated."""
    if is_stuck(state) and is_in_check(state):
        draw_cells(draw, state.men[state.mover, MEN.king])


@compiled
def flaw(state):
    """Each side has one king."""
    for player in range(2):
        if count_cells(state.men[player, MEN.king]) != 1:
            return say("each side needs one king")
    return NOTHING


TERMS, WEIGHTS = ("material",), np.array([0.6])
TERM_WORDS = {"material": "wins material"}
WORTH = np.array([1.0, 3.0, 3.0, 5.0, 9.0, 0.0])  # by kind


@compiled
def terms(state):
    """What the mover's pieces are worth, compared with the opponent's."""
    total = 0.0
    for kind in range(KINDS):
        more = count_cells(state.men[state.mover, kind]) - count_cells(state.men[1 - state.mover, kind])
        total += WORTH[kind] * more
    return (total,)


GAME = game(
    title="Chess",
    designer="traditional",
    players=("White", "Black"),
    summary="Checkmate the enemy king.",
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    most_moves=218,
    longest=1000,
    options=(repetition("threefold", "off"),),
    is_symmetric=False,  # pawns know which way is up
    accent="slate",
    minutes=40,
    difficulty="hard",
)
