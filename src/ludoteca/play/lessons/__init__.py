"""Lessons: short steps that teach a game on its board, written as text in the game's `lessons.md`.

`lesson_text` reads the file, `turn` is what the learner did, `conditions` says what a task asks for, `answers` what the
learner is told, `lesson_json` is a whole lesson as data for the browser, and `checks` plays every turn of one.
"""

from ludoteca.play.lessons.answers import Answer, Verdict, answer_to
from ludoteca.play.lessons.lesson_text import BadLesson, Lesson, NoLesson, Step, find_lesson, has_lesson, lesson_of

__all__ = [
    "Answer",
    "BadLesson",
    "Lesson",
    "NoLesson",
    "Step",
    "Verdict",
    "answer_to",
    "find_lesson",
    "has_lesson",
    "lesson_of",
]
