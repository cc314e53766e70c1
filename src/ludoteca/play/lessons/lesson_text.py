"""The text of a lesson: a game's `lessons.md`.

    # Learn Gekitai

    Words before the first step, if there are any.

    ## A stone repels its neighbours

    What the learner should know now, in a paragraph or two.

    ```task
    Place a stone so that both black stones fall off the board.
    position: b...../b.rb../.r..../....../....../...... r
    accept: removes >= 2
    reply: d4
    right: Both went back to Black.
    wrong takes = 0: That is too far away.
    ```

Lines of a task without a key tell the learner what to do.  The keys are `position` (by default the start), `moves`
played from there, `options`; `accept`, a condition (with several lines, one of them is enough); `reply`, what the
opponent plays after a correct turn (`d4 or c3`: the first that is legal); `then`, what to say during the turn; `right`
and `wrong`, what to say at its end, optionally only under a condition.  A line that begins with two spaces continues
the previous one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.kernel.declare import Game
from ludoteca.languages.texts import t
from ludoteca.play.lessons.conditions import BadCondition, Condition, read_condition
from ludoteca.play.position import Position, Variant

FILE = "lessons.md"
KEYS = ("position", "moves", "options", "accept", "reply", "then", "right", "wrong")
KEYED = re.compile(rf"({'|'.join(KEYS)})((?: .+?)?):(?:\s+(.*))?")  # a move may contain a colon: d4-se:1+2
LOOKS_KEYED = re.compile(r"([a-z]+):(\s|$)")


class BadLesson(LudotecaError):
    """The text of a lesson cannot be read, or does not fit its game; the message says where."""


class NoLesson(LudotecaError):
    """A game has no lesson."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What to say at the end of a turn, optionally only if a condition holds."""

    words: str
    when: Condition | None = None


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a lesson."""

    title: str
    text: tuple[str, ...]  # paragraphs
    task: str
    game: Game
    where: str  # the file, for errors
    line: int  # of its heading; so below
    accept: tuple[Condition, ...]
    position: str = ""
    moves: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    replies: tuple[str, ...] = ()  # the first legal one is played
    then: str = ""
    right: tuple[Remark, ...] = ()
    wrong: tuple[Remark, ...] = ()

    def trouble(self, words: str) -> BadLesson:
        """An error that says where it is."""
        return _trouble(self.where, self.line, words)

    @cached_property
    def start(self) -> Position:
        """The position that the learner starts from."""
        try:
            variant = Variant(self.game, **self.options)
            position = variant.position(self.position) if self.position else variant.start(0)
            for move in self.moves:
                position = position.play(move)
        except LudotecaError as error:
            raise self.trouble(str(error)) from error
        if position.outcome is not None:
            raise self.trouble(f"nothing can be played here: {position.outcome.reason}")
        return position


@dataclass(frozen=True, eq=False)
class Lesson:
    """The steps that teach a game."""

    game: Game
    intro: tuple[str, ...]  # paragraphs
    steps: tuple[Step, ...]

    @property
    def title(self) -> str:
        """The lesson's title."""
        return t("Learn {game}", game=self.game.title)


def has_lesson(game: Game) -> bool:
    """Whether a game has a lesson."""
    return game.resource(FILE) is not None


def find_lesson(name: str) -> Lesson:
    """The lesson of a game by name."""
    return lesson_of(find_game(name))


def lesson_of(game: Game) -> Lesson:
    """A game's lesson; NoLesson if it has none, BadLesson if it cannot be read."""
    page = game.resource(FILE)
    if page is None:
        raise NoLesson(t("{title} has no lesson; put one in {file}", title=game.title, file=game.place_of(FILE)))
    try:
        text = page.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadLesson(f"{page}, byte {error.start}: this is not text in UTF-8") from error
    return read_lesson(game, text, str(page))


def lesson_sentences(game: Game) -> Iterator[str]:
    """All text of a game's lesson that people read, for translators; empty if there is no lesson."""
    if not has_lesson(game):
        return
    lesson = lesson_of(game)
    yield from lesson.intro
    for step in lesson.steps:
        yield from (step.title, *step.text, step.task, step.then)
        yield from (remark.words for remark in (*step.right, *step.wrong))


def read_lesson(game: Game, text: str, where: str) -> Lesson:
    """Read a lesson from its text; `where` names the file in errors."""
    head, *sections = _sections(text)
    intro = [line for line in head.lines if not line[1].startswith("# ")]
    for number, line in intro:
        if line.startswith("```"):
            raise _trouble(where, number, "a task comes below the heading of its step, such as: ## First move")
    steps = tuple(_step(game, section, where) for section in sections)
    if not steps:
        raise _trouble(where, 1, "a lesson has steps, each under a heading such as: ## First move")
    return Lesson(game, _paragraphs(intro), steps)


@dataclass(slots=True)
class _Section:
    title: str
    line: int
    lines: list[tuple[int, str]] = field(default_factory=list)  # with their numbers


def _sections(text: str) -> list[_Section]:
    """The text before the first step, then the steps."""
    found = [_Section("", 1)]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            found.append(_Section(line[3:].strip(), number))
        else:
            found[-1].lines.append((number, line.rstrip()))
    return found


def _paragraphs(lines: list[tuple[int, str]]) -> tuple[str, ...]:
    blocks = "\n".join(line for _, line in lines).split("\n\n")
    return tuple(" ".join(block.split()) for block in blocks if block.strip())


def _step(game: Game, section: _Section, where: str) -> Step:
    """One step: paragraphs, then its task."""
    fences = [number for number, line in section.lines if line.startswith("```")]
    opened = next((number for number, line in section.lines if line == "```task"), None)
    if opened is None:
        raise _trouble(where, section.line, f"the step {section.title!r} has no task: a block that begins with ```task")
    if len(fences) != 2 or fences[0] != opened:
        words = "never ends" if len(fences) == 1 else "is not the only one of its step"
        raise _trouble(where, opened, f"this block {words}")
    after = [number for number, line in section.lines if number > fences[1] and line.strip()]
    if after:
        raise _trouble(where, after[0], "text after the task; what the learner should read comes before it")
    task = _Task(where)
    for number, line in _joined([each for each in section.lines if opened < each[0] < fences[1]]):
        task.read(number, line)
    if not task.words:
        raise _trouble(where, opened, "the task says nothing: write what the learner should do")
    if not task.accept:
        raise _trouble(where, opened, "the task accepts nothing: write a line such as accept: wins")
    return Step(
        title=section.title,
        text=_paragraphs([each for each in section.lines if each[0] < opened]),
        task=" ".join(task.words),
        game=game,
        where=where,
        line=section.line,
        accept=tuple(task.accept),
        position=task.single.get("position", ""),
        moves=tuple(move.strip() for move in task.single.get("moves", "").split(",") if move.strip()),
        options=task.options,
        replies=tuple(move.strip() for move in re.split(r"\bor\b", task.single.get("reply", "")) if move.strip()),
        then=task.single.get("then", ""),
        right=tuple(task.remarks["right"]),
        wrong=tuple(task.remarks["wrong"]),
    )


@dataclass(slots=True)
class _Task:
    """The lines of a task read so far."""

    where: str
    words: list[str] = field(default_factory=list)
    accept: list[Condition] = field(default_factory=list)
    remarks: dict[str, list[Remark]] = field(default_factory=lambda: {"right": [], "wrong": []})
    single: dict[str, str] = field(default_factory=dict)  # keys that occur once
    options: dict[str, str] = field(default_factory=dict)

    def read(self, number: int, line: str) -> None:
        """Read one line."""
        found = KEYED.fullmatch(line)
        if found is None:
            if unknown := LOOKS_KEYED.match(line):
                raise _trouble(self.where, number, f"there is no key {unknown[1]!r}; the keys are {', '.join(KEYS)}")
            self.words.append(line.strip())
            return
        key, condition, value = found[1], found[2].strip(), (found[3] or "").strip()
        if not value:
            raise _trouble(self.where, number, f"{key} says nothing")
        if key in self.remarks:
            when = self._condition(number, condition) if condition else None
            self.remarks[key].append(Remark(value, when))
        elif condition:
            raise _trouble(self.where, number, f"{key!r} takes no condition; only right and wrong do")
        elif key == "accept":
            self.accept.append(self._condition(number, value))
        elif key in self.single:
            raise _trouble(self.where, number, f"{key} is given twice")
        else:
            self.single[key] = value
            if key == "options":
                self._read_options(number, value)

    def _condition(self, number: int, text: str) -> Condition:
        try:
            return read_condition(text)
        except BadCondition as error:
            raise _trouble(self.where, number, str(error)) from error

    def _read_options(self, number: int, text: str) -> None:
        for pair in text.split():
            name, equals, value = pair.partition("=")
            if not equals:
                raise _trouble(self.where, number, f"{pair!r} should look like NAME=VALUE")
            self.options[name] = value


def _trouble(where: str, number: int, words: str) -> BadLesson:
    return BadLesson(f"{where}, line {number}: {words}")


def _joined(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines, each joined with those that continue it."""
    whole: tuple[int, str] | None = None
    for number, line in lines:
        if line.startswith("  ") and whole is not None:
            whole = whole[0], f"{whole[1]} {line.strip()}"
            continue
        if whole is not None:
            yield whole
        whole = (number, line) if line.strip() else None
    if whole is not None:
        yield whole
