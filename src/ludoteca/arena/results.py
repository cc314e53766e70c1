"""The results file of a contest: a header line, then a line for each opening and each game, all JSON.

Lines are only ever added, each in one write, so a contest that is interrupted loses at most the games being played; a
last line that was cut off is dropped when the file is opened again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from ludoteca.arena.pairs import GameResult, Opening
from ludoteca.kernel.errors import LudotecaError

FORMAT = 1


class BadResults(LudotecaError):
    """A results file cannot be used; the message says why."""


class Results:
    """The openings and games of a contest so far, in memory and, where a path is given, on disk."""

    def __init__(self, header: Mapping[str, Any], path: Path | None = None, *, resume: bool = False) -> None:
        self.header = {"ludoteca": "contest", "format": FORMAT, **header}
        self.openings: list[Opening] = []
        self.games: dict[tuple[tuple[int, int], int], GameResult] = {}
        self.file: IO[str] | None = None
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            if not resume:
                raise BadResults(f"{path} exists; go on with it by --resume, or choose another name")
            self._read(path)
            self.file = path.open("a", encoding="utf-8")
        else:
            self.file = path.open("w", encoding="utf-8")
            self._write(self.header)

    def add_opening(self, opening: Opening) -> None:
        """Note the next opening, before any game begins from it."""
        self._write({"opening": len(self.openings), "start": opening.start, "moves": list(opening.moves)})
        self.openings.append(opening)

    def add_game(self, result: GameResult) -> None:
        """Note a finished game."""
        self._write(asdict(result))
        self.games[result.key] = result

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        if self.file is not None:
            self.file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self.file.flush()

    def _read(self, path: Path) -> None:
        content = path.read_bytes()
        whole, _, cut_off = content.rpartition(b"\n")
        lines = whole.splitlines()
        try:
            header = json.loads(lines[0])
            if header != json.loads(json.dumps(self.header)):
                raise BadResults(f"{path} holds another contest: {_difference(header, self.header)}")
            for line in lines[1:]:
                self._take(json.loads(line))
        except (ValueError, KeyError, TypeError, IndexError, UnicodeDecodeError) as error:
            raise BadResults(f"{path} is not a results file that can be read: {error}") from error
        if cut_off:
            with path.open("r+b") as file:
                file.truncate(len(content) - len(cut_off))

    def _take(self, line: dict[str, Any]) -> None:
        if "opening" in line:
            if line["opening"] != len(self.openings):
                raise ValueError(f"opening {len(self.openings)} is missing")
            self.openings.append(Opening(line["start"], tuple(line["moves"])))
            return
        for name in ("seats", "moves", "slowest_ms"):
            line[name] = tuple(line[name])
        result = GameResult(**line)
        self.games[result.key] = result


def _difference(there: Any, here: Mapping[str, Any]) -> str:
    if not isinstance(there, dict):
        return "its first line is not a header"
    names = [name for name in here if there.get(name) != json.loads(json.dumps(here[name]))]
    return "; ".join(f"its {name} is {there.get(name)}, not {here[name]}" for name in names) or "its header has more"
