"""What a learner is told: right or wrong at the end of a turn, and what to do next during it.

What the lesson does not say comes from the rules: how the game ended, what the turn takes, who wins with which move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from ludoteca.errors import LudotecaError, MoveError
from ludoteca.languages.choice import ENGLISH, speaking
from ludoteca.languages.texts import Text, joined, make_text, parts_of, sentence, t
from ludoteca.play.lessons.conditions import BadCondition, Finding, read_measure
from ludoteca.play.lessons.lesson_text import Lesson, Remark, Step
from ludoteca.play.lessons.turn import Turn, played
from ludoteca.play.move_input import find_move
from ludoteca.play.position import Move, Position
from ludoteca.play.position_interface import beside_line

PLACE = re.compile(r"\{([^{}]+)\}")  # {takes}: a number to be computed


class Verdict(StrEnum):
    """The verdict on a turn."""

    RIGHT = "right"
    WRONG = "wrong"
    ON = "on"  # the turn is not over yet, and can still be right


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a turn, or to the beginning of one."""

    verdict: Verdict
    words: str
    reply: tuple[str, ...] = ()  # the opponent's reply, to be shown


def answer_to(step: Step, moves: Sequence[Move]) -> Answer:
    """The answer to what the learner has played since the step began."""
    return answer_to_turn(step, played(step.start, moves))


def answer_to_turn(step: Step, turn: Turn) -> Answer:
    """The same for a given turn."""
    try:
        if not turn.is_over:
            return _underway(step, turn)
        accepted = finding(step, turn)
        return _right(step, turn, accepted) if accepted.holds else _wrong(step, turn, accepted)
    except BadCondition as error:
        raise step.trouble(str(error)) from error


def finding(step: Step, turn: Turn) -> Finding:
    """Whether one of a step's conditions holds; if not, what the first of them found."""
    findings = [accept(turn) for accept in step.accept]
    return next((each for each in findings if each.holds), findings[0])


def solution(step: Step, turn: Turn | None = None) -> Turn | None:
    """A complete correct turn that begins with these moves, if there is one."""
    begun = Turn(step.start, step.start) if turn is None else turn
    return next((each for each in begun.finished() if finding(step, each).holds), None)


def _underway(step: Step, turn: Turn) -> Answer:
    """The turn continues, unless it can no longer be right."""
    if solution(step, turn) is None:
        ended = next(turn.finished())  # one way to end it shows what is missing
        said = _remark(step.wrong, turn) or _but(finding(step, ended))
        return Answer(Verdict.WRONG, said)
    task = turn.after.scene().task
    on = t("good so far; now {task}", task=task) if task else t("continue")
    return Answer(Verdict.ON, t(step.then) if step.then else sentence(on))


def _right(step: Step, turn: Turn, found: Finding) -> Answer:
    reply = _reply(step, turn)
    said = _remark(step.right, turn)
    if not said:
        said = outcome_words(turn.after) or (sentence(found.words) if found.words else t("Good."))
    return Answer(Verdict.RIGHT, said, reply)


def _wrong(step: Step, turn: Turn, found: Finding) -> Answer:
    said, ended = _remark(step.wrong, turn), outcome_words(turn.after)
    words = joined(filter(None, (ended, said)), " ") if ended else said or _but(found)
    return Answer(Verdict.WRONG, words, found.reply)


def _but(found: Finding) -> str:
    """A legal turn that is not what the task asks for."""
    if found.words:
        return t("That's legal, but {trouble}.", trouble=found.words)
    return t("That's legal, but it isn't what the task asks for.")


def outcome_words(position: Position) -> str:
    """Who won and why; empty while the game continues."""
    outcome = position.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return sentence(t("A draw: {reason}", reason=outcome.reason))
    return sentence(t("{player} wins: {reason}", player=position.players[outcome.winner].name, reason=outcome.reason))


def _remark(remarks: Sequence[Remark], turn: Turn) -> str:
    """The lesson's remark about a turn, with numbers filled in; remarks with a condition come first."""
    chosen = [each for each in remarks if each.when is not None] + [each for each in remarks if each.when is None]
    for remark in chosen:
        if remark.when is None or remark.when(turn).holds:
            return _with_numbers(remark.words, turn)
    return ""


def _with_numbers(words: str, turn: Turn) -> Text:
    """A remark with measures of the turn filled in."""
    measures = dict.fromkeys(PLACE.findall(words))
    return make_text(words, {measure: read_measure(measure).number(turn) for measure in measures})


def _reply(step: Step, turn: Turn) -> tuple[str, ...]:
    """The opponent's reply: the first of the lesson's moves that is legal."""
    if not step.replies or turn.after.outcome is not None:
        return ()
    for reply in step.replies:
        try:
            return _played(turn.after, reply)
        except MoveError:
            continue
    wanted = " or ".join(step.replies)
    raise step.trouble(f"after {turn.text} the reply {wanted} is not legal")


def _played(position: Position, reply: str) -> tuple[str, ...]:
    """The moves of a reply, in the game's notation; several are separated by commas."""
    found = []
    for text in reply.split(","):
        move = find_move(position, text.strip())
        found.append(str(move))
        position = position.play(move)
    return tuple(found)


def refusal(position: Position, text: str) -> str:
    """Why a text is not a legal move here; empty if it is one."""
    try:
        find_move(position, text)
    except LudotecaError as error:
        return sentence(str(error))
    return ""


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
        **beside_line(step.start, found.moves),
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
