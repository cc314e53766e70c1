"""English draughts: take all enemy pieces or leave them no move; captures are forced, and chains must be finished."""

from ludoteca.games.draughts import evaluation, rules
from ludoteca.games.draughts.notation import PDN
from ludoteca.kernel import Fact, game, repetition

GAME = game(
    modules=(rules, evaluation),
    title="English draughts",
    designer="Traditional",
    players=("Black", "White"),
    summary="Jump over enemy men to take them; take them all, or leave your opponent without a move.",
    goal="Take all enemy pieces, or leave your opponent without a move.",
    facts=(Fact("Pieces", "men"),),
    options=(repetition("threefold", "off"),),  # [ED9]
    start="bbbb/bbbb/bbbb/..../..../wwww/wwww/wwww b - 0",
    longest=600,
    notation=PDN,
    is_symmetric=False,  # men know which way is up
    accent="wine",
    surface="maple",
    family="capture",
    other_names=("checkers",),
    minutes=20,
    difficulty="easy",
    showcase=("bb.b/b.b./..../.b.b/..../.bw./.w../w.ww w - 0", "26x17x10x3"),
)
