"""Gomoku: place stones until five of one colour are in line."""

from ludoteca.games.gomoku import evaluation, rules
from ludoteca.games.gomoku.notation import NOTATION
from ludoteca.kernel import game

GAME = game(
    modules=(rules, evaluation),
    title="Gomoku",
    designer="Traditional",
    players=("Black", "White"),
    summary="Place a stone where two lines cross; be the first to get five in line.",
    goal="Get five of your stones in line: across, upwards or diagonally.",
    board=lambda options: rules.BOARDS[options["size"]],
    longest=lambda options: len(rules.BOARDS[options["size"]].cells) + 1,  # a swap is a move, too
    notation=NOTATION,
    accent="rust",
    surface="wood",
    family="line",
    other_names=("five in a row", "gobang"),
    minutes=15,
    difficulty="easy",
    first_wins=True,
    claim_words={"sets_up": "It could make five in line at {cells} next."},
    showcase=("/".join(["." * 15] * 15) + " b", "h8", "h9", "i9", "g7", "g9", "i7", "f8", "h6", "g8", "j9", "i8", "e8"),
)
