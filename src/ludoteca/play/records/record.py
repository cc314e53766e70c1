"""A game record and everything it can be converted to: text, JSON, a match, a picture in a notebook."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import Any

from ludoteca.play.match.match import Match
from ludoteca.play.records.record_json import read_all_json, read_json, to_json
from ludoteca.play.records.tree import (
    USUAL_LIMITS,
    RecordedGame,
    RecordLimits,
    RecordLine,
    RecordPly,
    clean,
    clean_name,
    is_free_tag,
    reason_in_english,
    result_of,
)
from ludoteca.play.records.writer import write_record
from ludoteca.play.score_sheet import How, PlayerName
from ludoteca.play.svg_picture import picture

KINDS = ("FirstKind", "SecondKind")  # tags for players who are not people
TIME_CONTROL = "TimeControl"


def from_match(match: Match) -> RecordedGame:
    """The record of a match so far, without undone moves and without tags that a record cannot have."""
    main = RecordLine()
    for ply in match.plies:
        main.plies.append(RecordPly(str(ply.move), clean(ply.comment), ply.clock_ms, ply.evaluation))
    tags = dict(match.tags)
    date = tags.pop("Date", "")
    for tag, player in zip(KINDS, match.players, strict=True):
        if player.kind != "human":
            tags[tag] = player.kind
    if match.clock is not None:
        tags[TIME_CONTROL] = str(match.clock.control)
    names = tuple(clean_name(player.name) or "?" for player in match.players)
    outcome, how = match.outcome, match.how
    reason = "" if outcome is None or how is None else reason_in_english(outcome) if how is How.RULES else how.value
    return RecordedGame(
        match.variant, match.start, main, (names[0], names[1]), clean_name(date), result_of(outcome), reason,
        {name: clean_name(value) for name, value in tags.items() if is_free_tag(name)},
    )  # fmt: skip


def to_match(record: RecordedGame) -> Match:
    """A match in which the main line has been played; it has no clock, but keeps the recorded clock times."""
    tags = dict(record.tags)
    kinds = [tags.pop(tag, "human") for tag in KINDS]
    if record.date:
        tags["Date"] = record.date
    first, second = (PlayerName(name, kind) for name, kind in zip(record.players, kinds, strict=True))
    match = Match(record.variant, record.start, players=(first, second), tags=tags)
    for ply in record.main.plies:
        match.play(ply.move, comment=ply.comment, clock_ms=ply.clock_ms, evaluation=ply.evaluation)
    if match.outcome is None and record.termination == How.ABORTED:
        match.abort()
    elif match.outcome is None and record.result != "*":
        loser = 1 if record.result == "1-0" else 0
        if record.termination == How.AGREEMENT:
            match.offer_draw(0)
            match.accept_draw(1)
        elif record.termination == How.SETTLED:
            match.settle(None if record.result == "1/2-1/2" else 1 - loser)
        elif record.termination == How.TIME:
            match.flag(loser)
        elif record.termination == How.FORFEIT:
            match.forfeit(loser)
        else:
            match.resign(loser)
    return match


class Record(RecordedGame):
    """A game from start to result.  Readers have replayed every move, including variations."""

    __slots__ = ()

    @classmethod
    def of(cls, game: RecordedGame) -> Record:
        """The record of a game that was read or played."""
        names = (game.players, game.date, game.result, game.termination, game.tags)
        return cls(game.variant, game.start, game.main, *names)

    def _repr_html_(self) -> str:
        """How a notebook shows it: the last position, and the moves."""
        names = " – ".join(escape(name) for name in self.players)
        moves = " ".join(escape(str(ply.move)) for ply in self.main.plies)
        final = self.final()
        head = f"<strong>{escape(self.variant.title)}</strong> {names} {escape(self.result)}"
        board = picture(final, marked=final.last_cells)
        return f"<figure><figcaption>{head}</figcaption>{board}<p>{moves}</p></figure>"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each ply of the main line, for `pandas.DataFrame(record.rows())` and the like."""
        return [
            {
                "ply": number,
                "seat": before.mover,
                "player": self.players[before.mover],
                "move": ply.move,
                "choices": len(before.moves()),
                "evaluation": ply.evaluation,
                "clock_ms": ply.clock_ms,
                "comment": ply.comment,
                "position": str(after),
            }
            for number, (ply, (before, after)) in enumerate(
                zip(self.main.plies, pairwise(self.positions()), strict=True), 1
            )
        ]

    def to_text(self) -> str:
        """The record as text."""
        return write_record(self)

    def to_json(self) -> dict[str, Any]:
        """The record as a value for `json.dumps`."""
        return to_json(self)

    @classmethod
    def from_json(cls, source: Any, limits: RecordLimits = USUAL_LIMITS) -> Record:
        """A record from JSON text or a parsed value."""
        return cls.of(read_json(source, limits))

    @classmethod
    def from_match(cls, match: Match) -> Record:
        """The record of a match so far, without undone moves."""
        return cls.of(from_match(match))

    def to_match(self) -> Match:
        """A match in which the main line has been played."""
        return to_match(self)


def from_json(source: Any, limits: RecordLimits = USUAL_LIMITS) -> Record:
    """A record from JSON text or a parsed value; a RecordError gives the path of what is wrong."""
    return Record.of(read_json(source, limits))


def all_from_json(source: Any, limits: RecordLimits = USUAL_LIMITS) -> list[Record]:
    """The records in a JSON array, or a single record outside an array."""
    return [Record.of(game) for game in read_all_json(source, limits)]
