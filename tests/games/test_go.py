"""Go: rules in pictures, the whole in lockstep with OpenSpiel; the numbers are those of rules.md."""

from __future__ import annotations

import json
import pickle
from itertools import zip_longest
from random import Random

import numpy as np
import pyspiel
import pytest
from games.lockstep import FEWER_GAMES, GAMES, has_come_back, play_in_lockstep
from pictures import position

import ludoteca
from ludoteca.adapters.vector import VectorEnv
from ludoteca.compiler import inspection
from ludoteca.errors import IllegalMove, UnreadablePosition
from ludoteca.explain import explain
from ludoteca.games.go.rules import PLACE
from ludoteca.kernel import OFF, new_random, verbs
from ludoteca.play.encoder import Encoder
from ludoteca.play.match.series import Series
from ludoteca.play.perft import count_sequences
from ludoteca.play.playouts import play_random
from ludoteca.play.position_json import position_json
from ludoteca.play.score_sheet import PlayerName
from ludoteca.search.limits import Limits
from ludoteca.search.tree_search import TreeSearch

GO = ludoteca.game("go")
RULES = ("positional", "situational", "simple")
COLUMNS = "abcdefghjklmnopqrst"

KO = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . b w . . . . .
    . b w . w . . . .
    . . b w . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .   black to move | 0 -"""

TRIPLE_KO = """
    . b w . . . . . .
    b w . w . . . . .
    . b w . . . . . .
    . b w . . . . . .
    b . b w . . . . .
    . b w . . . . . .
    . b w . . . . . .
    b w . w . . . . .
    . b w . . . . . .   black to move | 0 -"""

TWO_FOR_ONE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    w b b . . . . . .
    . w . b . . . . .   white to move | 0 -"""

CORNER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    b b b . . . . . .
    {} black to move | 0 -"""

SEKI = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    b b b b b b . . .
    w w w w w b . . .
    . b b . w b . . .   {} to move | 0 -"""


TWO_EYES = """
    . . . . . . . w .
    . . . . . . . w w
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    b b . . . . . . .
    . b . . . . . . .   white to move | 0 -"""


def corner(row, variant=GO, mover="black"):
    return position(variant, CORNER.format(row).replace("black", mover))


def bottom(played):
    """What is on the last row."""
    return str(played).split()[0].rsplit("/", 1)[1]


def test_the_published_counts():
    assert [count_sequences(GO.start(), depth) for depth in (1, 2, 3)] == [82, 6643, 531522]


@pytest.mark.thorough
def test_the_published_count_of_four_moves():
    assert count_sequences(GO.start(), 4) == 42002809


@pytest.mark.parametrize(("size", "points", "komi"), [("9x9", 81, 7), ("13x13", 169, 7.5), ("19x19", 361, 7.5)])
def test_boards_and_their_komi(size, points, komi):  # GO1, GO9
    start = ludoteca.game("go", size=size).start()
    assert len(start.moves()) == points + 1 and start.score == (0, komi)
    assert "i1" not in start.variant.board.number


def test_players_place_a_stone_or_pass_in_turn_and_stones_stay():  # GO2
    here = GO.start()
    for move in ("e5", "pass", "c3", "d4"):
        assert here.mover == here.ply % 2 and "pass" in [str(each) for each in here.moves()]
        before, here = here, here.play(move)
        stones = [{name for name, look in each.scene().cells.items() if look.top} for each in (before, here)]
        assert stones[1] - stones[0] == {move} - {"pass"} and stones[0] <= stones[1]


def test_stones_next_to_each_other_share_liberties_and_diagonal_ones_do_not():  # GO3
    taken = position(GO, CORNER.replace("b b b", ". b b").format("w w . . . . . . .")).play("c1")
    assert bottom(taken) == "wwb......"  # the two white stones share the liberty above a1
    assert bottom(taken.play("pass").play("a2")) == "..b......"
    apart = CORNER.replace("b b b", "b w b").format("w . b . . . . . .")
    apart = position(GO, apart).play("b1")
    assert bottom(apart) == ".bb......" and apart.scene().cells["b2"].top  # a1 was alone, and its last liberty is gone


def test_a_stone_takes_a_group_without_a_liberty():  # GO4
    assert bottom(corner("b w w . . . . . .").play("d1")) == "b..b....."
    assert bottom(corner(". w b . . . . . .").play("a1")) == "b.b......"


def test_a_stone_without_a_liberty_may_take_others():  # GO5
    before = position(GO, KO)
    after = before.play("d5")
    assert after.scene().cells["c5"].top is None and after.scene().cells["d5"].top.owner == 0


def test_suicide_is_forbidden():  # GO5
    with pytest.raises(IllegalMove, match="a stone on a1 would have no liberty"):
        corner(". b b . . . . . .", mover="white").play("a1")


def test_suicide_takes_the_own_group():  # GO5
    allowed = ludoteca.game("go", suicide="allowed")
    before = corner("w . b . . . . . .", allowed, "white")
    assert bottom(before.play("b1")) == "..b......"
    assert "a1" in [str(move) for move in before.play("b1").moves()]


def test_a_suicide_of_one_stone_restores_the_position():  # GO5, GO6
    rules = {rule: ludoteca.game("go", ko=rule, suicide="allowed") for rule in RULES}
    before = {rule: corner(". b b . . . . . .", variant, "white") for rule, variant in rules.items()}
    with pytest.raises(IllegalMove, match="would repeat an earlier position"):
        before["positional"].play("a1")
    assert bottom(before["situational"].play("a1")) == bottom(before["simple"].play("a1")) == ".bb......"


@pytest.mark.parametrize("rule", RULES)
def test_a_ko_is_not_taken_back_at_once(rule):  # GO6
    taken = position(ludoteca.game("go", ko=rule), KO).play("d5")
    assert "c5" not in [str(move) for move in taken.moves()]
    with pytest.raises(IllegalMove, match="cannot be taken back at once"):
        taken.play("c5")
    later = taken.play("a1").play("j1")
    assert later.play("c5").scene().cells["d5"].top is None


def test_two_stones_that_took_one_may_be_taken():  # GO6: only a ko is like that
    before = corner("w w . w . . . . .", mover="black").play("c1")
    assert bottom(before) == "..bw....." and "b1" in [str(move) for move in before.moves()]


def seen_by(rule, here):
    """What superko compares."""
    stones = tuple(np.asarray(here.state["stones"]).ravel().tolist())
    return stones if rule == "positional" else (stones, here.mover)


@pytest.mark.parametrize("rule", ["positional", "situational"])
def test_superko_forbids_exactly_what_comes_back(rule):  # GO6, GO7
    variant, random, banned = ludoteca.game("go", ko=rule, suicide="allowed"), Random(rule), 0
    for _ in range(3):
        here = variant.start()
        past = {seen_by(rule, here)}
        while here.outcome is None:
            allowed = {str(move) for move in here.moves()}
            for move in here.pseudo_legal_moves:
                state = here.state.copy()
                verbs.play(state, move.code)
                comes_back = str(move) != "pass" and seen_by(rule, type(here)(variant, state)) in past
                assert (str(move) in allowed) != comes_back, (str(here), str(move))
                banned += comes_back
            here = here.play(random.choice(sorted(allowed - {"pass"}) or ["pass"]))
            past.add(seen_by(rule, here))
    assert banned > 10


def test_a_vector_of_games_forbids_the_same():  # GO6
    games, encoder, random, here = VectorEnv(GO, 1, seed=1), Encoder(GO), Random(1), GO.start()
    while here.outcome is None:
        assert (games.masks[0] == encoder.mask(here)).all()
        move = random.choice([move for move in here.moves() if str(move) != "pass"] or here.moves())
        games.step(np.array([encoder.action(here, move)]))
        here = here.play(move)
    assert games.dones[0]


def play_all(here, moves):
    for move in moves.split():
        here = here.play(move)
    return here


@pytest.mark.parametrize("rule", RULES)
def test_a_triple_ko_comes_back_after_six_moves(rule):  # GO6
    """The same player is to move again, so both kinds of superko forbid it."""
    start = position(ludoteca.game("go", ko=rule), TRIPLE_KO)
    last = play_all(start, "c8 b5 c2 b8 c5")
    if rule != "simple":
        with pytest.raises(IllegalMove, match="would repeat an earlier position"):
            last.play("b2")
        return
    again = last.play("b2")
    assert str(again).split()[:2] == str(start).split()[:2] and again.outcome is None
    end = play_all(again, "c8 b5 c2 b8 c5 b2")
    assert end.outcome.winner is None and "third time" in end.outcome.reason


@pytest.mark.parametrize("rule", RULES)
def test_sending_two_to_return_one_changes_who_is_to_move(rule):  # GO6
    """After three moves the stones are as before, but not whose turn it is: only positional superko forbids it."""
    last = play_all(position(ludoteca.game("go", ko=rule), TWO_FOR_ONE), "c1 a1")
    assert bottom(last) == "b..b....."
    if rule == "positional":
        with pytest.raises(IllegalMove, match="would repeat an earlier position"):
            last.play("b1")
        return
    back = last.play("b1")
    assert bottom(back) == ".w.b....." and back.mover == 0
    if rule == "situational":
        with pytest.raises(IllegalMove, match="would repeat an earlier position"):
            back.play("pass").play("c1")


@pytest.mark.parametrize("rule", ["positional", "situational"])
def test_a_stone_that_takes_nothing_can_bring_back_a_position(rule):  # GO6
    """Two stones were taken, and one of them took back: the second one would be as before."""
    start = position(ludoteca.game("go", ko=rule), TWO_FOR_ONE.replace(". w . b", ". w w b").replace("white", "black"))
    back = play_all(start, "a1 b1 pass")
    assert bottom(back) == ".w.b....." and back.mover == 1
    with pytest.raises(IllegalMove, match="would repeat an earlier position"):
        back.play("c1")


def test_with_a_simple_ko_a_position_that_occurs_three_times_is_a_draw():  # GO6
    variant = ludoteca.game("go", ko="simple", suicide="allowed")
    here = position(variant, TWO_EYES)
    for _ in range(2):
        assert here.outcome is None
        for move in ("a1", "j9"):
            here = here.play(move)
    assert here.outcome.winner is None and "third time" in here.outcome.reason


def test_two_passes_end_the_game():  # GO7
    once = GO.start().play("e5").play("pass")
    assert once.outcome is None and once.play("e6").play("pass").outcome is None
    end = once.play("pass")
    assert end.outcome.winner == 0 and end.outcome.reason == "Black 81, White 0 + 7 komi"


def test_in_a_seki_whoever_moves_first_loses_stones():  # GO4
    black, white = position(GO, SEKI.format("black")), position(GO, SEKI.format("white"))
    assert bottom(black.play("a1").play("d1")) == "...ww b...".replace(" ", "")
    assert bottom(white.play("a1").play("d1")) == ".bbb.b..."


def test_shared_liberties_are_nobodys_area():  # GO8
    end = position(GO, SEKI.format("black")).play("pass").play("pass")
    assert end.outcome.reason == "Black 73, White 6 + 7 komi" and end.score == (73, 13)
    marks = {name: look.marks for name, look in end.scene().cells.items() if look.marks}
    assert len(marks) == 73 - 10 and set(marks.values()) == {("black",)} and not {"a1", "d1"} & marks.keys()


def test_points_are_shown_once_they_say_something():
    begun, passed = GO.start().play("e5"), GO.start().play("e5").play("pass")
    assert begun.score == (81, 7) and not begun.scene().facts  # nobody holds a board with one stone
    assert [fact.value for fact in passed.scene().facts] == ["81", "7"]
    rows = ["bbbbb....", "bbbbb....", "wwwwwwwww", "wwwwwwww."]
    filled = GO.position(f"{'/'.join([*['.........'] * 5, *rows])} b 0 -")
    assert [fact.value for fact in filled.scene().facts] == [f"{points:g}" for points in filled.score]


def test_the_end_shows_whose_each_point_is():  # GO8
    middle = corner("b . w . . . . . .")
    assert not any(look.marks for look in middle.scene().cells.values())


@pytest.mark.parametrize(
    ("options", "score", "reason"),
    [
        ({}, (81, 7), "Black 81, White 0 + 7 komi"),
        ({"komi": 7.5}, (81, 7.5), "Black 81, White 0 + 7.5 komi"),
        ({"size": "13x13"}, (169, 7.5), "Black 169, White 0 + 7.5 komi"),
        ({"size": "19x19", "komi": "0"}, (361, 0), "Black 361, White 0 + 0 komi"),
    ],
)
def test_points_have_halves(options, score, reason):  # GO9
    end = ludoteca.game("go", **options).start().play("e5").play("pass").play("pass")
    assert end.score == score and end.outcome.reason == reason and end.outcome.winner == 0
    assert [fact.value for fact in end.scene().facts] == [str(points) for points in score]
    assert json.loads(json.dumps(position_json(end)))["score"] == list(score)
    assert pickle.loads(pickle.dumps(end)).score == score


def test_a_game_that_is_too_long_is_decided_by_area():  # GO10
    random, here = Random(3), GO.start()
    while here.outcome is None:
        here = here.play(random.choice([move for move in here.moves() if str(move) != "pass"] or here.moves()))
    assert here.outcome.is_cut_off == (here.ply == 162)
    assert here.outcome.winner == (None if here.score[0] == here.score[1] else int(here.score[1] > here.score[0]))


def test_a_group_without_a_liberty_cannot_be_set_up():
    with pytest.raises(UnreadablePosition, match="the stone on a1 has no liberty"):
        corner("w b b . . . . . .")


def test_hints_count_only_points_that_stay():
    first, later = explain(GO.start(), "e5"), explain(GO.start().play("e5").play("c3").play("pass"), "c4")
    assert "It gains one point." in first.text
    assert "It gains one point." in [later.sentence(claim) for claim in later.claims]


def test_a_series_has_halves():
    series = Series(ludoteca.game("go", komi=6.5), 3, players=(PlayerName("Ana"), PlayerName("Bo")))
    match = series.next_match(Random(1))
    for move in ("e5", "c3", "pass", "pass"):
        match.play(move)
    assert series.point_difference == -6.5 and "Bo +6.5 points" in series.score_text()


def test_random_moves_are_all_equally_likely():
    here, room, random = corner("b . w . . . . . ."), np.zeros_like(GO.room), new_random(5)
    drawn = [int(verbs.pick(here.state, random, room)) for _ in range(4000)]
    assert set(drawn) == set(here.codes)
    assert max(map(drawn.count, set(drawn))) < 3 * min(map(drawn.count, set(drawn)))


def test_playouts_fill_no_eyes():
    here = position(GO, SEKI.format("black"))
    eyes = position(
        GO,
        """
        . b . b b b b b b
        b b b b b b b b b
        b b b b b b b b b
        b b b b b b b b b
        b b b b b b b b b
        b b b b b b b b b
        b b b b b b b b b
        b b b b b b b b b
        b b b b b b b b b   black to move | 0 -""",
    )
    room, random = np.zeros_like(GO.room), new_random(1)
    assert str(eyes.named_code(int(verbs.playout_move(eyes.state, random, OFF, room)))) == "pass"
    assert str(here.named_code(int(verbs.playout_move(here.state, random, OFF, room)))) != "pass"


IN_ATARI = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . w . . . . .
    . . w b . . . . .
    . . . w . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .   black to move | 0 -"""
MUTUAL_ATARI = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . b w . . . . .
    . b w b w . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .   black to move | 0 -"""


def playouts_play(here, last=None, times=300):
    """What playouts play, knowing or not where the last stone was placed."""
    room, random = np.zeros_like(GO.room), new_random(1)
    code = OFF if last is None else PLACE.code(GO.board.number[last])
    return {str(here.named_code(int(verbs.playout_move(here.state, random, code, room)))) for _ in range(times)}


def test_playouts_run_from_atari_or_take_what_gives_it():
    assert playouts_play(position(GO, IN_ATARI), "d6") == {"e5"}
    assert playouts_play(position(GO, MUTUAL_ATARI), "e5") == {"c4"}
    assert len(playouts_play(position(GO, IN_ATARI), "j9")) > 50  # too far away
    assert len(playouts_play(position(GO, IN_ATARI))) > 50


def test_playouts_do_not_lose_a_chain_by_filling_its_liberties():
    played = playouts_play(position(GO, SEKI.format("black")), times=1000)
    assert len(played) > 50 and not played & {"a1", "d1"}


def promising(here, last=OFF):
    """The legal moves, from the most to the least promising."""
    worth = {str(move): verbs.move_prior(here.state, move.code, last) for move in here.moves()}
    return sorted(worth, key=worth.get, reverse=True)


def test_what_looks_promising():
    assert promising(position(GO, IN_ATARI))[0] == "e5" and promising(position(GO, MUTUAL_ATARI))[0] == "c4"
    first, *_, last = promising(GO.start())
    assert "3" <= first[1] <= "7" and last == "pass"
    assert {"a1", "j9", "e1", "j5"} <= set(promising(GO.start())[-33:])  # the edge
    near = PLACE.code(GO.board.number["e5"])
    assert promising(GO.start().play("e5"), near)[0] in {"e3", "d4", "e4", "d3", "c4", "c5", "e6", "e7", "d5", "d6"}


def test_a_search_tries_promising_moves_first():
    best = TreeSearch(megabytes=4, seed=1).search(position(GO, IN_ATARI), Limits(nodes=20)).best
    assert str(best) == "e5"


def test_playouts_and_priors_are_the_same_uncompiled():
    room, chooser = np.zeros_like(GO.room), Random(3)
    plain_playout, plain_prior = (
        inspection.plain(GO.game.own(verb)) for verb in (verbs.playout_move, verbs.move_prior)
    )
    here, last = GO.start(), OFF
    while here.outcome is None and here.ply < 70:
        state = inspection.plain_own(here.state)
        code = chooser.choice(here.codes)
        assert verbs.move_prior(here.state, code, last) == pytest.approx(plain_prior(state, code, last), abs=1e-9)
        seed = chooser.randrange(100)
        last = int(verbs.playout_move(here.state, new_random(seed), last, room))
        before = OFF if here.code is None else here.code
        assert last == plain_playout(state, new_random(seed), before)
        here = here.play(here.named_code(last))


def test_random_games_end():
    played = play_random(GO, 300, seed=1)
    assert 90 < played.mean_plies < 140 and played.first_wins and played.second_wins


def test_a_search_passes_to_win():
    here = GO.start().play("e5").play("pass")
    assert str(TreeSearch(megabytes=4, seed=1).search(here, Limits(nodes=2000)).best) == "pass"


def action_of(here, move):
    """OpenSpiel's number for a move."""
    size = len(here.variant.board.rows)
    return size * size if move == "pass" else COLUMNS.index(move[0]) + size * (int(move[1:]) - 1)


def returns_in_openspiel(moves):
    """The end of a game there; None if it goes on."""
    there = pyspiel.load_game("go(board_size=9,komi=7.0)").new_initial_state()
    for move in moves:
        there.apply_action(action_of(GO.start(), move))
    return there.returns() if there.is_terminal() else None


def moves_to(picture):
    """Moves from an empty board that put these stones there."""
    cells = position(GO, picture).scene().cells.items()
    stones = [[name for name, look in cells if look.top and look.top.owner == seat] for seat in range(2)]
    moves = [move for turn in zip_longest(*stones, fillvalue="pass") for move in turn]
    return moves[:-1] if moves[-1] == "pass" else moves


@pytest.mark.parametrize(
    ("picture", "cycle"),
    [(TWO_FOR_ONE, "c1 a1 b1"), (TRIPLE_KO, "c8 b5 c2 b8 c5 b2")],
    ids=["two for one", "triple ko"],
)
def test_what_comes_back_is_forbidden_and_in_openspiel_a_draw(picture, cycle):  # GO6
    *moves, last = [*moves_to(picture), *cycle.split()]
    with pytest.raises(IllegalMove, match="would repeat an earlier position"):
        play_all(GO.start(), " ".join(moves)).play(last)
    assert (returns_in_openspiel(moves), returns_in_openspiel([*moves, last])) == (None, [0.0, 0.0])


def play_on(size, komi, games, ko):
    def has_only_come_back(here, there):  # OpenSpiel draws as soon as the stones are as before [GO6]
        is_pass = str(here.last_move) == "pass"
        return here.outcome is None and there.returns() == [0.0, 0.0] and not is_pass and has_come_back(here)

    def is_superko(here, there, action):  # OpenSpiel ends the game instead of forbidding that
        move = next(move for move in here.pseudo_legal_moves if action_of(here, str(move)) == action)
        return has_come_back(here.after_unchecked(move.code)) and there.child(action).returns() == [0.0, 0.0]

    simple = {"may_differ_in_ending": has_only_come_back}
    play_in_lockstep(
        ludoteca.game("go", size=f"{size}x{size}", ko=ko),
        f"go(board_size={size},komi={komi})",
        action_of,
        games=games,
        **(simple if ko == "simple" else {"may_be_forbidden": is_superko}),
    )


@GAMES
@pytest.mark.parametrize("ko", ["simple", "positional"])
def test_the_same_games_as_in_openspiel(games, ko):
    play_on(9, 7.0, games, ko)


@pytest.mark.thorough
@pytest.mark.parametrize("ko", ["simple", "positional"])
def test_the_same_games_on_a_larger_board(ko):
    play_on(13, 7.5, FEWER_GAMES, ko)
