"""Go: surround more of the board than your opponent; groups without a free point beside them are taken."""

from ludoteca.games.go import playouts, priors, rules
from ludoteca.games.go.notation import NOTATION
from ludoteca.kernel import Fact, Option, game, half_numbers

GAME = game(
    modules=(rules, playouts, priors),
    title="Go",
    designer="Traditional",
    players=("Black", "White"),
    summary="Surround more of the board than your opponent; groups without a free point beside them are taken.",
    goal="Hold more of the board than your opponent: your stones, and the free points that only they reach.",
    board=lambda options: rules.BOARDS[options["size"]],
    options=(
        Option(
            "komi",
            "usual",
            "White's points for moving second.",
            ("usual", 0, 5.5, 6.5, 7, 7.5),  # what forms offer
            parse=half_numbers(0, 20, word="usual"),
        ),
    ),
    repetition=lambda options: "threefold" if options["ko"] == "simple" else "superko",
    longest=lambda options: 2 * len(rules.BOARDS[options["size"]].cells),
    half_points=True,
    facts=(Fact("Points", rules.points, when=rules.shows_points, in_halves=True),),
    marks={"black": "black", "white": "white"},
    notation=NOTATION,
    accent="cyan",
    surface="wood",
    family="territory",
    other_names=("baduk", "igo", "weiqi"),
    minutes=30,
    difficulty="hard",
    showcase=("........./..bw...../..b.w.w../...bbw.../....bw.../..b.bw.../...b.bw../....bbw../......... b 0 -", "g5"),
)
