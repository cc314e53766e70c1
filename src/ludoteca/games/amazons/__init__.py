"""Amazons: move a queen and shoot an arrow that blocks a cell; whoever cannot move loses."""

from ludoteca.games.amazons import evaluation, rules
from ludoteca.kernel import Notation, game

SHOWCASE = (
    "........../....x...../bx......x./xw.x.xbx../.....x.x.x/...x....x./...xb...wb/.wx....w../x........./...x......"
)

GAME = game(
    modules=(rules, evaluation),
    title="Amazons",
    designer="Walter Zamkauskas",
    players=("White", "Black"),
    summary="Move a queen and shoot an arrow that blocks a cell; whoever cannot move loses.",
    goal="Keep a move longer than your opponent: every arrow blocks a cell for good.",
    board=lambda options: rules.BOARDS[options["size"]],
    most_moves=140,
    longest=184,  # an arrow for each of the 92 empty cells
    notation=Notation(turn=r"([a-j]\d+-[a-j]\d+)/([a-j]\d+)"),  # d1-d7/g7
    accent="rose",
    surface="walnut",
    family="territory",
    minutes=30,
    difficulty="medium",
    showcase=(f"{SHOWCASE} w", "h3-g3"),
)
