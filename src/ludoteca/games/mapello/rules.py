"""The rules of Mapello; the numbers (MA7) are those of rules.md.

Everything is stored by seat (0 builds the map or moves first); Black is the seat that `swapped` says, so that the
second player can choose the colour.
"""

import numpy as np

from ludoteca.games.mapello.maps import BOARD, INNER, MAP_WORDS, RING, named_map
from ludoteca.games.reversi.rules import BESIDE, MUST_PASS, NOTHING_BESIDE
from ludoteca.kernel import IS_TAKEN, NOTHING, Cell, Cells, Counts, Ending, Flag, Hidden, Move, Names, Phase
from ludoteca.kernel import Player, PositionText, Ruling, Scenery, Setting, State, UnreadablePosition, compiled
from ludoteca.kernel import count_cells, each, has, kinds, lowest, more_wins, new_state, passing, random_cell, say
from ludoteca.kernel import win_of, words
from ludoteca.kernel.patterns.flips import closed_by, firm, flipped, flipping_cells
from ludoteca.languages import translatable, t

PLAYERS = (Player("Black", "B"), Player("White", "W"))
CENTRE_CELLS = ("d4", "e4", "d5", "e5")
CENTRE = INNER.bits(CENTRE_CELLS)
FALLING = INNER.bits(("d4", "e5"))  # the rulebook's places for Black [MA3]
WHOLE_RING, CORNERS = RING.bits(RING.cells), RING.bits(("z0", "i0", "z9", "i9"))
CLOSED_BY = np.array([closed_by(*BOARD.spot[cell]) for cell in RING.cells], np.uint64)  # by ring cell and direction
CELL_OF = np.array(INNER.cells)  # the cell of the board for a number inside the ring
RING_CELL = np.array(RING.cells)  # likewise on the ring

SPECIAL = Names("walls", "bonuses", "jokers")  # kinds of special pieces
MOST = 8  # of each kind [MA2]
BONUS_POINTS = 3

PHASE = Phase(
    {"play": "place a disc", "over": "", "setup": "building the map", "choose": "choosing a colour"},
    silent=("play", "over"),
    otherwise={
        "setup": "the map is not finished; place a wall, a bonus or a joker, or say done",
        "choose": "choose a colour first: black or white",
    },
    afterwards={"setup": "the map is finished", "choose": "the colours are settled"},
)
BONUS_OWNER = Ruling(
    "Who scores a bonus: the player who placed a disc on it, or the owner of its cell at the end.",
    option="bonus",
    label="Who scores a bonus",
    placer="the player who placed a disc on it",
    owner="the player who owns its cell at the end",
)
MAKING = (PHASE.setup, PHASE.choose)
STATE = State(
    ring=Scenery(RING),
    discs=Cells(INNER, per_player=True, piece="counter"),  # by seat
    walls=Cells(INNER, piece="wall", colour="stone", letter="#"),
    bonuses=Cells(INNER, piece="bonus", colour="blue", letter="*", prize="+3"),  # those not yet collected
    covered=Cells(INNER, mark="bonus", piece="ring", listed="on:", label="Covered bonuses"),  # by ruling [D2]
    jokers=Cells(RING, piece="joker", colour="gold", letter="J"),
    closers=Hidden("u8", 8),  # the cells next to a joker, by direction
    choices=Hidden("u8"),  # where the mover can place
    taken=Counts(0, 64, label="Bonuses taken"),  # by seat
    phase=PHASE,
    swapped=Flag("swapped", swaps_sides=True),
    owner_rule=BONUS_OWNER,
    limits=Hidden("u1", 3),  # by kind, while a map is being built or drawn
    corners=Setting(
        "Whether random and built maps may have jokers in the corners.",
        True,
        False,
        option="corner_jokers",
        label="Jokers in the corners",
    ),
    drawn=Hidden("u1"),  # whether the map is still to be drawn
)

PLACE, PASS, DONE, BLACK, WHITE, WALL, BONUS, JOKER = kinds(
    Move(cell=Cell(INNER, otherwise="{0} is part of the ring"), when="play"),
    passing(when="play"),
    Move("done", label="The map is ready", when="setup"),
    Move("black", label="Play Black", when="choose"),
    Move("white", label="Play White", when="choose"),
    Move(
        "wall",
        cell=Cell(INNER, otherwise="walls go inside the ring, and {0} is not inside it"),
        label="Place a wall",
        when="setup",
    ),
    Move(
        "bonus",
        cell=Cell(INNER, otherwise="bonuses go inside the ring, and {0} is not inside it"),
        label="Place a bonus",
        when="setup",
    ),
    Move(
        "joker",
        cell=Cell(RING, otherwise="jokers go on the ring, and {0} is not on it"),
        label="Place a joker",
        when="setup",
    ),
)
PUT = (WALL, BONUS, JOKER)  # kinds that share rules


@compiled
def can_put(state, kind):
    """Where one more piece of a kind may go while the map is being built. [MA4]"""
    pieces = state.jokers if kind == SPECIAL.jokers else state.bonuses if kind == SPECIAL.bonuses else state.walls
    if count_cells(pieces) >= state.limits[kind]:
        return INNER.none
    if kind == SPECIAL.jokers:
        return WHOLE_RING & ~state.jokers & ~(RING.none if state.corners else CORNERS)
    return ~(CENTRE | state.walls | state.bonuses | state.discs[0] | state.discs[1])


@compiled
def can_place(state):
    """Free cells where something flips; without any, the mover passes. [MA6, MA11]"""
    return state.choices


@compiled
def put(state, kind, place):
    """Put a special piece on the map."""
    if kind == SPECIAL.walls:
        state.walls |= INNER.bit(place)
    elif kind == SPECIAL.bonuses:
        state.bonuses |= INNER.bit(place)
    else:
        state.jokers |= RING.bit(place)


@compiled
def settle(state):
    """Find the mover's choices; the game ends if neither player has any. [MA6, MA11]"""
    discs, mover = state.discs, state.mover
    free = ~(discs[0] | discs[1] | state.walls)
    state.choices = flipping_cells(discs[mover], discs[1 - mover], state.closers) & free
    if not state.choices and not flipping_cells(discs[1 - mover], discs[mover], state.closers) & free:
        state.phase = PHASE.over


@compiled
def begin(state):
    """The map is complete and its making is forgotten: Black moves first. [MA6]"""
    state.phase = PHASE.play
    state.drawn, state.corners = 0, 0
    for kind in range(3):
        state.limits[kind] = 0
    for way in range(8):
        state.closers[way] = 0
    for joker in each(state.jokers):
        for way in range(8):
            state.closers[way] |= CLOSED_BY[joker, way]
    settle(state)


@compiled
def start(state, random):
    """A map as configured, one drawn at random, or one that the first player builds. [MA3-MA5]"""
    if state.phase == PHASE.setup:
        return
    if state.drawn:
        for kind in range(3):
            room = can_put(state, kind)
            while room:
                put(state, kind, random_cell(room, random))
                room = can_put(state, kind)
    begin(state)


@compiled
def prepare(state, move):
    """A step of building: put a piece, finish, or choose a colour; whoever chooses Black gets its discs. [MA4, MA5]"""
    if WALL.has(move):
        put(state, SPECIAL.walls, WALL.cell(move))
    elif BONUS.has(move):
        put(state, SPECIAL.bonuses, BONUS.cell(move))
    elif JOKER.has(move):
        put(state, SPECIAL.jokers, JOKER.cell(move))
    elif DONE.has(move):
        state.phase, state.mover = PHASE.choose, 1
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
    if state.phase != PHASE.play:
        prepare(state, move)
        return
    discs, mover = state.discs, state.mover
    if PLACE.has(move):
        placed = INNER.bit(move)
        flips = flipped(discs[mover], discs[1 - mover], move, state.closers)
        discs[mover] |= flips | placed
        discs[1 - mover] ^= flips
        if state.bonuses & placed:
            state.bonuses ^= placed
            if state.owner_rule == BONUS_OWNER.owner:
                state.covered |= placed
            else:
                state.taken[mover] += 1
    state.mover = 1 - mover
    settle(state)


@compiled
def bonuses(state, seat):
    """The bonuses of a player; by ruling one belongs to the owner of its cell. [MA10, D2]"""
    return state.taken[seat] + count_cells(state.covered & state.discs[seat])


@compiled
def points(state, seat):
    """Discs, and three for each bonus. [MA12]"""
    return count_cells(state.discs[seat]) + BONUS_POINTS * bonuses(state, seat)


@compiled
def ending(state):
    """More points win. [MA11, MA12]"""
    return more_wins(points(state, 0), points(state, 1)) if state.phase == PHASE.over else Ending.NONE


@compiled
def settled(state):
    """A player wins who has more for good than the opponent can ever get: stable discs, and bonuses. [MA7, MA12]"""
    if state.phase != PHASE.play:
        return Ending.NONE
    for seat in range(2):
        safe = firm(state.discs[seat], state.walls, state.closers)
        mine = count_cells(safe) + BONUS_POINTS * (state.taken[seat] + count_cells(state.covered & safe))
        left = count_cells(state.bonuses) + count_cells(state.covered & ~safe)
        yours = count_cells(~(safe | state.walls)) + BONUS_POINTS * (state.taken[1 - seat] + left)
        if mine > yours:
            return win_of(seat)
    return Ending.NONE


@compiled
def derive(state):
    """A map that was read can be played on, unless it is being made."""
    state.drawn = 0
    if state.phase not in MAKING:
        begin(state)


# --- options

TEXT = PositionText(STATE, PLAYERS)
TOO_MANY = translatable(
    {
        "walls": "a map has at most {most} walls; this has {count}",
        "bonuses": "a map has at most {most} bonuses; this has {count}",
        "jokers": "a map has at most {most} jokers; this has {count}",
    }
)


def read_map(given):
    """The name of a map, or a custom map as in position text: ten rows of ten. [MA4, MA5]"""
    word, state = str(given).strip(), new_state(STATE.layout)
    if word.lower() in MAP_WORDS:
        return word.lower()
    rows = named_map(word.upper())
    try:
        TEXT.read_board(state, rows, BOARD)
    except UnreadablePosition as error:
        raise ValueError(
            t("{trouble} (or name one: {names})", trouble=error.text, names=", ".join(MAP_WORDS))
        ) from error
    check_map(state)
    return rows


def check_map(state):
    """Whether the rules allow this map. [MA2-MA4]"""
    centre, name_of = ", ".join(CENTRE_CELLS), lambda cells: BOARD.name[CELL_OF[lowest(cells)]]
    if wrong := (state.walls | state.bonuses) & CENTRE:
        raise ValueError(t("{cell} is in the centre, where walls and bonuses are not allowed", cell=name_of(wrong)))
    if wrong := (state.discs[0] | state.discs[1]) & ~CENTRE:
        cell = name_of(wrong)
        raise ValueError(t("there is a disc at {cell}; discs start in the centre ({centre})", cell=cell, centre=centre))
    if [count_cells(discs) for discs in state.discs] not in ([0, 0], [2, 2]):
        raise ValueError(t("the centre ({centre}) must hold two discs of each colour or be empty", centre=centre))
    for kind, complaint in TOO_MANY.items():
        if (count := count_cells(state[kind])) > MOST:
            raise ValueError(t(complaint, most=MOST, count=count))


def configure(state, options):
    """Write the map, or how to make one, into a state. [MA3-MA5]"""
    TEXT.read_board(state, named_map(options["map"]), BOARD)
    if not state.discs[0] or options["centre"] != "map":
        black = CENTRE ^ FALLING if options["centre"] == "seed" else FALLING
        state.discs[:] = black, CENTRE ^ black
    state.limits[:] = options["walls"], options["bonuses"], options["jokers"]
    state.drawn, state.phase = options["map"] == "random", PHASE.setup if options["map"] == "build" else PHASE.play


def used_moves(options):
    """The kinds of moves that can occur, None for all: maps are built only if an option says so."""
    return None if options["map"] == "build" else (PLACE, PASS)


# --- what people are told

NOT_CLOSED = words(
    "{0:cell} would flip nothing: no line of enemy discs from there ends at one of your discs or a joker"
)


@compiled
def flaw(state):
    """A position that was read must be one of the game. [MA4, MA5, D2]"""
    if state.phase in MAKING and state.swapped:
        return say(
            "colours are swapped only after the map is built, so swapped cannot be combined with setup or choose"
        )
    if state.phase in MAKING and state.mover != (1 if state.phase == PHASE.choose else 0):
        return say("B builds the map (setup), W chooses the colour (choose)")
    if state.covered and state.owner_rule == BONUS_OWNER.placer:
        return say("covered bonuses (on:) are allowed only with the option bonus=owner")
    bare = state.covered & ~(state.discs[0] | state.discs[1])
    return say("there is no disc on the covered bonus at {0:cell}", CELL_OF[lowest(bare)]) if bare else NOTHING


@compiled
def why_not_place(state, cell):
    """A disc goes on a free cell where it flips something. [MA6]"""
    if cell < 0 or state.phase == PHASE.choose:
        return NOTHING
    if state.phase == PHASE.setup:
        return say("say what to put on {0:cell}: wall {0:cell}, bonus {0:cell} or joker {0:cell}", CELL_OF[cell])
    if has(state.walls, cell):
        return say("{0:cell} is a wall", CELL_OF[cell])
    if has(state.discs[0] | state.discs[1], cell):
        return say(IS_TAKEN, CELL_OF[cell])
    if not state.choices:
        return say(MUST_PASS, CELL_OF[cell])
    return say(NOT_CLOSED if BESIDE[cell] & state.discs[1 - state.mover] else NOTHING_BESIDE, CELL_OF[cell])


@compiled
def why_not_put(state, kind, cell):
    """Why a special piece cannot be put there. [MA4]"""
    if state.phase != PHASE.setup:
        return NOTHING
    if not can_put(state, kind):
        if state.limits[kind] > 1:
            return say("all {0} {1:[walls,bonuses,jokers]} are placed", state.limits[kind], kind)
        return say("this map may have {0:[no,only one]} {1:[wall,bonus,joker]}", state.limits[kind], kind)
    if cell < 0:
        return NOTHING
    if kind != SPECIAL.jokers and has(CENTRE, cell):
        return say("the centre must stay empty")
    if kind == SPECIAL.jokers and has(CORNERS, cell) and not state.corners:
        return say("jokers may not go in the corners")
    return say("{0:cell} is already occupied", RING_CELL[cell] if kind == SPECIAL.jokers else CELL_OF[cell])


@compiled
def has_bonuses(state):
    """Whether this map has bonuses, taken or not, and is being played on."""
    return (state.bonuses | state.covered or state.taken[0] + state.taken[1] > 0) and state.phase not in MAKING
