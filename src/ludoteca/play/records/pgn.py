"""PGN, and formats that differ from it only in how moves and positions are written: games as text with tags.

The game is the one whose notation can read the first move, since a file does not name it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ludoteca.errors import GameOver, LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.notation import Notation
from ludoteca.languages.texts import t
from ludoteca.play.move_input import find_move
from ludoteca.play.position import Position, usual_start
from ludoteca.play.records.builder import Builder, Tags
from ludoteca.play.records.tree import (
    OPTION_TAG,
    RECORD_WORDS,
    TERMINATIONS,
    Place,
    RecordedGame,
    RecordError,
    RecordLimits,
    RecordLine,
)
from ludoteca.play.records.writer import in_braces, notes_of, quoted, tree_words, wrapped

FORMATS = ("pgn", "pdn")  # those that are read and written here
UNKNOWN = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}  # the tags that a file must begin with
POSITION, HAS_POSITION = "FEN", "SetUp"
NOT_A_NUMBER = re.compile(r"\[%eval\s+(#[+-]?\d+)[^]]*\]|(?<=\[%eval )([^],]+),[^]]*(?=\])")  # a mate; a depth
ENDINGS = {"time": "time forfeit", "forfeit": "rules infraction", "aborted": "abandoned"}  # by our termination


# --- reading


def pgn_builder(tags: Tags, place: Place, limits: RecordLimits, first_move: str) -> Builder:
    """Builds a record from a file's tags, for the game that can read its first move ("" if it has none)."""
    given = {name.lower(): value for name, value, _ in tags}
    trouble: LudotecaError | None = None
    for game, notation in _games_that_fit(given):
        try:
            builder = PgnBuilder(game, notation, tags, place, limits)
            if first_move:
                find_move(builder.start, first_move)
        except LudotecaError as error:
            trouble = trouble or error
        else:
            return builder
    if isinstance(trouble, RecordError):
        raise trouble
    raise RecordError(t(RECORD_WORDS["no_game"]) if trouble is None else str(trouble), place)


def _games_that_fit(given: dict[str, str]) -> list[tuple[Game, Notation]]:
    """The games of these formats whose tags do not differ from those given; those with most of them first.

    What follows a comma only describes the board: GameType "21,B,8,8,N1,0" is 21.
    """
    games = [find_game(name) for name in game_names()]
    fitting = [
        (game, game.notation)
        for game in games
        if game.notation is not None
        and game.notation.format in FORMATS
        and all(given.get(name.lower(), value).split(",")[0] == value for name, value in game.notation.tags.items())
    ]
    return sorted(fitting, key=lambda each: -sum(name.lower() in given for name in each[1].tags))


class PgnBuilder(Builder):
    """A builder for tags, results and endings as this format has them."""

    def __init__(self, game: Game, notation: Notation, tags: Tags, place: Place, limits: RecordLimits) -> None:
        self.notation = notation
        self.tags, self.place = list(_own_tags(game, notation, tags, place)), place
        self.taken: list[tuple[Callable[..., None], tuple[Any, ...]]] = []  # so far
        super().__init__(self.tags, place, limits)

    def move(self, text: str, place: Place) -> None:
        """The next move; if our rules have ended the game already, without those that players did not claim."""
        try:
            super().move(text, place)
        except RecordError as error:
            if not isinstance(error.__cause__, GameOver) or self.notation.unclaimed.keys() <= self.options.keys():
                raise
            self._start_without_claims()
            super().move(text, place)
        self.taken.append((self.move, (text, place)))

    def _start_without_claims(self) -> None:
        unclaimed = [(OPTION_TAG + name, value, self.place) for name, value in self.notation.unclaimed.items()]
        taken, self.taken = self.taken, []
        super().__init__([*self.tags, *unclaimed], self.place, self.limits)
        for take, given in taken:
            take(*given)

    def comment(self, text: str, clock_ms: int | None, evaluation: float | None, place: Place) -> None:
        """A comment about the last move, or before the first."""
        super().comment(text, clock_ms, evaluation, place)
        self.taken.append((self.comment, (text, clock_ms, evaluation, place)))

    def open(self, place: Place) -> None:
        """Begin a variation."""
        super().open(place)
        self.taken.append((self.open, (place,)))

    def close(self, place: Place) -> None:
        """End the variation."""
        super().close(place)
        self.taken.append((self.close, (place,)))

    def finish(self, result: str, place: Place) -> RecordedGame:
        """The record; a game that the moves do not end was resigned or drawn by agreement, unless a tag says more."""
        said, where = self.known.get("Termination", ("", place))
        ours = {theirs: name for name, theirs in ENDINGS.items()}.get(said.lower(), said.lower())
        if result not in TERMINATIONS.get(ours, ()):
            ours = {"1/2-1/2": "agreement", "*": ""}.get(result, "resignation")
        self.known["Termination"] = (ours, where)
        return super().finish(result, place)


def plain_notes(comment: str) -> str:
    """A comment in which evaluations are numbers: a mate becomes words, and the depth of a search is left out."""
    return NOT_A_NUMBER.sub(r"\1\2", comment)


def _own_tags(game: Game, notation: Notation, tags: Tags, place: Place) -> Iterator[tuple[str, str, Place]]:
    """The tags of our own records that say the same."""
    seats = {player.name.lower(): seat for player, seat in zip(game.players, ("First", "Second"), strict=True)}
    options = {tag.lower(): option for tag, option in notation.options.items()}
    dropped = {HAS_POSITION.lower(), *(name.lower() for name in notation.tags)}
    yield "Game", game.name, place
    for name, value, where in tags:
        lower = name.lower()
        if lower == POSITION.lower():
            try:
                yield "Position", notation.read_position(value) if notation.read_position else value, where
            except LudotecaError as error:
                raise RecordError(str(error), where) from error
        elif lower in options:
            yield OPTION_TAG + options[lower], value, where
        elif lower not in dropped and UNKNOWN.get(name) != value:
            yield seats.get(lower, name), value, where


# --- writing


def write_pgn(record: RecordedGame) -> str:
    """The tags that a file must have, then the others; moves numbered in pairs; the result."""
    notation = record.variant.game.notation
    assert notation is not None  # `write_as` has looked
    number = int(record.start.state[notation.number]) if notation.number else 1
    words = tree_words(_line_words, record.main, record.start, number)
    tags = "".join(f"[{name} {quoted(value)}]\n" for name, value in _tags_of(record, notation))
    return f"{tags}\n{wrapped([*words, record.result])}\n"


def _tags_of(record: RecordedGame, notation: Notation) -> Iterator[tuple[str, str]]:
    others = {**record.tags, "Date": record.date}
    for name, unknown in UNKNOWN.items():
        yield name, others.pop(name, "") or unknown
    for player, name in zip(record.variant.game.players, record.players, strict=True):
        yield str(player.name), name
    yield "Result", record.result
    yield from notation.tags.items()
    for tag, option in notation.options.items():
        yield tag, str(record.variant.options[option])
    if record.start != usual_start(record.variant):
        yield HAS_POSITION, "1"
        start = str(record.start)
        yield POSITION, notation.write_position(start) if notation.write_position else start
    if record.termination:
        yield "Termination", ENDINGS.get(record.termination, "normal")
    yield from others.items()


def _line_words(line: RecordLine, position: Position, number: int) -> Iterator[str | tuple[RecordLine, Position, int]]:
    """Words, and for each variation its line, where it begins and the number of its first move."""
    notation = position.variant.game.notation
    assert notation is not None  # `write_as` has looked
    yield from in_braces(_plain(line.comment))
    is_told = False  # whether the number of the second player's move follows from what is before it
    for ply in line.plies:
        move = find_move(position, ply.move)
        written = position.written(move)  # a chain as a whole
        if notation.write is not None and not move.more:
            written = notation.write(position.state, move.code)
        if position.mover == 0:
            written = f"{number}. {written}"
        elif not is_told:
            written = f"{number}... {written}"
        yield written
        comment = in_braces([*notes_of(ply), *_plain(ply.comment)])
        yield from comment
        for variation in ply.variations:
            yield variation, position, number
        before, position = position, position.play(move)
        is_told = not comment and not ply.variations
        number += before.mover == 1 and position.mover == 0


def _plain(comment: str) -> list[str]:
    """The words of a comment, which cannot contain a closing brace in this format."""
    return comment.replace("}", ")").split()
