"""A game's puzzle file: a header line, then one puzzle per line, all JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages.texts import t
from ludoteca.puzzles.puzzle import KINDS, BadPuzzle, Puzzle

NAME = "puzzles.jsonl"
FORMAT = 1


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
