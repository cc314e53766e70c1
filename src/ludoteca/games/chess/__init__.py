"""Chess: checkmate the enemy king.  The rules of FIDE."""

from ludoteca.games.chess import evaluation, notation, rules
from ludoteca.games.chess.notation import MOST_MOVES, PGN
from ludoteca.kernel import game, repetition

GAME = game(
    modules=(rules, evaluation, notation),
    title="Chess",
    designer="Traditional",
    players=("White", "Black"),
    summary="Checkmate the enemy king.",
    goal="Attack the enemy king so that it cannot escape.",
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    most_moves=MOST_MOVES,
    longest=1000,
    options=(repetition("threefold", "off"), "fifty_moves"),
    is_symmetric=False,  # pawns know which way is up
    notation=PGN,
    accent="slate",
    surface="linen",
    family="capture",
    minutes=40,
    difficulty="hard",
    showcase=("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16", "b3b8"),
)
