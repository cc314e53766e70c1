"""A puzzle: a position, the one move that solves it, and how that is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.kernel.errors import LudotecaError, UnreadablePosition
from ludoteca.languages.texts import Text, t, translatable
from ludoteca.play.position import Position, Variant


@dataclass(frozen=True)
class Kind:
    """What the solution does that no other move does, as a player is told: before, and after a right or wrong move."""

    task: str
    right: str
    wrong: str


KINDS = translatable(
    {
        "win": Kind("Find the move that wins.", "{move} wins.", "{move} does not win."),
        "save": Kind("Find the only move that does not lose.", "{move} saves the game.", "{move} loses."),
        "points": Kind("Find the move that gains the most points.", "{move} gains the most.", "{move} gains less."),
        "chance": Kind("Find the move that decides the game.", "{move} decides the game.", "{move} misses the chance."),
    }
)
HARDEST = 11  # the grade of a puzzle that no level finds
METHODS = ("solver", "search")


class BadPuzzle(LudotecaError):
    """A puzzle cannot be used; the message says why."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as in a puzzle file.

    The first move of the solution is the answer; the rest shows what follows.  `refutations` are what follows tempting
    wrong moves.  `method` is "solver" if every move's result is exact and "search" if a search distinguished them;
    `nodes` is what it may spend.
    """

    position: str
    solution: tuple[str, ...]
    kind: str
    grade: int  # the lowest level that finds it, from 1; HARDEST if none does
    method: str
    nodes: int
    options: Mapping[str, str] = field(default_factory=dict)  # those that differ from their defaults
    refutations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by wrong move: the line after it

    @property
    def answer(self) -> str:
        """The move to find."""
        return self.solution[0]

    @property
    def task(self) -> Text:
        """What a player is asked."""
        return t(KINDS[self.kind].task)

    def told(self, move: str, *, is_right: bool) -> Text:
        """What a player is told about a move."""
        kind = KINDS[self.kind]
        return t(kind.right if is_right else kind.wrong, move=move)

    def to_json(self) -> dict[str, Any]:
        """One line of a puzzle file."""
        line: dict[str, Any] = {"position": self.position}
        if self.options:
            line["options"] = dict(self.options)
        line |= {"solution": list(self.solution), "kind": self.kind, "grade": self.grade}
        line |= {"method": self.method, "nodes": self.nodes}
        if self.refutations:
            line["refutations"] = {move: list(after) for move, after in self.refutations.items()}
        return line

    @classmethod
    def from_json(cls, line: Any) -> Puzzle:
        """The puzzle that a line describes; BadPuzzle if it is invalid."""
        try:
            puzzle = cls(
                position=_text(line["position"]),
                solution=_texts(line["solution"]),
                kind=_text(line["kind"]),
                grade=_whole(line["grade"]),
                method=_text(line["method"]),
                nodes=_whole(line["nodes"]),
                options={_text(name): _text(value) for name, value in line.get("options", {}).items()},
                refutations={_text(move): _texts(after) for move, after in line.get("refutations", {}).items()},
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise BadPuzzle(f"this is not a puzzle: {type(error).__name__}: {error}"[:200]) from error
        if not puzzle.solution or puzzle.kind not in KINDS or puzzle.method not in METHODS:
            raise BadPuzzle(t("this is not a puzzle: it has no solution, or one of unknown kind or method"))
        if not 1 <= puzzle.grade <= HARDEST:
            raise BadPuzzle(
                t("the difficulty of a puzzle must be from 1 to {most}, not {grade}", most=HARDEST, grade=puzzle.grade)
            )
        return puzzle

    def opened(self, variant: Variant) -> Position:
        """The position, in a game whose options may differ from the puzzle's."""
        try:
            return Variant(variant.game, **self.options).position(self.position)
        except UnreadablePosition as error:
            raise BadPuzzle(t("the position of a puzzle cannot be read: {trouble}", trouble=str(error))) from error


def _text(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{given!r} is not text")
    return given


def _texts(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise TypeError(f"{given!r} is not a list")
    return tuple(map(_text, given))


def _whole(given: Any) -> int:
    if type(given) is not int:
        raise TypeError(f"{given!r} is not a whole number")
    return given
