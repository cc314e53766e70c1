"""The rules of Oware; the numbers (OW3) are those of rules.md."""

from ludoteca.kernel import IS_EMPTY, NOTHING, Cell, Ending, Move, Numbers, PitBoard, Ruling, State, compiled
from ludoteca.kernel import draw_sowing, has_moves, more_wins, say, scratch_numbers, sow

BOARD = PitBoard(6)
TRACK = BOARD.track()  # from pit to pit; no seed is sown into a store
FIRST, LAST, STORE = (BOARD.pits[0][0], BOARD.pits[1][0]), (BOARD.pits[0][-1], BOARD.pits[1][-1]), BOARD.stores
HOUSES, SEEDS = 6, 48

SLAM = Ruling(
    "What happens if a move would take all of the opponent's seeds.",
    takes_nothing="it takes nothing",
    forbidden="it is not allowed",
    leaves_last="it leaves those in the last house",
    allowed="it takes them",
    label="Grand slam",
)
STATE = State(seeds=Numbers(BOARD, piece="seeds", colour="white", most=SEEDS), grand_slam=SLAM)
SOW = Move(pit=Cell(BOARD))  # c1


@compiled
def in_row(seeds, player):
    """The seeds in a player's houses. [OW1]"""
    count = 0
    for pit in range(FIRST[player], FIRST[player] + HOUSES):
        count += seeds[pit]
    return count


@compiled
def first_taken(seeds, player, last):
    """The first of the houses that are taken: enemy houses with two or three seeds, up to the last one sown. [OW4]"""
    pit = last
    while FIRST[1 - player] <= pit <= LAST[1 - player] and 2 <= seeds[pit] <= 3:
        pit -= 1
    return pit + 1


@compiled
def is_slam(seeds, player, last):
    """Whether taking these houses would take all of the opponent's seeds. [OW6]"""
    left = in_row(seeds, 1 - player)
    for pit in range(first_taken(seeds, player, last), last + 1):
        left -= seeds[pit]
    return left == 0


@compiled
def feeds(state, pit):
    """Whether the opponent has seeds after a house is sown, as those who have none must. [OW5]"""
    return in_row(state.seeds, 1 - state.mover) > 0 or state.seeds[pit] > LAST[state.mover] - pit


@compiled
def can_sow(state):
    """Your houses with seeds. [OW2]"""
    found = BOARD.none
    for pit in range(FIRST[state.mover], FIRST[state.mover] + HOUSES):
        if state.seeds[pit] > 0:
            found |= BOARD.bit(pit)
    return found


@compiled
def may_sow(state, pit):
    """An opponent without any seeds must be fed, and a grand slam may be forbidden. [OW5, OW6]"""
    if state.grand_slam != SLAM.forbidden or not feeds(state, pit):
        return feeds(state, pit)
    seeds = scratch_numbers(len(TRACK))
    for other in range(len(TRACK)):
        seeds[other] = state.seeds[other]
    return not is_slam(seeds, state.mover, sow(seeds, pit, TRACK, pit))


@compiled
def share_out(state):
    """Each side takes what lies in its own row. [OW7, OW8]"""
    for player in range(2):
        state.seeds[STORE[player]] += in_row(state.seeds, player)
        state.seeds[FIRST[player] : LAST[player] + 1] = 0


@compiled
def play(state, pit):
    """Sow, skipping the house itself, then take; if nobody can go on, share out the rest. [OW3, OW4, OW6, OW7]"""
    mover, seeds = state.mover, state.seeds
    last = sow(seeds, pit, TRACK, pit)
    begin = first_taken(seeds, mover, last)
    if begin <= last and state.grand_slam != SLAM.allowed and is_slam(seeds, mover, last):
        last = last - 1 if state.grand_slam == SLAM.leaves_last else begin - 1
    for taken in range(begin, last + 1):
        seeds[STORE[mover]] += seeds[taken]
        seeds[taken] = 0
    state.mover = 1 - mover
    if not has_moves(state):
        share_out(state)


@compiled
def points(state, player):
    """The seeds in a player's store. [OW4]"""
    return state.seeds[STORE[player]]


@compiled
def ending(state):
    """More than half of the seeds wins; if the mover cannot move, most seeds wins. [OW7]"""
    if 2 * points(state, 0) > SEEDS or 2 * points(state, 1) > SEEDS or not has_moves(state):
        return more_wins(points(state, 0), points(state, 1))
    return Ending.NONE


@compiled
def at_longest(state):
    """Each side takes what lies in its own row; most seeds wins. [OW8]"""
    share_out(state)
    return more_wins(points(state, 0), points(state, 1))


repeated = at_longest  # a position that comes back ends the game, too [OW8]


# --- what people are told


@compiled
def path(state, pit, draw):
    """The houses that get a seed, in order. [OW3]"""
    draw_sowing(draw, state.seeds, pit, TRACK, skip=pit)


@compiled
def why_not_sow(state, pit):
    """Why a house cannot be sown. [OW2, OW5, OW6]"""
    if not FIRST[state.mover] <= pit <= LAST[state.mover]:
        return say("you sow from the houses in your own row")
    if state.seeds[pit] == 0 or may_sow(state, pit):
        return NOTHING if state.seeds[pit] else say(IS_EMPTY, pit)
    if not feeds(state, pit):
        return say("{0:player} has no seeds, and those at {1:cell} do not get that far", 1 - state.mover, pit)
    return say("that would take all of {0:player}'s seeds", 1 - state.mover)


@compiled
def flaw(state):
    """Seeds are never lost. [OW1]"""
    count = in_row(state.seeds, 0) + in_row(state.seeds, 1) + points(state, 0) + points(state, 1)
    return NOTHING if count == SEEDS else say("there are 48 seeds in all, not {0}", count)
