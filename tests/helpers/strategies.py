"""Positions, variants and turns that the tests of several games share."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from ludoteca.play import Position, Variant, load_game
from ludoteca.play.lessons import Verdict
from ludoteca.play.lessons.answers import answer_to_turn
from ludoteca.play.lessons.turn import Turn

VARIANTS = [  # every type of field, and boards of several sizes
    load_game("gekitai"),
    load_game("glaisher"),
    load_game("glaisher", start="free", min_parts=1, reserve="unlimited"),
    load_game("greener"),
    load_game("greener", size="6x9", setup="alternate"),
    load_game("greener", size="9x9"),
    load_game("mapello"),
    load_game("mapello", map="build", bonus="owner"),
    load_game("reversi"),
    load_game("squ"),
    load_game("squ", size=8),
]


def label(variant: Variant) -> str:
    """A variant as the name of a test."""
    return " ".join([variant.name, *(f"{name}={value}" for name, value in variant.changed_options.items())])


def play_randomly(variant: Variant, plies: int, seed: int) -> Position:
    """A position some random moves into a game, the last one before the end if it ends sooner."""
    chance = random.Random(seed)
    position = variant.start(seed)
    for _ in range(plies):
        after = position.play(chance.choice(position.moves()))
        if after.outcome is not None:
            break
        position = after
    return position


def reachable(variant: Variant, most_plies: int = 60) -> st.SearchStrategy[Position]:
    """Positions that random play reaches and that are not over."""
    return st.builds(
        lambda plies, seed: play_randomly(variant, plies, seed),
        st.integers(0, most_plies),
        st.integers(0, 2**32 - 1),
    )


def wrong_turn(step):
    """A turn that is wrong, up to where that is known, and what is answered; None where every turn is right."""
    begun = [Turn(step.start, step.start)]
    while begun:
        for turn in begun.pop().continued():
            answer = answer_to_turn(step, turn)
            if answer.verdict is Verdict.WRONG:
                return turn, answer
            if answer.verdict is Verdict.ON:
                begun.append(turn)
    return None
