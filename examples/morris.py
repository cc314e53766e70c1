"""Nine men's morris: place and move men; three in a row captures an enemy man.  Traditional, known to the Romans."""

import numpy as np

from ludoteca.kernel import CANNOT_MOVE, Cell, Cells, Count, Counts, Ending, Fact, Move, Phase, PointBoard, Ruling
from ludoteca.kernel import State, compiled, count_cells, draw_cells, game, has, has_moves, kinds, repetition, say
from ludoteca.kernel import win_of

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
MEN, FEW, QUIET = 9, 3, 50

PHASE = Phase({"place": "place a man", "move": "move a man", "take": "take an enemy man"})
FLYING = Ruling("Who may move to any free point.", three="a player with three men", never="nobody")
STATE = State(
    men=Cells(BOARD, per_player=True, piece="disc", most=MEN),
    hand=Counts(0, MEN, label="Men to place"),
    phase=PHASE,
    quiet=Count(0, QUIET, in_key=False, label="Moves without a mill"),
    flying=FLYING,
)
PLACE, GO, TAKE = kinds(
    Move(point=Cell(BOARD), when="place"),  # a1
    Move(man=Cell(BOARD, own="men"), target=Cell(BOARD), when="move"),  # a1-d1
    Move(point=Cell(BOARD), text="x{point}", when="take"),  # xa1
)


@compiled
def can_place(state):
    """Any free point."""
    return BOARD.all & ~(state.men[0] | state.men[1])


@compiled
def can_go(state, man):
    """Along a line to the next point; a player with three men may fly."""
    flies = count_cells(state.men[state.mover]) <= FEW and state.flying == FLYING.three
    return can_place(state) & (BOARD.all if flies else NEIGHBOURS[man])


@compiled
def in_mills(men):
    """The men on lines that have no gap or enemy."""
    found = BOARD.none
    for line in LINES:
        if not line & ~men:
            found |= line
    return found


@compiled
def can_take(state):
    """An enemy man that is not in a mill, or any if all are."""
    yours = state.men[1 - state.mover]
    loose = yours & ~in_mills(yours)
    return loose if loose else yours


@compiled
def play(state, move):
    """Place, move or take a man; whoever closes a mill takes a man before the turn passes."""
    mover = state.mover
    if TAKE.has(move):
        state.men[1 - mover] ^= BOARD.bit(TAKE.point(move))
    else:
        point = PLACE.point(move) if PLACE.has(move) else GO.target(move)
        if PLACE.has(move):
            state.hand[mover] -= 1
        else:
            state.men[mover] ^= BOARD.bit(GO.man(move))
        state.men[mover] |= BOARD.bit(point)
        state.quiet += 1
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
    """A player with two men left, or without a move, loses; fifty moves without a mill is a draw."""
    if men_left(state, state.mover) < FEW or not has_moves(state):
        return win_of(1 - state.mover)
    return Ending.DRAW if state.quiet >= QUIET else Ending.NONE


@compiled
def reason(state):
    """Why the game has ended."""
    if men_left(state, state.mover) < FEW:
        return say("{0:player} has two men left", state.mover)
    return say(CANNOT_MOVE, state.mover) if not has_moves(state) else say("fifty moves without a mill")


@compiled
def threats(state, draw):
    """Rings around the men that can be taken."""
    if state.phase == PHASE.take:
        draw_cells(draw, can_take(state))


TERMS, WEIGHTS = ("men",), np.array([0.5])
TERM_WORDS = {"men": "keeps more men"}


@compiled
def terms(state):
    """More men are better."""
    return (float(men_left(state, state.mover) - men_left(state, 1 - state.mover)),)


GAME = game(
    title="Nine men's morris",
    designer="Traditional",
    players=("White", "Black"),
    summary="Place and move your men; three in a row captures an enemy man. Leave your opponent with two.",
    start="/".join("..." for _ in range(3)) + "/....../" + "/".join("..." for _ in range(3)) + " w 9-9 place 0",
    options=(repetition("threefold", "off"),),
    longest=1000,
    facts=(Fact("To do", "phase", role="task"), Fact("Men to place", "hand", role="supply", when="hand")),
    accent="amber",
    surface="wood",
    minutes=20,
    difficulty="easy",
)
