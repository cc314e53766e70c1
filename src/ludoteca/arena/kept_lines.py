"""Work that is stored as it is done: a file with a line of JSON for each piece, read again when work resumes."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import IO, Any

from ludoteca.arena.results import keep_others_out
from ludoteca.folders import make_private_folder
from ludoteca.kernel.errors import LudotecaError


class KeptLines(ABC):
    """A file of lines; without a path nothing is stored.  A truncated last line is dropped."""

    holds: str  # what the lines are, for errors
    error: type[LudotecaError]

    def __init__(self, path: Path | None) -> None:
        self._file: IO[str] | None = None
        if path is None:
            return
        make_private_folder(path.parent)
        file = path.open("a+", encoding="utf-8")
        try:
            keep_others_out(file, path)
            self._read(file, path)
        except BaseException:
            file.close()
            raise
        self._file = file

    @abstractmethod
    def take(self, line: Any) -> None:
        """Read the content of a line."""

    def _read(self, file: IO[str], path: Path) -> None:
        file.seek(0)
        whole, newline, cut_off = file.read().rpartition("\n")
        try:
            for line in whole.split("\n") if newline else ():
                self.take(json.loads(line))
        except (ValueError, TypeError, LudotecaError) as error:
            raise self.error(f"{path} holds no {self.holds}: {error}") from error
        if cut_off:
            file.truncate(len((whole + newline).encode()))

    def keep(self, line: Any) -> None:
        """Write a line."""
        if self._file is not None:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
