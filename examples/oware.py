"""Oware (Abapa): sow seeds around the board and take twos and threes; 25 of 48 wins.  Traditional, West Africa."""

import numpy as np

from ludoteca.kernel import NOTHING, Cell, Count, Ending, Move, Numbers, PitBoard, Ruling, State, compiled, game
from ludoteca.kernel import has_moves, more_wins, say, scratch_numbers, sow

BOARD = PitBoard(6)
TRACK = BOARD.track()  # from pit to pit; no seed is sown into a store
FIRST, LAST, STORE = (BOARD.pits[0][0], BOARD.pits[1][0]), (BOARD.pits[0][-1], BOARD.pits[1][-1]), BOARD.stores
SEEDS, QUIET = 48, 100

SLAM = Ruling(
    "What happens if a move would take all of the opponent's seeds.",
    takes_nothing="it takes nothing",
    forbidden="it is not allowed",
    leaves_last="it leaves those in the last pit",
    allowed="it takes them",
    label="Grand slam",
)
STATE = State(
    seeds=Numbers(BOARD, piece="seeds", colour="white", most=SEEDS),
    quiet=Count(0, QUIET, in_key=False, label="Moves without a capture"),
    grand_slam=SLAM,
)
SOW = Move(pit=Cell(BOARD))  # c1


@compiled
def in_row(seeds, player):
    """The seeds in a player's pits."""
    count = 0
    for pit in range(FIRST[player], LAST[player] + 1):
        count += seeds[pit]
    return count


@compiled
def first_taken(seeds, player, last):
    """The first of the pits that are taken: enemy pits with two or three seeds, up to the last one sown."""
    pit = last
    while FIRST[1 - player] <= pit <= LAST[1 - player] and 2 <= seeds[pit] <= 3:
        pit -= 1
    return pit + 1


@compiled
def is_slam(seeds, player, last):
    """Whether taking these pits would take all of the opponent's seeds."""
    left = in_row(seeds, 1 - player)
    for pit in range(first_taken(seeds, player, last), last + 1):
        left -= seeds[pit]
    return left == 0


@compiled
def slams(state, pit):
    """Whether sowing a pit would take all of the opponent's seeds."""
    seeds = scratch_numbers(len(TRACK))
    for other in range(len(TRACK)):
        seeds[other] = state.seeds[other]
    last = sow(seeds, pit, TRACK, skip=pit)
    return is_slam(seeds, state.mover, last)


@compiled
def can_sow(state):
    """Your pits with seeds; an opponent without any must be fed."""
    mover, found = state.mover, BOARD.none
    is_hungry = in_row(state.seeds, 1 - mover) == 0
    for pit in range(FIRST[mover], LAST[mover] + 1):
        reach = LAST[mover] - pit if is_hungry else 0
        if state.seeds[pit] > reach and not (state.grand_slam == SLAM.forbidden and slams(state, pit)):
            found |= BOARD.bit(pit)
    return found


@compiled
def play(state, pit):
    """Sow, skipping the pit itself, then take.  When the game is over, each side keeps the seeds in its row."""
    mover, seeds = state.mover, state.seeds
    last = sow(seeds, pit, TRACK, skip=pit)
    begin = first_taken(seeds, mover, last)
    if is_slam(seeds, mover, last) and state.grand_slam != SLAM.allowed:
        last = last - 1 if state.grand_slam == SLAM.leaves_last else begin - 1
    state.quiet = 0 if begin <= last else state.quiet + 1
    for taken in range(begin, last + 1):
        seeds[STORE[mover]] += seeds[taken]
        seeds[taken] = 0
    state.mover = 1 - mover
    if state.quiet == QUIET or not has_moves(state):
        for player in range(2):
            seeds[STORE[player]] += in_row(seeds, player)
            seeds[FIRST[player] : LAST[player] + 1] = 0


@compiled
def points(state, player):
    """The seeds in a player's store."""
    return state.seeds[STORE[player]]


@compiled
def ending(state):
    """More than half of the seeds wins; if the mover cannot move, most seeds wins."""
    if 2 * points(state, 0) > SEEDS or 2 * points(state, 1) > SEEDS or not has_moves(state):
        return more_wins(points(state, 0), points(state, 1))
    return Ending.NONE


@compiled
def flaw(state):
    """Seeds are never lost."""
    count = in_row(state.seeds, 0) + in_row(state.seeds, 1) + points(state, 0) + points(state, 1)
    return NOTHING if count == SEEDS else say("there are 48 seeds in all, not {0}", count)


TERMS, WEIGHTS = ("seeds",), np.array([0.2])
TERM_WORDS = {"seeds": "takes more seeds"}


@compiled
def terms(state):
    """More seeds are better."""
    return (float(points(state, state.mover)) - float(points(state, 1 - state.mover)),)


GAME = game(
    title="Oware",
    designer="Traditional",
    players=("South", "North"),
    summary="Sow seeds around the board and take twos and threes from your opponent; more than half of them wins.",
    start="0,4,4,4,4,4,4/4,4,4,4,4,4,0 s 0",
    longest=2000,
    accent="green",
    surface="walnut",
    minutes=15,
    difficulty="easy",
)
