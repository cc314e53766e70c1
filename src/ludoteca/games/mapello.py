"""Mapello: Reversi on a map of walls, bonuses and jokers.

Designed by Simon M. Lucas, jokers by Néstor Romeral Andrés.  Rules, sources and rulings: docs/rules/mapello.md, whose
numbers (MA7) stand beside the code.  Everything is kept by seat (0 builds the map or moves first); Black is the seat
that `swapped` names, so that the second player can choose the colour.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ludoteca.games.mapello_maps import BIT, BOARD, INNER, MAPS, MOST, OPEN_MAPS, RING, named_map, read_map, tokens_on
from ludoteca.kernel import (
    EMPTY,
    Board,
    Ending,
    Game,
    Look,
    Option,
    Options,
    Pick,
    Piece,
    Player,
    Symmetry,
    UnreadablePosition,
    below,
    bit,
    cell_named,
    choice,
    compiled,
    fields_of,
    has,
    list_cells,
    lowest,
    nth_bit,
    once,
    one_of,
    popcount,
    rows_text,
    state_record,
    weigh,
    whole_number,
    without_lowest,
)
from ludoteca.kernel import (
    AnyState as State,
)
from ludoteca.kernel import (
    OldFact as Fact,
)
from ludoteca.kernel.flips import FLIP_WAYS, around, firm, flipped, flipping_cells

CENTRE = np.uint64(0x0000001818000000)
FALLING = np.uint64(0x0000001008000000)  # d4 and e5, where the rulebook's Black stands [MA3]
WHOLE_RING = np.uint64((1 << 36) - 1)
CORNERS = np.uint64(sum(1 << BIT[cell] for cell in (0, 9, 90, 99)))
CLOSED_BY = np.zeros((36, 8), np.uint64)  # CLOSED_BY[ring place, way]: the inner cell whose neighbour that way it is
for _place, _cell in enumerate(RING):
    for _way, (_down, _right) in enumerate(FLIP_WAYS):
        _inner = BOARD.at.get((BOARD.spot[_cell][0] - _down, BOARD.spot[_cell][1] - _right))
        if _inner in INNER:
            CLOSED_BY[_place, _way] = bit(BIT[_inner])

PLAY, OVER, BUILD, CHOOSE = range(4)  # phases
WALL, BONUS, JOKER = range(3)  # kinds of special pieces, eight of each [MA2]
BONUS_POINTS = 3
PASS, DONE, BLACK_MOVE, WHITE_MOVE = 64, 65, 66, 67  # moves after those that name a cell
PUT = 100  # PUT + 64 * kind + place: put a special piece

STATE = state_record(
    discs=("u8", 2),  # by seat
    walls="u8",
    bonuses="u8",  # those not yet collected
    covered="u8",  # those collected, where they belong to the owner of their cell [D2]
    jokers="u8",  # on the ring
    closers=("u8", 8),  # the cells next to a joker, by direction: follows from `jokers`
    choices="u8",  # where the mover can place: follows from the rest
    taken=("u1", 2),  # bonuses, by seat
    phase="u1",
    swapped="u1",
    owner_rule="u1",
    limits=("u1", 3),  # by kind, while a map is built or drawn
    corners="u1",  # whether jokers may stand there, likewise
    drawn="u1",  # whether the map is still to be drawn
    empties_count="u1",  # whether empty cells are the winner's at the end, as in Reversi
)


@compiled
def room_for(state, kind):
    """Where the setup player may put one more piece of a kind. [MA4]"""
    pieces = state.jokers if kind == JOKER else state.bonuses if kind == BONUS else state.walls
    if popcount(pieces) >= state.limits[kind]:
        return np.uint64(0)
    if kind == JOKER:
        return WHOLE_RING & ~state.jokers & ~(np.uint64(0) if state.corners else CORNERS)
    return ~(CENTRE | state.walls | state.bonuses | state.discs[0] | state.discs[1])


@compiled
def put(state, kind, place):
    """Put a special piece on the map."""
    if kind == WALL:
        state.walls |= bit(place)
    elif kind == BONUS:
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
            room = room_for(state, kind)
            while room:
                put(state, kind, nth_bit(room, below(random, popcount(room))))
                room = room_for(state, kind)
    begin(state)


@compiled
def moves(state, out):
    """Free cells where something flips, a pass if there are none, or the steps of building a map. [MA4-MA6, MA11]"""
    if state.phase == CHOOSE:
        out[0], out[1] = BLACK_MOVE, WHITE_MOVE
        return 2
    if state.phase == BUILD:
        count = 0
        for kind in range(3):
            count = list_cells(room_for(state, kind), out, count, PUT + 64 * kind)
        out[count] = DONE
        return count + 1
    if state.choices == 0:
        out[0] = PASS
        return 1
    return list_cells(state.choices, out, 0, 0)


@compiled
def sample(state, random):
    """Any move, without listing them."""
    if state.phase == PLAY:
        choices = state.choices
        return nth_bit(choices, below(random, popcount(choices))) if choices else PASS
    if state.phase == CHOOSE:
        return BLACK_MOVE + below(random, 2)
    walls, bonuses, jokers = room_for(state, WALL), room_for(state, BONUS), room_for(state, JOKER)
    drawn = below(random, popcount(walls) + popcount(bonuses) + popcount(jokers) + 1)
    for kind in range(3):
        room = jokers if kind == JOKER else bonuses if kind == BONUS else walls
        if drawn < popcount(room):
            return PUT + 64 * kind + nth_bit(room, drawn)
        drawn -= popcount(room)
    return DONE


@compiled
def prepare(state, move):
    """A step of building: put a piece, end, or choose a colour; a chooser of Black takes its discs. [MA4, MA5]"""
    if move >= PUT:
        put(state, (move - PUT) >> 6, (move - PUT) & 63)
    elif move == DONE:
        state.phase, state.mover = CHOOSE, 1
    else:
        if move == BLACK_MOVE:
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
    if move != PASS:
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
def points(state, seat):
    """Discs, and three for each bonus; by ruling a bonus belongs to the owner of its cell. [MA10, MA12, D2]"""
    bonuses = np.int64(state.taken[seat]) + popcount(state.covered & state.discs[seat])
    return popcount(state.discs[seat]) + BONUS_POINTS * bonuses


@compiled
def ending(state):
    """More points win. [MA11, MA12]"""
    if state.phase != OVER:
        return Ending.NONE
    first, second = points(state, 0), points(state, 1)
    if first == second:
        return Ending.DRAW
    return Ending.FIRST_WINS if first > second else Ending.SECOND_WINS


TERMS = (
    "to move",
    "cells to play on, early",
    "cells to play on, late",
    "discs beside free cells, early",
    "discs beside free cells, late",
    "discs that cannot be flipped, early",
    "discs that cannot be flipped, late",
    "points, early",
    "points, late",
    "last word, late",
)
PLAIN_WEIGHTS = np.array([0.0, 0.1, 0.1, 0.0, 0.0, 0.3, 0.1, 0.0, 0.1, 0.0])
WEIGHTS = np.array([-0.010, -0.062, 0.165, 0.022, -0.222, 0.473, 0.050, -0.041, 0.142, 0.218])  # ludoteca fit
DRAW_BAND, POINTS_PER_UNIT, MOST_POINTS = 0.08, 8.0, 27.0  # ludoteca fit mapello


@compiled
def terms(state):
    """What counts: mine less yours, as the board fills."""
    mine, yours = state.discs[state.mover], state.discs[1 - state.mover]
    free = ~(mine | yours | state.walls)
    late = 1.0 - popcount(free) / 64
    early = 1.0 - late
    mobility = popcount(state.choices) - popcount(flipping_cells(yours, mine, state.closers) & free)
    exposed = popcount(mine & around(free)) - popcount(yours & around(free))
    lasting = popcount(firm(mine, state.walls, state.closers)) - popcount(firm(yours, state.walls, state.closers))
    ahead = points(state, state.mover) - points(state, 1 - state.mover)
    parity = 1.0 if popcount(free) % 2 == 1 else -1.0
    return (
        1.0,
        early * mobility,
        late * mobility,
        early * exposed,
        late * exposed,
        early * lasting,
        late * lasting,
        early * ahead,
        late * ahead,
        late * late * parity,
    )


@compiled
def empties(state):
    """How many empty cells are shared out: those of a game that is over, by Reversi's ruling. [MA12]"""
    if state.phase != OVER or not state.empties_count:
        return 0
    return popcount(~(state.discs[0] | state.discs[1] | state.walls))


@compiled
def margin(state):
    """The first seat's points less the second's, empty cells with those of the winner. [MA12]"""
    lead = points(state, 0) - points(state, 1)
    if lead == 0:
        return lead
    return lead + empties(state) if lead > 0 else lead - empties(state)


@compiled
def evaluate(state):
    """The terms by their weights."""
    return weigh(terms(state), WEIGHTS)


# --- text and scene

MIRRORED = ("seed", "othello")  # centres with White at the top left
BLACK, WHITE = Player("Black", "B"), Player("White", "W")
KINDS = ("wall", "bonus", "joker")
PLURALS = ("walls", "bonuses", "jokers")
SPECIALS = {
    "#": Look((Piece("wall", "stone", None, "█", "#"),), 1),
    "J": Look((Piece("joker", "gold", None, "★", "J"),), 1),
    "*": Look((Piece("bonus", "blue", None, "◇", "*"),), 1),
    ".": EMPTY,
}
BARE = tuple("#" if cell in RING else "." for cell in BOARD.cells)  # a board without a map
PHASES = {"setup": BUILD, "choose": CHOOSE}  # as position text names them
NAMED_MOVES = {
    PASS: choice("pass", "Pass"),
    DONE: choice("done", "The map is ready"),
    BLACK_MOVE: choice("black", "Play Black"),
    WHITE_MOVE: choice("white", "Play White"),
}


def fill(state: State, tokens: list[tuple[int, str]]) -> None:
    """Put everything a board shows into a state; colours go to the seats."""
    for cell, token in tokens:
        here = bit(BIT[cell])
        if token in "BW":
            state.discs["BW".index(token) ^ state.swapped] |= here
        elif token == "*":
            state.bonuses |= here
        elif token == "J":
            state.jokers |= here
        elif token == "#" and cell in INNER:
            state.walls |= here


def configure(state: State, options: Options) -> None:
    """Write the map, or how to make one, and the rulings into a state."""
    name = options["map"]
    fill(state, tokens_on(named_map(name)))
    if not state.discs.any() or options["centre"] != "map":
        first = CENTRE ^ FALLING if options["centre"] in MIRRORED else FALLING
        state.discs[:] = first, CENTRE ^ first
    state.limits[:] = options["walls"], options["bonuses"], options["jokers"]
    state.corners, state.owner_rule = options["corner_jokers"], options["bonus"] == "owner"
    state.drawn, state.phase = name == "random", BUILD if name == "build" else PLAY
    state.empties_count = options["empties"] == "winner"


def read(state: State, text: str) -> None:
    """Board, mover, bonuses taken by Black and White; then, where needed, `swapped`, `setup`, `choose`, `on:b3,d5`."""
    board, mover, taken, *more = fields_of(text, ("board", "mover", "bonuses taken", "notes", "more notes"), 2)
    notes = [note.lower() for note in more]
    state.discs[:] = 0
    state.walls = state.bonuses = state.jokers = 0
    state.phase, state.drawn, state.swapped = PLAY, 0, "swapped" in notes
    fill(state, tokens_on(board))
    read_taken(state, taken)
    for note in notes:
        if notes.count(note) > 1 or len(set(notes) & {"swapped", *PHASES}) > 1:
            raise UnreadablePosition(f"{' '.join(notes)[:40]!r} cannot stand together at the end of a position")
        if note in PHASES:
            state.phase = PHASES[note]
        elif note.startswith("on:"):
            read_covered(state, note[3:])
        elif note != "swapped":
            raise UnreadablePosition(f"after the bonuses come swapped, setup, choose or on:CELLS; found {note[:20]!r}")
    state.mover = one_of(mover, "BW", "the mover") ^ state.swapped
    if state.phase == PLAY:
        begin(state)
    elif state.mover != (state.phase == CHOOSE):
        raise UnreadablePosition("B builds the map (setup), W chooses the colour (choose)")


def read_taken(state: State, field: str) -> None:
    """The bonuses that Black and White have taken: `2-1`."""
    counts = field.split("-")
    if len(counts) != 2:
        raise UnreadablePosition(f"the bonuses taken by Black and White are written as 0-0; found {field[:20]!r}")
    for colour, count in enumerate(counts):
        state.taken[colour ^ state.swapped] = whole_number(count, f"{'BW'[colour]}'s bonuses", 0, 64)


def read_covered(state: State, names: str) -> None:
    """The bonus cells that hold a disc, where their owner has the bonus."""
    if not state.owner_rule:
        raise UnreadablePosition("covered bonuses (on:) count only with the option bonus=owner")
    for name in names.split(","):
        cell = cell_named(name, BOARD, "a covered bonus")
        if cell not in INNER or not has(state.discs[0] | state.discs[1], BIT[cell]):
            raise UnreadablePosition(f"there is no disc on the covered bonus at {name}")
        state.covered |= bit(BIT[cell])


@once
def tokens(state: State) -> list[str]:
    """What position text shows on each cell."""
    shown = list(BARE)
    black, white = state.discs[state.swapped], state.discs[1 - state.swapped]
    for token, pieces, cells in (
        ("#", state.walls, INNER),
        ("*", state.bonuses, INNER),
        ("B", black, INNER),
        ("W", white, INNER),
        ("J", state.jokers, RING),
    ):
        left = int(pieces)
        while left:
            shown[cells[lowest(left)]] = token
            left &= left - 1
    return shown


def covered_names(state: State) -> list[str]:
    """The cells of covered bonuses."""
    covered = state.covered
    return [BOARD.name[cell] for place, cell in enumerate(INNER) if has(covered, place)]


def write(state: State) -> str:
    """The position as text."""
    black = int(state.swapped)
    fields = [
        rows_text(BOARD, tokens(state)),
        "BW"[state.mover ^ black],
        f"{state.taken[black]}-{state.taken[1 - black]}",
        *(["swapped"] if black else []),
        *(note for note, phase in PHASES.items() if phase == state.phase),
    ]
    covered = covered_names(state)
    return " ".join(fields + (["on:" + ",".join(covered)] if covered else []))


def turn_fields(fields: list[str], board: Board, symmetry: Symmetry) -> list[str]:
    """Covered bonuses turn with the board."""
    turned = []
    for field in fields:
        if field.startswith("on:"):
            cells = sorted(symmetry.cells[board.number[name]] for name in field[3:].split(","))
            field = "on:" + ",".join(board.name[cell] for cell in cells)
        turned.append(field)
    return turned


def picks(state: State, move: int) -> tuple[Pick, ...]:
    """A cell; or a kind of piece and its cell; or a choice by name."""
    if move < PASS:
        return (Pick(BOARD.name[INNER[move]]),)
    if move < PUT:
        return (NAMED_MOVES[move],)
    kind, place = divmod(move - PUT, 64)
    return choice(KINDS[kind], f"Put a {KINDS[kind]}"), Pick(BOARD.name[(RING if kind == JOKER else INNER)[place]])


def why(state: State, names: tuple[str, ...]) -> str | None:
    """Why a move is not legal, from what decides it."""
    if state.phase == BUILD:
        return why_not_put(state, names)
    word, cell = names[0], BOARD.number.get(names[0])
    if state.phase == CHOOSE:
        return "choose a colour first: black or white"
    if word in KINDS or word == "done":
        return "the map is finished"
    if word in ("black", "white"):
        return "the colours are settled"
    if word == "pass":
        return "you can move, so you may not pass"
    if cell is None:
        return None
    if cell in RING:
        return f"{word} is part of the ring"
    if has(state.walls, BIT[cell]):
        return f"{word} is a wall"
    if has(state.discs[0] | state.discs[1], BIT[cell]):
        return f"{word} is taken"
    return f"{word} would flip nothing" + ("" if state.choices else "; you have no move, so you must pass")


def why_not_put(state: State, names: tuple[str, ...]) -> str | None:
    """Why a special piece cannot be put there. [MA4]"""
    if names[0] in BOARD.number:
        return f"say what to put on {names[0]}: wall {names[0]}, bonus {names[0]} or joker {names[0]}"
    if names[0] not in KINDS:
        return "the map is not finished; put a wall, a bonus or a joker, or say done"
    kind = KINDS.index(names[0])
    if not room_for(state, kind):
        limit = state.limits[kind]
        return f"all {limit} {PLURALS[kind]} are placed" if limit > 1 else f"this map has {limit or 'no'} {KINDS[kind]}"
    cell = BOARD.number.get(names[-1])
    if cell is None:
        return None
    if (kind == JOKER) != (cell in RING):
        where = "on the ring" if kind == JOKER else "inside the ring"
        return f"{PLURALS[kind]} go {where}; {names[-1]} is not"
    if kind == JOKER and has(CORNERS, BIT[cell]) and not state.corners:
        return "jokers stay off the corners"
    if kind != JOKER and has(CENTRE, BIT[cell]):
        return "the centre stays free"
    return f"{names[-1]} holds a piece already"


@once
def looks(state: State) -> dict[str, Look]:
    """What stands on each cell."""
    black, is_open = int(state.swapped), state.phase in (BUILD, CHOOSE)
    known = dict(SPECIALS)
    for colour, (token, word, glyph) in enumerate((("B", "black", "●"), ("W", "white", "○"))):
        known[token] = Look((Piece("disc", word, None if is_open else colour ^ black, glyph, token),), 1)
    seen = {BOARD.name[cell]: known[token] for cell, token in enumerate(tokens(state))}
    for name in covered_names(state):
        seen[name] = replace(seen[name], marks=("bonus",))
    return seen


def facts(state: State) -> tuple[Fact, ...]:
    """Discs, bonuses and points of each player; or what is left to build with."""
    if state.phase == CHOOSE:
        return (Fact("Phase", "choosing a colour"),)
    if state.phase == BUILD:
        on_map = (state.walls, state.bonuses, state.jokers)
        left = [max(0, int(state.limits[kind]) - popcount(on_map[kind])) for kind in range(3)]
        return (
            Fact("Phase", "building the map"),
            *(Fact(f"{PLURALS[kind].title()} left", str(left[kind])) for kind in range(3)),
        )
    if not (state.bonuses or state.covered or state.taken.any()):  # as always in Reversi: discs, empty cells aside
        discs = tuple(Fact("Discs", str(popcount(state.discs[seat])), seat) for seat in range(2))
        total = tuple(Fact("Points", str(count), seat) for seat, count in enumerate(score(state)))
        return discs + total if empties(state) else discs
    return tuple(
        fact
        for seat in range(2)
        for discs, total in [(popcount(state.discs[seat]), points(state, seat))]
        for fact in (
            Fact("Discs", str(discs), seat),
            Fact("Bonuses", str((total - discs) // BONUS_POINTS), seat),
            Fact("Points", str(total), seat),
        )
    )


def score(state: State) -> tuple[int, int]:
    """The points of both players; empty cells that count go to the winner, or half to each. [MA12]"""
    total, lead = points(state, 0) + points(state, 1) + empties(state), margin(state)
    return int(total + lead) // 2, int(total - lead) // 2


def reason(state: State, how: Ending) -> str:
    """The points, the winner's first."""
    low, high = sorted(score(state))
    counted = ", empty cells counted" if empties(state) else ""
    return (f"{high} points each" if low == high else f"{high} points to {low}") + counted


def sides(state: State) -> tuple[Player, Player]:
    """Who plays which colour. [MA5]"""
    return (WHITE, BLACK) if state.swapped else (BLACK, WHITE)


def up_to_eight(name: str, what: str) -> Option:
    """An option for how many pieces of a kind there are. [MA2]"""
    explain = f"How many {what} a random map has, or a built map may have at most."
    return Option(name, MOST, explain, tuple(range(MOST + 1)))


GAME = Game(
    name="mapello",
    title="Mapello",
    designer="Simon M. Lucas",
    summary="Reversi on a map: walls block lines, bonuses count three discs, jokers in the frame help whoever moves.",
    players=(BLACK, WHITE),
    state=STATE,
    start=start,
    moves=moves,
    play=play,
    ending=ending,
    evaluate=evaluate,
    terms=terms,
    term_names=TERMS,
    weights=WEIGHTS,
    plain_weights=PLAIN_WEIGHTS,
    draw_band=DRAW_BAND,
    points_per_unit=POINTS_PER_UNIT,
    most_points=MOST_POINTS,
    margin=margin,
    sample=sample,
    encoding="ludoteca.games.encodings.mapello:ENCODING",
    board=lambda options: BOARD,
    options=(
        Option(
            "map",
            "rulebook",
            "The map: one of those named, random, built by the first player, or ten rows of ten cells of your own.",
            (*MAPS, *OPEN_MAPS),
            read_map,
        ),
        up_to_eight("walls", "walls"),
        up_to_eight("bonuses", "bonuses"),
        up_to_eight("jokers", "jokers"),
        Option(
            "centre",
            "map",
            "The four discs of the start: as the map has them, the rulebook's, or mirrored as in the Prolog program.",
            ("map", "rulebook", "seed"),
        ),
        Option(
            "bonus",
            "placer",
            "Who has a bonus: its placer, or who owns its cell at the end.",
            ("placer", "owner"),
            label="Who has a bonus",
            words={"placer": "who placed a disc on it", "owner": "who owns its cell at the end"},
        ),
        Option(
            "corner_jokers",
            True,
            "Whether random and built maps may have jokers in the corners.",
            (True, False),
            label="Jokers in the corners",
        ),
    ),
    configure=configure,
    most_moves=157,  # while building: 60 cells for a wall or a bonus, 36 for a joker, done
    longest=lambda options: 160,  # never reached: 64 placements, a pass before each, 26 steps of building
    read=read,
    write=write,
    picks=picks,
    forms=(
        r"(pass|done|black|white)",
        r"(wall|bonus|joker)(?: (?:at |on )?([a-z]\d+))?",
        r"([a-z]\d+)",
    ),
    move_text=" ".join,
    why=why,
    look=lambda state, name: looks(state)[name],
    facts=facts,
    score=score,
    reason=reason,
    sides=sides,
    turn_fields=turn_fields,
    fixed={"empties": "nobody"},
)
