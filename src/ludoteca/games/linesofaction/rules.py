"""The rules of Lines of Action; the numbers (LA3) are those of rules.md."""

import numpy as np

from ludoteca.kernel import CANNOT_MOVE, NOTHING, OFF, Cell, Cells, Ending, Move, Ruling, SquareBoard, State
from ludoteca.kernel import compiled, count_cells, draw_cells, group_of, has, has_moves, kinds, letters_of, lowest
from ludoteca.kernel import passing, put_letter, put_letters, say, win_of

BOARD = SquareBoard(8, 8, first_row="bottom")  # [LA1]
NEIGHBOURS, RAYS, WAY_TO = BOARD.neighbours, BOARD.rays, BOARD.way_to
FARTHEST = RAYS.shape[2] - 1


def _line(cell, way):
    """The whole line through a cell."""
    return BOARD.bits([cell, *BOARD.ray(cell, way), *BOARD.ray(cell, way ^ 1)])


LINE = BOARD.table([[_line(cell, way) for way in range(8)] for cell in BOARD.cells])
PASSED = BOARD.table(  # PASSED[cell][8 * way + steps]: the cells that a move of so many steps passes over
    [[BOARD.bits(list(BOARD.ray(cell, way))[: max(steps - 1, 0)]) for way in range(8) for steps in range(8)]
     for cell in BOARD.cells]
)  # fmt: skip

BOTH = Ruling(
    "Who wins when a capture gathers the men of both players.",
    label="If both are gathered",
    mover="the player who captured",
    draw="nobody: it is a draw",
)
STUCK = Ruling(
    "What happens to a player who cannot move.", label="If a player cannot move", loses="they lose", passes="they pass"
)
STATE = State(men=Cells(BOARD, per_player=True, piece="man"), both=BOTH, stuck=STUCK)
GO, PASS = kinds(Move(man=Cell(BOARD, own="men"), target=Cell(BOARD)), passing())  # b1-b3
NAMES = np.array([letters_of(BOARD.name[cell]) for cell in BOARD.cells])
GOES, TAKES = letters_of("-x")


@compiled
def can_go(state, man):
    """Along a line by as many cells as there are men on it; not past enemies, nor onto one's own. [LA2-LA4]"""
    mine, yours = state.men[state.mover], state.men[1 - state.mover]
    found = BOARD.none
    for way in range(8):
        steps = count_cells(LINE[man][way] & (mine | yours))
        if steps <= FARTHEST and RAYS[man, way, steps] != OFF and not PASSED[man][8 * way + steps] & yours:
            found |= BOARD.bit(RAYS[man, way, steps])
    return found & ~mine


@compiled
def play(state, move):
    """The man moves; an enemy man on its new cell is taken. [LA2, LA4]"""
    if GO.has(move):
        target = BOARD.bit(GO.target(move))
        state.men[state.mover] ^= BOARD.bit(GO.man(move)) | target
        state.men[1 - state.mover] &= ~target
    state.mover = 1 - state.mover


@compiled
def is_gathered(state, player):
    """Whether all of a player's men are one group; a single man is. [LA5]"""
    men = state.men[player]
    return group_of(lowest(men), men, NEIGHBOURS) == men


@compiled
def ending(state):
    """Whoever has gathered all men wins; a player who cannot move loses, unless the ruling says pass. [LA5-LA7]"""
    other = 1 - state.mover
    if is_gathered(state, other):
        return Ending.DRAW if state.both == BOTH.draw and is_gathered(state, state.mover) else win_of(other)
    if is_gathered(state, state.mover):
        return win_of(state.mover)
    return win_of(other) if state.stuck == STUCK.loses and not has_moves(state) else Ending.NONE


# --- what people are told


@compiled
def spell(state, move, letters):
    """A capture with an x, b1xb3; any other move with a dash."""
    if GO.has(move):
        man, target = GO.man(move), GO.target(move)
        put_letters(letters, NAMES[man])
        put_letter(letters, TAKES if has(state.men[1 - state.mover], target) else GOES)
        put_letters(letters, NAMES[target])


@compiled
def reason(state):
    """Who has gathered all men, or who cannot move. [LA5-LA7]"""
    how = ending(state)
    if how == Ending.DRAW:
        return say("both players' men are gathered")
    winner = 0 if how == Ending.FIRST_WINS else 1
    if is_gathered(state, winner):
        return say("{0:player}'s men are all connected", winner)
    return say(CANNOT_MOVE, 1 - winner)


@compiled
def why_not_go(state, man, target):
    """How far a man must go in this direction, or what is in its way. [LA3, LA4]"""
    if target < 0 or target == man or WAY_TO[man, target] == OFF:
        return NOTHING
    mine, yours = state.men[state.mover], state.men[1 - state.mover]
    way = WAY_TO[man, target]
    steps = count_cells(LINE[man][way] & (mine | yours))
    if steps > FARTHEST or RAYS[man, way, steps] != target:
        return say("there {0:is|are} {0} {0:man|men} on this line, so a man moves {0} {0:cell|cells} along it", steps)
    if PASSED[man][8 * way + steps] & yours:
        return say("a man does not jump over enemy men")
    return NOTHING


@compiled
def decided(state, draw):
    """The men that are gathered. [LA5]"""
    for player in range(2):
        if is_gathered(state, player):
            draw_cells(draw, state.men[player])
