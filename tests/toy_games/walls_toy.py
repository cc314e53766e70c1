"""Walls: step to a neighbouring room or build a wall between two rooms; reach the far row."""

from ludoteca.kernel import (
    OFF,
    Cell,
    Cells,
    Counts,
    EdgeBoard,
    Ending,
    Move,
    State,
    compiled,
    each,
    game,
    kinds,
    passing,
    say,
    win_of,
)

BOARD = EdgeBoard(3, 3)
WALLS, ROOMS, WALLS_OF, ROOMS_OF = BOARD.edges, BOARD.boxes, BOARD.edges_of, BOARD.boxes_of
INNER = WALLS.bits(cell for number, cell in WALLS.cell_of.items() if OFF not in ROOMS_OF[number])
FAR = ROOMS.table([ROOMS.bits(["b2", "d2", "f2"]), ROOMS.bits(["b6", "d6", "f6"])])  # where each player wants to go
HOME = ROOMS.table([ROOMS.bits(["d6"]), ROOMS.bits(["d2"])])

STATE = State(
    runners=Cells(ROOMS, per_player=True, piece="pawn", most=1),
    walls=Cells(WALLS, piece="bar", colour="black", letter="-"),
    left=Counts(0, 2, label="Walls left"),
)
STEP, BUILD, PASS = kinds(Move(runner=Cell(ROOMS, own="runners"), room=Cell(ROOMS)), Move(wall=Cell(WALLS)), passing())


@compiled
def start(state, random):
    """Both runners stand in the middle of their rows."""
    for player in range(2):
        state.runners[player] = HOME[player]
        state.left[player] = 2


@compiled
def can_step(state, runner):
    """The rooms next to the runner's that no wall is in front of, and that nobody is in."""
    found = ROOMS.none
    for edge in each(WALLS_OF[runner] & ~state.walls):
        for room in ROOMS_OF[edge]:
            if room != OFF:
                found |= ROOMS.bit(room)
    return found & ~(state.runners[0] | state.runners[1])


@compiled
def can_build(state):
    """Anywhere between two rooms."""
    return INNER & ~state.walls if state.left[state.mover] > 0 else WALLS.none


@compiled
def play(state, move):
    """Step or build."""
    if STEP.has(move):
        state.runners[state.mover] = ROOMS.bit(STEP.room(move))
    elif BUILD.has(move):
        state.walls |= WALLS.bit(BUILD.wall(move))
        state.left[state.mover] -= 1
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """Who reaches the far row wins."""
    return win_of(1 - state.mover) if state.runners[1 - state.mover] & FAR[1 - state.mover] else Ending.NONE


@compiled
def reason(state):
    """The far row."""
    return say("the far row is reached")


GAME = game(
    title="Walls",
    designer="nobody",
    players=("Red", "Blue"),
    summary="Run and build walls.",
    longest=60,
    is_symmetric=False,  # each player has a side to reach
)
