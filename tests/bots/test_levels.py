"""The ladder: ten levels for every game, the same every time, the higher the stronger."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import toys  # noqa: F401 (a module of games without levels)
from example_games import FOLDER
from strategies import play_randomly

import ludoteca
from ludoteca.bots import bot_names, find_bot, levels
from ludoteca.bots.levels import (
    LEVELS,
    STRONGEST,
    USUAL,
    LevelBot,
    Rung,
    ladder_of,
    ladder_text,
    rung,
    rung_at,
    write_ladder,
)
from ludoteca.bots.registry import explain_bot
from ludoteca.bots.specs import BadBotSpec
from ludoteca.errors import LudotecaError
from ludoteca.explain.accuracy import AccuracyScale, measured_scale
from ludoteca.games import find_game, game_names
from ludoteca.play import Position, Variant
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.solver import Attempt


def play_out(first, second, start: Position) -> Position:
    bots, position = (first, second), start
    while position.outcome is None:
        position = position.play(bots[position.mover].choose(position))
    return position


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_ten_levels_each_explained(name):
    levels = [bot for bot in bot_names(name) if bot.startswith("level")]
    assert levels == [f"level{number}" for number in LEVELS]
    assert len({explain_bot(level) for level in levels}) == 10


@pytest.mark.parametrize("game", [*USUAL, *game_names()])
def test_each_rung_looks_further_or_chooses_more_strictly(game):
    rungs = USUAL[game] if game in USUAL else ladder_of(find_game(game))
    assert len(rungs) == 10
    for lower, higher in pairwise(rungs):
        assert higher.limits(20).nodes >= lower.limits(20).nodes and higher.spread <= lower.spread
        assert higher != lower


def test_a_game_without_measured_levels_has_the_usual_ones():
    game = replace(find_game("gekitai"), home="toys")  # beside which no levels lie
    assert game.resource("levels.json") is None and rung(game, 3) == USUAL["alphabeta"][2]


@pytest.mark.parametrize("method", USUAL)
def test_the_last_usual_levels_do_not_make_people_wait_however_slow_a_game_is(method):
    times = [one.time_ms for one in USUAL[method][-2:]]
    assert times == [1500, 2000]
    assert rung_at(method, STRONGEST, 60_000).time_ms == 2000  # nor do those that are fitted from them


def test_levels_of_another_search_do_not_fit(tmp_path, monkeypatch):
    levels = ", ".join(['{"nodes": 7, "spread": 0}'] * 10)
    monkeypatch.setattr(type(find_game("gekitai")), "resource", lambda _, name: tmp_path / name)
    for search, nodes in (("alphabeta", 7), ("mcts", 60)):
        (tmp_path / "levels.json").write_text(f'{{"format": 2, "search": "{search}", "levels": [{levels}]}}')
        assert rung(replace(find_game("gekitai"), title=search), 1).nodes == nodes


def test_levels_that_cannot_be_read_are_named(tmp_path, monkeypatch):
    (tmp_path / "levels.json").write_text('{"format": 2, "search": "alphabeta", "levels": []}')
    game = replace(find_game("gekitai"), title="Broken")
    monkeypatch.setattr(type(game), "resource", lambda _, name: tmp_path / name)
    with pytest.raises(LudotecaError, match=r"the levels of Broken in .* are not 10 levels"):
        rung(game, 1)


@pytest.mark.parametrize("name", ["gekitai", "greener", "mapello", "squ", "glaisher"])
@pytest.mark.parametrize("level", [1, 4, 7])
def test_a_level_plays_legal_moves_and_the_same_with_the_same_seed(name, level):
    position = play_randomly(ludoteca.game(name), 6, 1)
    choices = [find_bot(f"level{level}", seed=5).choose(position) for _ in range(2)]
    assert choices[0] == choices[1]
    assert choices[0] in position.moves()


def test_a_weak_level_varies_its_play():
    position = play_randomly(ludoteca.game("gekitai"), 2, 1)
    assert len({find_bot("level1", seed=seed).choose(position) for seed in range(20)}) > 3


def test_even_the_first_level_takes_a_win_in_one():
    position = ludoteca.game("gekitai").position("....../.rr.../....../...b../....../..b... r")
    for seed in range(10):
        assert position.play(find_bot("level1", seed=seed).choose(position)).outcome is not None


@pytest.mark.parametrize("name", ["gekitai", "greener"])
def test_a_high_level_beats_a_low_one(name):
    variant = ludoteca.game(name)
    won = 0
    for seed in range(4):
        start = play_randomly(variant, 2, seed)
        strong, weak = find_bot("level7", seed=seed), find_bot("level1", seed=seed)
        won += play_out(strong, weak, start).outcome.winner == 0
        won += play_out(weak, strong, start).outcome.winner == 1
    assert won >= 7


def test_the_last_level_plays_a_solved_ending():
    position = ludoteca.game("greener", size="3x3").position("b,w,g/g,w,b/g,g,g b 0")
    assert str(find_bot("level10").choose(position)) == "a1xb1"


def test_solver_and_search_of_the_last_level_share_what_it_is_given(monkeypatch):
    given = []

    def solve(position, limits, **_):
        given.append(limits)
        return Attempt(None, 150)

    def search(self, position, limits, **_):
        given.append(limits)
        return AlphaBeta(megabytes=1).search(position, Limits(nodes=10))

    monkeypatch.setattr(levels, "try_to_solve", solve)
    bot, position = LevelBot("last", 10, 1, Rung(5000, 0.0)), ludoteca.game("reversi").start()
    monkeypatch.setattr(bot.searcher, "search", search.__get__(bot.searcher))
    bot.choose(position, Limits(time_ms=1000, nodes=1000))
    bot.choose(position)
    assert [limits.nodes for limits in given] == [500, 850, 5000, 5000]
    assert given[0].time_ms <= 500 < given[1].time_ms <= 1000
    assert given[2].time_ms is given[3].time_ms is None
    deep = LevelBot("last", 10, 1, Rung(10**6, 0.0))
    monkeypatch.setattr(deep.searcher, "search", search.__get__(deep.searcher))
    deep.choose(position)
    assert [limits.nodes for limits in given[4:]] == [levels.SOLVER_NODES, 10**6]


def test_a_level_takes_no_arguments():
    with pytest.raises(BadBotSpec):
        find_bot("level3:200ms")


@pytest.mark.parametrize("level", [7, 10])
def test_a_level_stops_at_once_when_it_is_interrupted(level):
    position = play_randomly(ludoteca.game("reversi"), 4, 1)
    bot = LevelBot("endless", level, 1, Rung(10**15, 0.1 if level < 10 else 0.0))
    bot.prepare(position)
    found = []
    thinking = threading.Thread(target=lambda: found.append(bot.choose(position)))
    thinking.start()
    time.sleep(0.3)
    assert not found
    bot.interrupt()
    thinking.join(120)
    assert found and found[0] in position.moves()


def points(first: int, second: int | None, games: int) -> float:
    """What a usual level scores in Hexapawn against another, or against random play; the same every time."""
    start = ludoteca.game(str(Path(__file__).parents[2] / "examples" / "hexapawn.py")).start()
    scored = 0.0
    for seed in range(games):
        bots = [find_bot("random", seed=seed) if level is None else usual(level, seed) for level in (first, second)]
        winner = play_out(*(bots if seed % 2 == 0 else bots[::-1]), start).outcome.winner
        scored += winner == seed % 2
    return scored


def usual(level: int, seed: int) -> LevelBot:
    return LevelBot(f"usual {level}", level, 1000 * level + seed, USUAL["mcts"][level - 1])


def test_without_an_evaluation_the_ladder_climbs_from_random_play():
    assert points(1, None, 40) >= 26
    assert points(5, None, 40) >= 30
    assert points(5, 1, 40) >= 22


def test_a_level_has_playouts_for_each_move_but_never_too_many():
    strength = Rung(1000, 0.5, each=2.5, time_ms=700)
    assert strength.limits(3) == Limits(time_ms=700, nodes=8)
    assert strength.limits(900) == Limits(time_ms=700, nodes=1000)


def test_levels_fitted_without_a_learned_evaluation_are_not_those_with_it(tmp_path, monkeypatch):
    rungs = tuple(Rung(number, 0.5) for number in LEVELS)
    game = replace(find_game("gekitai"), title="Learned")
    (tmp_path / "levels.json").write_text(ladder_text("alphabeta", rungs, is_learned=True))
    monkeypatch.setattr(type(game), "resource", lambda _, name: tmp_path / name if name == "levels.json" else None)
    assert rung(game, 1) == USUAL["alphabeta"][0]
    (tmp_path / "levels.json").write_text(ladder_text("alphabeta", rungs))
    assert rung(replace(game, title="Unlearned"), 1) == rungs[0]


def test_a_file_of_levels_is_read_again_once_it_is_written(tmp_path, monkeypatch):
    game = replace(find_game("gekitai"), title="Written")
    monkeypatch.setattr(type(game), "resource", lambda _, name: tmp_path / name if name == "levels.json" else None)
    for number in (100, 200):
        rungs, scale = [Rung(number + level, 0.5) for level in LEVELS], AccuracyScale(0.1, 1 + number / 1000)
        write_ladder(tmp_path / "levels.json", Variant(game), rungs, scale)
        assert list(ladder_of(game)) == rungs and measured_scale(game) == scale


LOST = {  # by best play, in a few moves
    "gekitai": "b...../..b.b./....../..b.r./r...b./b.r.r. r",
    "glaisher": (
        ".,y2,y2,r1,y1/y2,.,r1,y2,r5,r4/y1,.,.,y1,y1,.,r1/.,.,.,y1,y3,.,r2,r1/.,r1,.,.,r1,.,.,.,./"
        "r4,.,.,r1,y1,y2,y2,./r2,.,y1,.,.,.,y1/.,r1,.,.,y1,./.,.,.,.,y1 r place 25"
    ),
    str(FOLDER / "hexapawn.py"): "bbb/.../www w",
}


@pytest.mark.parametrize("game", LOST, ids=lambda name: Path(name).stem)
def test_a_level_resigns_what_its_own_search_has_found_lost(game):
    position = ludoteca.game(game).position(LOST[game])
    strong, weak = find_bot("level8", seed=1), find_bot("level1", seed=1)
    for bot in (strong, weak):
        bot.choose(position)
    assert strong.resigns and not weak.resigns, "a weak level does not see it"
    strong.choose(ludoteca.game("gekitai").start())
    assert not strong.resigns


def test_a_win_at_the_next_move_is_left_to_whoever_has_it():
    position = ludoteca.game("gekitai").position("....../r.r.../r....r/....r./....../.b..r. b")
    bot = find_bot("level8", seed=1)
    after = position.play(bot.choose(position))
    assert any(after.play(reply).outcome is not None for reply in after.moves()) and not bot.resigns
