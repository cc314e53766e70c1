"""Oware (Abapa): sow seeds around the board and take twos and threes; 25 of 48 win."""

from ludoteca.games.oware import evaluation, rules
from ludoteca.kernel import game, repetition

GAME = game(
    modules=(rules, evaluation),
    title="Oware",
    designer="Traditional",
    players=("South", "North"),
    summary="Sow seeds around the board and take twos and threes from your opponent; more than half of them wins.",
    goal="Take more than half of the seeds: 25 of 48.",
    start="0,4,4,4,4,4,4/4,4,4,4,4,4,0 s",
    options=(repetition("twofold", "off"),),
    longest=2000,
    accent="olive",
    surface="walnut",
    family="count",
    other_names=("awari", "mancala", "wari"),
    minutes=15,
    difficulty="easy",
    showcase=("7,2,5,1,6,2,1/1,0,7,2,5,0,9 s", "e1"),
)
