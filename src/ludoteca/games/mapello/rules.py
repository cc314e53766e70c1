"""The rules of Mapello; the numbers (MA7) are those of rules.md.

Everything is kept by seat (0 builds the map or moves first); Black is the seat that `swapped` names, so that the second
player can choose the colour.
"""

import numpy as np

from ludoteca.games.mapello.maps import BOARD, INNER, RING, named_map, tokens_on
from ludoteca.games.reversi.rules import FLIPS_NOTHING, MUST_PASS
from ludoteca.kernel import IS_TAKEN, Cell, Cells, Counts, Ending, Flag, Hidden, Move, Phase
from ludoteca.kernel import Ruling, Scenery, Setting, State, below, bit, compiled, has, kinds, lowest, more_wins
from ludoteca.kernel import nth_bit, passing, popcount, say, say_score, without_lowest, words
from ludoteca.kernel.flips import FLIP_WAYS, flipped, flipping_cells

CENTRE = INNER.bits(("d4", "e4", "d5", "e5"))
FALLING = INNER.bits(("d4", "e5"))  # where the rulebook's Black stands [MA3]
WHOLE_RING, CORNERS = RING.bits(RING.cells), RING.bits(("z0", "i0", "z9", "i9"))
CLOSED_BY = np.zeros((RING.size, 8), np.uint64)  # CLOSED_BY[ring, way]: the inner cell whose neighbour that way it is
for _place, _cell in enumerate(RING.cells):
    for _way, (_down, _right) in enumerate(FLIP_WAYS):
        _inner = BOARD.at.get((BOARD.spot[_cell][0] - _down, BOARD.spot[_cell][1] - _right))
        if _inner in INNER.number_of:
            CLOSED_BY[_place, _way] = bit(INNER.number_of[_inner])
CELL_OF = np.array(INNER.cells)  # the cell of the board that a number inside the ring stands for
RING_CELL = np.array(RING.cells)  # likewise on the ring

PLAY, OVER, BUILD, CHOOSE = range(4)  # phases
WALLS, BONUSES, JOKERS = range(3)  # kinds of special pieces, eight of each [MA2]
BONUS_POINTS = 3

STATE = State(
    ring=Scenery(RING),
    discs=Cells(INNER, per_player=True, piece="counter"),  # by seat
    walls=Cells(INNER, piece="wall", colour="stone", letter="#"),
    bonuses=Cells(INNER, piece="bonus", colour="blue", letter="*"),  # those not yet collected
    covered=Cells(INNER, mark="bonus", listed="on:", label="Covered bonuses"),  # collected, by ruling the owner's [D2]
    jokers=Cells(RING, piece="joker", colour="gold", letter="J"),
    closers=Hidden("u8", 8),  # the cells next to a joker, by direction
    choices=Hidden("u8"),  # where the mover can place
    taken=Counts(0, 64, label="Bonuses taken"),  # by seat
    phase=Phase(
        {"play": "place a disc", "over": "", "setup": "building the map", "choose": "choosing a colour"},
        silent=("play", "over"),
        otherwise={
            "setup": "the map is not finished; put a wall, a bonus or a joker, or say done",
            "choose": "choose a colour first: black or white",
        },
    ),
    swapped=Flag("swapped", swaps_sides=True),
    owner_rule=Ruling(
        "Who has a bonus: its placer, or who owns its cell at the end.",
        option="bonus",
        label="Who has a bonus",
        placer="who placed a disc on it",
        owner="who owns its cell at the end",
    ),
    limits=Hidden("u1", 3),  # by kind, while a map is built or drawn
    corners=Setting(
        "Whether random and built maps may have jokers in the corners.",
        True,
        False,
        option="corner_jokers",
        label="Jokers in the corners",
    ),
    drawn=Hidden("u1"),  # whether the map is still to be drawn
)

FINISHED, SETTLED = "the map is finished", "the colours are settled"


def special_piece(word, several, region, where):
    """The move of putting a special piece on the map while that is built. [MA4]"""
    cell = Cell(region, otherwise=f"{several} go {where} the ring; {{0}} is not")
    return Move(word, cell=cell, label=f"Put a {word}", when="setup", otherwise=FINISHED)


PLACE, PASS, DONE, BLACK, WHITE, WALL, BONUS, JOKER = kinds(
    Move(cell=Cell(INNER, otherwise="{0} is part of the ring"), when="play"),
    passing(when="play"),
    Move("done", label="The map is ready", when="setup", otherwise=FINISHED),
    Move("black", label="Play Black", when="choose", otherwise=SETTLED),
    Move("white", label="Play White", when="choose", otherwise=SETTLED),
    special_piece("wall", "walls", INNER, "inside"),
    special_piece("bonus", "bonuses", INNER, "inside"),
    special_piece("joker", "jokers", RING, "on"),
)
PUT = (WALL, BONUS, JOKER)  # kinds with rules in common


@compiled
def can_put(state, kind):
    """Where one more piece of a kind may go while the map is built. [MA4]"""
    pieces = state.jokers if kind == JOKERS else state.bonuses if kind == BONUSES else state.walls
    if popcount(pieces) >= state.limits[kind]:
        return np.uint64(0)
    if kind == JOKERS:
        return WHOLE_RING & ~state.jokers & ~(np.uint64(0) if state.corners else CORNERS)
    return ~(CENTRE | state.walls | state.bonuses | state.discs[0] | state.discs[1])


@compiled
def can_place(state):
    """Free cells where something flips; without any, the mover passes. [MA6, MA11]"""
    return state.choices


@compiled
def put(state, kind, place):
    """Put a special piece on the map."""
    if kind == WALLS:
        state.walls |= bit(place)
    elif kind == BONUSES:
        state.bonuses |= bit(place)
    else:
        state.jokers |= bit(place)


@compiled
def settle(state):
    """Find the mover's choices; the game ends when neither player has any. [MA6, MA11]"""
    discs, mover = state.discs, state.mover
    free = ~(discs[0] | discs[1] | state.walls)
    state.choices = flipping_cells(discs[mover], discs[1 - mover], state.closers) & free
    if not state.choices and not flipping_cells(discs[1 - mover], discs[mover], state.closers) & free:
        state.phase = OVER


@compiled
def begin(state):
    """The map stands and its making is forgotten: Black moves first. [MA6]"""
    state.phase = PLAY
    state.drawn, state.corners = 0, 0
    for kind in range(3):
        state.limits[kind] = 0
    for way in range(8):
        state.closers[way] = 0
    jokers = state.jokers
    while jokers:
        for way in range(8):
            state.closers[way] |= CLOSED_BY[lowest(jokers), way]
        jokers = without_lowest(jokers)
    settle(state)


@compiled
def start(state, random):
    """A map as configured, one drawn at random, or one that the first player builds. [MA3-MA5]"""
    if state.phase == BUILD:
        return
    if state.drawn:
        for kind in range(3):
            room = can_put(state, kind)
            while room:
                put(state, kind, nth_bit(room, below(random, popcount(room))))
                room = can_put(state, kind)
    begin(state)


@compiled
def prepare(state, move):
    """A step of building: put a piece, end, or choose a colour; a chooser of Black takes its discs. [MA4, MA5]"""
    if WALL.has(move):
        put(state, WALLS, WALL.cell(move))
    elif BONUS.has(move):
        put(state, BONUSES, BONUS.cell(move))
    elif JOKER.has(move):
        put(state, JOKERS, JOKER.cell(move))
    elif DONE.has(move):
        state.phase, state.mover = CHOOSE, 1
    else:
        if BLACK.has(move):
            state.swapped = 1
            black, white = state.discs[0], state.discs[1]
            state.discs[0], state.discs[1] = white, black
        state.mover = state.swapped
        begin(state)


@compiled
def play(state, move):
    """Place a disc, flip what it encloses and take the bonus; or pass. [MA6-MA11]"""
    if state.phase != PLAY:
        prepare(state, move)
        return
    discs, mover = state.discs, state.mover
    if PLACE.has(move):
        placed = bit(move)
        flips = flipped(discs[mover], discs[1 - mover], move, state.closers)
        discs[mover] |= flips | placed
        discs[1 - mover] ^= flips
        if state.bonuses & placed:
            state.bonuses ^= placed
            if state.owner_rule:
                state.covered |= placed
            else:
                state.taken[mover] += 1
    state.mover = 1 - mover
    settle(state)


@compiled
def bonuses(state, seat):
    """The bonuses of a player; by ruling one belongs to the owner of its cell. [MA10, D2]"""
    return state.taken[seat] + popcount(state.covered & state.discs[seat])


@compiled
def points(state, seat):
    """Discs, and three for each bonus. [MA12]"""
    return popcount(state.discs[seat]) + BONUS_POINTS * bonuses(state, seat)


@compiled
def ending(state):
    """More points win. [MA11, MA12]"""
    return more_wins(points(state, 0), points(state, 1)) if state.phase == OVER else Ending.NONE


@compiled
def derive(state):
    """A map that was read is ready to be played on, unless it is being made."""
    state.drawn = 0
    if not is_making(state):
        begin(state)


@compiled
def is_making(state):
    """Whether the map is being built, or a colour chosen."""
    return state.phase == BUILD or state.phase == CHOOSE


def configure(state, options):
    """Write the map, or how to make one, into a state."""
    name = options["map"]
    tokens = tokens_on(named_map(name))

    def cells(token, region=INNER):
        return region.bits(cell for cell, found in tokens if found == token and cell in region.number_of)

    state.walls, state.bonuses, state.jokers = cells("#"), cells("*"), cells("J", RING)
    black, white = cells("B"), cells("W")
    if not black or options["centre"] != "map":
        black = CENTRE ^ FALLING if options["centre"] == "seed" else FALLING
        white = CENTRE ^ black
    state.discs[:] = black, white
    state.limits[:] = options["walls"], options["bonuses"], options["jokers"]
    state.drawn, state.phase = name == "random", BUILD if name == "build" else PLAY


def used_moves(options):
    """The kinds of moves that can occur: maps are built only by option."""
    building = (DONE, BLACK, WHITE, WALL, BONUS, JOKER)
    return (PLACE, PASS, *building) if options["map"] == "build" else (PLACE, PASS)


# --- what people are told

WRONG_SEAT = words("B builds the map (setup), W chooses the colour (choose)")
NOT_TOGETHER = words("colours are swapped once the map is built; swapped and setup or choose cannot stand together")
NOT_BY_OWNER = words("covered bonuses (on:) count only with the option bonus=owner")
NO_DISC = words("there is no disc on the covered bonus at {0:cell}")
SAY_WHAT = words("say what to put on {0:cell}: wall {0:cell}, bonus {0:cell} or joker {0:cell}")
IS_WALL = words("{0:cell} is a wall")
ALL_PLACED = words("all {0} {1:[walls,bonuses,jokers]} are placed")
ONE_PLACED = words("this map has 1 {1:[wall,bonus,joker]}")
HAS_NONE = words("this map has no {1:[wall,bonus,joker]}")
OFF_CORNERS = words("jokers stay off the corners")
CENTRE_FREE = words("the centre stays free")
HOLDS_PIECE = words("{0:cell} holds a piece already")


@compiled
def reason(state):
    """The points, the winner's first. [MA12]"""
    return say_score(points(state, 0), points(state, 1))


@compiled
def flaw(state):
    """Whether a position that was read can be one of the game. [MA4, MA5, D2]"""
    if is_making(state) and state.swapped:
        return say(NOT_TOGETHER)
    if is_making(state) and state.mover != (1 if state.phase == CHOOSE else 0):
        return say(WRONG_SEAT)
    if state.covered and state.owner_rule == 0:
        return say(NOT_BY_OWNER)
    bare = state.covered & ~(state.discs[0] | state.discs[1])
    return say(NO_DISC, CELL_OF[lowest(bare)]) if bare else say(0)


@compiled
def why_not_place(state, cell):
    """A disc goes on a free cell where it flips something. [MA6]"""
    if cell < 0 or state.phase == CHOOSE:
        return say(0)
    if state.phase == BUILD:
        return say(SAY_WHAT, CELL_OF[cell])
    if has(state.walls, cell):
        return say(IS_WALL, CELL_OF[cell])
    if has(state.discs[0] | state.discs[1], cell):
        return say(IS_TAKEN, CELL_OF[cell])
    return say(FLIPS_NOTHING if state.choices else MUST_PASS, CELL_OF[cell])


@compiled
def why_not_put(state, kind, cell):
    """Why a special piece cannot be put there. [MA4]"""
    if state.phase != BUILD:
        return say(0)
    if not can_put(state, kind):
        limit = state.limits[kind]
        return say(ALL_PLACED if limit > 1 else (ONE_PLACED if limit == 1 else HAS_NONE), limit, kind)
    if cell < 0:
        return say(0)
    if kind == JOKERS:
        if has(CORNERS, cell) and not state.corners:
            return say(OFF_CORNERS)
        return say(HOLDS_PIECE, RING_CELL[cell])
    return say(CENTRE_FREE) if has(CENTRE, cell) else say(HOLDS_PIECE, CELL_OF[cell])


@compiled
def has_bonuses(state):
    """Whether this map has bonuses, taken or not, and is being played on."""
    return (state.bonuses | state.covered or state.taken[0] + state.taken[1] > 0) and not is_making(state)
