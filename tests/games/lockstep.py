"""Random games played in two programs at once, ours and OpenSpiel, which must agree at every step."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel
import pytest

from ludoteca.play import Position, Variant

GAMES = pytest.mark.parametrize("games", [50, pytest.param(2000, marks=pytest.mark.thorough)])
FEWER_GAMES = 200  # of boards of other sizes, in `make thorough`
RETURNS = {0: 1.0, 1: -1.0, None: 0.0}  # the first player's, by winner


def has_come_back(here: Position) -> bool:
    """Whether the board looks as it did earlier in the game, whoever was to move then."""
    board, *boards = (str(position).split()[0] for position in here.line())
    return board in boards


def play_in_lockstep(
    variant: Variant,
    other: str,
    action_of: Callable[[Position, str], int | str],
    *,
    games: int,
    seats: tuple[int, int] = (0, 1),
    may_differ_in_ending: Callable[[Position, Any], bool] = lambda *_: False,
    may_be_forbidden: Callable[[Position, Any, int | str], bool] = lambda *_: False,
) -> None:
    """Play random games of a variant and of the OpenSpiel game `other`: the same legal moves, mover and result.

    `action_of` gives OpenSpiel's action, or its text, for the text of a legal move, and `seats` its numbers for the
    players.  Where only one of the programs has ended a game, `may_differ_in_ending` says whether a known difference in
    the rules is the cause; one game in three must end alike.  `may_be_forbidden` says so of an action that is legal
    only in OpenSpiel.
    """
    game, ended_alike = pyspiel.load_game(other), 0
    for seed in range(games):
        random, here, there = Random(seed), variant.start(seed), game.new_initial_state()
        while here.outcome is None and not there.is_terminal():
            where = f"{variant.name}, seed {seed}, ply {here.ply}: {here}"
            assert seats[here.mover] == there.current_player(), where
            ours = {action_of(here, move.text): move for move in here.moves()}
            theirs = {action: action for action in there.legal_actions()}
            if isinstance(next(iter(ours)), str):
                theirs = {there.action_to_string(there.current_player(), action): action for action in theirs}
            only_theirs = {each for each in theirs.keys() - ours.keys() if not may_be_forbidden(here, there, each)}
            assert (ours.keys() - theirs.keys(), only_theirs) == (set(), set()), where
            chosen = random.choice(sorted(ours))
            here = here.play(ours[chosen])
            there.apply_action(theirs[chosen])
        where = f"{variant.name}, seed {seed}, ply {here.ply}: {here}"
        if (here.outcome is not None) != there.is_terminal():
            assert may_differ_in_ending(here, there), where
            continue
        assert RETURNS[here.outcome.winner] == there.returns()[seats[0]], f"{where}, {here.outcome}"
        ended_alike += 1
    assert ended_alike >= games // 3
