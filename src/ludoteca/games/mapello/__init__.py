"""Mapello: Reversi on a map of walls, bonuses and jokers."""

from ludoteca.games.mapello import evaluation, rules
from ludoteca.games.mapello.maps import MAP_WORDS
from ludoteca.kernel import Fact, Option, RuleSet, game

SHOWCASE = (
    "###J##J###/##.B.B..##/#.WBB.#.WJ/#*#BBWWW.#/#..BWWWW.#/J...BWWB.#/#*.BBBW#*J/#..#.BBW.#/##.*..BW##/###JJ##J##"
    " W 2-2"
)
UP_TO_EIGHT = tuple(range(rules.MOST + 1))

GAME = game(
    modules=(rules, evaluation),
    title="Mapello",
    designer="Simon M. Lucas",
    players=rules.PLAYERS,
    summary="Reversi on a map: walls block lines, a bonus is worth three discs, jokers help the player to move.",
    goal="Have more points than your opponent when nobody can move: one per disc, three per bonus.",
    options=(
        Option(
            "map",
            "rulebook",
            "The map: a named one, a random one, one built by the first player, or your own as ten rows of ten cells.",
            tuple(MAP_WORDS),
            rules.read_map,
            takes="the name of a map, or ten rows of ten cells",
            words=MAP_WORDS,
            drawn_as="map",
        ),
        *(
            Option(
                kind, rules.MOST, f"How many {kind} a random map has, and the most a built map may have.", UP_TO_EIGHT
            )
            for kind in ("walls", "bonuses", "jokers")
        ),
        Option(
            "centre",
            "map",
            "The four starting discs: as on the map, as in the rulebook, or mirrored as in the Prolog program.",
            ("map", "rulebook", "seed"),
            words={"map": "as on the map", "rulebook": "Black on d4 and e5", "seed": "Black on d5 and e4"},
        ),
        "bonus",
        "corner_jokers",
    ),
    rules=(
        RuleSet(
            "original",
            "As in the original program",
            {"map": "seed", "bonus": "owner"},
            cell=lambda row, column: f"{'ABCDEFGHIJ'[column]}{row}",
            bots=tuple(f"classic{level}" for level in range(1, 6)),
        ),
    ),
    facts=(
        Fact("Phase", "phase", role="task", when=("setup", "choose")),
        Fact("Walls left", "walls", out_of=("limits", rules.SPECIAL.walls), when="setup"),
        Fact("Bonuses left", "bonuses", out_of=("limits", rules.SPECIAL.bonuses), when="setup"),
        Fact("Jokers left", "jokers", out_of=("limits", rules.SPECIAL.jokers), when="setup"),
        Fact("Discs", "discs", when=("play", "over")),
        Fact("Bonuses", rules.bonuses, when=rules.has_bonuses),
        Fact("Points", rules.points, when=rules.has_bonuses),
    ),
    most_moves=157,  # while building: 60 cells for a wall or a bonus, 36 for a joker, done
    longest=160,  # never reached: 64 placements, a pass before each, 26 steps of building
    accent="blue",
    surface="parchment",
    family="territory",
    minutes=20,
    difficulty="medium",
    showcase=(SHOWCASE, "e8"),
)
