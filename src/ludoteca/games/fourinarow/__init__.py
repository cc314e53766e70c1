"""Four in a row: drop discs into an upright frame until four of one colour are in line."""

from ludoteca.games.fourinarow import evaluation, rules
from ludoteca.kernel import game

GAME = game(
    modules=(rules, evaluation),
    title="Four in a row",
    designer="Traditional; edition by Howard Wexler, 1974",
    players=("Red", "Yellow"),
    summary="Drop discs into an upright frame; be the first to get four in line.",
    goal="Get four of your discs in line: across, upwards or diagonally.",
    longest=42,
    is_symmetric=False,  # discs fall down
    accent="petrol",
    surface="frame",
    family="line",
    other_names=("four in line",),
    minutes=10,
    difficulty="easy",
    first_wins=True,
    showcase=("......./......./...r.../..yry../..ryy../.ryrr.y r", "c4"),
    claim_words={"sets_up": "It could make four in line at {cells} next."},
)
