"""Greener: capture along rows and columns, stack on top of what you take, own the most green pyramids.

Published by nestorgames.  Rules, sources and rulings: docs/rules/greener.md, whose numbers (GR6) stand beside the code.
"""

from __future__ import annotations

from functools import cache
from operator import index
from typing import Any

import numpy as np

from ludoteca.kernel import (
    EMPTY,
    BadOption,
    Board,
    Ending,
    Game,
    Look,
    Option,
    Options,
    Pick,
    Piece,
    Player,
    SquareBoard,
    UnreadablePosition,
    below,
    bit,
    choice,
    compiled,
    fields_of,
    has,
    holders,
    lowest,
    nth_bit,
    once,
    one_of,
    popcount,
    rows_text,
    state_record,
    tokens_of,
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

STRIDE = 9  # of the widest board, so that a cell has the same number and name on all of them
LARGEST = SquareBoard(9, STRIDE)
PASS = 81 * 4  # a capture is 4 * origin + way
PLACE = PASS + 1  # plus the cell
STEPS = np.array([1, -1, STRIDE, -STRIDE])  # east, west, south, north; `way ^ 1` is the opposite
MOST_PYRAMIDS = 255  # that a board may be given; a height is one byte
STANDARD = {"6x6": (9, 9, 18), "9x9": (20, 20, 41), "6x9": (18, 18, 18), "3x3": (2, 2, 5)}  # GR3: black, white, green

# Sets of cells are two words: cells 0-63 and 64-80.  `open[way]` holds the stacks that have another one in that way.
STATE = state_record(
    rows="i1",
    columns="i1",
    each="u1",
    first="u1",
    alternate="u1",
    tiebreak="u1",
    placing="u1",
    passes="u1",
    owned=("u8", (2, 2)),
    open=("u8", (4, 2)),
    heights=("u1", 81),
    greens=("u1", 81),
)


@compiled
def add(cells, cell):
    """Put a cell into a set."""
    cells[cell >> 6] |= bit(cell & 63)


@compiled
def remove(cells, cell):
    """Take a cell out of a set."""
    cells[cell >> 6] &= ~bit(cell & 63)


@compiled
def holds(cells, cell):
    """Whether a set holds a cell."""
    return has(cells[cell >> 6], cell & 63)


@compiled
def close_end(state, cell, way, length):
    """The first stack from one end of a row or column sees nothing on that side."""
    for _ in range(length):
        if state.heights[cell] > 0:
            remove(state.open[way ^ 1], cell)
            return
        cell += STEPS[way]


@compiled
def open_ways(state):
    """Find out which stacks see another one, from the heights alone: all but those at the ends."""
    rows, columns = state.rows, state.columns
    for row in range(rows):
        for cell in range(row * STRIDE, row * STRIDE + columns):
            if state.heights[cell] > 0:
                add(state.open[0], cell)
    for way in range(1, 4):
        state.open[way, 0] = state.open[0, 0]
        state.open[way, 1] = state.open[0, 1]
    for row in range(rows):
        close_end(state, row * STRIDE, 0, columns)
        close_end(state, row * STRIDE + columns - 1, 1, columns)
    for column in range(columns):
        close_end(state, column, 2, rows)
        close_end(state, (rows - 1) * STRIDE + column, 3, rows)


@compiled
def first_seen(state, cell, way):
    """The first stack in a way that is open: over empty cells only. [GR6]"""
    cell += STEPS[way]
    while state.heights[cell] == 0:
        cell += STEPS[way]
    return cell


@compiled
def start(state, random):
    """The players place their pyramids in turn, or chance does it for them. [GR4]"""
    state.placing = 1
    state.mover = state.first
    while state.placing == 1 and state.alternate == 0:
        place(state, random_empty(state, random))


@compiled
def random_empty(state, random):
    """Any empty cell, all equally likely; while pyramids are placed, a third of the board at least is empty. [GR3]"""
    while True:
        cell = below(random, state.rows) * STRIDE + below(random, state.columns)
        if state.heights[cell] == 0:
            return cell


@compiled
def moves(state, out):
    """One way of one own stack that another stack stands in; without any, a pass. [GR6, GR7]"""
    if state.placing == 1:
        return placements(state, out)
    count = 0
    for word in range(2):
        left = state.owned[state.mover, word]
        while left:
            cell = lowest(left)
            left = without_lowest(left)
            for way in range(4):
                if has(state.open[way, word], cell):
                    out[count] = 4 * (64 * word + cell) + way
                    count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@compiled
def placements(state, out):
    """Any empty cell. [GR4]"""
    count = 0
    for row in range(state.rows):
        for cell in range(row * STRIDE, row * STRIDE + state.columns):
            if state.heights[cell] == 0:
                out[count] = PLACE + cell
                count += 1
    return count


@compiled
def captures(state, player):
    """How many captures a player has."""
    count = 0
    for way in range(4):
        for word in range(2):
            count += popcount(state.owned[player, word] & state.open[way, word])
    return count


@compiled
def sample(state, random):
    """A random move, without listing them."""
    if state.placing == 1:
        return PLACE + random_empty(state, random)
    count = captures(state, state.mover)
    if count == 0:
        return PASS
    n = below(random, count)
    for way in range(4):
        for word in range(2):
            able = state.owned[state.mover, word] & state.open[way, word]
            if n < popcount(able):
                return 4 * (64 * word + nth_bit(able, n)) + way
            n -= popcount(able)
    return PASS


@compiled
def play(state, move):
    """Place, pass or capture. [GR4, GR6, GR7]"""
    if move >= PLACE:
        place(state, move - PLACE)
        return
    if move == PASS:
        state.passes += 1
    else:
        state.passes = 0
        capture(state, move >> 2, move & 3)
    state.mover = 1 - state.mover


@compiled
def stacks(state, player):
    """How many stacks a player controls; during the setup, how many pyramids are placed."""
    return popcount(state.owned[player, 0]) + popcount(state.owned[player, 1])


@compiled
def place(state, cell):
    """Put one own pyramid on an empty cell; when all are placed, green fills the board. [GR1, GR4]"""
    add(state.owned[state.mover], cell)
    state.heights[cell] = 1
    if stacks(state, 1 - state.mover) < state.each:
        state.mover = 1 - state.mover
    elif stacks(state, state.mover) == state.each:
        for row in range(state.rows):
            for each in range(row * STRIDE, row * STRIDE + state.columns):
                state.greens[each] = 1 - state.heights[each]
                state.heights[each] = 1
        open_ways(state)
        state.placing = 0
        state.mover = state.first


@compiled
def capture(state, origin, way):
    """Move a whole stack on top of the first one in its way, whatever its colour. [GR5, GR6]"""
    target = first_seen(state, origin, way)
    remove(state.owned[1 - state.mover], target)
    remove(state.owned[state.mover], origin)
    add(state.owned[state.mover], target)
    state.heights[target] += state.heights[origin]
    state.greens[target] += state.greens[origin]
    state.heights[origin] = 0
    state.greens[origin] = 0
    for back in range(4):  # a stack that saw nothing but the origin sees nothing now
        if holds(state.open[back], origin) and not holds(state.open[back ^ 1], origin):
            remove(state.open[back ^ 1], first_seen(state, origin, back))
    for back in range(4):
        remove(state.open[back], origin)


@compiled
def standing(state, player):
    """The greens in the stacks a player controls, and the height of the tallest. [GR9, GR10]"""
    greens, height = np.int64(0), np.int64(0)
    for word in range(2):
        left = state.owned[player, word]
        while left:
            cell = 64 * word + lowest(left)
            greens += state.greens[cell]
            if state.heights[cell] > height:  # CUDA has no max()
                height = state.heights[cell]
            left = without_lowest(left)
    return greens, height


@compiled
def ending(state):
    """After two passes the greens decide, then the taller stack if the ruling says so. [GR8, GR10]"""
    if state.passes < 2:
        return Ending.NONE
    (first, first_height), (second, second_height) = standing(state, 0), standing(state, 1)
    if first == second and state.tiebreak == 1:
        first, second = first_height, second_height
    if first == second:
        return Ending.DRAW
    return Ending.FIRST_WINS if first > second else Ending.SECOND_WINS


@compiled
def stakes(state, player):
    """Of the greens a player has: those nobody can reach any more, and those in stacks that face an enemy's."""
    safe, facing = 0.0, 0.0
    for word in range(2):
        left = state.owned[player, word]
        while left:
            cell = 64 * word + lowest(left)
            left = without_lowest(left)
            is_alone, is_facing = True, False
            for way in range(4):
                if holds(state.open[way], cell):
                    is_alone = False
                    is_facing |= holds(state.owned[1 - player], first_seen(state, cell, way))
            safe += state.greens[cell] if is_alone else 0
            facing += state.greens[cell] if is_facing else 0
    return safe, facing


TERMS = (
    "to move",
    "greens",
    "greens late",
    "stacks",
    "stacks late",
    "captures",
    "safe greens",
    "own greens facing an enemy",
    "enemy greens facing an own stack",
)
PLAIN_WEIGHTS = np.array([0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
WEIGHTS = np.array([0.029, 0.080, 0.166, 0.179, 0.644, 0.170, 0.077, 0.190, 0.150])  # ludoteca fit greener
POINTS_PER_UNIT, MOST_POINTS = 4.9, 16.0  # ludoteca fit greener; with tie-breaks there are no draws


@compiled
def terms(state):
    """What counts: mine less yours, and late in the game more or less so."""
    me, you = state.mover, 1 - state.mover
    cells = state.rows * state.columns
    occupied = 0
    for cell in range(81):
        occupied += 1 if state.heights[cell] > 0 else 0
    late = 1.0 - occupied / cells
    greens = float(standing(state, me)[0] - standing(state, you)[0])
    held = float(stacks(state, me) - stacks(state, you))
    my_safe, my_facing = stakes(state, me)
    your_safe, your_facing = stakes(state, you)
    return (
        1.0,
        greens,
        greens * late,
        held,
        held * late,
        float(captures(state, me) - captures(state, you)),
        my_safe - your_safe,
        my_facing,
        your_facing,
    )


@compiled
def margin(state):
    """Black's greens less White's. [GR9]"""
    return standing(state, 0)[0] - standing(state, 1)[0]


@compiled
def evaluate(state):
    """The terms by their weights."""
    return weigh(terms(state), WEIGHTS)


# --- text and scene

PLAYERS = (Player("Black", "b"), Player("White", "w"))
PIECES = (
    Piece("pyramid", "black", 0, "▲", "b"),
    Piece("pyramid", "white", 1, "△", "w"),
    Piece("pyramid", "green", None, "●", "g"),
)
GREEN_TOP = 2


def read_counts(given: Any) -> Any:
    """The pyramids of each colour: three numbers, or "standard"."""
    if isinstance(given, str) and given.strip().lower() == "standard":
        return "standard"
    try:
        counts = tuple(map(int, given.split(","))) if isinstance(given, str) else tuple(map(index, given))
    except (ValueError, TypeError):
        counts = ()
    if len(counts) != 3 or not all(0 <= count <= 100 for count in counts):
        raise ValueError("it is standard, or the number of black, white and green pyramids, such as 9,9,18")
    return counts


@cache
def board_of(size: str) -> Board:
    """The board of a size; rows first."""
    rows, columns = map(int, size.split("x"))
    return SquareBoard(rows, columns, STRIDE)


def chosen_board(options: Options) -> Board:
    """The board, once the counts are known to fit it. [GR1, GR3]"""
    board = board_of(options["size"])
    black, white, green = chosen_counts(options)
    if not (1 <= black == white <= green and black + white + green == len(board.cells)):
        raise BadOption(
            f"counts cannot be {black},{white},{green}: {options['size']} takes {len(board.cells)} pyramids in all,"
            " as many black as white, at least one of each, and no fewer green"
        )
    return board


def chosen_counts(options: Options) -> tuple[int, int, int]:
    """How many black, white and green pyramids there are. [GR3]"""
    counts: tuple[int, int, int] = options["counts"]
    return STANDARD[options["size"]] if options["counts"] == "standard" else counts


def configure(state: State, options: Options) -> None:
    """Write size and rulings into a state."""
    state.rows, state.columns = map(int, options["size"].split("x"))
    state.each = chosen_counts(options)[0]
    state.first = ("black", "white").index(options["first"])
    state.alternate = options["setup"] == "alternate"
    state.tiebreak = options["tiebreak"]


def board_at(state: State) -> Board:
    """The board of a state."""
    return board_of(f"{state.rows}x{state.columns}")


def read(state: State, text: str) -> None:
    """Board, mover, consecutive passes: `g,b4:2,./… b 0`; while pyramids are placed, `setup` instead of passes."""
    board, mover, phase = fields_of(text, ("board", "mover", "passes or setup"))
    for cell, token in tokens_of(board, board_at(state), ","):
        if token != ".":
            read_stack(state, cell, token)
    if state.heights.sum(dtype=int) > MOST_PYRAMIDS:
        raise UnreadablePosition(f"a board has at most {MOST_PYRAMIDS} pyramids")
    state.mover = one_of(mover, "bw", "the mover")
    if phase.lower() == "setup":
        read_setup(state)
    else:
        state.passes = whole_number(phase, "the number of passes", 0, 2)
        open_ways(state)


def read_stack(state: State, cell: int, token: str) -> None:
    """One stack: its top, and for higher ones height and greens."""
    name = LARGEST.name[cell]
    top = one_of(token[:1], "bwg", f"the top of the stack at {name}")
    state.heights[cell], state.greens[cell] = 1, top == GREEN_TOP
    if top != GREEN_TOP:
        add(state.owned[top], cell)
    if len(token) > 1:
        if top == GREEN_TOP:
            raise UnreadablePosition(f"nothing green ever moves, so it stands alone; found {token[:20]!r} at {name}")
        height, _, greens = token[1:].partition(":")
        state.heights[cell] = whole_number(height, f"the height of the stack at {name}", 2, MOST_PYRAMIDS)
        most = int(state.heights[cell]) - 1
        state.greens[cell] = whole_number(greens, f"the number of greens in the stack at {name}", 0, most)


def read_setup(state: State) -> None:
    """The phase in which pyramids are placed, if the board can be one of it. [GR4]"""
    state.placing = 1
    if state.greens.any() or state.heights.max() > 1:
        raise UnreadablePosition("during the setup single black and white pyramids stand on the board; found others")
    for player in range(2):
        if stacks(state, player) > state.each:
            raise UnreadablePosition(f"{PLAYERS[player].name} has only {state.each} pyramids to place; found more")
    if stacks(state, state.mover) == state.each:
        raise UnreadablePosition(f"{PLAYERS[state.mover].name} has placed every pyramid and cannot be the mover")


def top_of(state: State, cell: int) -> int | None:
    """Whose stack stands on a cell: 0, 1, 2 for green, None when it is empty. [GR5]"""
    if not state.heights[cell]:
        return None
    owner = owners(state)[cell]
    return GREEN_TOP if owner is None else owner


@once
def owners(state: State) -> list[int | None]:
    """The player who controls the stack on each cell, or None."""
    return holders((int(low) | int(high) << 64 for low, high in state.owned), 81)


def write(state: State) -> str:
    """The position as text."""
    board = board_at(state)
    heights, greens = state.heights.tolist(), state.greens.tolist()
    tokens = []
    for cell in board.cells:
        top, height = top_of(state, cell), heights[cell]
        tokens.append("." if top is None else "bwg"[top] + (f"{height}:{greens[cell]}" if height > 1 else ""))
    phase = "setup" if state.placing else state.passes
    return f"{rows_text(board, tokens, ',')} {'bw'[state.mover]} {phase}"


def picks(state: State, move: int) -> tuple[Pick, ...]:
    """The cell to place on, or the stack that moves and the stack it takes."""
    if move == PASS:
        return (choice("pass"),)
    if move >= PLACE:
        return (Pick(LARGEST.name[move - PLACE]),)
    origin, way = divmod(move, 4)
    return Pick(LARGEST.name[origin]), Pick(LARGEST.name[int(first_seen(state, origin, way))])


def why(state: State, names: tuple[str, ...]) -> str | None:
    """Why no legal move begins with these picks."""
    if state.placing:
        return None if names[0] != "pass" and len(names) == 1 else "you must place a pyramid on one empty cell"
    if names[0] == "pass":
        return "you must capture when you can"
    origin, target = LARGEST.number[names[0]], LARGEST.number[names[-1]]
    top = top_of(state, origin)
    if top != state.mover:
        return f"{names[0]} is empty" if top is None else f"{names[0]} is not yours"
    if not any(holds(state.open[way], origin) for way in range(4)):
        return f"there is nothing to capture in the row or column of {names[0]}"
    if origin == target:
        return "a stack cannot take itself"
    way = next((way for way in range(4) if target in LARGEST.ray(origin, way)), None)
    if way is None:
        return f"{names[0]} and {names[1]} are not in one row or column"
    if top_of(state, target) is None:
        return f"there is nothing to capture at {names[1]}"
    return f"{LARGEST.name[int(first_seen(state, origin, way))]} stands between"


def look(state: State, name: str) -> Look:
    """What stands on a cell."""
    cell = LARGEST.number[name]
    top, height = top_of(state, cell), int(state.heights[cell])
    if top is None:
        return EMPTY
    return Look((PIECES[top],), height, (("green", int(state.greens[cell])),) if height > 1 else ())


def score(state: State) -> tuple[int, int]:
    """The greens of Black and White. [GR9]"""
    return int(standing(state, 0)[0]), int(standing(state, 1)[0])


def facts(state: State) -> tuple[Fact, ...]:
    """Greens and tallest stack of each player, greens nobody has, passes; during the setup what is left to place."""
    if state.placing:
        unplaced = [int(state.each) - stacks(state, player) for player in range(2)]
        todo = f"place a {('black', 'white')[state.mover]} pyramid (setup; greens fill the rest at the end)"
        return (Fact("To do", todo), *(Fact("To place", str(unplaced[player]), player) for player in range(2)))
    shown = []
    for player in range(2):
        greens, height = standing(state, player)
        shown += [Fact("Greens", str(greens), player), Fact("Tallest stack", str(height), player)]
    left = int(state.greens.sum(dtype=int)) - sum(score(state))
    return (*shown, Fact("Uncaptured greens", str(left)), Fact("Passes in a row", str(state.passes)))


def reason(state: State, how: Ending) -> str:
    """Why the game ended so, the winner's number first. [GR10]"""
    (more, higher), (less, lower) = sorted((standing(state, player) for player in range(2)), reverse=True)
    greens = f"{more} green pyramid{'' if more == 1 else 's'}"
    if more > less:
        return f"{greens} to {less}"
    if not state.tiebreak:
        return f"{greens} each"
    if higher > lower:
        return f"{greens} each, but a taller stack: {higher} to {lower}"
    return f"{greens} each, and the tallest stacks are equal: {higher}"


GAME = Game(
    name="greener",
    title="Greener",
    designer="nestorgames",
    summary="Capture along rows and columns, stack on top of what you take, own the most green pyramids.",
    players=PLAYERS,
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
    points_per_unit=POINTS_PER_UNIT,
    most_points=MOST_POINTS,
    margin=margin,
    sample=sample,
    encoding="ludoteca.games.encodings.greener:ENCODING",
    board=chosen_board,
    options=(
        Option("size", "6x6", "Rows and columns of the board.", tuple(STANDARD)),
        Option("setup", "random", "Pyramids are shuffled, or placed by the players in turn.", ("random", "alternate")),
        Option("counts", "standard", "Black, white and green pyramids, such as 9,9,18.", parse=read_counts),
        Option("first", "black", "Who moves first.", ("black", "white"), label="Who begins"),
        Option("tiebreak", True, "With equal greens the taller stack wins.", (True, False), label="Tie-break"),
    ),
    configure=configure,
    most_moves=288,  # a board full of stacks of one colour
    longest=lambda options: 3 * len(board_of(options["size"]).cells),  # more than all placements, captures and passes
    read=read,
    write=write,
    picks=picks,
    forms=(r"([a-z]\d+) ?(?:x|-|>|:|to)? ?([a-z]\d+)", r"([a-z]\d+)", r"(pass)"),
    move_text="x".join,
    why=why,
    look=look,
    facts=facts,
    score=score,
    reason=reason,
    separator=",",
)
