"""Search bots by spec: what they take, and that either evaluation can be chosen."""

from __future__ import annotations

import pytest
from strategies import play_randomly

import ludoteca
from ludoteca.bots import find_bot
from ludoteca.bots.search_bots import plain_position
from ludoteca.bots.specs import BadBotSpec
from ludoteca.kernel import verbs

SPECS = (
    "alphabeta:depth=2",
    "alphabeta:500",
    "alphabeta:30ms",
    "alphabeta:500,threads=2,memory=4",
    "alphabeta:500,eval=plain",
    "mcts:200",
    "mcts:30ms,threads=2",
    "mcts:100,priors=no,cutoff=0",
    "mcts:100,cutoff=0,trust=30,share=0.5",
    "mcts:100,exploration=1.2,threshold=5,memory=4,eval=plain",
)


@pytest.mark.parametrize("spec", SPECS)
def test_a_spec_gives_a_bot_that_plays(spec):
    position = play_randomly(ludoteca.game("gekitai"), 5, 3)
    assert find_bot(spec, seed=1).choose(position) in position.moves()


@pytest.mark.parametrize(
    "spec",
    [
        "alphabeta:priors=yes",
        "alphabeta:threads=0",
        "alphabeta:eval=best",
        "mcts:depth=3",
        "mcts:priors=maybe",
        "mcts:share=2",
    ],
)
def test_what_a_bot_does_not_take_is_refused(spec):
    with pytest.raises(BadBotSpec):
        find_bot(spec)


@pytest.mark.parametrize("name", ["gekitai", "greener", "mapello", "squ", "glaisher"])
def test_with_plain_weights_it_is_the_same_game_with_another_evaluation(name):
    position = play_randomly(ludoteca.game(name), 8, 4)
    twin = plain_position(position)
    assert str(twin) == str(position) and twin.ply == position.ply and twin.key == position.key
    assert [str(move) for move in twin.moves()] == [str(move) for move in position.moves()]
    assert verbs.evaluate(twin.state) != verbs.evaluate(position.state)


def test_a_spec_without_limits_has_a_sensible_one():
    position = ludoteca.game("gekitai").start()
    assert ludoteca.bot("alphabeta").choose(position) in position.moves()
