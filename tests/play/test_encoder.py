"""Planes and actions: every legal move has a number of its own, planes show what stands on the board, both turn."""

from __future__ import annotations

import random

import numpy as np
import pytest
from strategies import VARIANTS, label

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.play.encoder import Encoder
from ludoteca.play.position import Variant
from ludoteca.play.symmetry import turned, turned_move


def random_positions(variant: Variant, games: int = 2, seed: int = 5):
    chance = random.Random(seed)
    for number in range(games):
        position = variant.start(seed + number)
        while position.outcome is None:
            yield position
            position = position.play(chance.choice(position.moves()))


every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=label)


@every_variant
def test_every_legal_move_has_a_number_of_its_own_and_comes_back_from_it(variant):
    encoder = Encoder(variant)
    for position in random_positions(variant):
        numbers = [encoder.action(position, move) for move in position.moves()]
        assert len(set(numbers)) == len(numbers)
        assert min(numbers) >= 0 and max(numbers) < encoder.actions
        assert [encoder.move(position, number) for number in numbers] == position.moves()
        assert encoder.mask(position).sum() == len(numbers)


@every_variant
def test_planes_show_every_piece_of_either_side_to_either_player(variant):
    encoder = Encoder(variant)
    for position in list(random_positions(variant, games=1))[::5]:
        scene = position.scene()
        for viewer in range(2):
            planes = encoder.show(position, viewer)
            for name, look in scene.cells.items():
                row, column = variant.board.spot[variant.board.number[name]]
                owner = None if look.top is None else look.top.owner
                assert planes[0, row, column] == (owner == viewer)
                assert planes[1, row, column] == (owner == 1 - viewer)


@every_variant
def test_different_positions_have_different_planes(variant):
    encoder = Encoder(variant)
    seen = {}
    for position in random_positions(variant, games=3):
        planes = encoder.show(position, 0).tobytes()
        assert seen.setdefault(planes, position) == position


@every_variant
def test_planes_and_actions_turn_with_the_board(variant):
    encoder = Encoder(variant)
    chance = random.Random(3)
    for position in list(random_positions(variant, games=1, seed=8))[::9]:
        symmetry = chance.choice(variant.board.symmetries)
        there = turned(position, symmetry)
        assert (encoder.turned_planes(encoder.show(position), symmetry) == encoder.show(there)).all()
        numbers = encoder.turned_actions(symmetry)
        assert sorted(numbers) == list(range(encoder.actions))
        for move in position.moves()[:20]:
            turned_number = encoder.action(there, turned_move(position, move, symmetry))
            assert numbers[encoder.action(position, move)] == turned_number


def test_the_spaces_of_version_1_are_as_documented():
    expected = {
        "gekitai": ((4, 6, 6), 36),
        "glaisher": ((10, 9, 9), 5185),
        "greener": ((9, 6, 6), 181),
        "mapello": ((14, 10, 10), 65),
        "reversi": ((4, 8, 8), 65),
        "squ": ((7, 10, 10), 100),
    }
    encoders = {name: Encoder(ludoteca.game(name)) for name in expected}
    assert {name: (encoder.shape, encoder.actions) for name, encoder in encoders.items()} == expected
    assert {encoder.version for encoder in encoders.values()} == {1}
    assert Encoder(ludoteca.game("mapello", map="build")).actions == 232


def test_the_planes_of_one_gekitai_position():
    position = ludoteca.game("gekitai").position("....../..r.../....../...b../....../...... b")
    planes = Encoder(position.variant).show(position)
    assert [tuple(spot) for spot in np.argwhere(planes[:2])] == [(0, 3, 3), (1, 1, 2)]
    assert planes[2].all() and not planes[3].any()  # Black is to move and not the first player


def test_an_action_that_is_not_legal_is_refused():
    position = ludoteca.game("gekitai").start().play("a1")
    encoder = Encoder(position.variant)
    for action in (0, -1, 36, 10**6):
        with pytest.raises(IllegalMove, match=f"action {action} is not legal"):
            encoder.move(position, action)
