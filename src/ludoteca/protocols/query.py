"""Queries of the JSON analysis: their fields, and errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.play import Position, load_game
from ludoteca.search.analysis import METHODS

LONGEST_MS = 24 * 3600 * 1000
LARGEST = 10**12
MOST_LINES = 64
MOST_MOVES = 10_000
LONGEST_TEXT = 4000
LONGEST_ID = 200
FIELDS = ("id", "game", "options", "position", "moves", "seed", "lines", "ms", "nodes", "depth", "method", "priority",
          "every_ms")  # fmt: skip


class BadField(LudotecaError):
    """A query that cannot be answered because of one of its fields."""

    def __init__(self, field: str, what: str) -> None:
        self.field = field
        super().__init__(what)


@dataclass(frozen=True)
class Where:
    """The requested position; nothing of the game is loaded yet."""

    game: str
    options: Mapping[str, Any]
    text: str
    seed: int
    moves: tuple[str, ...]

    def position(self) -> Position:
        """The position, or BadField; rules may have to be compiled for it."""
        try:
            load_game(self.game)
        except LudotecaError as error:
            raise BadField("game", str(error)) from error
        try:
            variant = load_game(self.game, **self.options)
        except LudotecaError as error:
            raise BadField("options", str(error)) from error
        try:
            position = variant.position(self.text) if self.text else variant.start(self.seed)
        except LudotecaError as error:
            raise BadField("position", str(error)) from error
        for number, move in enumerate(self.moves):
            try:
                position = position.play(move)
            except LudotecaError as error:
                raise BadField(f"moves[{number}]", str(error)) from error
        if position.outcome is not None:
            raise BadField("moves" if self.moves else "position", f"the game is over: {position.outcome.reason}")
        return position


@dataclass(frozen=True)
class Query:
    """A position to analyse."""

    id: str | int
    where: Where
    lines: int = 1
    ms: int | None = None
    nodes: int | None = None
    depth: int | None = None
    method: str | None = None  # by default as suits the game
    priority: int = 0
    every_ms: int | None = None  # how often to report progress; None: only at the end


def read_query(message: dict[str, Any]) -> Query:
    """The query that a message describes, or BadField; whether the position exists is checked later."""
    for name in message:
        if name not in FIELDS:
            raise BadField(name[:60], f"there is no such field; the fields are: {', '.join(FIELDS)}")
    limits = {name: _whole(message, name, None, 1, most) for name, most in
              (("ms", LONGEST_MS), ("nodes", LARGEST), ("depth", 1000))}  # fmt: skip
    if all(limit is None for limit in limits.values()):
        limits["ms"] = 1000
    method = message.get("method")
    if method is not None and method not in METHODS:
        raise BadField("method", f"it should be one of: {', '.join(METHODS)}")
    if method not in (None, "alphabeta") and limits["depth"] is not None:
        raise BadField("depth", f"{method} takes no depth limit")
    lines = _whole(message, "lines", 1, 1, MOST_LINES) or 1
    if method == "proof" and lines > 1:
        raise BadField("lines", "a proof has one line")
    return Query(
        id=read_id(message),
        where=_read_where(message),
        lines=lines,
        method=method,
        priority=_whole(message, "priority", 0, -(10**9), 10**9) or 0,
        every_ms=_whole(message, "every_ms", None, 1, LONGEST_MS),
        **limits,
    )


def read_id(message: dict[str, Any]) -> str | int:
    """The name of a query."""
    name = message.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int) or len(str(name)) > LONGEST_ID:
        raise BadField("id", f"a query has an id: a text of at most {LONGEST_ID} characters, or a whole number")
    return name


def _whole(message: dict[str, Any], name: str, default: int | None, least: int, most: int) -> int | None:
    value = message.get(name, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadField(name, f"it should be a whole number from {least} to {most}")
    return value


def _text(message: dict[str, Any], name: str, default: str) -> str:
    value = message.get(name, default)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise BadField(name, f"it should be a text of at most {LONGEST_TEXT} characters")
    return value


def _read_where(message: dict[str, Any]) -> Where:
    if "game" not in message:
        raise BadField("game", "a query names a game")
    game = _text(message, "game", "")
    options = message.get("options", {})
    if not isinstance(options, dict):
        raise BadField("options", "they should be an object of names and values")
    text = _text(message, "position", "")
    seed = _whole(message, "seed", 0, 0, 2**63) or 0
    moves = message.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(isinstance(move, str) for move in moves):
        raise BadField("moves", f"they should be a list of at most {MOST_MOVES} texts")
    return Where(game, options, text, seed, tuple(moves))
