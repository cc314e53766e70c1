"""Saved games on disk: files are written completely or not at all, and read with care."""

from __future__ import annotations

import json
import math
import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, Self

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import t

Saved = dict[str, Any]  # what json can write
LARGEST_FILE = 16 * 2**20  # bytes; a long match with comments takes about 100 thousand


class DamagedSave(LudotecaError):
    """A saved match or series cannot be read; the message says where."""


class SaveFileError(LudotecaError, OSError):
    """The system does not allow a saved game's file to be read or written; has the system's `errno` and `filename`."""

    def __str__(self) -> str:
        return t("the file {file} cannot be used: {trouble}", file=self.filename, trouble=self.strerror)


class MissingSave(SaveFileError, FileNotFoundError):
    """The file, or the folder to write it to, does not exist."""


class ForbiddenSave(SaveFileError, PermissionError):
    """We have no permission to use the file or its folder."""


NAMED = {FileNotFoundError: MissingSave, PermissionError: ForbiddenSave}


def _named(error: OSError, path: str | os.PathLike[str]) -> SaveFileError:
    kind = NAMED.get(type(error), SaveFileError)
    return kind(error.errno, error.strerror or str(error), os.fspath(path))


def write_saved(path: str | os.PathLike[str], saved: Saved) -> None:
    """Replace the file in one step: if anything fails, the old one is unchanged."""
    content = json.dumps(saved, indent=1, allow_nan=False).encode() + b"\n"
    try:
        _replace(Path(path).resolve(), content)  # a link keeps pointing to the file
    except OSError as error:
        raise _named(error, path) from error


def _replace(target: Path, content: bytes) -> None:
    draft = target.parent / f".{target.name}.{secrets.token_hex(4)}.tmp"
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut, if the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_saved(path: str | os.PathLike[str]) -> Any:
    """The file's content, not yet checked; DamagedSave if it is not a complete JSON file."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise _named(error, path) from error
    if len(content) > LARGEST_FILE:
        raise DamagedSave(
            t(
                "{path} is larger than any saved game ({most} MiB)",
                path=os.fspath(path),
                most=LARGEST_FILE // 2**20,
            )
        )
    try:
        return json.loads(content.decode(), parse_constant=_no_such_number)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        reason: str = t("{trouble} at line {line}, column {column}", trouble=error.msg, **place)
    except (ValueError, RecursionError) as error:  # not UTF-8, a number with thousands of digits, endless brackets
        reason = str(error)
    raise DamagedSave(t("{path} is damaged: {reason}", path=os.fspath(path), reason=reason))


class Savable(ABC):
    """What can be saved whole, such as a match: equal if the same would be saved."""

    @abstractmethod
    def save(self) -> Saved:
        """Everything about it, for `load`."""

    @classmethod
    @abstractmethod
    def load(cls, saved: Any, *, now: Callable[[], int]) -> Self:
        """The inverse; `now` is its clock."""

    def save_to(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file in one step."""
        write_saved(path, self.save())

    @classmethod
    def load_from(cls, path: str | os.PathLike[str], **given: Any) -> Self:
        """Read it from a file; `load` gets the other arguments."""
        return cls.load(read_saved(path), **given)

    def __eq__(self, other: object) -> bool:
        return self.save() == other.save() if isinstance(other, type(self)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


class Fields:
    """A saved object, read field by field; anything unexpected raises a DamagedSave that names the field."""

    def __init__(self, saved: Any, what: str) -> None:
        if not isinstance(saved, Mapping):
            raise DamagedSave(t("{what} should be an object with named fields", what=what))
        self._saved = saved
        self.what = what

    def wrong(self, name: str, expected: str) -> DamagedSave:
        """The error for a field with a wrong value."""
        shown = repr(self._saved.get(name, "missing"))
        return DamagedSave(
            t(
                "{what}: {name} should be {expected}; it is {shown}",
                what=self.what,
                name=name,
                expected=expected,
                shown=shown[:60],
            )
        )

    def is_there(self, name: str) -> bool:
        """Whether the field has a value."""
        return self._saved.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """A text field; the default if it is missing."""
        value = self._saved.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, t("text"))
        return value

    def number(self, name: str) -> float:
        """A number."""
        value = self._saved.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.wrong(name, t("a number"))
        return float(value)

    def whole(self, name: str, most: int) -> int:
        """A whole number from 0 to `most`."""
        value = self._saved.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise self.wrong(name, t("a whole number from 0 to {most}", most=most))
        return value

    def pair(self, name: str, most: int) -> tuple[int, int]:
        """Two whole numbers, one per seat."""
        both = self.list(name)
        if len(both) != 2:
            raise self.wrong(name, t("two whole numbers"))
        each = Fields({"first": both[0], "second": both[1]}, t("{what}, {name}", what=self.what, name=name))
        return each.whole("first", most), each.whole("second", most)

    def list(self, name: str) -> Sequence[Any]:
        """A list."""
        value = self._saved.get(name)
        if not isinstance(value, list | tuple):
            raise self.wrong(name, t("a list"))
        return value

    def texts(self, name: str) -> dict[str, str]:
        """Texts by name."""
        value = self._saved.get(name)
        if not isinstance(value, Mapping) or not all(isinstance(text, str) for pair in value.items() for text in pair):
            raise self.wrong(name, t("texts by name"))
        return dict(value)

    def object(self, name: str) -> Fields:
        """An object."""
        return Fields(self._saved.get(name), t("{what}, {name}", what=self.what, name=name))

    def raw(self, name: str) -> Any:
        """The unchecked value."""
        return self._saved.get(name)
