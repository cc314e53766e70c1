"""Checks a lesson: every step can be solved, and every possible turn gets an answer."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ludoteca.play.lessons.answers import Verdict, answer_to_turn
from ludoteca.play.lessons.lesson_text import Lesson, Step
from ludoteca.play.lessons.turn import Turn


@dataclass(frozen=True, slots=True)
class StepCheck:
    """How many ways a step can go."""

    step: int
    title: str
    right: int
    wrong: int

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.step} {self.title}: {self.right} right, {self.wrong} wrong"


def check_lesson(lesson: Lesson) -> list[StepCheck]:
    """Play every turn of every step; BadLesson names the first error, with file and line."""
    return [check_step(step, number) for number, step in enumerate(lesson.steps, 1)]


def check_step(step: Step, number: int) -> StepCheck:
    """Play every turn of one step."""
    counts = dict.fromkeys(Verdict, 0)
    begun = [Turn(step.start, step.start)]
    while begun:
        for longer in begun.pop().continued():
            answer = answer_to_turn(step, longer)
            counts[answer.verdict] += 1
            if not answer.words.strip():
                raise step.trouble(f"{longer.text} gets no answer")
            if answer.verdict is Verdict.ON:
                begun.append(longer)
    if not counts[Verdict.RIGHT]:
        raise step.trouble(f"the step {step.title!r} cannot be solved: it accepts no legal turn")
    return StepCheck(number, step.title, counts[Verdict.RIGHT], counts[Verdict.WRONG])
