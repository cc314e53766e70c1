"""Games that have typed fields and kinds of moves: their actions are read from tables, both ways."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np
import pytest

import ludoteca
from ludoteca.adapters.vector import VectorEnv
from ludoteca.games import find_game
from ludoteca.games.glaisher import DIVISIONS, FIRST, LAST
from ludoteca.kernel import HexBoard, SquareBoard
from ludoteca.kernel.errors import BrokenRules, IllegalMove
from ludoteca.kernel.fields import Cells, Count, Hidden, Numbers, Phase, Ruling, Setting, State
from ludoteca.play import Variant
from ludoteca.play.encoder import NO_ACTION, SEVERAL, Encoder
from ludoteca.play.symmetry import turned, turned_move

SMALL, HEXES = SquareBoard(6, 6, 8), HexBoard(5)
MOST = 14  # divisions of one height


@dataclass
class Kinds:
    """What an encoder asks of `moves.MoveKinds`."""

    table: np.ndarray

    def action_table(self, cells):  # noqa: ARG002 (the real one counts them)
        return self.table, int(self.table.max()) + 1

    def turned(self, move, symmetry):
        return symmetry.cells[move]


def cells_only():
    table = np.full(46, NO_ACTION, np.int32)
    table[list(SMALL.cells)] = np.arange(36)
    return table


def cells_and_splits():
    """Different divisions have one number among those of their height, so several moves have one action."""
    number = np.full(256, NO_ACTION)
    for height in range(len(LAST)):
        for index in range(FIRST[1, height], LAST[height]):
            number[DIVISIONS[index]] = index - FIRST[1, height]
    table = np.full(256 * (61 * 6 + 1), NO_ACTION, np.int32)
    table[:61] = np.arange(61)
    for stack_and_way in range(61 * 6):
        first = 256 * (stack_and_way + 1)
        table[first : first + 256] = np.where(number < 0, NO_ACTION, 61 + stack_and_way * MOST + number)
    return table


def typed(name, fields, table):
    return Variant(replace(find_game(name), fields=fields, kinds=Kinds(table)))


CHOICE = {"one": "one", "two": "two"}
GEKITAI = State(stones=Cells(SMALL, per_player=True), double_win=Ruling("Both.", **CHOICE))
GLAISHER = State(
    heights=Numbers(HEXES, "u2", 999),
    stacks=Cells(HEXES, per_player=True, heights="heights"),
    tall=Hidden(),
    big=Hidden(),
    reserve=Count(0, 999, "i2", unlimited=-1),
    phase=Phase({"start": "put a stack", "split": "split a stack", "place": "place a piece"}),
    joined=Hidden("u1"),
    min_parts=Setting("Parts.", 2, 1),
    exhausted=Ruling("No pieces.", **CHOICE),
)
VARIANTS = {
    "gekitai": typed("gekitai", GEKITAI, cells_only()),
    "glaisher": typed("glaisher", GLAISHER, cells_and_splits()),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_many_games_go_as_positions_do(name):
    variant = VARIANTS[name]
    env, encoder = VectorEnv(variant, 3, seed=4), Encoder(variant)
    assert (encoder.tables.moves == SEVERAL).any() == (name == "glaisher")
    positions = [env.position(index) for index in range(3)]
    for _ in range(40):
        for index, position in enumerate(positions):
            assert (env.masks[index] == encoder.mask(position)).all()
            assert (env.planes[index] == encoder.show(position)).all()
        actions = env.random_actions()
        env.step(actions)
        for index, position in enumerate(positions):
            after = position.play(encoder.move(position, int(actions[index])))
            assert env.dones[index] == (after.outcome is not None)
            positions[index] = env.position(index) if after.outcome is not None else after


@pytest.mark.parametrize("name", VARIANTS)
def test_actions_are_those_of_the_first_version(name):
    variant = VARIANTS[name]
    encoder, formerly = Encoder(variant), Encoder(ludoteca.game(name))  # TO BE DELETED with games/encodings
    chance, position = random.Random(3), variant.start(3)
    assert encoder.actions == formerly.actions
    for _ in range(6):
        assert encoder.legal(position) == formerly.legal(position)
        position = position.play(chance.choice(position.moves()))


def test_actions_and_planes_turn_with_the_board():
    variant = VARIANTS["gekitai"]
    encoder, position = Encoder(variant), variant.start().play("c2").play("f6")
    for symmetry in variant.board.symmetries:
        there, numbers = turned(position, symmetry), encoder.turned_actions(symmetry)
        assert sorted(numbers) == list(range(36))
        assert (encoder.turned_planes(encoder.show(position), symmetry) == encoder.show(there)).all()
        for move in position.moves():
            assert numbers[encoder.action(position, move)] == encoder.action(
                there, turned_move(position, move, symmetry)
            )


def test_an_action_that_is_not_legal_is_refused():
    position = VARIANTS["gekitai"].start().play("a1")
    for action in (0, -1, 36, 10**6):
        with pytest.raises(IllegalMove, match=f"action {action} is not legal"):
            Encoder(position.variant).move(position, action)


@pytest.mark.parametrize("known", [20, 46], ids=["beyond the table", "without a number"])
def test_a_move_of_no_declared_kind_breaks_the_rules(known):
    table = np.where(np.arange(known) < 20, cells_only()[:known], NO_ACTION).astype(np.int32)
    variant = typed("gekitai", GEKITAI, table)
    with pytest.raises(BrokenRules, match=r"Gekitai has a move in the position '.*' that is none of its"):
        VectorEnv(variant, 2, seed=1)
    with pytest.raises(BrokenRules, match=r"none of its declared kinds"):
        Encoder(variant).mask(variant.start())


def test_planes_are_drawn_into_arrays_of_any_order_and_type():
    position = VARIANTS["glaisher"].start()
    encoder = Encoder(position.variant)
    planes = encoder.show(position)
    wide = np.full(encoder.shape, 7, np.float32)
    assert (encoder.show(position, out=wide) == planes).all()
    other = np.full(encoder.shape[::-1], 7, np.uint8).T
    assert (encoder.show(position, out=other) == planes).all() and not other.flags.c_contiguous
