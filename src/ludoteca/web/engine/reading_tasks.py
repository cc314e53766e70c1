"""What is read for visitors: positions, lines and records.  A reader or a thread does it, never the event loop."""

from __future__ import annotations

import gzip
import io
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import orjson

from ludoteca.errors import MoveError
from ludoteca.languages import in_language, t, translatable
from ludoteca.languages.choice import ENGLISH
from ludoteca.languages.texts import sentence
from ludoteca.play import Position, load_game
from ludoteca.play.position_interface import beside_line
from ludoteca.play.records import Record, RecordLimits, iterate_records, read_record
from ludoteca.play.svg_picture import board_svg, share_card
from ludoteca.web.storage.repository import NewRows, new_rows
from ludoteca.web.table.stored_game import Seat, StoredGame
from ludoteca.web.tokens import new_id
from ludoteca.web.view import Marking, movers_to, view_of, written_moving, written_view

RECORD_LIMITS = RecordLimits(characters=400_000, plies=3000, depth=20, tags=60)
MOST_RECORDS = 50
# moves, or characters
SHORT = {"position": 200, "line": 50, "records": 2000}  # what takes about 50 ms
BRIEF = {"position": 1000, "line": 150, "records": 10_000, "picture": 1000, "card": 1000}  # about 500 ms
SMALLEST_ZIPPED = 1000
GAMES_TRIED, PLIES_TRIED = 4, 300  # enough to see most ways in which a game ends
LINK_STOPS = translatable("This link stops before move {ply}, {move}. {reason}")
Wanted = dict[str, Any]  # `language` is the visitor's; English if it is omitted


@dataclass(frozen=True)
class Reading:
    """The result: a small part to look at, and long parts that are passed on unchanged."""

    found: dict[str, Any]
    parts: tuple[bytes, ...] = ()

    @property
    def size(self) -> int:
        """About how many bytes it holds, for a picture."""
        return sum(map(len, self.parts)) + len(self.found.get("svg", ""))


def is_short(kind: str, wanted: Wanted) -> bool:
    """Whether a reading is so short that no process is needed."""
    return _length(kind, wanted) <= SHORT[kind]


def is_brief(kind: str, wanted: Wanted) -> bool:
    """Whether a reading is so short that others can wait for it."""
    return _length(kind, wanted) <= BRIEF[kind]


def _length(kind: str, wanted: Wanted) -> int:
    return len(wanted["text"] if kind == "records" else wanted["moves"])


def drawing_request(position: Position) -> Wanted:
    """A position to draw, with its last move but without those before it, which no picture shows."""
    before, last = position.previous, position.last_move
    return {
        "game": position.variant.name,
        "options": dict(position.variant.changed_options),
        "position": str(position if before is None or last is None else before),
        "moves": [] if before is None or last is None else [str(last)],
        "seed": 0,
    }


def start_of(wanted: Wanted) -> Position:
    """The position before the moves."""
    variant = load_game(wanted["game"], **wanted["options"])
    return variant.position(wanted["position"]) if wanted["position"] else variant.start(wanted["seed"])


def load_rules(game: str) -> None:
    """Load everything that a game needs up to its end, compiling it if necessary, by playing a few."""
    start, chance = load_game(game).start(0), Random(0)
    shown = [start.play(start.moves()[0]), *(played_out(start, chance) for _ in range(GAMES_TRIED))]
    for position in shown:
        written_moving(position)
        str(position)


def played_out(position: Position, chance: Random) -> Position:
    """The end of a game of random moves, unless it is very long."""
    for _ in range(PLIES_TRIED):
        if position.outcome is not None:
            break
        position = position.play(chance.choice(position.moves()))
        _ = position.settled
    return position


def read_position(wanted: Wanted) -> Reading:
    """The view after the moves; with the text of the start, and who made each move.

    With `stops` it is the view before the first move that cannot be played, and `trouble` says why.
    """
    position = start = start_of(wanted)
    language, trouble = wanted.get("language"), ""
    for ply, move in enumerate(wanted["moves"], 1):
        try:
            position = position.play(move)
        except MoveError as error:
            if not wanted.get("stops"):
                raise
            reason = sentence(str(in_language(error.text, language)))
            trouble = str(in_language(t(LINK_STOPS, ply=ply, move=move, reason=reason), language))
            break
    view = in_language(view_of(position), language)
    found = {"view": view, "start": str(start), "movers": movers_to(position), "trouble": trouble}
    moves = [after.last_move for after in position.line() if after.last_move is not None]
    return Reading({**found, **beside_line(start, moves[::-1])})


def read_rules(wanted: Wanted) -> Reading:
    """Nothing; but the rules have been compiled."""
    load_rules(wanted["game"])
    return Reading({})


def read_picture(wanted: Wanted) -> Reading:
    """A picture of the position after the moves; `outcome` is an ending that the board does not show."""
    view = read_position(wanted).found["view"]
    if wanted.get("outcome"):
        view = {**view, "outcome": wanted["outcome"], "mover": None}
    return Reading({"svg": board_svg(view)})


def read_card(wanted: Wanted) -> Reading:
    """The same on a card, as PNG."""
    return Reading({}, (share_card(read_position(wanted).found["view"]),))


def read_line(wanted: Wanted) -> Reading:
    """The views of the start and after each move, as JSON; `zipped` if the client accepts that."""
    language = wanted.get("language") or ENGLISH
    position, marking = start_of(wanted), Marking()
    scene = position.scene()
    views = [written_view(position, language, scene=scene)]
    for text in wanted["moves"]:
        before, position = position, position.play(text)
        old, scene = scene, position.scene()
        views.append(written_view(position, language, scene=scene, before=old, marking=marking))
        before.drop_caches()
    return _zipped(orjson.dumps(views), wanted["zipped"])


def read_records(wanted: Wanted) -> Reading:
    """Records as JSON; with `keep`, also the ids and the rows of the games that they become."""
    if wanted["most"] == 1:
        records = [read_record(wanted["text"], RECORD_LIMITS)]
    else:
        records = list(itertools.islice(iterate_records(io.StringIO(wanted["text"]), RECORD_LIMITS), wanted["most"]))
    answer: dict[str, Any] = {"records": [record.to_json() for record in records]}
    rows: list[NewRows] = []
    if wanted["keep"]:
        rows = [new_rows(game_of(record, wanted["owner"])) for record in records]
        answer["games"] = [new.game["id"] for new in rows]
    body = _zipped(orjson.dumps(answer), wanted["zipped"])
    return Reading({**body.found, "games": answer.get("games", [])}, (*body.parts, orjson.dumps(rows)))


def game_of(record: Record, owner: str) -> StoredGame:
    """The game that a record becomes, for viewing."""
    match = record.to_match()
    seats = [Seat("human", player.name[:60], generation=1) for player in match.players]
    return StoredGame(id=new_id(), match=match, kind="record", owner=owner, seats=seats)


def _zipped(body: bytes, zipped: bool) -> Reading:
    """JSON to pass on, compressed if that is accepted and worthwhile."""
    if zipped and len(body) >= SMALLEST_ZIPPED:
        return Reading({"zipped": True}, (gzip.compress(body, 5),))
    return Reading({"zipped": False}, (body,))


DRAWINGS = ("picture", "card")
READINGS: dict[str, Callable[[Wanted], Reading]] = {
    "rules": read_rules,
    "position": read_position,
    "picture": read_picture,
    "card": read_card,
    "line": read_line,
    "records": read_records,
}
