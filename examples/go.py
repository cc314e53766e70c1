"""Go: surround more of the board than your opponent; groups without a free point beside them are taken."""

from ludoteca.kernel import NOTHING, OFF, Cell, CellAt, Cells, Count, Ending, Hidden, Move, Option, PointBoard, Ruling
from ludoteca.kernel import State, compiled, count_cells, flood, game, group_of, half_numbers, has, kinds, lowest
from ludoteca.kernel import more_wins, next_to, passing, repetition, say

LETTERS = "abcdefghjklmnopqrst"  # by custom without i
PICTURE = f"\n{'| ' * 19}\n".join(["-".join("o" * 19)] * 19)
BOARD = PointBoard(PICTURE, names=[f"{letter}{row}" for row in range(19, 0, -1) for letter in LETTERS])
BOARDS = {
    f"{lines}x{lines}": BOARD.part(f"{letter}{row}" for letter in LETTERS[:lines] for row in range(1, lines + 1))
    for lines in (9, 13, 19)
}
CELLS = BOARD.table([BOARD.bits(board.cells) for board in BOARDS.values()])  # by board
NEIGHBOURS = BOARD.neighbours

SUICIDE = Ruling("Whether a stone may take its own group.", "forbidden", "allowed")
STATE = State(
    board=Ruling("Lines of the board.", *BOARDS, option="size"),
    stones=Cells(BOARD, per_player=True, piece="stone"),
    passes=Count(0, 2, label="Passes in a row"),
    ko=CellAt(BOARD, none="-", label="Ko"),  # where a stone must not be taken back at once
    has_ko=Hidden("u1"),  # unless superko forbids more
    komi=Hidden("u1"),  # in halves
    suicide=SUICIDE,
)
KOMI = "usual", 0, 5.5, 6.5, 7, 7.5  # what forms offer
PLACE, PASS = kinds(Move(point=Cell(BOARD)), passing(by_choice=True))


def configure(state, options):
    """Superko forbids more than a ko does; the usual komi depends on the board."""
    usual = 7 if options["size"] == "9x9" else 7.5
    state.komi = 2 * (usual if options["komi"] == "usual" else options["komi"])
    state.has_ko = options["repetition"] != "superko"


@compiled
def free(state):
    """The points without a stone."""
    return CELLS[state.board] & ~(state.stones[0] | state.stones[1])


@compiled
def liberties(stones, empty, is_last):
    """The liberties, free points beside a group, of the groups that have one left, or of those that have more."""
    found, left = BOARD.none, stones
    while left:
        group = group_of(lowest(left), left, NEIGHBOURS)
        beside = next_to(group, NEIGHBOURS) & empty
        if (count_cells(beside) == 1) == is_last:
            found |= beside
        left &= ~group
    return found


@compiled
def can_place(state):
    """Where the stone has a liberty, joins a group that keeps one, or takes the last one of an enemy group."""
    empty = free(state)
    found = empty if state.suicide == SUICIDE.allowed else empty & next_to(empty, NEIGHBOURS)
    found |= liberties(state.stones[state.mover], empty, False)
    found |= liberties(state.stones[1 - state.mover], empty, True)
    return found & ~BOARD.bit(state.ko) if state.ko != OFF else found


@compiled
def without_liberties(stones, empty):
    """The stones of groups that have no liberty."""
    return stones & ~flood(next_to(empty, NEIGHBOURS), stones, NEIGHBOURS)


@compiled
def play(state, move):
    """Pass, or place a stone and take the groups without a liberty, those of the opponent first."""
    mover, other = state.mover, 1 - state.mover
    state.mover, state.ko = other, OFF
    if PASS.has(move):
        state.passes += 1
        return
    state.passes = 0
    state.stones[mover] |= BOARD.bit(PLACE.point(move))
    taken = without_liberties(state.stones[other], free(state))
    state.stones[other] ^= taken
    state.stones[mover] ^= without_liberties(state.stones[mover], free(state))
    beside = NEIGHBOURS[PLACE.point(move)] & CELLS[state.board] & ~state.stones[other]
    if state.has_ko and count_cells(taken) == 1 and beside == taken:
        state.ko = lowest(taken)


@compiled
def reached(state, player):
    """The free points that a player's stones reach across free points."""
    return flood(next_to(state.stones[player], NEIGHBOURS), free(state), NEIGHBOURS)


@compiled
def points(state, player):
    """The area in halves, stones and free points that only they reach; White also has the komi."""
    area = state.stones[player] | (reached(state, player) & ~reached(state, 1 - player))
    return 2 * count_cells(area) + player * state.komi


@compiled
def at_longest(state):
    """The larger area wins."""
    return more_wins(points(state, 0), points(state, 1))


@compiled
def ending(state):
    """Two passes end the game."""
    return at_longest(state) if state.passes == 2 else Ending.NONE


@compiled
def why_not_place(state, point):
    """Why a free point is forbidden."""
    if not has(free(state) & ~can_place(state), point):
        return NOTHING
    if point == state.ko:
        return say("a stone that took another cannot be taken back at once")
    return say("a stone on {0:cell} would have no liberty", point)


GAME = game(
    title="Go",
    designer="Traditional",
    players=("Black", "White"),
    summary="Surround more of the board than your opponent; groups without a free point beside them are taken.",
    board=lambda options: BOARDS[options["size"]],
    options=(
        Option("komi", "usual", "White's points for moving second.", KOMI, parse=half_numbers(0, 20, word="usual")),
        repetition("superko", "threefold", "off"),
    ),
    longest=lambda options: 2 * len(BOARDS[options["size"]].cells),
    half_points=True,
    accent="amber",
    minutes=30,
    difficulty="hard",
)
