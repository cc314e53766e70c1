"""The rules of English draughts; [ED3] is the rule of that number in rules.md."""

from ludoteca.kernel import CANNOT_MOVE, NOTHING, OFF, Cell, CellAt, Ending, Kind, Move, Pieces, Quiet, SquareBoard
from ludoteca.kernel import State, all_kinds, compiled, each, has, kind_at, kinds, say, win_of

SQUARES = SquareBoard(8, 8, first_row="bottom")
BOARD = SQUARES.part(cell for cell, spot in SQUARES.spot.items() if sum(spot) % 2).numbered()  # 1 to 32 [ED1]
MEN = Pieces(BOARD, man="bw", king=Kind("BW", piece="crowned"))  # [ED2]
STATE = State(
    men=MEN,
    jumper=CellAt(BOARD, none="-", label="Must go on"),  # the piece that has to take another [ED6]
    quiet=Quiet(80, "forty moves of each side without a capture or a move of a man", label="Quiet moves"),  # [ED10]
)
GO, TAKE = kinds(
    Move(piece=Cell(BOARD, own="men"), target=Cell(BOARD)),  # 11-15
    Move(piece=Cell(BOARD, own="men"), target=Cell(BOARD), text="{piece}x{target}", chain=True),  # 15x22x29
)
STEP, WAY_TO = BOARD.step, BOARD.way_to
DIAGONALS = BOARD.diagonals  # even ways lead down the board, Black's way, and odd ways up
FAR_ROWS = BOARD.table([BOARD.bits(("29", "30", "31", "32")), BOARD.bits(("1", "2", "3", "4"))])  # by player


@compiled
def may_go(state, piece, way):
    """Men go diagonally ahead, kings also back. [ED3]"""
    return way & 1 == state.mover or has(state.men[state.mover, MEN.king], piece)


@compiled
def empty(state):
    """The cells without a piece."""
    return BOARD.all & ~(all_kinds(state.men[0]) | all_kinds(state.men[1]))


@compiled
def steps(state, piece):
    """The next cells that are empty. [ED3]"""
    cells = BOARD.none
    for way in DIAGONALS:
        near = STEP[piece, way]
        if near != OFF and may_go(state, piece, way):
            cells |= BOARD.bit(near)
    return cells & empty(state)


@compiled
def landings(state, piece):
    """The empty cells behind enemies next to a piece. [ED4]"""
    cells, enemies = BOARD.none, all_kinds(state.men[1 - state.mover])
    for way in DIAGONALS:
        near = STEP[piece, way]
        if near != OFF and has(enemies, near) and STEP[near, way] != OFF and may_go(state, piece, way):
            cells |= BOARD.bit(STEP[near, way])
    return cells & empty(state)


@compiled
def movable(state):
    """The mover's pieces; in the middle of a capture, the one that makes it. [ED6]"""
    return BOARD.bit(state.jumper) if state.jumper != OFF else all_kinds(state.men[state.mover])


@compiled
def must_take(state):
    """Whether the mover can take a piece, and so must. [ED5]"""
    for piece in each(movable(state)):
        if landings(state, piece):
            return True
    return False


@compiled
def moves(state, out):
    """All captures or, if there is none, all steps. [ED3-ED5]"""
    count = 0
    for piece in each(movable(state)):
        for target in each(landings(state, piece)):
            out[count] = TAKE.code(piece, target)
            count += 1
    if count:
        return count
    for piece in each(movable(state)):
        for target in each(steps(state, piece)):
            out[count] = GO.code(piece, target)
            count += 1
    return count


@compiled
def play(state, move):
    """Move, take, crown; a piece that has taken goes on if it can, unless it was just crowned. [ED3-ED7]"""
    me, is_capture = state.mover, TAKE.has(move)
    piece = TAKE.piece(move) if is_capture else GO.piece(move)
    target = TAKE.target(move) if is_capture else GO.target(move)
    kind = kind_at(state.men, piece)
    if is_capture or kind == MEN.man:
        state.quiet = 0
    if is_capture:
        taken = BOARD.bit(STEP[piece, WAY_TO[piece, target]])
        state.men[1 - me, MEN.man] &= ~taken
        state.men[1 - me, MEN.king] &= ~taken
    is_crowned = kind == MEN.man and has(FAR_ROWS[me], target)
    state.men[me, kind] &= ~BOARD.bit(piece)
    state.men[me, MEN.king if is_crowned else kind] |= BOARD.bit(target)
    goes_on = is_capture and not is_crowned and landings(state, target)
    state.jumper = target if goes_on else OFF
    state.mover = me if goes_on else 1 - me


@compiled
def ending(state):
    """A player none of whose pieces can go anywhere loses. [ED8]"""
    for piece in each(movable(state)):
        if steps(state, piece) or landings(state, piece):
            return Ending.NONE
    return win_of(1 - state.mover)


@compiled
def reason(state):
    """Why the game has ended. [ED8]"""
    loser = state.mover
    return say(CANNOT_MOVE, loser) if all_kinds(state.men[loser]) else say("{0:player} has no pieces left", loser)


@compiled
def why_not(state, piece, target):
    """Captures come first, and a capture must be finished. [ED5, ED6]"""
    if not has(all_kinds(state.men[state.mover]), piece) or not must_take(state):
        return NOTHING
    if state.jumper != OFF and piece != state.jumper:
        return say("the piece on {0:cell} must go on taking", state.jumper)
    if not landings(state, piece):
        return say("you must take a piece, and the one on {0:cell} cannot", piece)
    is_step = target >= 0 and has(steps(state, piece), target)
    return say("you must take a piece if you can") if is_step else NOTHING


@compiled
def flaw(state):
    """No man is on its far row, where it would be a king; and a piece that must go on can. [ED6, ED7]"""
    for player in range(2):
        if state.men[player, MEN.man] & FAR_ROWS[player]:
            return say("a man on the far row is a king")
    if state.jumper != OFF and not (has(all_kinds(state.men[state.mover]), state.jumper) and must_take(state)):
        return say("no piece on {0:cell} has to go on taking", state.jumper)
    return NOTHING


why_not_go = why_not_take = why_not
