"""The text of a lesson: what is read, and what is said about mistakes, with file and line."""

from __future__ import annotations

import pytest
from archers import archers
from example_games import example

from ludoteca.games import find_game
from ludoteca.play.lessons import BadLesson, NoLesson, has_lesson, lesson_of
from ludoteca.play.lessons.answers import answer_to
from ludoteca.play.lessons.lesson_text import read_lesson
from ludoteca.play.move_input import find_move

TASK = """
```task
Take the pawn.
position: b.b/.b./w.w w
accept: takes >= 1
right: Taken: {takes}.
wrong plays a1-a2: Straight ahead is only a step.
wrong: Not that one.
```
"""
WHOLE = f"# Learn\n\nHello.\n\nAgain.\n\n## First\n\nOne\nline.\n\nAnother.\n{TASK}"


def read(text):
    return read_lesson(example("hexapawn").game, text, "here.md")


def test_a_lesson_is_read_with_its_paragraphs():
    lesson = read(WHOLE)
    (step,) = lesson.steps
    assert (lesson.title, lesson.intro) == ("Learn Hexapawn", ("Hello.", "Again."))
    assert (step.title, step.text, step.task, step.line) == ("First", ("One line.", "Another."), "Take the pawn.", 7)
    assert str(step.start) == "b.b/.b./w.w w"


def test_what_the_lesson_says_is_said_with_its_numbers():
    (step,) = read(WHOLE).steps

    def said(text):
        return answer_to(step, [find_move(step.start, text)]).words

    assert said("a1-b2") == "Taken: 1."
    assert said("a1-a2") == "Straight ahead is only a step."
    assert said("c1-c2") == "Not that one."


def test_a_line_is_continued_by_one_that_begins_with_blanks():
    (step,) = read(WHOLE.replace("Not that one.", "Not\n  that\n  one.")).steps
    assert step.wrong[-1].words == "Not that one."


def test_a_move_in_a_condition_may_have_a_colon():
    lesson = lesson_of(find_game("glaisher"))
    text = WHOLE.replace("wrong plays a1-a2:", "wrong plays b1-se:1+2+3:").replace("position: b.b/.b./w.w w\n", "")
    (step,) = read_lesson(lesson.game, text, "here.md").steps
    assert [remark.words for remark in step.wrong] == ["Straight ahead is only a step.", "Not that one."]


def test_a_lesson_goes_on_from_moves_that_were_played():
    (step,) = read(WHOLE.replace("b.b/.b./w.w w", "bbb/.../www w\nmoves: b1-b2, a3-b2")).steps
    assert str(step.start) == ".bb/.b./w.w w"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("## First", "First", "line 14: a task comes below the heading"),
        (WHOLE, "# Learn", "line 1: a lesson has steps"),
        ("```task", "``` task", "line 7: the step 'First' has no task"),
        ("one.\n```", "one.\n", "line 14: this block never ends"),
        ("## First", "## First\n\n```\nx\n```", "line 18: this block is not the only one of its step"),
        ("one.\n```", "one.\n```\nMore.", "line 22: text after the task"),
        ("Take the pawn.\n", "", "line 14: the task says nothing"),
        ("accept: takes >= 1\n", "", "line 14: the task accepts nothing"),
        ("accept: takes >= 1", "acept: takes >= 1", "line 17: there is no key 'acept'; the keys are position, moves"),
        ("accept: takes >= 1", "accept:", "line 17: accept says nothing"),
        ("accept: takes >= 1", "accept: eats >= 1", "line 17: 'eats' cannot be counted; available: takes, removes"),
        ("accept: takes >= 1", "accept: winning", "line 17: 'winning' is not a condition; available: any, wins"),
        ("wrong plays a1-a2", "wrong maybe", "line 19: 'maybe' is not a condition"),
        ("accept:", "accept wins:", "line 17: 'accept' takes no condition"),
        ("right: ", "position: ", "line 18: position is given twice"),
        ("right: ", "options: size\nright: ", "line 18: 'size' should look like NAME=VALUE"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_file_and_line(old, new, said):
    assert old in WHOLE
    with pytest.raises(BadLesson) as caught:
        read(WHOLE.replace(old, new, 1))
    assert str(caught.value).startswith(f"here.md, {said}"), caught.value


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("b.b/.b./w.w w", "b.b w", "line 7: "),
        ("b.b/.b./w.w w", "..w/.b./w.. b", "line 7: nothing can be played here: a pawn has reached the far row"),
        ("position:", "options: size=9\nposition:", "line 7: hexapawn has no option called 'size'"),
        ("position:", "moves: a1-a3\nposition:", "line 7: "),
        ("takes >= 1", "points >= 1", "line 7: Hexapawn has no points"),
        ("takes >= 1", "fact Pawns >= 1", "line 7: Hexapawn has no fact 'Pawns' here"),
        ("takes >= 1", "height z9 >= 1", "line 7: 'z9' is not a cell of this board"),
        ("right:", "reply: a1-a2\nright:", "line 7: after a1-b2 the reply a1-a2 is not legal"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_game_is_named_with_file_and_line(old, new, said):
    assert old in WHOLE
    (step,) = read(WHOLE.replace(old, new, 1)).steps
    with pytest.raises(BadLesson) as caught:
        answer_to(step, [find_move(step.start, "a1-b2")])
    assert str(caught.value).startswith(f"here.md, {said}"), caught.value


def test_a_game_without_a_lesson_says_where_it_would_stand():
    game = archers().game
    assert not has_lesson(game)
    with pytest.raises(NoLesson, match=r"Archers has no lesson; put one in .*archers\.lessons\.md"):
        lesson_of(game)


def test_bytes_that_are_no_text_are_named(tmp_path, monkeypatch):
    game = example("hexapawn").game
    (tmp_path / "bad.md").write_bytes(b"# Learn \xff")
    monkeypatch.setattr(type(game), "resource", lambda *_: tmp_path / "bad.md")
    with pytest.raises(BadLesson, match="byte 8: this is not text in UTF-8"):
        lesson_of(game)
