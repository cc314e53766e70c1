"""What is read for visitors: positions, lines and records.  A reader or a thread does it, never the event loop."""

from __future__ import annotations

import gzip
import io
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from ludoteca.languages import in_language
from ludoteca.play import Position, load_game
from ludoteca.play.records import Record, RecordLimits, iterate_records, read_record
from ludoteca.play.share_card import share_card
from ludoteca.play.svg_picture import board_svg
from ludoteca.web.marks import movers_to
from ludoteca.web.storage.repository import NewRows, Seat, Stored, new_rows
from ludoteca.web.tokens import new_id
from ludoteca.web.view import view_of

RECORD_LIMITS = RecordLimits(characters=400_000, plies=3000, depth=20, tags=60)
MOST_RECORDS = 50
SHORT = {"position": 200, "picture": 200, "line": 50, "records": 2000}  # moves, or characters; what takes some 50 ms
SHORT["card"] = -1  # never: it is drawn pixel by pixel
SMALLEST_ZIPPED = 1000
Wanted = dict[str, Any]  # `language` is that of whoever asks; English where it is left out


@dataclass(frozen=True)
class Reading:
    """What was found out: a little to look at, and long parts that are handed on as they are."""

    found: dict[str, Any]
    parts: tuple[bytes, ...] = ()


def is_short(kind: str, wanted: Wanted) -> bool:
    """Whether a reading takes so little that no process is needed."""
    return len(wanted["text"] if kind == "records" else wanted["moves"]) <= SHORT[kind]


def start_of(wanted: Wanted) -> Position:
    """The position before the moves."""
    variant = load_game(wanted["game"], **wanted["options"])
    return variant.position(wanted["position"]) if wanted["position"] else variant.start(wanted["seed"])


def read_position(wanted: Wanted) -> Reading:
    """The view after the moves; with the text of the start, and who made each move."""
    position = start = start_of(wanted)
    for move in wanted["moves"]:
        position = position.play(move)
    view = in_language(view_of(position), wanted.get("language"))
    return Reading({"view": view, "start": str(start), "movers": movers_to(position)})


def read_picture(wanted: Wanted) -> Reading:
    """A picture of the position after the moves."""
    return Reading({"svg": board_svg(read_position(wanted).found["view"])})


def read_card(wanted: Wanted) -> Reading:
    """The picture that other sites show with a link to the position, as PNG."""
    position = start_of(wanted)
    for move in wanted["moves"]:
        position = position.play(move)
    return Reading({}, (share_card(position),))


def read_line(wanted: Wanted) -> Reading:
    """The views of the start and after each move, as JSON; `zipped` if whoever asked takes it so."""
    position = start_of(wanted)
    views = [view_of(position)]
    for text in wanted["moves"]:
        position = position.play(text)
        views.append(view_of(position))
    return _body(in_language(views, wanted.get("language")), wanted["zipped"])


def read_records(wanted: Wanted) -> Reading:
    """Records as JSON; with `keep`, the ids and the rows of the games that they become, too."""
    if wanted["most"] == 1:
        records = [read_record(wanted["text"], RECORD_LIMITS)]
    else:
        records = list(itertools.islice(iterate_records(io.StringIO(wanted["text"]), RECORD_LIMITS), wanted["most"]))
    answer: dict[str, Any] = {"records": [record.to_json() for record in records]}
    rows: list[NewRows] = []
    if wanted["keep"]:
        rows = [new_rows(game_of(record, wanted["owner"])) for record in records]
        answer["games"] = [new.game["id"] for new in rows]
    body = _body(answer, wanted["zipped"])
    return Reading({**body.found, "games": answer.get("games", [])}, (*body.parts, orjson.dumps(rows)))


def game_of(record: Record, owner: str) -> Stored:
    """The game that a record becomes, to be looked at."""
    match = record.to_match()
    seats = [Seat("human", player.name[:60], generation=1) for player in match.players]
    return Stored(id=new_id(), match=match, kind="record", owner=owner, seats=seats)


def _body(answer: object, zipped: bool) -> Reading:
    body = orjson.dumps(answer)
    if zipped and len(body) >= SMALLEST_ZIPPED:
        return Reading({"zipped": True}, (gzip.compress(body, 5),))
    return Reading({"zipped": False}, (body,))


READINGS: dict[str, Callable[[Wanted], Reading]] = {
    "position": read_position,
    "picture": read_picture,
    "card": read_card,
    "line": read_line,
    "records": read_records,
}
