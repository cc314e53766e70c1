"""The rules of nine men's morris; the numbers (NM3) are those of rules.md."""

from ludoteca.kernel import CANNOT_MOVE, NOTHING, Cell, Cells, Counts, Ending, Move, Phase, PointBoard, Quiet, Ruling
from ludoteca.kernel import State, compiled, count_cells, draw_cells, has, has_moves, kinds, say, win_of

BOARD = PointBoard("""
    o-----o-----o
    |     |     |
    | o---o---o |
    | |   |   | |
    | | o-o-o | |
    | | |   | | |
    o-o-o   o-o-o
    | | |   | | |
    | | o-o-o | |
    | |   |   | |
    | o---o---o |
    |     |     |
    o-----o-----o
""")
NEIGHBOURS, LINES = BOARD.neighbours, BOARD.lines
MEN, FEW = 9, 3  # [NM1, NM8]

PHASE = Phase({"place": "place a man", "move": "move a man", "take": "take an enemy man"})
FLYING = Ruling("Who may move to any free point.", three="a player with three men", never="nobody")
STATE = State(
    men=Cells(BOARD, per_player=True, piece="man", most=MEN),
    hand=Counts(0, MEN, label="Men to place"),
    phase=PHASE,
    quiet=Quiet(50, "fifty moves without a mill", label="Moves without a mill"),  # [NM9]
    flying=FLYING,
)
PLACE, GO, TAKE = kinds(
    Move(point=Cell(BOARD), when="place"),  # a1
    Move(man=Cell(BOARD, own="men"), target=Cell(BOARD), when="move"),  # a1-d1
    Move(point=Cell(BOARD), text="x{point}", when="take"),  # xa1
)


@compiled
def can_place(state):
    """Any free point. [NM2]"""
    return BOARD.all & ~(state.men[0] | state.men[1])


@compiled
def can_fly(state):
    """Whether the mover has three men left and may move them anywhere. [NM4]"""
    return count_cells(state.men[state.mover]) <= FEW and state.flying == FLYING.three


@compiled
def can_go(state, man):
    """Along a line to the next point, or by flying to any free point. [NM3, NM4]"""
    return can_place(state) & (BOARD.all if can_fly(state) else NEIGHBOURS[man])


@compiled
def in_mills(men):
    """The men on lines that have no gap or enemy. [NM5]"""
    found = BOARD.none
    for line in LINES:
        if not line & ~men:
            found |= line
    return found


@compiled
def can_take(state):
    """An enemy man that is not in a mill, or any if all are. [NM6]"""
    yours = state.men[1 - state.mover]
    loose = yours & ~in_mills(yours)
    return loose if loose else yours


@compiled
def play(state, move):
    """Place, move or take a man; whoever closes a mill takes one man before the turn passes. [NM2-NM7]"""
    mover = state.mover
    if TAKE.has(move):
        state.men[1 - mover] ^= BOARD.bit(TAKE.point(move))
        state.quiet = 0
    else:
        point = PLACE.point(move) if PLACE.has(move) else GO.target(move)
        if PLACE.has(move):
            state.hand[mover] -= 1
        else:
            state.men[mover] ^= BOARD.bit(GO.man(move))
        state.men[mover] |= BOARD.bit(point)
        if has(in_mills(state.men[mover]), point):
            state.phase, state.quiet = PHASE.take, 0
            return
    state.mover = 1 - mover
    state.phase = PHASE.place if state.hand[state.mover] else PHASE.move


@compiled
def men_left(state, player):
    """A player's men, on the board and still to place."""
    return count_cells(state.men[player]) + state.hand[player]


@compiled
def ending(state):
    """A player with two men left, or without a move, loses. [NM8]"""
    has_lost = men_left(state, state.mover) < FEW or not has_moves(state)
    return win_of(1 - state.mover) if has_lost else Ending.NONE


# --- what people are told


@compiled
def reason(state):
    """Why the game has ended. [NM8]"""
    if men_left(state, state.mover) < FEW:
        return say("{0:player} has two men left", state.mover)
    return say(CANNOT_MOVE, state.mover)


@compiled
def why_not_go(state, man, target):
    """Why a man cannot go to a free point. [NM3, NM4]"""
    if target < 0 or not has(can_place(state), target) or has(can_go(state, man), target):
        return NOTHING
    return say("{0:cell} is not next to {1:cell} on a line", target, man)


@compiled
def why_not_take(state, point):
    """Why an enemy man is safe. [NM6]"""
    is_safe = has(state.men[1 - state.mover] & ~can_take(state), point)
    return say("the man at {0:cell} is in a mill; take one that is not", point) if is_safe else NOTHING


@compiled
def threats(state, draw):
    """Rings around the men that can be taken. [NM6]"""
    if state.phase == PHASE.take:
        draw_cells(draw, can_take(state))
