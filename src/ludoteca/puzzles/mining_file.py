"""The results of mining so far, stored game by game, so that it continues where it was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludoteca.arena.kept_lines import KeptLines
from ludoteca.kernel.errors import LudotecaError
from ludoteca.puzzles.puzzle import Puzzle


class BadMiningFile(LudotecaError):
    """The file of an earlier run cannot be used; the message says why."""


class MiningFile(KeptLines):
    """A line for each game that was searched, with its puzzles."""

    holds = "puzzles of an earlier run"
    error = BadMiningFile

    def __init__(self, path: Path | None) -> None:
        self.games: list[list[Puzzle]] = []
        super().__init__(path)

    def take(self, line: Any) -> None:
        """The puzzles of a game."""
        self.games.append([Puzzle.from_json(one) for one in line])

    def add(self, puzzles: list[Puzzle]) -> None:
        """Store what was found in the next game."""
        self.games.append(puzzles)
        self.keep([puzzle.to_json() for puzzle in puzzles])
