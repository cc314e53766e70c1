"""Conditions are worked out from the rules: each is compared with what the rules say when asked directly."""

from __future__ import annotations

import pytest
from example_games import example

from ludoteca.play import load_game
from ludoteca.play.lessons.conditions import read_condition, read_measure
from ludoteca.play.lessons.turn import all_turns, played

GEKITAI, REVERSI, GREENER = load_game("gekitai"), load_game("reversi"), load_game("greener")


def right(position, condition):
    """The turns that a condition accepts."""
    holds = read_condition(condition)
    return {turn.text for turn in all_turns(position) if holds(turn).holds}


def winners(position):
    return {
        str(move)
        for move in position.moves()
        if (outcome := position.play(move).outcome) is not None and outcome.winner == position.mover
    }


def test_wins_is_what_the_rules_call_a_win():
    position = GEKITAI.position("....../.br.../...r../....../....b./...... r")
    assert right(position, "wins") == winners(position) == {"b1", "e4"}
    assert right(position, "not wins") == {str(move) for move in position.moves()} - {"b1", "e4"}
    assert right(position, "ends") == {"b1", "e4"}
    assert right(position, "draws") == set()
    assert right(position, "any") == {str(move) for move in position.moves()}


def test_safe_leaves_the_other_side_no_win():
    position = GEKITAI.position(".r..../bb.b../....../....../....../.r.... r")
    after = {str(move): position.play(move) for move in position.moves()}
    wanted = {text for text, other in after.items() if other.outcome is None and not winners(other)}
    assert right(position, "safe") == wanted
    found = read_condition("safe")(played(position, ["d1"]))
    assert (found.holds, found.words, found.reply) == (False, "Black then wins at once with c2", ("c2",))


def test_a_win_in_two_beats_every_answer():
    hexapawn = example("hexapawn")
    position = hexapawn.position("b../.../www w")
    for text in (str(move) for move in position.moves()):
        after = position.play(text)
        replies = [after.play(move) for move in after.moves()]
        is_won = after.outcome is not None and after.outcome.winner == 0
        forced = is_won or (bool(replies) and all(reply.outcome is None and winners(reply) for reply in replies))
        assert read_condition("wins in 2")(played(position, [text])).holds == forced, text


def test_takes_and_removes_count_what_changed_hands_or_left():
    flips = REVERSI.position("......../...B.B../...WW.../.BW...../....W.../.....W../......B./.BW..... B")
    assert right(flips, "takes >= 4") == right(flips, "most takes") == {"d4"}
    assert right(flips, "takes = 1") == {"f4", "d8"}
    assert read_measure("takes").number(played(flips, ["d4"])) == 5
    edge = GEKITAI.position("b...../b..b../....../....../.r..../...... r")
    assert right(edge, "removes >= 2") == {"b1", "b2"}
    assert right(edge, "removes = 1") == {"b3"}
    pair = GEKITAI.position("....../....../..bb../....../....../...... r")
    assert right(pair, "touches >= 1 and displaces = 0") == {"b3", "e3"}


def test_blocks_means_that_the_other_side_can_only_pass():
    position = REVERSI.position("BBBBWWW./BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBW/BBBBBB.. B")
    after = {str(move): position.play(move).moves() for move in position.moves()}
    assert right(position, "blocks") == {text for text, moves in after.items() if [*map(str, moves)] == ["pass"]}
    assert right(position, "least replies") == right(position, "replies = 0") == {"h1"}


def test_points_and_facts_are_those_beside_the_board():
    position = GREENER.position(".,.,.,.,.,./.,b2:1,.,.,w4:3,./.,.,.,.,.,./.,g,.,.,.,./.,.,.,b,.,g/.,.,.,w2:0,.,. b 0")
    turn = played(position, ["b2xe2"])
    assert [read_measure(name).number(turn) for name in ("points", "their points", "lead")] == [4, 0, 4]
    assert [read_measure(name).number(turn) for name in ("fact Greens", "their fact Greens")] == [4, 0]
    assert read_measure("height e2").number(turn) == 6
    assert read_measure("height b2").number(turn) == 0
    assert right(position, "most fact Greens") == right(position, "lead >= 4") == {"b2xe2"}


def test_points_are_kept_if_no_answer_takes_them():
    position = GREENER.position(".,.,.,.,.,./.,b3:2,.,.,w,./.,.,.,.,.,./.,.,.,.,w2:0,./.,b,.,.,.,./.,.,.,g,.,w b 0")
    wanted = set()
    for move in position.moves():
        after = position.play(move)
        if all(after.play(reply).score[0] >= after.score[0] for reply in after.moves()):
            wanted.add(str(move))
    assert right(position, "keeps points") == wanted == {"b2xb5"}


def test_a_turn_of_several_moves_is_judged_at_its_end():
    squ = load_game("squ", size=8)
    position = squ.position("......../......../..r..r../...b..../....b.../......../.b...b../......r. r 2 -")
    assert right(position, "points >= 1") == {"c6 f6", "f6 c6"}
    assert right(position, "plays c6 and points >= 1") == {"c6 f6", "f6 c6"}
    assert all(len(turn.moves) == 2 for turn in all_turns(position))


def test_what_the_other_side_can_reach_next_turn_is_counted():
    squ = load_game("squ", size=8)
    position = squ.position("rbrbbbbb/.bbbbbrr/rrbbbb.r/brbbrbbr/rbrbb.rr/rrrrrrbr/brrbbrrr/rrbrrbrb r 1 b4:b1")
    for move in position.moves():
        after = position.play(move)
        wanted = max(after.play(reply).score[1] for reply in after.moves())
        best = max(
            (second.play(last).score[1] for second in map(after.play, after.moves()) for last in second.moves()),
            default=wanted,
        )
        assert read_measure("their next points").number(played(position, [str(move)])) == max(wanted, best)


def test_what_is_found_is_said_as_people_say_it():
    flips = REVERSI.position("......../...B.B../...WW.../.BW...../....W.../.....W../......B./.BW..... B")
    turn = played(flips, ["d4"])
    clauses = {condition: read_condition(condition)(turn).words for condition in ("takes >= 2", "plays c3")}
    assert clauses == {"takes >= 2": "it takes five pieces", "plays c3": ""}  # the move that was played is seen
    assert read_condition("takes >= 1")(played(GEKITAI.start(), ["a1"])).words == "it takes nothing"


@pytest.mark.parametrize("text", ["", "wins in 3", "takes", "takes >= many", "most", "plays", "height >= 2"])
def test_what_is_no_condition_is_refused(text):
    with pytest.raises(Exception, match=r"is not a condition|cannot be counted"):
        read_condition(text)
