"""Learned tables: compiled code finds the patterns that plain Python finds, on turned boards and for either player."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from example_games import example

import ludoteca
from ludoteca.compiler import layouts
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.learning.layers import contents_of, seen
from ludoteca.learning.model import new_model, swapped, symmetries_of
from ludoteca.learning.patterns import patterns_of
from ludoteca.play import Variant
from ludoteca.search.learned_tables import UNIT, use_tables

GAMES = ("gekitai", "glaisher", "hexapawn", "hex")


def variant_of(name: str) -> Variant:
    """A game of ours, or of the examples."""
    return example(name) if name == "hexapawn" else ludoteca.game(name)


def some_states(variant: Variant, count: int) -> list[Any]:
    """Positions of random games."""
    chance, states = random.Random(1), []
    room = np.empty(variant.game.most_moves, np.int32)
    while len(states) < count:
        state = variant.start(len(states)).state
        while verbs.ending(state) == Ending.NONE:
            states.append(layouts.copied(state))
            verbs.play(state, int(room[chance.randrange(verbs.moves(state, room))]))
    return states


def plain_sums(variant: Variant, state: Any, contents: Any, patterns: Any, exchange: Any, weights: Any) -> list[float]:
    """What the tables say at each stage, worked out cell by cell; counts and phases aside."""
    game = variant.game
    standing = dict.fromkeys(variant.board.cells, 0)
    for layer, worths in contents.worths():
        for number, amount in enumerate(seen(game, layer, state)):
            cell = layer.where(game).cell_of.get(number)
            if amount and cell in standing:
                there = exchange.cells[cell] if state["mover"] and exchange is not None else cell
                standing[there] += worths[int(amount) - 1]
    first = np.concatenate(([0], np.cumsum([contents.count**width for width in patterns.widths])))
    total = np.zeros(len(weights))
    for pattern in patterns.patterns:
        number = sum(standing[cell] * contents.count**digit for digit, cell in enumerate(pattern.cells))
        total += weights[:, int(first[pattern.table]) + number]
    return list(total)


@pytest.mark.parametrize("are_shared", [False, True], ids=["by place", "shared"])
@pytest.mark.parametrize("name", GAMES)
def test_compiled_code_reads_the_tables_as_plain_python_does(name: str, are_shared: bool) -> None:
    """Single numbers have no weight here, so that patterns alone count; each stage has its own sign."""
    variant = variant_of(name)
    states = some_states(variant, 120)
    model = new_model(variant, states, adds_own=False, are_shared=are_shared)
    weights = model.new_weights()
    turns, exchange = symmetries_of(variant, states[:: max(1, len(states) // 40)])
    contents = contents_of(variant.game, states)
    patterns = patterns_of(variant.board, turns, contents.count, are_shared=are_shared)
    patterned = patterns.entries(contents.count)
    drawn = np.random.default_rng(1).integers(-300, 300, (model.stages, patterned))
    weights[:, :patterned] = drawn / UNIT
    use_tables(variant.game.state, model.block(weights))
    try:
        for state in states[::17]:
            told = verbs.evaluate(state)
            sums = plain_sums(variant, state, contents, patterns, exchange, weights)
            assert min(abs(told - one) for one in sums) < 1e-4  # weights are rounded
    finally:
        use_tables(variant.game.state, None)


def test_turning_the_board_and_exchanging_the_players_changes_nothing() -> None:
    """In Gekitai the players differ in nothing; in Hex a mirror makes one player's sides the other's."""
    for name, turns_wanted in (("gekitai", 8), ("hex", 2)):
        variant = variant_of(name)
        states = some_states(variant, 120)
        turns, exchange = symmetries_of(variant, states[::3])
        assert len(turns) == turns_wanted
        assert exchange is not None
        model = new_model(variant, states, adds_own=False)
        weights = np.random.default_rng(1).normal(0, 0.1, model.new_weights().shape).astype(np.float32)
        use_tables(variant.game.state, model.block(weights))
        try:
            for state in states[::29]:
                there = swapped(variant.game, variant.game.turned(state, exchange))
                assert verbs.evaluate(there) == pytest.approx(verbs.evaluate(state))
        finally:
            use_tables(variant.game.state, None)


def test_a_pawn_that_goes_down_sees_the_board_turned_round() -> None:
    """Hexapawn's players go opposite ways: the board must be mirrored to see the other's game as one's own."""
    variant = variant_of("hexapawn")
    turns, exchange = symmetries_of(variant, some_states(variant, 60))
    assert len(turns) == 2  # left and right are alike
    assert exchange is not None
    rows = {variant.board.name[cell][1]: variant.board.name[there][1] for cell, there in exchange.cells.items()}
    assert rows == {"1": "3", "2": "2", "3": "1"}
