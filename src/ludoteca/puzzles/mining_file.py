"""What mining has found so far, kept game by game, so that it goes on where it was interrupted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any

from ludoteca.arena.results import keep_others_out
from ludoteca.kernel.errors import LudotecaError
from ludoteca.puzzles.puzzle import BadPuzzle, Puzzle


class BadMiningFile(LudotecaError):
    """The file of an earlier run cannot be used; the message says why."""


class MiningFile:
    """A line for each game that was looked through, with the puzzles in it; kept as they come, and read again later."""

    def __init__(self, path: Path | None) -> None:
        self.games: list[list[Puzzle]] = []
        self._file: IO[str] | None = None
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
        try:
            keep_others_out(file, path)
            self._read(file, path)
        except BaseException:
            file.close()
            raise
        self._file = file

    def _read(self, file: IO[str], path: Path) -> None:
        """Take in what is there, and drop a last line that was cut off."""
        file.seek(0)
        whole, newline, cut_off = file.read().rpartition("\n")
        try:
            for line in whole.split("\n") if newline else ():
                self.games.append([Puzzle.from_json(one) for one in json.loads(line)])
        except (ValueError, TypeError, BadPuzzle) as error:
            raise BadMiningFile(f"{path} holds no puzzles of an earlier run: {error}") from error
        if cut_off:
            file.truncate(len((whole + newline).encode()))

    def add(self, puzzles: list[Puzzle]) -> None:
        """Keep what was found in the next game."""
        self.games.append(puzzles)
        if self._file is not None:
            rows: list[dict[str, Any]] = [puzzle.to_json() for puzzle in puzzles]
            self._file.write(json.dumps(rows, ensure_ascii=False) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
