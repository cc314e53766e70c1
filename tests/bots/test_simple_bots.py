"""The bots without a search."""

from __future__ import annotations

from collections import Counter

import pytest
from pictures import position

import ludoteca
from ludoteca.games import game_names
from ludoteca.kernel import verbs

gekitai = ludoteca.game("gekitai")


def test_random_plays_every_legal_move_about_equally_often():
    bot, start = ludoteca.bot("random", seed=1), ludoteca.game("reversi").start()
    counts = Counter(str(bot.choose(start)) for _ in range(400))
    assert set(counts) == {str(move) for move in start.moves()}
    assert min(counts.values()) > 60


@pytest.mark.parametrize("name", ["random", "greedy", "hard"])
def test_the_same_seed_makes_the_same_choices(name):
    def game(seed):
        bot, at = ludoteca.bot(name, seed=seed), gekitai.start()
        while at.outcome is None:
            at = at.play(bot.choose(at))
        return [str(before) for before in at.line()]

    assert game(3) == game(3)
    assert game(3) != game(4)


def test_greedy_wins_when_it_can():
    before = position(
        gekitai,
        """
        . . . . . .
        . b r . . .
        . . . r . .
        . . . . . .
        . . . b . .
        . . . . . .   red to move""",
    )
    wins = {str(move) for move in before.moves() if (end := before.play(move).outcome) and end.winner == 0}
    assert wins
    assert {str(ludoteca.bot("greedy", seed=seed).choose(before)) for seed in range(20)} <= wins


@pytest.mark.parametrize("seed", range(5))
def test_greedy_plays_the_best_evaluation_of_a_one_move_turn(seed):
    at = ludoteca.game("greener").start(seed)
    chosen = ludoteca.bot("greedy", seed=seed).choose(at)
    worths = {str(move): -verbs.evaluate(at.play(move).state) for move in at.moves()}
    assert worths[str(chosen)] == max(worths.values())


def test_greedy_looks_at_both_moves_of_a_turn():
    squ = ludoteca.game("squ", size=8)
    at = squ.start(1).play("d4")
    best = max(
        -verbs.evaluate(at.play(first).play(second).state)
        for first in at.moves()
        for second in at.play(first).moves()
        if first.code < second.code
    )
    bot = ludoteca.bot("greedy", seed=2)
    between = at.play(bot.choose(at))
    after = between.play(bot.choose(between))
    assert -verbs.evaluate(after.state) == pytest.approx(best)


@pytest.mark.parametrize("name", game_names())
def test_greedy_finishes_a_game_of_everything(name):
    at, bot = ludoteca.game(name).start(1), ludoteca.bot("greedy", seed=1)
    while at.outcome is None:
        at = at.play(bot.choose(at))
    assert at.moves() == []


@pytest.mark.parametrize("name", ["random", "greedy", "level1"])
def test_a_code_is_that_of_the_move_it_would_choose(name):
    position = ludoteca.game("gekitai").start()
    codes = [ludoteca.bot(name, seed=seed).choose_code(position) for seed in range(4)]
    assert codes == [ludoteca.bot(name, seed=seed).choose(position).code for seed in range(4)]
