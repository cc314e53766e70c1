"""The rules of Go; the numbers (GO3) are those of rules.md."""

from ludoteca.kernel import NOTHING, OFF, Cell, CellAt, Cells, Count, Ending, Hidden, Move, Ruling, SquareBoard, State
from ludoteca.kernel import compiled, count_cells, each, enclosed, fingerprint, flood, has, kinds, lowest, more_wins
from ludoteca.kernel import next_to, passing, say

LETTERS = "abcdefghjklmnopqrst"  # by custom without i
BOARD = SquareBoard(19, 19, first_row="bottom", drawn="points", letters=LETTERS)  # [GO1]
BOARDS = {
    f"{lines}x{lines}": BOARD.part(f"{letter}{row}" for letter in LETTERS[:lines] for row in range(1, lines + 1))
    for lines in (9, 13, 19)
}
POINTS = BOARD.table([BOARD.bits(board.cells) for board in BOARDS.values()])  # by board
NEIGHBOURS = BOARD.neighbours_to("n", "e", "s", "w")
near = compiled(lambda: NEIGHBOURS)  # mentioned once: on a GPU each mention of a table is a copy

KO = Ruling(
    "Which positions must not come back.",
    label="Ko",
    option="ko",
    positional="no position may come back",
    situational="no position may come back with the same player to move",
    simple="a stone that took one stone is not taken back at once; a position that occurs three times is a draw",
)
SUICIDE = Ruling("Whether a stone may take its own group.", forbidden="no", allowed="yes")
STATE = State(
    board=Ruling("Lines of the board.", *BOARDS, option="size"),
    stones=Cells(BOARD, per_player=True, piece="stone"),
    passes=Count(0, 2, label="Passes in a row"),
    ko=CellAt(BOARD, none="-", label="Ko"),  # where a stone must not be taken back at once
    komi=Hidden("u1"),  # in halves
    repeats=KO,
    suicide=SUICIDE,
)
PLACE, PASS = kinds(Move(point=Cell(BOARD)), passing(by_choice=True))


def configure(state, options):
    """The usual komi depends on the board. [GO9]"""
    usual = 7 if options["size"] == "9x9" else 7.5
    state.komi = 2 * (usual if options["komi"] == "usual" else options["komi"])


@compiled
def can_place(state):
    """The free points. [GO2]"""
    return POINTS[state.board] & ~(state.stones[0] | state.stones[1])


@compiled
def may_place(state, point):
    """A stone has a liberty, joins a group that keeps one, or takes others, and takes back no ko. [GO5, GO6]"""
    mine, rest = state.stones[state.mover], can_place(state) ^ BOARD.bit(point)
    if near()[point] & rest:
        return True
    if point == state.ko:
        return False
    for stone in each(near()[point] & mine):
        if not enclosed(stone, mine, rest, near()):
            return True
    return state.suicide == SUICIDE.allowed or takes(state, point)


@compiled
def takes(state, point):
    """Whether a stone on a free point takes the last liberty of an enemy group. [GO4]"""
    yours, rest = state.stones[1 - state.mover], can_place(state) ^ BOARD.bit(point)
    for stone in each(near()[point] & yours):
        if enclosed(stone, yours, rest, near()):
            return True
    return False


@compiled
def play(state, move):
    """Pass, or place a stone and take the groups without a liberty, those of the opponent first. [GO2, GO4-GO7]"""
    mover, other = state.mover, 1 - state.mover
    state.mover, state.ko = other, OFF
    if PASS.has(move):
        state.passes += 1
        return
    state.passes, point = 0, PLACE.point(move)
    state.stones[mover] |= BOARD.bit(point)
    taken = BOARD.none
    for stone in each(near()[point] & state.stones[other]):
        taken |= enclosed(stone, state.stones[other], can_place(state), near())
    state.stones[other] ^= taken
    if not taken and state.suicide == SUICIDE.allowed:
        state.stones[mover] ^= enclosed(point, state.stones[mover], can_place(state), near())
    if count_cells(taken) == 1 and near()[point] & POINTS[state.board] & ~state.stones[other] == taken:
        state.ko = lowest(taken)


@compiled
def repetition_key(state):
    """What must not come back: the stones and, unless superko is positional, whose turn it is. [GO6]"""
    whose = 0 if state.repeats == KO.positional else state.mover
    return fingerprint(state.stones[1], fingerprint(state.stones[0], whose))


@compiled
def can_repeat(state, move):
    """A pass is always allowed; any stone may be the last of those that were taken and came back. [GO6, GO7]"""
    return not PASS.has(move)


@compiled
def reached(state, player):
    """The free points that a player's stones reach across free points."""
    return flood(next_to(state.stones[player], near()), can_place(state), near())


@compiled
def territory(state, player):
    """The free points that only one player's stones reach. [GO8]"""
    return reached(state, player) & ~reached(state, 1 - player)


@compiled
def area(state, player):
    """How many stones and points of territory a player has. [GO8]"""
    return count_cells(state.stones[player] | territory(state, player))


@compiled
def points(state, player):
    """The area in halves of a point; White also has the komi. [GO8, GO9]"""
    return 2 * area(state, player) + player * state.komi


@compiled
def at_longest(state):
    """The larger area wins, also when the game has become too long. [GO8, GO10]"""
    return more_wins(points(state, 0), points(state, 1))


@compiled
def ending(state):
    """Two passes end the game. [GO7]"""
    return at_longest(state) if state.passes == 2 else Ending.NONE


@compiled
def shows_points(state):
    """Once a third of the board is full or somebody has passed: before, nobody can say whose a point is."""
    return state.passes or 3 * count_cells(can_place(state)) <= 2 * count_cells(POINTS[state.board])


@compiled
def reason(state):
    """The areas, and the komi. [GO8, GO9]"""
    return say("{0:player} {1}, {2:player} {3} + {4:halves} komi", 0, area(state, 0), 1, area(state, 1), state.komi)


@compiled
def cell_marks(state, out):
    """At the end, whose territory each free point is. [GO8]"""
    for player in range(2 if state.passes == 2 else 0):
        for point in each(territory(state, player)):
            out[point] = 1 << player


@compiled
def why_not_place(state, point):
    """Why a free point is forbidden. [GO5, GO6]"""
    if not has(can_place(state), point) or may_place(state, point):
        return NOTHING
    if point == state.ko:
        return say("a stone that took another cannot be taken back at once")
    return say("a stone on {0:cell} would have no liberty", point)


@compiled
def flaw(state):
    """No group on the board is without a liberty. [GO4]"""
    for player in range(2):
        for stone in each(state.stones[player]):
            if enclosed(stone, state.stones[player], can_place(state), near()):
                return say("the stone on {0:cell} has no liberty", stone)
    return NOTHING
