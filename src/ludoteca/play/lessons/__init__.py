"""Lessons: short steps that teach a game on its board, written as text in the game's `lessons.md`.

`lesson_text` reads the file, `turn` is what the learner did, `conditions` says what a task asks for, and `answers` what
the learner is told, for every possible turn if a lesson is checked or sent to a browser.
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
