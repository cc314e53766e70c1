"""Every lesson that ships: each step can be solved, each move is answered, illegal ones are refused with a reason."""

from __future__ import annotations

import pytest
from example_games import example

from ludoteca.errors import MoveError
from ludoteca.games import find_game, game_names
from ludoteca.play.lessons import Verdict, answer_to, has_lesson, lesson_of
from ludoteca.play.lessons.answers import PLACE, answer_to_turn, check_lesson, lesson_json, outcome_words, solution
from ludoteca.play.lessons.turn import Turn, played
from ludoteca.play.move_input import find_move, why_not

SHIPPED = [name for name in game_names() if find_game(name).home.startswith("ludoteca.games.")]
LESSONS = {name: lesson_of(find_game(name)) for name in SHIPPED} | {"hexapawn": lesson_of(example("hexapawn").game)}
STEPS = [pytest.param(step, id=f"{name}-{at}") for name in LESSONS for at, step in enumerate(LESSONS[name].steps, 1)]


def test_every_game_that_ships_has_a_lesson_of_five_to_eight_steps():
    assert SHIPPED and all(has_lesson(find_game(name)) for name in SHIPPED)
    assert {name: len(lesson.steps) for name, lesson in LESSONS.items() if not 5 <= len(lesson.steps) <= 8} == {}


@pytest.mark.parametrize("name", LESSONS)
def test_every_turn_of_a_lesson_is_answered_and_every_step_can_be_solved(name):
    checks = check_lesson(LESSONS[name])
    assert [check.title for check in checks] == [step.title for step in LESSONS[name].steps]
    assert all(check.right >= 1 for check in checks)
    assert sum(check.wrong > 0 for check in checks) >= 3, "a lesson without wrong moves teaches nothing"


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_solved_by_its_solution_and_says_so(step):
    found = solution(step)
    answer = answer_to(step, found.moves)
    assert answer.verdict is Verdict.RIGHT
    assert answer.words and not PLACE.search(answer.words)
    position = found.after
    for reply in answer.reply:
        position = position.play(reply)  # legal


@pytest.mark.parametrize("step", STEPS)
def test_an_answer_is_a_sentence_and_its_reply_is_legal(step):
    begun = [Turn(step.start, step.start)]
    while begun:
        for turn in begun.pop().continued():
            answer = answer_to_turn(step, turn)
            assert answer.words[0].isupper() or answer.words[1].isdigit(), answer.words
            assert answer.words.endswith((".", "?")) and "{" not in answer.words, answer.words
            if answer.verdict is Verdict.ON:
                begun.append(turn)
                continue
            ended = outcome_words(turn.after)
            if answer.verdict is Verdict.WRONG and turn.is_over and ended:
                assert answer.words.startswith(ended)  # a game that is over is never passed over in silence
            position = turn.after
            for reply in answer.reply:
                position = position.play(reply)
            if "wins at once with" in answer.words:
                assert position.outcome is not None and position.outcome.winner == 1 - turn.learner


@pytest.mark.parametrize("step", STEPS)
def test_an_illegal_move_is_refused_with_a_reason(step):
    first = [move.picks[0] for move in step.start.moves()]
    written = {step.start.written(move) for move in step.start.moves()}  # d4 may be a pawn's move
    names = step.start.variant.board.number.keys() - written
    others = [name for name in names if not any(pick.is_meant_by(name) for pick in first)]
    assert why_not(step.start, ("zz",))
    for name in others:
        with pytest.raises(MoveError) as caught:
            find_move(step.start, name)
        assert len(str(caught.value)) > 8


@pytest.mark.parametrize("name", LESSONS)
def test_the_data_of_a_page_answers_every_move_as_the_rules_do(name):
    data = lesson_json(LESSONS[name])
    assert [step["title"] for step in data["steps"]] == [step.title for step in LESSONS[name].steps]
    for step, given in zip(LESSONS[name].steps, data["steps"], strict=True):
        assert answer_to_turn(step, played(step.start, given["solution"])).verdict is Verdict.RIGHT
        begun = [(Turn(step.start, step.start), given["answers"])]
        while begun:
            turn, answers = begun.pop()
            for longer in turn.continued():
                text = str(longer.moves[-1])
                assert text in map(str, turn.after.whole_moves())  # what a page plays: a chain is one move
                (found,) = [one for one in answers if text in one.get("moves", ())] or [
                    one for one in answers if "moves" not in one
                ]
                answer = answer_to_turn(step, longer)
                assert (found["verdict"], found["words"]) == (str(answer.verdict), answer.words)
                assert tuple(found.get("reply", ())) == answer.reply
                if answer.verdict is Verdict.ON:
                    begun.append((longer, found["answers"]))


# What lessons claim in their own words, where no condition checks it already.


def moved(name, at, *moves):
    step = LESSONS[name].steps[at - 1]
    return step.start, played(step.start, moves).after


def test_in_gekitai_a_pair_holds_itself_in_place_only_from_its_ends():
    step = LESSONS["gekitai"].steps[3]
    right = [str(turn.moves[0]) for turn in Turn(step.start, step.start).finished()
             if answer_to_turn(step, turn).verdict is Verdict.RIGHT]  # fmt: skip
    assert right == ["b3", "e3"]  # the cells at either end of c3, d3


def test_in_gekitai_a_wrong_eighth_stone_pushes_one_of_your_own_off():
    step = LESSONS["gekitai"].steps[6]
    for turn in Turn(step.start, step.start).finished():
        if answer_to_turn(step, turn).verdict is Verdict.WRONG:
            supply = next(fact.value for fact in turn.after.scene().facts if fact.player == 0)
            assert int(supply) >= 1


def test_in_glaisher_the_stack_that_yellow_can_still_split_is_the_one_at_g5():
    step = LESSONS["glaisher"].steps[5]
    for turn in Turn(step.start, step.start).continued():
        answer = answer_to_turn(step, turn)
        if answer.verdict is Verdict.WRONG:
            cells = turn.after.scene().cells
            assert cells["g5"].top is not None and cells["g5"].top.owner == 1 and cells["g5"].height >= 3


def test_in_greener_the_last_captures_leave_nobody_a_capture():
    _, after = moved("greener", 5, "a1xa4")
    assert [str(move) for move in after.moves()] == ["pass"]
    assert [str(move) for move in after.play("pass").moves()] == ["pass"]


def test_in_reversi_no_line_runs_through_a_corner_and_only_c3_turns_anything():
    start, _ = moved("reversi", 3)
    assert [str(move) for move in start.moves()] == ["c3"]


def test_in_squ_the_fourth_corner_spoils_the_large_square():
    step = LESSONS["squ"].steps[4]
    owners = {name: look.top.owner for name, look in step.start.scene().cells.items() if look.top is not None}
    assert [owners.get(corner) for corner in ("a1", "f1", "f6", "a6")] == [1, 1, 1, None]
    assert solution(step).text == "a6"
