"""How good a position of Mapello is for the player to move: what counts in Reversi, on a map."""

from ludoteca.games.mapello.rules import points
from ludoteca.games.reversi.evaluation import PLAIN_WEIGHTS, TERM_WORDS, TERMS, WEIGHTS, board_terms
from ludoteca.kernel import compiled

__all__ = ["DRAW_BAND", "MOST_POINTS", "PLAIN_WEIGHTS", "POINTS_PER_UNIT", "TERMS", "TERM_WORDS", "WEIGHTS", "terms"]

DRAW_BAND, POINTS_PER_UNIT, MOST_POINTS = 0.08, 8.0, 27.0  # ludoteca fit mapello


@compiled
def terms(state):
    """What counts: mine minus yours, as the board fills."""
    me, you = state.mover, 1 - state.mover
    ahead = points(state, me) - points(state, you)
    return board_terms(state.discs[me], state.discs[you], state.choices, state.walls, state.closers, ahead)
