"""How good a position of Breakthrough is for the player to move: men, how far they are, and what can stop them."""

import numpy as np

from ludoteca.games.breakthrough.rules import ASIDE, BOARD, BOARDS, FAR, GO
from ludoteca.kernel import compiled, count_cells, each, has, lowest, next_to

TERMS = ("to move", "men", "foremost men", "free runners", "exposed men")
TERM_WORDS = {
    "to move": "",
    "men": "keeps more men",
    "foremost men": "brings men closer to the far row",
    "free runners": "makes way for a man that nobody can stop",
    "exposed men": "leaves fewer men that can be taken",
}
WEIGHTS = np.array([0.05, 0.55, 0.03, 3.3, 0.75])  # ludoteca fit breakthrough


def _cone(player, cell):
    """The cells in which an enemy man can stop a man: everything ahead of it, one column wider with every row."""
    (row, column), way = BOARD.spot[cell], (-1, 1)[player]
    return BOARD.bits(
        other
        for other, (ahead, aside) in BOARD.spot.items()
        if (ahead - row) * way >= abs(aside - column) and other != cell
    )


STOPPERS = BOARD.table([[_cone(player, cell) for cell in BOARD.cells] for player in range(2)])
STEPS = np.zeros((len(BOARDS), 2, len(BOARD.cells)), np.int64)  # by size: rows from a cell to the far row
for _size, _board in enumerate(BOARDS.values()):
    for _player in range(2):
        _goal = BOARD.spot[int(lowest(FAR[_player][_size]))][0]
        for _cell in BOARD.cells:
            STEPS[_size, _player, _cell] = abs(_goal - BOARD.spot[_cell][0])
NEAR = np.array([0.0, 16.0, 9.0, 5.0, 3.0, 1.5, 0.5, 0.0])  # what a man so many rows from the far row is worth


@compiled
def side_terms(state, player):
    """A player's men: how many, how far they are, and how near those are that nobody can stop."""
    foremost, runners, enemies = 0.0, 0.0, state.men[1 - player]
    for man in each(state.men[player]):
        steps = STEPS[state.board, player, man]
        foremost += NEAR[steps]
        if steps and not STOPPERS[player, man] & enemies:
            runners += 1.0 / steps
    return float(count_cells(state.men[player])), foremost, runners


@compiled
def exposed(state, player):
    """How many of a player's men can be taken and are not guarded."""
    men = state.men[player]
    attacked = next_to(state.men[1 - player], ASIDE[1 - player]) & men
    return count_cells(attacked) - count_cells(attacked & next_to(men, ASIDE[player]))


@compiled
def terms(state):
    """Mine minus yours, and the men that the mover can take at once."""
    mine, yours = side_terms(state, state.mover), side_terms(state, 1 - state.mover)
    return 1.0, mine[0] - yours[0], mine[1] - yours[1], mine[2] - yours[2], float(exposed(state, 1 - state.mover))


@compiled
def forcing_score(state, move):
    """Captures, the foremost enemy man first. [BT3]"""
    target, you = GO.target(move), 1 - state.mover
    return 10 - STEPS[state.board, you, target] if has(state.men[you], target) else 0
