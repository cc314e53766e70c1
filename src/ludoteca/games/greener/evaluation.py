"""How good a position of Greener is for the player to move: named terms with fitted weights."""

import numpy as np

from ludoteca.games.greener.rules import CELLS, can_capture, first_seen, points
from ludoteca.kernel import compiled, count_cells, each, has


@compiled
def stakes(state, player):
    """Of a player's greens: those nobody can reach any more, and those in stacks that face an enemy's."""
    safe, facing = 0.0, 0.0
    for cell in each(state.owned[player]):
        is_alone, is_facing = True, False
        for way in range(4):
            if has(state.sights[way], cell):
                is_alone = False
                is_facing |= has(state.owned[1 - player], first_seen(state, cell, way))
        safe += state.greens[cell] if is_alone else 0
        facing += state.greens[cell] if is_facing else 0
    return safe, facing


@compiled
def captures(state, player):
    """How many captures a player has."""
    count = 0
    for way in range(4):
        count += count_cells(can_capture(state, way, player))
    return count


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
TERM_WORDS = {
    "to move": "",
    "greens": "wins more green pyramids",
    "greens late": "wins more green pyramids",
    "stacks": "keeps more stacks",
    "stacks late": "keeps more stacks",
    "captures": "leaves {player} more captures",
    "safe greens": "puts more greens out of reach",
    "own greens facing an enemy": "leaves fewer of {opponent}'s greens facing an enemy",
    "enemy greens facing an own stack": "exposes fewer of {player}'s greens",
}
PLAIN_WEIGHTS = np.array([0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
WEIGHTS = np.array([0.029, 0.080, 0.166, 0.179, 0.644, 0.170, 0.077, 0.190, 0.150])  # ludoteca fit greener
POINTS_PER_UNIT, MOST_POINTS = 4.9, 16.0  # ludoteca fit greener; with tie-breaks there are no draws


@compiled
def terms(state):
    """What counts: mine minus yours, some of it weighted by how late it is in the game."""
    me, you = state.mover, 1 - state.mover
    occupied = 0
    for cell in range(81):
        occupied += 1 if state.heights[cell] > 0 else 0
    late = 1.0 - occupied / count_cells(CELLS[state.board])
    greens = float(points(state, me) - points(state, you))
    held = float(count_cells(state.owned[me]) - count_cells(state.owned[you]))
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
