"""Builds a record from what a reader finds, replaying every move: all checks that text and JSON share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.languages.texts import t
from ludoteca.play.move_input import find_move, steps_of
from ludoteca.play.position import Position, Variant, load_game, usual_start
from ludoteca.play.records.tree import (
    HALVES,
    KNOWN_TAGS,
    OPTION_TAG,
    RECORD_WORDS,
    RESULTS,
    TERMINATIONS,
    Place,
    RecordedGame,
    RecordError,
    RecordLimits,
    RecordLine,
    RecordPly,
    clean,
    clean_name,
    reason_in_english,
    result_of,
)
from ludoteca.play.turns import joined

Tags = Sequence[tuple[str, str, Place]]  # name, value and place


@dataclass(slots=True)
class _Open:
    """A line being read."""

    line: RecordLine
    place: Place
    before: Position  # before the last ply: where its variations begin
    now: Position
    said: list[str] = field(default_factory=list)  # the comments since the last move

    def settle(self) -> None:
        """Store the comments where they belong: all at once, since there may be very many."""
        about = self.line.plies[-1] if self.line.plies else self.line
        about.comment, self.said = clean(" ".join(self.said)), []


class Builder:
    """Takes tags, moves, comments and variations in the order of the record, and returns the record at the end."""

    def __init__(self, tags: Tags, place: Place, limits: RecordLimits) -> None:
        self.limits = limits
        self.plies = self.comments = 0
        self.known: dict[str, tuple[str, Place]] = {}
        self.options: dict[str, tuple[str, Place]] = {}
        self.others: dict[str, str] = {}
        self._sort(tags)
        self.variant = self._variant(place)
        self.start = self._start(place)
        self.lines = [_Open(RecordLine(), place, self.start, self.start)]

    def _sort(self, tags: Tags) -> None:
        names = {name.lower(): name for name in KNOWN_TAGS}
        seen: set[str] = set()
        for name, value, place in tags:
            lower = name.lower()
            if lower in seen:
                raise RecordError(t(RECORD_WORDS["tag_twice"], name=name[:40]), place)
            if len(seen) == self.limits.tags:
                raise RecordError(t(RECORD_WORDS["tags"], most=self.limits.tags), place)
            seen.add(lower)
            if lower in names:
                self.known[names[lower]] = (value, place)
            elif lower.startswith(OPTION_TAG):
                self.options[lower.removeprefix(OPTION_TAG)] = (value, place)
            else:
                self.others[name] = clean_name(value)

    def _variant(self, place: Place) -> Variant:
        if "Game" not in self.known:
            raise RecordError(t(RECORD_WORDS["no_game"]), place)
        name, where = self.known["Game"]
        try:
            game = find_game(name)
            for option, (value, place) in self.options.items():
                where = place  # of this option, in case it is wrong
                game.choose({option: value})
            return load_game(name, **{option: value for option, (value, _) in self.options.items()})
        except LudotecaError as error:
            raise RecordError(str(error), where) from error

    def _start(self, place: Place) -> Position:
        if "Position" not in self.known:
            start = usual_start(self.variant)
            if start is None:
                raise RecordError(t(RECORD_WORDS["no_start"]), place)
            return start
        text, where = self.known["Position"]
        try:
            return self.variant.position(text)
        except LudotecaError as error:
            raise RecordError(str(error), where) from error

    def move(self, text: str, place: Place) -> None:
        """The next move of the open line, or all of a turn that is written as one."""
        for step in steps_of(self.lines[-1].now, text):
            self._move(step, place)

    def _move(self, text: str, place: Place) -> None:
        self.plies += 1
        if self.plies > self.limits.plies:
            raise RecordError(t(RECORD_WORDS["plies"], most=self.limits.plies), place)
        here = self.lines[-1]
        try:
            move = find_move(here.now, text)
        except LudotecaError as error:
            raise RecordError(str(error), place) from error
        last = here.now.last_move if here.line.plies else None  # a chain may be written move by move
        if last is not None and move.code in here.now.continuing(last):
            whole = joined(last, move)
            here.now = here.before.play(whole)
            here.line.plies[-1].move = str(whole)
            return
        here.settle()
        here.before, here.now = here.now, here.now.play(move)
        here.line.plies.append(RecordPly(str(move)))

    def comment(self, text: str, clock_ms: int | None, evaluation: float | None, place: Place) -> None:
        """A comment about the last move, or before the first."""
        here = self.lines[-1]
        here.said.append(text)
        self.comments += 1
        if self.comments > self.limits.comments:
            raise RecordError(t(RECORD_WORDS["comments"], most=self.limits.comments), place)
        if clock_ms is None and evaluation is None:
            return
        if not here.line.plies:
            raise RecordError(t(RECORD_WORDS["note_first"]), place)
        ply = here.line.plies[-1]
        ply.clock_ms = ply.clock_ms if clock_ms is None else clock_ms
        ply.evaluation = ply.evaluation if evaluation is None else evaluation

    def open(self, place: Place) -> None:
        """Begin a variation, an alternative to the last move."""
        here = self.lines[-1]
        if not here.line.plies:
            raise RecordError(t(RECORD_WORDS["variation_first"]), place)
        if len(self.lines) > self.limits.depth:
            raise RecordError(t(RECORD_WORDS["depth"], most=self.limits.depth), place)
        variation = RecordLine()
        here.line.plies[-1].variations.append(variation)
        self.lines.append(_Open(variation, place, here.before, here.before))

    def close(self, place: Place) -> None:
        """End the variation."""
        if len(self.lines) == 1:
            raise RecordError(t(RECORD_WORDS["variation_closed"]), place)
        if not self.lines[-1].line.plies:
            raise RecordError(t(RECORD_WORDS["variation_empty"]), place)
        self.lines.pop().settle()

    def finish(self, result: str, place: Place) -> RecordedGame:
        """The record, once its result agrees with the moves."""
        if len(self.lines) > 1:
            raise RecordError(t(RECORD_WORDS["variation_open"]), self.lines[-1].place)
        self.lines[0].settle()
        tag, where = self.known.get("Result", (result, place))
        tag = tag.strip().replace(HALVES, "1/2-1/2")
        if tag not in RESULTS:
            raise RecordError(
                t(
                    RECORD_WORDS["result"],
                    listed=", ".join(RESULTS),
                    tag=repr(clean(tag)[:20]),
                ),
                where,
            )
        if tag != result:
            raise RecordError(t(RECORD_WORDS["result_other"], result=result, tag=tag), place)
        termination, why_place = self.known.get("Termination", ("", place))
        first, second, date = (clean_name(self.known.get(name, ("", place))[0]) for name in ("First", "Second", "Date"))
        checked, reason = self._checked_result(result, clean(termination), place, why_place)
        return RecordedGame(
            self.variant,
            self.start,
            self.lines[0].line,
            (first or "?", second or "?"),
            date,
            checked,
            reason,
            self.others,
        )

    def _checked_result(self, result: str, termination: str, place: Place, why_place: Place) -> tuple[str, str]:
        outcome = self.lines[0].now.outcome
        if outcome is not None:
            true_result = result_of(outcome)
            if result not in (true_result, "*"):  # a star leaves it to the moves
                raise RecordError(
                    t(
                        RECORD_WORDS["moves_end"],
                        true_result=true_result,
                        reason=outcome.reason,
                        result=result,
                    ),
                    place,
                )
            return true_result, reason_in_english(outcome)
        how, known = termination.lower(), [name for name, results in TERMINATIONS.items() if "*" not in results]
        if result != "*" and how not in TERMINATIONS:
            raise RecordError(
                t(
                    RECORD_WORDS["moves_go_on"],
                    result=result,
                    others=", ".join(known[:-1]),
                    last=known[-1],
                ),
                place,
            )
        if how in TERMINATIONS and result not in TERMINATIONS[how]:
            raise RecordError(t(RECORD_WORDS["termination"], how=how, result=result), why_place)
        return result, how if how in TERMINATIONS else termination
