"""The rules of Gekitai; the numbers (GK3) are those of rules.md."""

from ludoteca.kernel import Cell, Cells, Ending, Move, Ruling, SquareBoard, State, compiled, count_cells
from ludoteca.kernel import draw_cells, draw_lines, draw_open_lines, say, win_of, words
from ludoteca.kernel.patterns.lines import has_three
from ludoteca.kernel.patterns.pushes import pushed_away

STRIDE = 8  # two columns wider than the board, so that shifted bits never wrap around the edge
BOARD = SquareBoard(6, 6, STRIDE)  # [GK1]
STEP = BOARD.step
STONES = 8

DOUBLE_WIN = Ruling(
    "Who wins if both players reach a goal on the same move.",
    label="If both reach a goal",
    draw="a draw",
    mover="the mover wins",
    player1="Red wins",
)
STATE = State(stones=Cells(BOARD, per_player=True, piece="stone", most=STONES), double_win=DOUBLE_WIN)

PLACE = Move(cell=Cell(BOARD))


@compiled
def can_place(state):
    """Any empty cell. [GK2]"""
    return BOARD.all & ~(state.stones[0] | state.stones[1])


@compiled
def play(state, cell):
    """Place a stone and repel its neighbours; one with a stone behind it stays. [GK2-GK5]"""
    stones = state.stones
    taken = stones[0] | stones[1]
    for owner in range(2):
        stones[owner] = pushed_away(stones[owner], taken, cell) & BOARD.all  # over the edge it goes back to its owner
    stones[state.mover] |= BOARD.bit(cell)
    state.mover = 1 - state.mover


@compiled
def goals(stones):
    """Which goals are met: 1 is three in line, 2 all eight on the board, 3 both. [GK6]"""
    return (1 if has_three(stones, STRIDE) else 0) + (2 if count_cells(stones) == STONES else 0)


@compiled
def ending(state):
    """Either player may meet a goal on a move, and both may: then the ruling decides. [GK7, GK8]"""
    first, second = goals(state.stones[0]), goals(state.stones[1])
    if not (first or second):
        return Ending.NONE
    if first and second:
        if state.double_win == DOUBLE_WIN.mover:
            return win_of(1 - state.mover)  # the player who has just moved
        return Ending.FIRST_WINS if state.double_win == DOUBLE_WIN.player1 else Ending.DRAW
    return Ending.FIRST_WINS if first else Ending.SECOND_WINS


# --- what people are told

GOALS = "[,three in line,all eight on the board,three in line and all eight on the board]"
ONE_GOAL = words(f"{{0:{GOALS}}}")
WHO_WINS = "[,; the mover wins,; the first player wins]"
ALIKE = words(f"both have {{0:{GOALS}}}{{1:{WHO_WINS}}}")
BOTH_GOALS = words(f"Red has {{0:{GOALS}}}, Black has {{1:{GOALS}}}{{2:{WHO_WINS}}}")


@compiled
def reason(state):
    """Which goals were met. [GK6-GK8]"""
    first, second = goals(state.stones[0]), goals(state.stones[1])
    if first and first == second:
        return say(ALIKE, first, state.double_win)
    if first and second:
        return say(BOTH_GOALS, first, second, state.double_win)
    return say(ONE_GOAL, first + second)


@compiled
def decided(state, draw):
    """The lines of three, and all stones of a player who has eight on the board. [GK6]"""
    for player in range(2):
        draw_lines(draw, state.stones[player], STEP, 3)
        if count_cells(state.stones[player]) == STONES:
            draw_cells(draw, state.stones[player])


@compiled
def threats(state, draw):
    """Every adjacent pair with an empty cell at an end, where a third stone makes a line."""
    for player in range(2):
        draw_open_lines(draw, state.stones[player], can_place(state), STEP, 2)
