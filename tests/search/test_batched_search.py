"""Batched trees are, node for node, those of a plain search; games of a batch do not touch one another."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from example_games import example
from fake_network import fake_network
from plain_batched_search import PlainSearch
from shuffle_toy import GAME as SHUFFLE
from strategies import play_randomly
from turns_toy import GAME as TURNS

import ludoteca
from ludoteca.adapters.vector import VectorEnv
from ludoteca.errors import IllegalMove, LudotecaError
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Variant
from ludoteca.play.encoder import Encoder
from ludoteca.search.batched import BatchedSearch

VARIANTS = {
    "hexapawn": example("hexapawn"),  # nearly all of it is proven
    "gekitai": ludoteca.game("gekitai"),
    "superko": ludoteca.game("gekitai", repetition="superko"),
    "shuffle": Variant(SHUFFLE),  # ends by repetition
    "shuffle superko": Variant(SHUFFLE, repetition="superko"),  # ends without a move
    "turns": Variant(TURNS),  # a player may move twice
    "long turns": Variant(TURNS, again=True),  # ends by length
}


def assert_same(search: BatchedSearch, row: int, plain: PlainSearch) -> int:
    """Compare two trees; returns how many nodes they have."""
    trees, todo, count = search.trees, [(0, plain.root)], 0
    while todo:
        number, node = todo.pop()
        count += 1
        told = (trees.visits[row, number], trees.proof[row, number], max(0, trees.count[row, number]))
        assert told == (node.visits, node.proof, len(node.children))
        assert trees.totals[row, number] == pytest.approx(node.total, abs=1e-9)
        assert trees.prior[row, number] == pytest.approx(node.prior, rel=1e-5) or number == 0
        first = trees.first[row, number]
        for place, child in enumerate(node.children):
            assert (trees.action[row, first + place], trees.seat[row, first + place]) == (child.action, child.seat)
            todo.append((int(first) + place, child))
    assert count == trees.used[row]
    return count


@pytest.mark.parametrize("method", ["puct", "gumbel"])
@pytest.mark.parametrize("name", VARIANTS)
def test_trees_are_those_of_a_plain_search_node_for_node(name, method):
    variant = VARIANTS[name]
    network = fake_network(Encoder(variant))
    starts = [play_randomly(variant, seed % 5, seed) for seed in range(4)]
    search = BatchedSearch(starts, network, simulations=30, method=method)
    plain = [PlainSearch(position, network, method) for position in starts]
    nodes = 0
    for _ in range(3):
        found = search.run()
        for row, each in enumerate(plain):
            each.run(30)
            nodes += assert_same(search, row, each)
            assert (found.actions[row] == -1) == (each.position.outcome is not None)
        assert (search.is_over == [each.position.outcome is not None for each in plain]).all()
        actions = found.actions
        search.advance(actions)
        for each, action in zip(plain, actions.tolist(), strict=True):
            if action >= 0:
                each.advance(action)
    assert nodes > 30


@pytest.mark.parametrize("method", ["puct", "gumbel"])
def test_answers_are_those_of_mctx(method):
    """As `tools/compare_mctx.py --record` found them, with the same priors and values."""
    kept = json.loads((Path(__file__).parent / "mctx_answers.json").read_text())
    variant = ludoteca.game(kept["game"])
    roots = [variant.position(text) for text in kept["positions"]]
    search = BatchedSearch(roots, fake_network(Encoder(variant)), simulations=kept["simulations"], method=method)
    found = search.run()
    for row, theirs in enumerate(kept["answers"][method]):
        visits, policy = np.zeros_like(found.visits[row]), np.zeros_like(found.policies[row])
        for place, told in ((visits, theirs["visits"]), (policy, theirs["policy"])):
            place[[int(action) for action in told]] = list(told.values())
        assert (found.visits[row] == visits).all()
        assert found.policies[row] == pytest.approx(policy, abs=1e-6)
        assert found.values[row] == pytest.approx(theirs["value"], abs=1e-6)
        assert (found.visits[row].argmax() if method == "puct" else found.actions[row]) == theirs["action"]


def test_a_proven_win_is_played_and_a_proven_loss_is_not():
    variant = VARIANTS["hexapawn"]  # the second player wins
    search = BatchedSearch(
        [variant.start(), variant.start().play("a1-a2")], fake_network(Encoder(variant)), simulations=400
    )
    found = search.run()
    assert found.proofs.tolist() == [Ending.SECOND_WINS] * 2 and found.values.tolist() == [-1, 1]
    after = search.encoders[0].play(variant.start().play("a1-a2"), int(found.actions[1]))
    reply = BatchedSearch([after], fake_network(Encoder(variant)), simulations=400).run()
    assert reply.proofs[0] == Ending.SECOND_WINS and found.policies[1].max() == found.policies[1, found.actions[1]]


def test_whole_games_end_as_positions_do():
    variant = VARIANTS["gekitai"]
    search = BatchedSearch([variant.start()] * 3, fake_network(Encoder(variant)), simulations=8, noise=0.5, seed=2)
    positions = [variant.start()] * 3
    for _ in range(400):
        if search.is_over.all():
            break
        found = search.run()
        assert found.policies.sum(1) == pytest.approx(np.where(search.is_over, 0, 1), abs=1e-5)
        search.advance(found.actions)
        for row, action in enumerate(found.actions.tolist()):
            if action >= 0:
                positions[row] = search.encoders[0].play(positions[row], action)
        assert [search.position(row) for row in range(3)] == positions
    winners = {Ending.FIRST_WINS: 0, Ending.SECOND_WINS: 1}
    assert [winners.get(Ending(how)) for how in search.endings] == [each.outcome.winner for each in positions]
    assert len({str(position) for position in positions}) == 3  # noise


@pytest.mark.parametrize("method", ["puct", "gumbel"])
def test_a_network_that_is_sure_of_a_losing_move_still_gets_a_policy(method):
    variant = VARIANTS["hexapawn"]
    start = variant.start().play("a1-a2")
    actions = {str(move): Encoder(variant).action(start, move) for move in start.moves()}

    def network(planes):
        return np.where(np.arange(Encoder(variant).actions) == actions["c3-c2"], 1000.0, 0.0) * np.ones(
            (len(planes), 1)
        ), np.ones(len(planes))

    for simulations in (1, 2, 5, 100):
        found = BatchedSearch([start], network, simulations=simulations, method=method).run()
        assert found.policies.sum() == pytest.approx(1) and found.values[0] >= -1


def test_a_full_tree_goes_on_with_what_it_knows():
    variant = VARIANTS["gekitai"]
    search = BatchedSearch([variant.start()] * 2, fake_network(Encoder(variant)), simulations=100, megabytes=0.01)
    found = search.run()
    assert search.trees.used.max() <= search.trees.first.shape[1] < 200
    assert found.visits.sum(1).tolist() == [100, 100]


def test_rows_of_an_environment_are_searched_as_they_would_be_alone():
    env = VectorEnv([ludoteca.game("greener", size="3x3")] * 2 + [ludoteca.game("greener", size="6x6")], seed=3)

    def network(planes):
        sums = planes.reshape(len(planes), -1) @ np.arange(planes[0].size) % 1000
        return np.sin(np.outer(sums, np.arange(env.masks.shape[1]))), np.sin(sums)

    together = BatchedSearch(env.save_rows(), network, simulations=20)
    for _ in range(3):
        alone = [BatchedSearch(env.save_rows([row]), network, simulations=20) for row in range(3)]
        assert (together.planes() == env.planes).all()
        found = together.run()
        assert ((found.policies > 0) <= (env.masks == 1)).all()
        for row in range(3):
            assert (alone[row].run().policies[0] == found.policies[row]).all()
        env.step(found.actions)
        together.restore_rows(env.save_rows())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda planes: (np.zeros((len(planes), 36)), np.full(len(planes), np.nan)), "not a finite number"),
        (
            lambda planes: (np.zeros((len(planes), 35)), np.zeros(len(planes))),
            "arrays of (1, 35) and (1,), not (1, 36)",
        ),
    ],
)
def test_a_network_that_answers_nonsense_is_refused(wrong, said):
    with pytest.raises(LudotecaError) as raised:
        BatchedSearch([VARIANTS["gekitai"].start()], wrong).run()
    assert said in str(raised.value)


def test_wrong_arguments_are_refused():
    variant = VARIANTS["gekitai"]
    search = BatchedSearch([variant.start().play("a1")], fake_network(Encoder(variant)))
    with pytest.raises(IllegalMove):
        search.advance(np.array([0]))
    with pytest.raises(LudotecaError, match="at least one game"):
        BatchedSearch([], fake_network(Encoder(variant)))
    with pytest.raises(LudotecaError, match="puct or gumbel"):
        BatchedSearch([variant.start()], fake_network(Encoder(variant)), method="uct")
    with pytest.raises(LudotecaError, match="of one game, not of gekitai, shuffle"):
        BatchedSearch([variant.start(), VARIANTS["shuffle"].start()], fake_network(Encoder(variant)))
