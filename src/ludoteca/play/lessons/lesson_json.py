"""A lesson as data: every possible turn and its answer, so that a page can teach without knowing the rules."""

from __future__ import annotations

import json
from typing import Any

from ludoteca.languages.choice import ENGLISH, speaking
from ludoteca.languages.texts import Text, parts_of
from ludoteca.play.lessons.answers import Verdict, answer_to_turn, solution
from ludoteca.play.lessons.lesson_text import Lesson, Step
from ludoteca.play.lessons.turn import Turn


def lesson_json(lesson: Lesson) -> dict[str, Any]:
    """The whole lesson, in English: pages translate it themselves."""
    with speaking(ENGLISH):
        return {
            "game": lesson.game.name,
            "title": lesson.title,
            "intro": list(lesson.intro),
            "steps": [step_json(step) for step in lesson.steps],
        }


def step_json(step: Step) -> dict[str, Any]:
    """A step: its text, its position in the form of `PositionRequest`, its answers, and a correct turn."""
    found = solution(step)
    if found is None:
        raise step.trouble(f"the step {step.title!r} cannot be solved: it accepts no legal turn")
    position = {"options": step.options, "position": step.position, "moves": list(step.moves)}
    return {
        "title": step.title,
        "text": list(step.text),
        "task": step.task,
        "start": {key: value for key, value in position.items() if value},
        "solution": [str(move) for move in found.moves],
        "ends": found.after.outcome is not None,
        "answers": answers_json(step, Turn(step.start, step.start)),
    }


def answers_json(step: Step, turn: Turn) -> list[dict[str, Any]]:
    """The answers to each next move.  Moves with the same answer share it; the largest group is listed as the rest."""
    groups: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for longer in turn.continued():
        answer = answer_to_turn(step, longer)
        one: dict[str, Any] = {"verdict": str(answer.verdict), "words": answer.words}
        if isinstance(answer.words, Text) and (answer.words.places or answer.words.finish):
            one["said"] = parts_of(answer.words)  # the filled-in English is in no catalogue
        if answer.reply:
            one["reply"] = list(answer.reply)
        if answer.verdict is Verdict.ON:
            one["answers"] = answers_json(step, longer)
        groups.setdefault(json.dumps(one), (one, []))[1].append(str(longer.moves[-1]))
    ordered = sorted(groups.values(), key=lambda group: len(group[1]))
    return [{**one, "moves": moves} for one, moves in ordered[:-1]] + [ordered[-1][0]]
