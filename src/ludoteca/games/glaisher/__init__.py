"""Glaisher: split your stacks by distance, join two opposite sides of the hexagon, never run out of splits."""

from ludoteca.games.glaisher import evaluation, rules
from ludoteca.kernel import Fact, Option, RuleSet, game, repetition, whole_numbers

SHOWCASE = (
    ".,.,.,.,./.,.,r5,.,.,./.,r3,r1,.,.,y1,./.,.,r4,.,y4,y3,.,./.,y1,.,y5,.,y4,.,.,./"
    ".,.,.,.,.,r2,.,./.,r1,.,y2,.,.,./r6,.,.,.,.,./.,.,.,.,. r place 33"
)

GAME = game(
    modules=(rules, evaluation),
    title="Glaisher",
    designer="Ken Shoda",
    players=("Red", "Yellow"),
    summary="Split stacks into different parts that fly as far as they are tall; connect two opposite sides.",
    goal=(
        "Make a chain of your stacks from one side of the board to the opposite side. "
        "A player who cannot split a stack loses."
    ),
    facts=(Fact("To do", "phase", role="task"), Fact("Reserve", "reserve"), Fact("Pieces", rules.pieces)),
    options=(
        Option(
            "start",
            "fixed",
            "Six stacks in fixed places, the same mirrored, or placed by the players in turn.",
            ("fixed", "mirrored", "free"),
        ),
        "min_parts",
        "max_parts",
        Option(
            "reserve",
            39,
            "How many pieces there are to place.",
            (39, 57, None),
            whole_numbers(0, 200, or_unlimited=True),
        ),
        "exhausted",
        repetition("threefold", "off"),
        Option(
            "max_turns",
            400,
            "The game is drawn after this many turns; 0 for no limit.",
            parse=whole_numbers(0, rules.NO_CAP // 2),
            label="Most turns",
        ),
    ),
    rules=(
        RuleSet(
            "original",
            "As in the original program",
            {"start": "mirrored", "max_parts": 4, "reserve": 57, "repetition": "off", "max_turns": 0},
            cell=lambda row, column: f"{'ABCDEFGHIJKLMNOPQ'[4 - row + 2 * column]}{row + 1}",
            bots=("easy", "hard"),
        ),
    ),
    shared_goals=(("north", "south"), ("northeast", "southwest"), ("southeast", "northwest")),
    most_moves=612,  # a board full of one colour, each stack of the height with the most splits
    longest=rules.longest,
    accent="amber",
    surface="slate",
    family="connect",
    minutes=30,
    difficulty="hard",
    showcase=(SHOWCASE, "c6"),
)
