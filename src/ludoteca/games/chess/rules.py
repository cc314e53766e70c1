"""The rules of chess as compiled functions.  Numbers such as CH3 refer to rules.md."""

import numpy as np

from ludoteca.kernel import NOTHING, OFF, Cell, CellAt, Choice, Count, Ending, Flags, Move, Pieces, Quiet, Ruling
from ludoteca.kernel import SquareBoard, State, all_kinds, compiled, count_cells, draw_cells, each, has, highest
from ludoteca.kernel import in_sight, kind_at, kinds, lowest, say, win_of

BOARD = SquareBoard(8, 8, first_row="bottom")  # [CH1]
MEN = Pieces(BOARD, runs=True, pawn="P", knight="N", bishop="B", rook="R", queen="Q", king="K")
FIFTY = "What happens after fifty moves of each player without a capture or a pawn move."
STATE = State(
    men=MEN,
    castling=Flags("KQkq", label="Castling"),  # who may still castle, and on which side
    passant=CellAt(BOARD, none="-", label="En passant"),  # the cell where a pawn can be taken in passing
    quiet=Quiet(100, "fifty moves without a capture or a pawn move", unless="fifty_moves", label="Quiet halfmoves"),
    turn=Count(1, 9999, kind="u2", in_key=False, label="Move number"),
    fifty_moves=Ruling(FIFTY, label="After fifty quiet moves", draw="a draw", off="nothing"),
)
PROMOTION = Choice(("q", "r", "b", "n"), labels=("queen", "rook", "bishop", "knight"))
GO, PROMOTE = kinds(
    Move(piece=Cell(BOARD, own="men"), target=Cell(BOARD), text="{piece}{target}"),  # e2e4
    Move(pawn=Cell(BOARD, own="men"), target=Cell(BOARD), to=PROMOTION, text="{pawn}{target}{to}"),  # e7e8q
)
KINDS = len(MEN)
BECOMES = np.array([MEN.queen, MEN.rook, MEN.bishop, MEN.knight])  # by choice

AHEAD = BOARD.neighbours_to("n"), BOARD.neighbours_to("s")  # AHEAD[player][cell] is a set of cells
ASIDE = BOARD.neighbours_to("nw", "ne"), BOARD.neighbours_to("sw", "se")
AROUND = BOARD.neighbours_to(*BOARD.way_names)
LEAPS = BOARD.leaps(1, 2)
STRAIGHT, DIAGONAL, WAYS = BOARD.orthogonals, BOARD.diagonals, BOARD.directions
SIGHT, WAY_TO = BOARD.sight, BOARD.way_to
FAR_ROWS = BOARD.sides["north"].bits | BOARD.sides["south"].bits
HOME_ROWS = BOARD.bits([f"{column}{row}" for column in "abcdefgh" for row in (2, 7)])
CASTLES = np.array(  # by castling right: where the king goes from and to, then the rook
    [[BOARD.number[f"{column}{row}"] for column in columns] for row in (1, 8) for columns in ("eghf", "ecad")]
)
GAPS = BOARD.table([BOARD.bits(cells.split()) for cells in ("f1 g1", "b1 c1 d1", "f8 g8", "b8 c8 d8")])
KEEPS = np.array(  # by cell: the castling rights that remain once a piece has left it or was taken there
    [sum(1 << right for right in range(4) if cell not in CASTLES[right, [0, 2]]) for cell in range(64)]
)


@compiled
def first_in(way, cell, occupied):
    """The first piece in a direction, or OFF."""
    hits = SIGHT[cell, way] & occupied
    if not hits:
        return OFF
    return highest(hits) if way & 1 else lowest(hits)  # the numbers of cells rise in even directions


@compiled
def attacked(kind, player, cell, occupied):
    """The cells that a piece attacks. [CH3-CH6]"""
    if kind == MEN.pawn:
        return ASIDE[player][cell]
    if kind == MEN.knight:
        return LEAPS[cell]
    if kind == MEN.king:
        return AROUND[cell]
    if kind == MEN.bishop:
        return in_sight(cell, DIAGONAL, occupied, SIGHT)
    if kind == MEN.rook:
        return in_sight(cell, STRAIGHT, occupied, SIGHT)
    return in_sight(cell, WAYS, occupied, SIGHT)


@compiled
def attackers(state, player, cell, occupied):
    """A player's pieces that attack a cell: look from it as each kind of piece would, for that kind. [CH7]"""
    found = BOARD.none
    for kind in range(KINDS):
        if state.men[player, kind]:
            found |= attacked(kind, 1 - player, cell, occupied) & state.men[player, kind]
    return found


@compiled
def everyone(state):
    """All occupied cells."""
    return all_kinds(state.men[0]) | all_kinds(state.men[1])


@compiled
def is_in_check(state):
    """Whether the mover's king is attacked. [CH7]"""
    return bool(attackers(state, 1 - state.mover, lowest(state.men[state.mover, MEN.king]), everyone(state)))


@compiled
def cover_of(state):
    """The cells to which pieces must go to end a check (all, if there is none), and the pieces that are pinned."""
    me, you, king, occupied = state.mover, 1 - state.mover, lowest(state.men[state.mover, MEN.king]), everyone(state)
    mine, pinned = all_kinds(state.men[me]), BOARD.none
    checks = (ASIDE[me][king] & state.men[you, MEN.pawn]) | (LEAPS[king] & state.men[you, MEN.knight])
    ends = checks if checks else BOARD.all
    for way in WAYS:
        sliders = state.men[you, MEN.queen] | state.men[you, MEN.rook if way in STRAIGHT else MEN.bishop]
        if not SIGHT[king, way] & sliders:
            continue
        hit = first_in(way, king, occupied)
        if has(sliders, hit):
            ends &= SIGHT[king, way] ^ SIGHT[hit, way]
        elif has(mine, hit):
            behind = first_in(way, hit, occupied)
            if behind != OFF and has(sliders, behind):
                pinned |= BOARD.bit(hit)
    return ends, pinned


@compiled
def is_safe_in_passing(state, pawn):
    """Whether taking a pawn in passing leaves the king safe: two pawns leave their row at once. [CH9]"""
    taken = AHEAD[1 - state.mover][state.passant]
    occupied = (everyone(state) & ~(taken | BOARD.bit(pawn))) | BOARD.bit(state.passant)
    return not attackers(state, 1 - state.mover, lowest(state.men[state.mover, MEN.king]), occupied) & ~taken


@compiled
def can_castle(state, right):
    """Over empty cells, and not out of check, through it or into it. [CH8]"""
    you, occupied = 1 - state.mover, everyone(state)
    king, target, _, middle = CASTLES[right]
    if not state.castling >> right & 1 or GAPS[right] & occupied:
        return False
    for cell in (king, middle, target):
        if attackers(state, you, cell, occupied):
            return False
    return True


@compiled
def king_can_go(state, king):
    """To a neighbouring cell that no enemy attacks, or two cells by castling. [CH6-CH8]"""
    me, you, cells, occupied = state.mover, 1 - state.mover, BOARD.none, everyone(state) ^ BOARD.bit(king)
    for target in each(AROUND[king] & ~all_kinds(state.men[me])):
        if not attackers(state, you, target, occupied):
            cells |= BOARD.bit(target)
    for right in range(2 * me, 2 * me + 2):
        if can_castle(state, right):
            cells |= BOARD.bit(CASTLES[right, 1])
    return cells


@compiled
def can_go(state, kind, piece, ends, pinned):
    """Where a piece can go without leaving its king in check. [CH3-CH9]"""
    me, occupied = state.mover, everyone(state)
    if kind == MEN.king:
        return king_can_go(state, piece)
    mine = all_kinds(state.men[me])
    if kind == MEN.pawn:
        cells = AHEAD[me][piece] & ~occupied
        if cells and has(HOME_ROWS, piece):
            cells |= AHEAD[me][lowest(cells)] & ~occupied
        cells |= ASIDE[me][piece] & occupied & ~mine
    else:
        cells = attacked(kind, me, piece, occupied) & ~mine
    cells &= ends
    if has(pinned, piece):  # it stays between the king and the piece that pins it
        king = lowest(state.men[me, MEN.king])
        cells &= SIGHT[king, WAY_TO[king, piece]]
    sides = ASIDE[me][piece] if kind == MEN.pawn else BOARD.none
    if state.passant != OFF and has(sides, state.passant) and is_safe_in_passing(state, piece):
        cells |= BOARD.bit(state.passant)
    return cells


@compiled
def is_stuck(state):
    """Whether no piece of the mover can go anywhere."""
    ends, pinned = cover_of(state)
    for kind in range(KINDS):
        for piece in each(state.men[state.mover, kind]):
            if can_go(state, kind, piece, ends, pinned):
                return False
    return True


@compiled
def moves(state, out):
    """Every piece goes where it can; a pawn on the far row becomes another piece. [CH3-CH10]"""
    count = 0
    ends, pinned = cover_of(state)  # once, not for each piece: that makes counting moves some twenty times as slow
    for kind in range(KINDS):
        for piece in each(state.men[state.mover, kind]):
            for target in each(can_go(state, kind, piece, ends, pinned)):
                if kind == MEN.pawn and has(FAR_ROWS, target):
                    for choice in range(len(BECOMES)):
                        out[count] = PROMOTE.code(piece, target, choice)
                        count += 1
                else:
                    out[count] = GO.code(piece, target)
                    count += 1
    return count


@compiled
def play(state, move):
    """Move, take, castle, promote; then update castling rights and en passant. [CH3-CH10]"""
    me, you, is_promotion = state.mover, 1 - state.mover, PROMOTE.has(move)
    piece = PROMOTE.pawn(move) if is_promotion else GO.piece(move)
    target = PROMOTE.target(move) if is_promotion else GO.target(move)
    kind, taken = kind_at(state.men, piece), BOARD.bit(target)
    if kind == MEN.pawn and target == state.passant:
        taken |= AHEAD[you][target]
    if kind == MEN.pawn or all_kinds(state.men[you]) & taken:
        state.quiet = 0
    for other in range(KINDS):
        state.men[you, other] &= ~taken
    state.men[me, kind] ^= BOARD.bit(piece)
    state.men[me, BECOMES[PROMOTE.to(move)] if is_promotion else kind] |= BOARD.bit(target)
    for right in range(4):
        if kind == MEN.king and CASTLES[right, 0] == piece and CASTLES[right, 1] == target:
            state.men[me, MEN.rook] ^= BOARD.bit(CASTLES[right, 2]) | BOARD.bit(CASTLES[right, 3])
    state.castling &= KEEPS[piece] & KEEPS[target]
    state.mover, state.passant, state.turn = you, OFF, state.turn + me
    if kind == MEN.pawn and abs(target - piece) == 16:
        note_passing(state, (piece + target) // 2)


@compiled
def note_passing(state, cell):
    """Note the cell that a pawn has passed only if a pawn can take it: equal positions have equal moves. [CH9, CH14]"""
    state.passant = cell
    for pawn in each(ASIDE[1 - state.mover][cell] & state.men[state.mover, MEN.pawn]):
        if is_safe_in_passing(state, pawn):
            return
    state.passant = OFF


@compiled
def is_dead(state):
    """Whether nobody can ever be mated: bare kings, or kings and one knight or bishop. [CH13]"""
    heavy = BOARD.none
    for player in range(2):
        heavy |= state.men[player, MEN.pawn] | state.men[player, MEN.rook] | state.men[player, MEN.queen]
    return not heavy and count_cells(everyone(state)) <= 3


@compiled
def ending(state):
    """Mate wins; stalemate and a dead position are draws. [CH11-CH13]"""
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
def threats(state, draw):
    """A ring around a king in check. [CH7]"""
    if is_in_check(state):
        draw_cells(draw, state.men[state.mover, MEN.king])


@compiled
def decided(state, draw):
    """A ring around the king that was mated. [CH11]"""
    if is_stuck(state):
        threats(state, draw)


@compiled
def why_not_go(state, piece, target):
    """No move leaves the king in check. [CH7]"""
    if is_in_check(state):
        return say("your king is in check: move it, take the attacker, or put a piece in between")
    return say("the piece on {0:cell} shields your king", piece) if has(cover_of(state)[1], piece) else NOTHING


@compiled
def flaw(state):
    """Kings, pawns, castling rights and the cell to take in passing must be possible. [CH2, CH7-CH10]"""
    me, you = state.mover, 1 - state.mover
    for player in range(2):
        if count_cells(state.men[player, MEN.king]) != 1:
            return say("each side needs one king")
        if state.men[player, MEN.pawn] & FAR_ROWS:
            return say("a pawn cannot stand on the first or the last row")
    for right in range(4):
        king, _, rook, _ = CASTLES[right]
        are_home = has(state.men[right // 2, MEN.king], king) and has(state.men[right // 2, MEN.rook], rook)
        if state.castling >> right & 1 and not are_home:
            return say("to castle, king and rook must be where they began")
    if state.passant != OFF and not AHEAD[you][state.passant] & state.men[you, MEN.pawn]:
        return say("no pawn has just passed {0:cell}", state.passant)
    if attackers(state, me, lowest(state.men[you, MEN.king]), everyone(state)):
        return say("{0:player} is in check, but it is not their turn", you)
    return NOTHING
