"""Gekitai: place a stone, repel every neighbour, be first to line up three or to have all eight on the board."""

from ludoteca.games.gekitai import evaluation, rules
from ludoteca.kernel import Fact, RuleSet, game, repetition

GAME = game(
    modules=(rules, evaluation),
    title="Gekitai",
    designer="Scott Brady",
    players=("Red", "Black"),
    summary="Place a stone and repel its neighbours; line up three, or get all eight onto the board.",
    goal="Line up three of your stones, or get all eight of them on the board.",
    facts=(Fact("Supply", "stones", out_of=rules.STONES, role="supply"),),
    options=(repetition("threefold", "off", "superko"),),  # [GK9]
    rules=(
        RuleSet(
            "original",
            "As in the original program",
            {"double_win": "player1", "repetition": "off"},
            bots=("easy", "hard"),
        ),
    ),
    longest=1000,
    accent="indigo",
    claim_words={
        "removes": "It pushes {count:word} {player:adjective} {count:stone|stones} off the board.",
        "gives_up": "It pushes {count:word} of its own {count:stone|stones} off the board.",
        "sets_up": "It lines up {cells} with an open end.",
    },
    surface="wood",
    family="line",
    minutes=10,
    difficulty="easy",
    showcase=("b...b./....../..b.../.r.r.r/r...../...b.b r", "c4"),
)
