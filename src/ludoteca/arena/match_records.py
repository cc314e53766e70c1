"""The games of a results file as records, one at a time, with every move replayed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludoteca.arena.games import GameResult
from ludoteca.arena.results import Contents
from ludoteca.play.records.builder import Builder
from ludoteca.play.records.record import Record
from ludoteca.play.records.tree import OPTION_TAG, RESULTS, Place, RecordLimits
from ludoteca.play.score_sheet import How

BEGINNING = re.compile(r'\ufeff?\s*\{\s*"ludoteca"\s*:\s*"contest"')
TERMINATIONS = {"hang": How.TIME, "overtime": How.TIME, "crash": How.FORFEIT, "illegal": How.FORFEIT}  # by fault
END_OF_OPENING = "The opening ends here."


def is_match_file(text: str) -> bool:
    """Whether a text begins like the results file of a match or a league."""
    return BEGINNING.match(text) is not None


def records_of(lines: Iterable[str]) -> Iterator[Record]:
    """The games of a results file in the order in which they ended; BadResults or RecordError says what is wrong.

    A truncated last line is ignored, as when a contest is resumed.
    """
    contents = Contents()
    for number, line in enumerate(lines, 1):
        game = contents.take_line(line, number)
        if game is not None:
            yield _record(contents, game, number)


def _record(contents: Contents, game: GameResult, number: int) -> Record:
    place = Place(number, 1)
    opening = contents.openings[game.pair]
    bots = [contents.bots[bot] for bot in game.seats]
    tags = {
        "Game": contents.game,
        **{f"{OPTION_TAG}{name}": value for name, value in contents.options.items()},
        "Position": opening.start,
        "First": bots[0],
        "Second": bots[1],
        "Date": contents.begun.replace("-", "."),
        "Termination": TERMINATIONS.get(game.fault or "", ""),
        "FirstKind": bots[0],
        "SecondKind": bots[1],
        "Round": str(game.pair + 1),
        "Fault": game.reason if game.fault else "",
    }
    builder = Builder([(name, value, place) for name, value in tags.items() if value], place, RecordLimits())
    for ply, move in enumerate((*opening.moves, *game.moves), 1):
        builder.move(move, place)
        if ply == len(opening.moves):
            builder.comment(END_OF_OPENING, None, None, place)
    return Record.of(builder.finish("1/2-1/2" if game.winner is None else RESULTS[game.winner], place))
