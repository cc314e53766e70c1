"""A puzzle: a position, the one move that solves it, and how that is known; and the puzzle file of a game.

The file has a header line, then one puzzle per line, all JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError, UnreadablePosition
from ludoteca.kernel.declare import Game
from ludoteca.languages.texts import Text, t, translatable
from ludoteca.play.position import Position, Variant

NAME = "puzzles.jsonl"
FORMAT = 1


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


class NoPuzzles(LudotecaError):
    """There are no puzzles for this game, or none with this number."""


@dataclass(frozen=True)
class PuzzleFile:
    """The puzzles of a game, and the command that made them."""

    game: str
    command: str
    puzzles: tuple[Puzzle, ...]

    def number(self, number: int) -> Puzzle:
        """A puzzle by its number, from 1."""
        if not 1 <= number <= len(self.puzzles):
            raise NoPuzzles(
                t(
                    "there is no puzzle {number}; {game} has puzzles 1 to {count}",
                    number=number,
                    game=self.game,
                    count=len(self.puzzles),
                )
            )
        return self.puzzles[number - 1]

    def text(self) -> str:
        """The content of the file."""
        header = {"ludoteca": "puzzles", "format": FORMAT, "game": self.game, "command": self.command}
        lines = [header, *(puzzle.to_json() for puzzle in self.puzzles)]
        return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def read_puzzles(text: str, where: str) -> PuzzleFile:
    """The puzzles in the text of a file; BadPuzzle names the line that cannot be read."""
    number = 1
    try:
        rows: list[Any] = []
        for number, line in enumerate(text.splitlines(), 1):
            rows.append(json.loads(line) if number == 1 else Puzzle.from_json(json.loads(line)))
        number = 1
        header = rows[0]
        if header["ludoteca"] != "puzzles" or header["format"] != FORMAT:
            raise ValueError(f"it is not the first line of puzzles of format {FORMAT}")
        return PuzzleFile(str(header["game"]), str(header["command"]), tuple(rows[1:]))
    except (ValueError, KeyError, IndexError, TypeError, BadPuzzle) as error:
        raise BadPuzzle(
            t("{where}, line {number}: {trouble}", where=where, number=number, trouble=str(error))
        ) from error


@cache
def puzzles_of(game: Game) -> PuzzleFile:
    """A game's puzzles; NoPuzzles if there are none."""
    file = game.resource(NAME)
    if file is None:
        raise NoPuzzles(
            t(
                "there are no puzzles for {title} yet; make some: ludoteca puzzles {game}",
                title=game.title,
                game=game.name,
            )
        )
    found = read_puzzles(file.read_text("utf-8"), str(file))
    if not found.puzzles:
        raise NoPuzzles(t("there is no puzzle in {file}", file=file))
    return found


def has_puzzles(game: Game) -> bool:
    """Whether a game has puzzles."""
    return game.resource(NAME) is not None


def puzzles_json(game: Game) -> dict[str, Any]:
    """The puzzles of a game with the words for their kinds, for a page."""
    return {
        "kinds": {name: asdict(kind) for name, kind in KINDS.items()},
        "puzzles": [
            {name: value for name, value in puzzle.to_json().items() if name not in ("method", "nodes")}
            for puzzle in puzzles_of(game).puzzles
        ],
    }


def write_puzzles(path: Path, game: str, command: str, puzzles: Sequence[Puzzle]) -> None:
    """Write a file of puzzles."""
    path.write_text(PuzzleFile(game, command, tuple(puzzles)).text(), encoding="utf-8")
