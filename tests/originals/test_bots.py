"""The bots of the original programs, by worked examples."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from pictures import position
from strategies import reachable

import ludoteca
from ludoteca.bots import bot_names
from ludoteca.bots.families import known_bots
from ludoteca.games import game_names
from ludoteca.originals.bots import gekitai_value

gekitai, greener, squ = ludoteca.game("gekitai"), ludoteca.game("greener"), ludoteca.game("squ")
mapello, reversi, glaisher = ludoteca.game("mapello"), ludoteca.game("reversi"), ludoteca.game("glaisher")
small_greener = ludoteca.game("greener", size="3x3")


def choices(name, at, seeds=12):
    """What a bot chooses with different seeds."""
    return {str(ludoteca.bot(name, seed=seed).choose(at)) for seed in range(seeds)}


# --- Greener


@given(reachable(greener))
def test_greener_hard_and_dumb_gain_the_most_and_the_least_greens(at):
    gains = {str(move): at.play(move).score[at.mover] - at.score[at.mover] for move in at.moves()}
    assert gains[str(ludoteca.bot("hard").choose(at))] == max(gains.values())
    assert gains[str(ludoteca.bot("dumb").choose(at))] == min(gains.values())


def test_greener_equal_gains_are_decided_by_reading_order():
    at = position(small_greener, "b g . w . g . . b   black to move | 0")  # b1 and c2 hold one green each
    assert choices("hard", at) == {"c3xc2"}
    assert choices("dumb", at) == {"a1xa2"}


def test_greener_hard_prefers_a_stack_that_already_holds_greens():
    at = position(small_greener, "b w3:2 . g . . . . w   black to move | 0")
    assert choices("hard", at) == {"a1xb1"}


def test_greener_setups_are_left_to_chance():
    at = ludoteca.game("greener", setup="alternate").start()
    assert len(choices("hard", at)) > 3 and len(choices("dumb", at)) > 3


# --- Gekitai

ORACLE = [  # board, value for player 1, value for player 2
    ("....../....../....../....../....../......", 0, 0),
    ("....../....../..rr../....../....../......", 7, -24),
    ("....../....../rr..../....../....../......", 7, -24),  # where the original program slips
    ("....../.r..../..r.../....../....../......", 7, -24),
    ("....../.r..../..r.b./....b./....../......", -17, -17),
]


@pytest.mark.parametrize(("board", "first", "second"), ORACLE)
def test_gekitai_value_is_that_of_the_seed_program(board, first, second):  # 4.3
    at = gekitai.position(f"{board} r")
    assert (gekitai_value(at, 0), gekitai_value(at, 1)) == (first, second)


def test_gekitai_value_counts_goals_and_threats():  # 4.3
    line = gekitai.position("....../..rrr./....../....../....../...... b")
    assert gekitai_value(line, 0) == 3 + 2 * 5 + 100
    assert gekitai_value(line, 1) == -3 * 2 - 2 * 20 - 100
    threat = gekitai.position("r...../....r./....../.r..../....../...... r")
    wins = [move for move in threat.moves() if threat.play(move).outcome]
    assert not wins and gekitai_value(threat, 1) == -6
    threat = gekitai.position("....../.br.../...r../....../....../r..... r")
    assert any(threat.play(move).outcome for move in threat.moves())
    assert gekitai_value(threat, 1) == 1 - 3 * 2 - 20 - 100
    assert gekitai_value(threat, 0) == 3 + 5 - 2  # one enemy stone is no threat
    two = gekitai.position("....../.br.../...r../....../....../...... r")
    assert gekitai_value(two, 1) == 1 - 2 * 2 - 20  # nor are two


def test_gekitai_hard_chooses_any_of_the_best():
    start = gekitai.start()
    assert len(choices("hard", start, 40)) > 15
    at = start.play("c3").play("f6").play("d1")
    best = max(gekitai_value(at.play(move), 1) for move in at.moves())
    assert all(gekitai_value(at.play(move), 1) == best for move in choices("hard", at))


# --- Glaisher


def test_glaisher_value_is_the_widest_span():  # 6.6
    from ludoteca.originals.bots import widest_span

    def span(*names):
        return widest_span(glaisher.board.bits(glaisher.board.number[name] for name in names), glaisher.board)

    assert span() == 0
    assert span("e5") == 1
    assert span("a5", "b5", "c5") == 3
    assert span("a1", "e5") == 1  # apart
    assert span("a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5") == 9


def test_glaisher_hard_chooses_split_and_placement_separately():
    from ludoteca.originals.bots import widest_span

    bot, at = ludoteca.bot("hard", seed=4), glaisher.start()
    for _ in range(2):
        spans = {str(move): widest_span(at.play(move).state.stacks[at.mover], glaisher.board) for move in at.moves()}
        chosen = str(bot.choose(at))
        assert spans[chosen] == max(spans.values())
        at = at.play(chosen)
    assert at.mover == 1


# --- Mapello and Reversi


@pytest.mark.parametrize("variant", [mapello, reversi], ids=lambda variant: variant.name)
def test_classic_levels_play_the_best_to_the_fifth_best_by_score(variant):  # 5.6
    chance, at = random.Random(5), variant.start()
    while len(at.moves()) < 6 or at.ply < 12:
        at = at.play(chance.choice(at.moves()))
    scores = sorted((at.play(move).score[at.mover] for move in at.moves()), reverse=True)
    played = [ludoteca.bot(f"classic{level}").choose(at) for level in (5, 4, 3, 2, 1)]
    assert [at.play(move).score[at.mover] for move in played] == scores[:5]
    assert len(set(played)) == 5


def test_classic_levels_play_the_last_when_there_are_fewer_moves():
    at = reversi.start()
    moves = [str(ludoteca.bot(f"classic{level}").choose(at)) for level in (5, 4, 3, 2, 1)]
    assert len(set(moves[:4])) == 4 and moves[4] == moves[3]


def test_classic_counts_a_bonus_as_three_discs():
    rows = ["#" * 10, *("#........#" for _ in range(8)), "#" * 10]
    rows[3] = "#BW*.....#"  # one flip and a bonus: 3 discs and 3 points
    rows[6] = "#BWWWW...#"  # four flips: 6 discs
    at = mapello.position(f"{'/'.join(rows)} B 0-0")
    assert str(ludoteca.bot("classic5").choose(at)) == "f6"
    rows[6] = "#BWW.....#"
    at = mapello.position(f"{'/'.join(rows)} B 0-0")
    assert str(ludoteca.bot("classic5").choose(at)) == "c3"


# --- SQU


def squ_position(rows, mover="r", left=2, record="-"):
    board = [*rows, *["." * 8] * (8 - len(rows))]
    return ludoteca.game("squ", size=8).position(f"{'/'.join(board)} {mover} {left} {record}")


def whole_turn(at, seed):
    """The discs that the bot places until the turn is over."""
    bot, mover, cells = ludoteca.bot("hard", seed=seed), at.mover, set()
    while at.outcome is None and at.mover == mover:
        move = bot.choose(at)
        cells.add(str(move))
        at = at.play(move)
    return cells


def test_squ_hard_makes_the_largest_record():
    at = squ_position(["rr......", "........", "r....r.."])
    for seed in range(5):  # with a2 and b2 it would be size 1, with c1 and c3 size 2
        assert whole_turn(at, seed) == {"a8", "f8"}


def test_squ_hard_breaks_up_the_largest_threat():
    at = squ_position(["b......b", "........", "...r....", "........", "...bb..."])
    for seed in range(5):  # black threatens the four corners, size 7
        assert whole_turn(at, seed) & {"a8", "h8"}


def test_squ_hard_does_not_make_a_record_that_is_beaten_at_once():
    at = squ_position(["b......b", "...rr...", "...r...."])
    for seed in range(5):
        assert whole_turn(at, seed) == {"e3", "a8"} or whole_turn(at, seed) == {"e3", "h8"}


def test_squ_hard_knows_a_turn_of_one_disc():
    at = ludoteca.game("squ", discs_per_turn=1).start()
    bot = ludoteca.bot("hard", seed=1)
    while at.outcome is None:
        at = at.play(bot.choose(at))
    assert at.score is not None


# --- all of them


def without_search(game):
    """The names of the original programs' bots and of the simple ones."""
    return [name for name in bot_names(game) if re.search("originals|simple", known_bots()[name].factory)]


@pytest.mark.parametrize(("game", "bot"), [(game, bot) for game in game_names() for bot in without_search(game)])
def test_every_bot_plays_its_games_to_the_end(game, bot):
    at = ludoteca.game(game).start(2)
    players = [ludoteca.bot(bot, seed=1), ludoteca.bot("random", seed=2)]
    while at.outcome is None:
        at = at.play(players[at.mover].choose(at))
    assert at.outcome.reason


@settings(max_examples=20)
@given(reachable(small_greener))
def test_asking_a_bot_changes_nothing(at):
    before = (str(at), at.state.tobytes())
    for name in ("random", "greedy", "easy", "hard", "dumb"):
        ludoteca.bot(name, seed=1).choose(at)
    assert (str(at), at.state.tobytes()) == before
