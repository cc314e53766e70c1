"""Greener: capture along rows and columns, stack on top of what you take, own the most green pyramids."""

from ludoteca.games.greener import evaluation, rules
from ludoteca.kernel import Fact, Option, RuleSet, game

TASKS = {0: "place a black pyramid", 1: "place a white pyramid"}
ALIKE = {"setup": "random", "counts": "standard", "first": "black", "tiebreak": True}  # in both original programs
SHOWCASE = "b3:2,g,.,g,w3:1,g/.,g,.,g,.,b4:0/.,g,w3:1,g,.,./b,.,g,.,.,g/g,w2:0,.,w5:1,.,g/b,g,.,w,.,g b 0"

GAME = game(
    modules=(rules, evaluation),
    title="Greener",
    designer="nestorgames",
    players=("Black", "White"),
    summary="Capture along rows and columns, stack on top of what you take, and own the most green pyramids.",
    goal="Own the most green pyramids in your stacks when nobody can capture any more.",
    board=rules.chosen_board,
    options=(
        "size",
        "setup",
        Option("counts", "standard", "Black, white and green pyramids, such as 9,9,18.", parse=rules.COUNTS),
        "first",
        "tiebreak",
    ),
    rules=(
        RuleSet(
            "original",
            "As in the original program (Greener 5), 6x6",
            {"size": "6x6", **ALIKE},
            bots=("easy", "hard", "dumb"),
        ),
        RuleSet(
            "original-9x9",
            "As in the original program (Greener 5), 9x9",
            {"size": "9x9", **ALIKE},
            bots=("easy", "hard", "dumb"),
        ),
        RuleSet(
            "original-greener1",
            "As in the other original program (Greener 1), 6x6",
            {"size": "6x6", **ALIKE},
            bots=("easy", "hard"),
        ),
    ),
    facts=(
        Fact("To do", "mover", role="task", words=TASKS, when="placing"),
        Fact("To place", "owned", out_of="each", when="placing"),
        Fact("Greens", rules.points, when="not placing"),
        Fact("Tallest stack", rules.tallest, when="not placing"),
        Fact("Uncaptured greens", rules.uncaptured, when="not placing"),
        Fact("Passes in a row", "passes", when="not placing"),
    ),
    most_moves=288,  # a board full of stacks of one colour
    longest=lambda options: 3 * len(rules.BOARDS[options["size"]].cells),  # more than all placements and captures
    accent="green",
    claim_words={
        "gains_points": "It gains {points:word} green {points:pyramid|pyramids}.",
        "final_lead": "With best play, {player} wins by {points:word} green {points:pyramid|pyramids}.",
    },
    surface="stone",
    family="capture",
    minutes=20,
    difficulty="medium",
    showcase=(SHOWCASE, "f2xd2"),
)
