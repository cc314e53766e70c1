"""SQU: place discs two at a time, and own the largest square of four corners when the board is full."""

from ludoteca.games.squ import evaluation, rules
from ludoteca.kernel import Fact, RuleSet, game

SHOWCASE = (
    "brbbr..rrr/brrr..rrr./rrr......./..b.....b./........../rb.r.b.r../........../.b..b...../"
    "........bb/rbb..b.bbb r 1 b6:c4"
)

GAME = game(
    modules=(rules, evaluation),
    title="SQU",
    designer="Néstor Romeral Andrés",
    players=("Red", "Black"),
    summary="Place two discs per turn and make the largest square, with one of your discs on each corner.",
    goal="Make the largest square: four of your discs at its corners.",
    board=lambda options: rules.BOARDS[options["size"]],
    facts=(
        Fact("To do", "left", role="task", words={1: "one disc to place", 2: "two discs to place"}, when="left"),
        Fact("Record", rules.record, whose="best_owner"),
        Fact("Largest squ", rules.points, words={0: "none"}),
        Fact("Discs placed", "discs"),
    ),
    rules=(
        RuleSet(
            "original",
            "As in the original program",
            {"size": 10, "discs_per_turn": 1, "ends": "decided", "markers": "per_colour"},
            cell=lambda row, column: f"{'ABCDEFGHIJ'[row]}{column + 1}",
            bots=("easy", "hard"),
        ),
    ),
    marks={"record": "corner", "best": "faint corner"},
    longest=lambda options: options["size"] ** 2,
    accent="red",
    claim_words={
        "gains_points": "It gives {player} a larger squ, of size {score}.",
        "final_lead": "With best play, {player}'s largest squ ends up larger by {points:word}.",
    },
    surface="linen",
    family="line",
    minutes=15,
    difficulty="easy",
    showcase=(SHOWCASE, "f1"),
)
