"""The rules of Gomoku; the numbers (GM3) are those of rules.md."""

from ludoteca.kernel import NOTHING, OFF, Cell, Cells, Ending, Flag, Hidden, Move, Ruling, SquareBoard, State, compiled
from ludoteca.kernel import draw_cell, draw_cells, each, end_figure, has, kinds, say, swapping, win_of

BOARD = SquareBoard(19, 19, first_row="bottom", drawn="points")  # of which smaller boards are parts [GM1]
BOARDS = {
    f"{lines}x{lines}": BOARD.part(
        f"{letter}{row}" for letter in "abcdefghijklmnopqrs"[:lines] for row in range(1, lines + 1)
    )
    for lines in (15, 19)
}
POINTS = BOARD.table([BOARD.bits(board.cells) for board in BOARDS.values()])  # by board
STEP, RAYS = BOARD.step, BOARD.rays
IN_LINE = 5

OVERLINE = Ruling("Whether six or more in line win.", label="Six or more in line", wins="win", nothing="do not count")
STATE = State(
    board=Ruling("Lines of the board.", *BOARDS, option="size"),
    stones=Cells(BOARD, per_player=True, piece="stone"),
    overline=OVERLINE,
    pie=Ruling("Whether the second player may take over Black.", "off", "on", option="swap", label="Swap"),
    swapped=Flag("swapped", swaps_sides=True),
    won=Hidden("u1"),  # whether the last stone completed a line
)
PLACE, SWAP = kinds(Move(point=Cell(BOARD)), swapping(when="pie"))  # [GM6]


@compiled
def can_place(state):
    """Any free point. [GM2]"""
    return POINTS[state.board] & ~(state.stones[0] | state.stones[1])


@compiled
def length_ahead(stones, point, way):
    """How many stones follow each other from a point in one direction."""
    length, ahead = 0, STEP[point, way]
    while ahead != OFF and has(stones, ahead):
        length += 1
        ahead = STEP[ahead, way]
    return length


@compiled
def counts(state, length):
    """Whether so many in line win. [GM3, GM4]"""
    return length == IN_LINE or (length > IN_LINE and state.overline == OVERLINE.wins)


@compiled
def completes_line(state, stones, point):
    """Whether a stone on this point is one of five in line, or of more if those count. [GM3, GM4]"""
    for way in range(0, 8, 2):
        if counts(state, length_ahead(stones, point, way) + 1 + length_ahead(stones, point, way + 1)):
            return True
    return False


@compiled
def play(state, point):
    """Place a stone; it stays. [GM2]"""
    state.won = completes_line(state, state.stones[state.mover], point)
    state.stones[state.mover] |= BOARD.bit(point)
    state.mover = 1 - state.mover


@compiled
def has_won(state, player):
    """Whether one of a player's lines counts. [GM3, GM4]"""
    for point in each(state.stones[player]):
        if completes_line(state, state.stones[player], point):
            return True
    return False


@compiled
def derive(state):
    """Look for a line of the player who moved last."""
    state.won = has_won(state, 1 - state.mover)


@compiled
def ending(state):
    """A line wins; a full board without one is a draw. [GM3, GM5]"""
    if state.won:
        return win_of(1 - state.mover)
    return Ending.NONE if can_place(state) else Ending.DRAW


@compiled
def flaw(state):
    """The game was not over before. [GM3]"""
    if has_won(state, state.mover):
        return say("{0:player} has five in line and cannot be to move", state.mover)
    return NOTHING


# --- what people are told


@compiled
def reason(state):
    """A line, or a full board. [GM3, GM5]"""
    return say("five in line") if state.won else say("the board is full")


@compiled
def decided(state, draw):
    """The lines that count. [GM3, GM4]"""
    stones = state.stones[1 - state.mover]
    for point in each(stones):
        for way in range(0, 8, 2):
            length = 1 + length_ahead(stones, point, way)
            if length_ahead(stones, point, way + 1) == 0 and counts(state, length):
                for steps in range(length):
                    draw_cell(draw, RAYS[point, way, steps])
                end_figure(draw)


@compiled
def threats(state, draw):
    """The points where a stone placed now wins."""
    for player in range(2):
        for point in each(can_place(state)):
            if completes_line(state, state.stones[player], point):
                draw_cells(draw, BOARD.bit(point))
