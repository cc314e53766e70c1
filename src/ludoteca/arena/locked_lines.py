"""A file of lines of JSON, for work that is stored as it is done; only one process at a time writes to it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from ludoteca.errors import LudotecaError


class LockedLines(ABC):
    """A file of lines of JSON, to which only one process at a time writes; without a path nothing is stored.

    A truncated last line is dropped.
    """

    holds: str  # what the lines are, for errors
    error: type[LudotecaError]

    def __init__(self, path: Path | None) -> None:
        self._file: IO[str] | None = None
        if path is None:
            return
        file = path.open("a", encoding="utf-8")
        try:
            self._lock(file, path)
            content = path.read_bytes()
            whole, newline, cut_off = content.rpartition(b"\n")
            self._take_lines(path, whole.split(b"\n") if newline else [], cut_off)
            if cut_off:
                file.truncate(len(content) - len(cut_off))
        except BaseException:
            file.close()
            raise
        self._file = file

    @abstractmethod
    def take(self, line: Any) -> object:
        """Read the content of a line."""

    def _take_lines(self, path: Path, lines: list[bytes], cut_off: bytes) -> None:  # noqa: ARG002 (a header may be cut off)
        """Read all whole lines."""
        try:
            for line in lines:
                self.take(json.loads(line))
        except (ValueError, TypeError, LudotecaError) as error:
            raise self.error(f"{path} holds no {self.holds}: {error}") from error

    def keep(self, line: Any) -> None:
        """Write a line."""
        if self._file is not None:
            self._file.write(as_line(line))
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _lock(self, file: IO[str], path: Path) -> None:
        """Lock the file until it is closed or this process ends."""
        try:
            import fcntl
        except ImportError:  # not on every system
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise self.error(f"another process is writing to {path}") from error
        except OSError:  # not on every file system
            return


def as_line(content: Mapping[str, Any]) -> str:
    """An object as a line of such a file."""
    return json.dumps(content, ensure_ascii=False) + "\n"
