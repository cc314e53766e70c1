"""Converts a match to its record and back."""

from __future__ import annotations

from ludoteca.languages.texts import in_english
from ludoteca.play.match.match import Match
from ludoteca.play.records.tree import RecordedGame, RecordLine, RecordPly, clean, clean_name, is_free_tag, result_of
from ludoteca.play.score_sheet import How, PlayerName

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
    reason = "" if outcome is None or how is None else in_english(outcome.reason) if how is How.RULES else how.value
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
