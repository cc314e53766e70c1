"""The HTTP API, described by /api/v1/openapi.json: for programs that play, analyse and collect."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ludoteca.languages import in_language, t
from ludoteca.play import Match
from ludoteca.play.position_json import outcome_json
from ludoteca.play.records import Record
from ludoteca.play.rule_pages import rule_page
from ludoteca.web.catalogue import game_entry, library
from ludoteca.web.engine.reading_tasks import MOST_RECORDS, Reading, drawing_request
from ludoteca.web.http.analysis_request import AnalysisRequest, PositionRequest, ask_engine
from ludoteca.web.http.new_game_form import playable_map
from ludoteca.web.http.pages import (
    NO_SUCH_PLY,
    NotFound,
    chosen_position,
    known_game,
    read,
    room_of,
    room_view,
    svg,
    while_connected,
)
from ludoteca.web.http.sockets import guest_name
from ludoteca.web.http.visitors import bearer_of, language_of, must_play, registry_of, remember, spend, visitor_of
from ludoteca.web.live.room import Room
from ludoteca.web.storage import ratings, repository
from ludoteca.web.table.changes import check_move, sit_down
from ludoteca.web.table.new_game import Name, NewGame
from ludoteca.web.table.stored_game import Refused, seats_of
from ludoteca.web.table.words import NAMELESS

LONGEST_WAIT_MS = 10_000

api = APIRouter(prefix="/api/v1")
GameId = Annotated[str, Path(pattern="^[a-z2-9]{10}$")]
GameName = Annotated[str, Path(max_length=60)]
Answer = dict[str, Any]


class ErrorAnswer(BaseModel):
    """The reason for an error, in one sentence."""

    error: str
    kind: str


class MoveRequest(BaseModel):
    """A move, and the ply it answers."""

    model_config = ConfigDict(extra="forbid")
    ply: Annotated[int, Field(ge=0, le=100_000)]
    text: Annotated[str, StringConstraints(max_length=200)]


class MapRequest(BaseModel):
    """A board with a map on it, as position text has it."""

    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, StringConstraints(max_length=60)]
    board: Annotated[str, StringConstraints(max_length=400)]


class NameRequest(BaseModel):
    """Your display name."""

    model_config = ConfigDict(extra="forbid")
    name: Name


class RecordRequest(BaseModel):
    """Records as text, one or several."""

    model_config = ConfigDict(extra="forbid")
    text: Annotated[str, StringConstraints(max_length=400_000)]
    keep: bool = False  # whether each becomes a game with a link


REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": ErrorAnswer} for code in (400, 403, 404, 408, 409, 413, 421, 422, 429, 503)
}


@api.get("/library", responses=REFUSALS)
async def get_library(request: Request) -> list[Answer]:
    """All games with their options and bots."""
    spend(request, "api")
    return library()


@api.get("/library/{game}", responses=REFUSALS)
async def get_library_entry(request: Request, game: GameName) -> Answer:
    """One game, with its rules as Markdown."""
    spend(request, "api")
    name = known_game(game)
    return {**game_entry(name), "rules": rule_page(name).text}


@api.post("/maps", responses=REFUSALS)
async def post_map(request: Request, wanted: MapRequest) -> Answer:
    """Check a map of your own: the map to play on, or why the rules do not allow it."""
    spend(request, "api")
    return {"map": playable_map(known_game(wanted.game), wanted.board)}


@api.post("/positions", responses=REFUSALS)
async def post_position(request: Request, wanted: PositionRequest) -> Answer:
    """Describe a position: its view, with every legal move."""
    spend(request, "api", 1 + len(wanted.moves) / 50)
    view: Answer = (await read(request, "position", wanted.wanted())).found["view"]
    return view


@api.post("/lines", responses=REFUSALS, response_model=list[Answer])
async def post_line(request: Request, wanted: PositionRequest) -> Response:
    """Describe each position of a line: the start, and the one after each move."""
    spend(request, "api", 1 + len(wanted.moves) / 10)

    return read_json(await read(request, "line", {**wanted.wanted(), "zipped": takes_gzip(request)}))


@api.get("/positions/board.svg", responses=REFUSALS)
async def get_position_picture(
    request: Request, game: Annotated[str, Query(max_length=60)], position: Annotated[str, Query(max_length=4000)] = ""
) -> Response:
    """A picture of a position; options as set.NAME=VALUE."""
    spend(request, "api")
    assert position is not None
    return svg((await read(request, "picture", chosen_position(request, known_game(game)))).found["svg"])


@api.get("/positions/card.png", responses=REFUSALS)
async def get_position_card(
    request: Request, game: Annotated[str, Query(max_length=60)], position: Annotated[str, Query(max_length=4000)] = ""
) -> Response:
    """A position on a card of 1200 by 630 pixels, for previews of links; options as set.NAME=VALUE."""
    spend(request, "api", 2)
    assert position is not None
    return png((await read(request, "card", chosen_position(request, known_game(game)))).parts[0])


def png(picture: bytes) -> Response:
    """A picture that may be cached for a minute."""
    return Response(picture, media_type="image/png", headers={"cache-control": "private, max-age=60"})


@api.post("/analysis", responses=REFUSALS)
async def post_analysis(request: Request, wanted: AnalysisRequest) -> Answer:
    """Think about a position and report; /ws/analysis reports on the way too."""
    spend(request, "analysis", 2)
    wanted = wanted.model_copy(update={"ms": min(wanted.ms, LONGEST_WAIT_MS)})
    return await while_connected(
        request, ask_engine(registry_of(request), wanted, visitor_of(request).key, language_of(request))
    )


@api.post("/records", responses=REFUSALS, response_model=Answer)
async def post_records(request: Request, wanted: RecordRequest) -> Response:
    """Check records and turn them into JSON; with `keep`, into games with links."""
    spend(request, "record")
    asked = {"text": wanted.text, "keep": wanted.keep, "owner": visitor_of(request).guest, "most": MOST_RECORDS}
    found = await read(request, "records", {**asked, "zipped": takes_gzip(request)})
    if wanted.keep:
        await registry_of(request).keep(found.parts[1])
    return read_json(found)


def takes_gzip(request: Request) -> bool:
    """Whether a long response may be compressed where it is made."""
    return "gzip" in request.headers.get("accept-encoding", "")


def read_json(found: Reading) -> Response:
    """The JSON result of a reading."""
    headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"} if found.found["zipped"] else {}
    return Response(found.parts[0], media_type="application/json", headers=headers)


@api.get("/me", responses=REFUSALS)
async def get_me(request: Request) -> Answer:
    """Your name and your games."""
    spend(request, "api")
    visitor = visitor_of(request)
    if visitor.is_new:
        return {"name": NAMELESS, "games": []}
    registry, account = registry_of(request), visitor.account
    games = await registry.listed(visitor.guest)
    if account is not None:
        rated = await registry.storage.read(lambda session: ratings.ratings_of(session, account.id))
        known = {"name": account.name, "role": account.role}
        return {"name": account.name, "games": games, "account": known, "ratings": rated}
    return {"name": await guest_name(registry, visitor.guest), "games": games}


@api.post("/me", responses=REFUSALS)
async def post_me(request: Request, wanted: NameRequest) -> Response:
    """Set your name."""
    spend(request, "api", 5)
    visitor = visitor_of(request)
    if visitor.account is not None:
        raise Refused(t("You play under the name of your account. A host of this server can change it."))
    name = await registry_of(request).storage.write(
        lambda session: repository.greet_guest(session, visitor.guest, wanted.name or None)
    )
    response = JSONResponse({"name": name})
    remember(request, response, visitor)
    return response


@api.get("/games", responses=REFUSALS)
async def get_games(
    request: Request, state: Literal["", "going", "over"] = "", limit: Annotated[int, Query(ge=1, le=60)] = 30
) -> list[Answer]:
    """Games to watch, unfinished ones first."""
    spend(request, "api")
    return await registry_of(request).listed(state=state, limit=limit)


@api.post("/games", status_code=201, responses=REFUSALS)
async def post_game(request: Request, wanted: NewGame) -> Response:
    """Begin a game.  The answer has the tokens of your seats, and of the free one for whoever you invite."""
    spend(request, "begin")
    registry, visitor = registry_of(request), must_play(request)
    stored = await registry.begin(wanted, visitor.guest)
    tokens = [
        None if seat.kind == "bot" else registry.tokens.seat_token(stored.id, number, seat.generation)
        for number, seat in enumerate(stored.seats)
    ]
    mine = sorted(seat for seat, guest in stored.holders if guest == visitor.guest)
    response = JSONResponse({"id": stored.id, "url": f"/game/{stored.id}", "you": mine, "tokens": tokens}, 201)
    remember(request, response, visitor)
    return response


async def come_to(request: Request, room: Room, move: MoveRequest | None = None) -> str:
    """Whom a request acts for: by cookie, or by a seat's token in the Authorization header, which takes the seat.

    A move that the game would refuse takes no seat.
    """
    registry, guest = registry_of(request), visitor_of(request).guest
    if request.headers.get("authorization"):
        must_play(request)
        token, is_token = bearer_of(request) or "", registry.tokens.is_seat_token
        name = await guest_name(registry, guest)
        seated = sit_down(room.stored, is_token, guest, token, name)
        trial = None if seated is None else seated.after
        if move is not None and trial is not None and check_move(trial, guest, move.ply, move.text):
            trial.match.position.play(move.text)  # or the reason why not
        if not await room.claim_seat(is_token, guest, token, name):
            raise Refused(t("This token does not match any seat in this game."))
    room.note_visit(guest)
    if not room.broadcast.listeners and seats_of(room.stored, guest):
        room.wake()  # a bot that begins has nobody else to wait for
    return guest


@api.get("/games/{game}", responses=REFUSALS)
async def get_game(request: Request, game: GameId) -> Answer:
    """A game as it stands: the snapshot that a socket would begin with.  With a seat's token you sit down there."""
    spend(request, "api")
    room = await room_of(request, game)
    snapshot: Answer = json.loads(room.snapshot(await come_to(request, room), language_of(request)))
    return snapshot


@api.get("/games/{game}/ratings", responses=REFUSALS)
async def get_rating_changes(request: Request, game: GameId) -> list[Answer]:
    """What a finished rated game changed, by seat; empty if it did not count."""
    spend(request, "api")
    return await registry_of(request).storage.read(lambda session: ratings.changes_in(session, game))


@api.get("/games/{game}/view/{ply}", responses=REFUSALS)
async def get_view(request: Request, game: GameId, ply: Annotated[int, Path(ge=0, le=100_000)]) -> Answer:
    """The view of one ply."""
    spend(request, "api", 0.2)
    room = await room_of(request, game)
    if ply > len(room.match.plies):
        raise NotFound(t(NO_SUCH_PLY, count=len(room.match.plies)))
    return room_view(room, ply, language_of(request))


@api.get("/games/{game}/board.svg", responses=REFUSALS)
async def get_picture(
    request: Request, game: GameId, ply: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> Response:
    """A picture of a game, now or at a ply."""
    spend(request, "api")
    match = (await room_of(request, game)).match
    is_newest = ply is None or ply >= len(match.plies)
    outcome = in_language(outcome_json(match.outcome), language_of(request)) if is_newest else None
    return svg((await read(request, "picture", {**drawing_of(match, ply), "outcome": outcome})).found["svg"])


@api.get("/games/{game}/card.png", responses=REFUSALS)
async def get_card(
    request: Request, game: GameId, ply: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> Response:
    """A game, now or at a ply, on a card of 1200 by 630 pixels: for previews of links."""
    spend(request, "api", 2)
    return png((await read(request, "card", drawing_of((await room_of(request, game)).match, ply))).parts[0])


def drawing_of(match: Match, ply: int | None) -> dict[str, Any]:
    """A ply of a game, or the newest one, for a reader to draw."""
    positions = match.positions
    return drawing_request(positions[-1 if ply is None else min(ply, len(positions) - 1)])


@api.get("/games/{game}/record", responses=REFUSALS)
async def get_record(request: Request, game: GameId, format: Literal["text", "json"] = "text") -> Response:  # noqa: A002
    """The record of a game, as text or JSON."""
    spend(request, "api")
    room = await room_of(request, game)
    record = Record.from_match(room.match)
    if format == "json":
        return JSONResponse(record.to_json())
    headers = {"content-disposition": f'attachment; filename="{room.match.variant.name}-{room.id}.txt"'}
    return PlainTextResponse(record.to_text(), headers=headers)


@api.get("/games/{game}/moves", responses=REFUSALS)
async def get_moves(request: Request, game: GameId) -> Answer:
    """What was played, and what can be."""
    spend(request, "api", 0.5)
    room = await room_of(request, game)
    await come_to(request, room)
    match = room.match
    legal = [] if match.outcome is not None else match.position.whole_moves()
    told = {"played": [str(ply.move) for ply in match.plies], "legal": [move.text for move in legal]}
    if match.variant.game.spell is not None:
        told["written_played"] = match.written[: len(match.plies)]
        told["written_legal"] = [match.position.written(move) for move in legal]
    return {**told, "ply": len(match.plies)}


@api.post("/games/{game}/moves", responses=REFUSALS)
async def post_move(request: Request, game: GameId, wanted: MoveRequest) -> Answer:
    """Play a move: by cookie, or with `Authorization: Bearer TOKEN`.  Sending it twice does no harm."""
    spend(request, "api")
    room = await room_of(request, game)
    guest = await come_to(request, room, wanted)
    await asyncio.shield(asyncio.create_task(room.play(guest, wanted.ply, wanted.text)))
    snapshot: Answer = json.loads(room.snapshot(guest, language_of(request)))
    return snapshot
