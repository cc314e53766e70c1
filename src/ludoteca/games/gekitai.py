"""Gekitai: place a stone, repel every neighbour, be first to line up three or to have all eight on the board.

Designed by Scott Brady.  Rules, sources and rulings: docs/rules/gekitai.md, whose numbers (GK3) stand beside the code.
"""

from __future__ import annotations

import numpy as np

from ludoteca.kernel import (
    EMPTY,
    Ending,
    Fact,
    Game,
    Look,
    Option,
    Pick,
    Piece,
    Player,
    SquareBoard,
    UnreadablePosition,
    below,
    bit,
    compiled,
    deposit,
    extract,
    fields_of,
    figure,
    has,
    has_three,
    holders,
    lines_through,
    list_cells,
    nth_bit,
    once,
    one_of,
    popcount,
    rows_text,
    state_record,
    tokens_of,
    weigh,
)

STRIDE = 8  # two columns wider than the board, so that shifted lines never wrap around the edge
BOARD = SquareBoard(6, 6, STRIDE)
CELLS = BOARD.bits(BOARD.cells)
STONES = 8
CENTRE = BOARD.bits(BOARD.number[name] for name in ("c3", "d3", "c4", "d4"))
DOUBLE_WIN = ("draw", "mover", "player1")

# The neighbours of each cell that have a cell behind them, those cells (in the same order), and the neighbours
# that have none and fall off the board when repelled.
NEAR = np.zeros(48, np.uint64)
BEHIND = np.zeros(48, np.uint64)
FALLING = np.zeros(48, np.uint64)
for _cell in BOARD.cells:
    for _way in range(8):
        match BOARD.ray(_cell, _way):
            case [near, behind, *_]:
                NEAR[_cell] |= bit(near)
                BEHIND[_cell] |= bit(behind)
            case [near]:
                FALLING[_cell] |= bit(near)

STATE = state_record(stones=("u8", 2), double_win="u1")


@compiled
def start(state, random):
    """The board is empty and the first player moves. [GK1]"""


@compiled
def moves(state, out):
    """Any empty cell. [GK2]"""
    return list_cells(CELLS & ~(state.stones[0] | state.stones[1]), out, 0, 0)


@compiled
def sample(state, random):
    """Any empty cell, without listing them."""
    empty = CELLS & ~(state.stones[0] | state.stones[1])
    return nth_bit(empty, below(random, popcount(empty)))


@compiled
def play(state, cell):
    """Place a stone and repel its neighbours; one with a stone behind it stays. [GK2-GK5]"""
    stones = state.stones
    has_room = ~extract(stones[0] | stones[1], BEHIND[cell])
    for owner in range(2):
        repelled = extract(stones[owner], NEAR[cell]) & has_room
        stayed = (stones[owner] & ~FALLING[cell]) ^ deposit(repelled, NEAR[cell])
        stones[owner] = stayed | deposit(repelled, BEHIND[cell])
    stones[state.mover] |= bit(cell)
    state.mover = 1 - state.mover


@compiled
def has_won(stones):
    """Three in line, or all eight on the board. [GK6]"""
    return has_three(stones, STRIDE) or popcount(stones) == STONES


@compiled
def ending(state):
    """Either player may meet a goal on a move, and both may: then the ruling decides. [GK7, GK8]"""
    first, second = has_won(state.stones[0]), has_won(state.stones[1])
    if first and second:
        if state.double_win == 1:
            return Ending.SECOND_WINS if state.mover == 0 else Ending.FIRST_WINS
        return Ending.FIRST_WINS if state.double_win == 2 else Ending.DRAW
    if first:
        return Ending.FIRST_WINS
    return Ending.SECOND_WINS if second else Ending.NONE


@compiled
def side_by_side(stones, line):
    """The first of every two stones that stand side by side in one direction, where bits lie so far apart."""
    return stones & (stones >> np.uint64(line))


@compiled
def ends(pair, line):
    """The cells before and behind pairs: a stone there completes a line, for the far one holds the near one."""
    return (pair >> np.uint64(line)) | (pair << np.uint64(2 * line))


@compiled
def pairs_and_threats(stones, empty):
    """How often two stones stand side by side, and on how many empty cells that becomes a line."""
    across, down = side_by_side(stones, 1), side_by_side(stones, STRIDE)
    falling, rising = side_by_side(stones, STRIDE + 1), side_by_side(stones, STRIDE - 1)
    count = popcount(across) + popcount(down) + popcount(falling) + popcount(rising)
    cells = ends(across, 1) | ends(down, STRIDE) | ends(falling, STRIDE + 1) | ends(rising, STRIDE - 1)
    return count, popcount(cells & empty)


@compiled
def pairs(stones):
    """How often two stones stand side by side."""
    return pairs_and_threats(stones, CELLS)[0]


TERMS = ("to move", "stones", "pairs", "central stones", "can win", "is threatened", "is threatened twice")
PLAIN_WEIGHTS = np.array([0.0, 0.1, 0.2, 0.0, 0.0, 0.0, 0.0])
WEIGHTS = np.array([0.517, 0.633, 0.303, 0.529, 2.224, -0.264, -0.396])  # ludoteca fit gekitai
DRAW_BAND = 0.01  # ludoteca fit gekitai


@compiled
def terms(state):
    """What counts: mine less yours."""
    mine, yours = state.stones[state.mover], state.stones[1 - state.mover]
    empty = CELLS & ~(mine | yours)
    my_pairs, my_threats = pairs_and_threats(mine, empty)
    your_pairs, your_threats = pairs_and_threats(yours, empty)
    return (
        1.0,
        float(popcount(mine) - popcount(yours)),
        float(my_pairs - your_pairs),
        float(popcount(mine & CENTRE) - popcount(yours & CENTRE)),
        1.0 if my_threats > 0 else 0.0,
        1.0 if your_threats > 0 else 0.0,
        1.0 if your_threats > 1 else 0.0,
    )


@compiled
def evaluate(state):
    """The terms by their weights."""
    return weigh(terms(state), WEIGHTS)


# --- text and scene

RED, BLACK = Player("Red", "r"), Player("Black", "b")
PIECES = (Piece("disc", "red", 0, "●", "r"), Piece("disc", "black", 1, "○", "b"))
LOOKS = tuple(Look((piece,), 1) for piece in PIECES)


def configure(state, options):
    """Write the rulings into a state."""
    state.double_win = DOUBLE_WIN.index(options["double_win"])


def read(state, text):
    """Board and mover: `....../..r.../… r`."""
    board, mover = fields_of(text, ("board", "mover"))
    for cell, token in tokens_of(board, BOARD):
        if token != ".":
            state.stones[one_of(token, "rb", f"a stone at {BOARD.name[cell]}")] |= bit(cell)
    if max(popcount(stones) for stones in state.stones) > STONES:
        raise UnreadablePosition(f"a player has {STONES} stones; more are on the board")  # GK1
    state.mover = one_of(mover, "rb", "the mover")


def stone_at(state, cell):
    """The owner of the stone on a cell, or None."""
    return owners(state)[cell]


@once
def owners(state):
    """The owner of the stone on each cell, or None."""
    return holders(state.stones)


def write(state):
    """The position as text."""
    owner = owners(state)
    board = rows_text(BOARD, ["." if owner[cell] is None else "rb"[owner[cell]] for cell in BOARD.cells])
    return f"{board} {'rb'[state.mover]}"


def look(state, name):
    """What stands on a cell."""
    owner = stone_at(state, BOARD.number[name])
    return EMPTY if owner is None else LOOKS[owner]


def facts(state):
    """The stones each player still has in supply."""
    return tuple(Fact("Supply", str(STONES - popcount(state.stones[player])), player) for player in range(2))


def goals(state, player):
    """In words, which goals a player meets. [GK6]"""
    met = ["three in line"] if has_three(state.stones[player], STRIDE) else []
    return " and ".join(met + (["all eight on the board"] if popcount(state.stones[player]) == STONES else []))


def reason(state, how):
    """Why the game ended."""
    first, second = goals(state, 0), goals(state, 1)
    if first and second:
        ruling = {"draw": "that is a draw", "mover": "the mover wins", "player1": "the first player wins"}
        return f"Red has {first}, Black has {second}: {ruling[DOUBLE_WIN[state.double_win]]}"
    return first or second


def stones_of(state, player):
    """The cells with a player's stones."""
    return [cell for cell in BOARD.cells if has(state.stones[player], cell)]


def decided(state):
    """The lines of three, and all stones of whoever has eight on the board. [GK6]"""
    held = [stones_of(state, player) for player in range(2)]
    lines = [line for stones in held for line in lines_through(BOARD, stones, 3)]
    return (*lines, *(figure(BOARD, [cell]) for stones in held if len(stones) == STONES for cell in stones))


def threats(state):
    """Every two stones side by side with an empty cell at an end, where a third one makes a line."""
    empty = CELLS & ~(state.stones[0] | state.stones[1])
    return tuple(
        figure(BOARD, (cell, cell + line))
        for stones in state.stones
        for line in (1, STRIDE, STRIDE + 1, STRIDE - 1)
        if (pair := side_by_side(stones, line))
        for cell in BOARD.cells
        if has(pair, cell) and ends(bit(cell), line) & empty
    )


GAME = Game(
    name="gekitai",
    title="Gekitai",
    designer="Scott Brady",
    summary="Place a stone and repel its neighbours; line up three, or bring all eight onto the board.",
    players=(RED, BLACK),
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
    sample=sample,
    encoding="ludoteca.games.encodings.gekitai:ENCODING",
    board=lambda options: BOARD,
    options=(
        Option(
            "double_win",
            "draw",
            "Who wins when both players meet a goal on one move.",
            DOUBLE_WIN,
            label="When both meet a goal",
            words={"draw": "a draw", "mover": "the mover wins", "player1": "Red wins"},
        ),
        Option(
            "repetition",
            "threefold",
            "What happens when a position comes back: a draw at the third time, nothing, or the move is forbidden.",
            ("threefold", "off", "superko"),
            label="When a position comes back",
            words={"threefold": "a draw at the third time", "off": "nothing", "superko": "the move is forbidden"},
        ),
    ),
    configure=configure,
    repetition=lambda options: options["repetition"],
    most_moves=36,
    longest=lambda options: 1000,
    read=read,
    write=write,
    picks=lambda state, move: (Pick(BOARD.name[move]),),
    look=look,
    facts=facts,
    reason=reason,
    decided=decided,
    threats=threats,
)
