"""The rules of Kalah; the numbers (KA3) are those of rules.md."""

import numpy as np

from ludoteca.kernel import IS_EMPTY, NOTHING, Cell, Ending, Flag, Move, Numbers, PitBoard, Ruling, Setting, State
from ludoteca.kernel import compiled, draw_sowing, kinds, more_wins, say, sow, swapping, win_of

BOARD = PitBoard(6)
STORE, OPPOSITE = BOARD.stores, BOARD.opposite
BOARDS = {
    houses: BOARD.part(cell for cell in BOARD.cells if BOARD.name[cell][0] in f"s{'abcdef'[:houses]}")
    for houses in (6, 5, 4)
}
SIX = BOARDS[6]
TRACK = np.array([[BOARDS.get(houses, SIX).track(side) for side in range(2)] for houses in range(7)])  # by houses
FIRST = np.array([[BOARDS.get(houses, SIX).pits[side][0] for side in range(2)] for houses in range(7)])

EMPTY_CAPTURE = Ruling(
    "When a last seed in an empty house of your own takes it.",
    label="Capture",
    filled="if there are seeds opposite",
    always="always",
)
STATE = State(
    seeds=Numbers(BOARD, piece="seeds", colour="white", most=72),
    opening=Flag("opening"),  # the second player may still swap
    swapped=Flag("swapped", swaps_sides=True),
    each=Setting("Seeds in each house at the start.", 4, 3, 5, 6, option="seeds"),
    houses=Setting("Houses in each row.", *BOARDS),
    empty_capture=EMPTY_CAPTURE,
    swap=Setting("Whether the second player may answer the first turn by taking over its side.", False, True),
)
SOW, SWAP = kinds(Move(pit=Cell(BOARD)), swapping())  # c1


@compiled
def side_of(state, player):
    """The side of the board that a player has: 0 is south. [KA1, KA8]"""
    return player ^ state.swapped


@compiled
def in_row(state, side):
    """The seeds in the houses of a side. [KA1]"""
    count, first = 0, FIRST[state.houses, side]
    for pit in range(first, first + state.houses):
        count += state.seeds[pit]
    return count


@compiled
def start(state, random):
    """Each house has the same number of seeds, and the stores are empty. [KA1]"""
    for side in range(2):
        first = FIRST[state.houses, side]
        state.seeds[first : first + state.houses] = state.each
    state.opening = state.swap


@compiled
def can_sow(state):
    """Your houses with seeds. [KA2]"""
    found, first = BOARD.none, FIRST[state.houses, side_of(state, state.mover)]
    for pit in range(first, first + state.houses):
        if state.seeds[pit] > 0:
            found |= BOARD.bit(pit)
    return found


@compiled
def can_swap(state):
    """Only as the answer to the first turn. [KA8]"""
    return state.opening == 1 and state.mover == 1 and state.swapped == 0


@compiled
def take_opposite(state, side, last):
    """A last seed in an empty house of one's own goes to the store with what lies opposite. [KA5]"""
    seeds, first, across = state.seeds, FIRST[state.houses, side], OPPOSITE[last]
    if seeds[last] != 1 or not first <= last < first + state.houses:
        return
    if seeds[across] > 0 or state.empty_capture == EMPTY_CAPTURE.always:
        seeds[STORE[side]] += seeds[last] + seeds[across]
        seeds[last] = seeds[across] = 0


@compiled
def play(state, move):
    """Sow through one's own store, and take; a last seed in the store lets the mover sow again. [KA3-KA6, KA8]"""
    side = side_of(state, state.mover)
    if state.mover == 1 or state.swapped:
        state.opening = 0
    last = sow(state.seeds, SOW.pit(move), TRACK[state.houses, side])
    if last != STORE[side]:
        take_opposite(state, side, last)
        state.mover = 1 - state.mover
    if in_row(state, 0) == 0 or in_row(state, 1) == 0:
        for other in range(2):
            first = FIRST[state.houses, other]
            state.seeds[STORE[other]] += in_row(state, other)
            state.seeds[first : first + state.houses] = 0


@compiled
def points(state, player):
    """The seeds in a player's store. [KA7]"""
    return state.seeds[STORE[side_of(state, player)]]


@compiled
def ending(state):
    """When the houses are empty, most seeds wins. [KA6, KA7]"""
    is_over = in_row(state, 0) == 0 and in_row(state, 1) == 0
    return more_wins(points(state, 0), points(state, 1)) if is_over else Ending.NONE


@compiled
def settled(state):
    """More than half of the seeds wins. [KA7]"""
    for player in range(2):
        if points(state, player) > state.houses * state.each:
            return win_of(player)
    return Ending.NONE


# --- what people are told


@compiled
def path(state, move, draw):
    """The houses and stores that get a seed, in order. [KA3]"""
    if SOW.has(move):
        draw_sowing(draw, state.seeds, SOW.pit(move), TRACK[state.houses, side_of(state, state.mover)])


@compiled
def why_not_sow(state, pit):
    """Only a player's own houses can be sown. [KA2]"""
    first = FIRST[state.houses, side_of(state, state.mover)]
    if not first <= pit < first + state.houses:
        return say("you sow from the houses in your own row")
    return NOTHING if state.seeds[pit] else say(IS_EMPTY, pit)


@compiled
def flaw(state):
    """Seeds are never lost. [KA1]"""
    count = in_row(state, 0) + in_row(state, 1) + state.seeds[STORE[0]] + state.seeds[STORE[1]]
    whole = 2 * state.houses * state.each
    return NOTHING if count == whole else say("there are {0} seeds in all, not {1}", whole, count)
