"""The pages: HTML from templates, with everything a script needs as JSON in the page."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Coroutine
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

import zxingcpp
from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.templating import Jinja2Templates

from ludoteca.errors import LudotecaError, UnknownName
from ludoteca.games import find_game
from ludoteca.languages import in_language, t, translatable
from ludoteca.languages.choice import ENGLISH
from ludoteca.languages.texts import sentence
from ludoteca.play import load_game
from ludoteca.play.lessons import NoLesson
from ludoteca.play.match.clock import control_words
from ludoteca.play.position_interface import beside_line
from ludoteca.puzzles.puzzle import NoPuzzles, puzzles_json
from ludoteca.web.catalogue import (
    editor_layout,
    exercise_counts,
    game_entry,
    lesson_data,
    library,
    rules_html,
    shelf_filters,
    showcase_svg,
    source_html,
)
from ludoteca.web.engine.preparation import LONGEST_BLANK_S
from ludoteca.web.engine.reading_tasks import Reading
from ludoteca.web.http.analysis_request import MOST_MOVES, first_reason
from ludoteca.web.http.api_docs import api_calls
from ludoteca.web.http.game_list_words import challenge_words, rules_words, series_words
from ludoteca.web.http.new_game_form import Form, checked_form, chosen_options, form_challenge, form_game
from ludoteca.web.http.page_addresses import ServerAddresses, pages_to_find, sitemap_of
from ludoteca.web.http.page_templates import page_templates, written_in
from ludoteca.web.http.script_catalogues import catalogue_address
from ludoteca.web.http.sockets import guest_name
from ludoteca.web.http.static_files import modules_of
from ludoteca.web.http.visitors import (
    LANGUAGE_COOKIE,
    Visitor,
    is_language,
    language_of,
    must_play,
    registry_of,
    remember,
    remember_seat,
    set_cookie,
    spend,
    visitor_of,
)
from ludoteca.web.live.room import Room
from ludoteca.web.storage import acquaintances
from ludoteca.web.storage.game_lists import next_turn
from ludoteca.web.storage.ratings import advantage_in
from ludoteca.web.table.challenges import rated_in
from ludoteca.web.table.changes import is_invitation
from ludoteca.web.table.chat import PHRASES
from ludoteca.web.table.rated import has_swap, is_lopsided
from ludoteca.web.table.status import side_of
from ludoteca.web.table.stored_game import seats_of
from ludoteca.web.table.words import NAMELESS, NO_SUCH_GAME, seat_name
from ludoteca.web.view import View, movers_to, view_of

LOBBY = "/#lobby"
IS_OWN_PAGE = re.compile(r"/(?![/\\])[^\x00-\x20\\]*$")  # not on another host
MOST_FIELDS, LONGEST_FIELD = 60, 4000  # of a link or a form
MOST_RECORDS = 5  # on the page of a game
GONE = 499  # as other servers log it; nobody reads the response

NO_SUCH_PLY = translatable("This game has {count} {count:move|moves} so far.")


async def spend_page(request: Request) -> None:
    """Every page counts towards its visitor's limit; what a form does says itself what it costs."""
    if request.method == "GET":
        spend(request, "page")


pages = APIRouter(include_in_schema=False, dependencies=[Depends(spend_page)])
templates = Jinja2Templates(env=page_templates())
T = TypeVar("T")


class NotFound(LudotecaError):
    """There is no such page or game."""


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page; a new guest gets a cookie with it.  `data` is the initial data of its script."""
    visitor: Visitor = request.state.visitor if hasattr(request.state, "visitor") else visitor_of(request)
    language = language_of(request)
    with written_in(language):
        response = templates.TemplateResponse(
            request,
            template,
            {
                "to": ServerAddresses(),
                "language": language,
                "catalogue": catalogue_address(language),
                "games": library(),
                "data": {},
                "account": visitor.account,
                "origin": origin_of(request),
                "canonical": f"{origin_of(request)}{request.url.path}" if status == 200 else None,
                "address": address_of(request),
                "modules": modules_of(request).folder,
                **context,
            },
            status_code=status,
        )
    response.headers["cache-control"] = "no-store"
    remember(request, response, visitor)
    return response


def preparing_page(request: Request, entry: dict[str, Any] | None = None) -> Response:
    """A page that says that a game is being prepared, and opens by itself when it is."""
    response = page(request, "preparing.html", 503, game=entry)
    response.headers["retry-after"] = "1"
    return response


def origin_of(request: Request) -> str:
    """This server's address as others see it: pictures in link previews need it in full."""
    return registry_of(request).settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


def address_of(request: Request) -> str:
    """The address of a page, for coming back to it; a submitted form has no address of its own."""
    query = f"?{request.url.query}" if request.url.query else ""
    return f"{request.url.path}{query}" if request.method == "GET" else "/"


def showcase_card(entry: dict[str, Any]) -> str:
    """The address of the picture that other sites show with a link to a game."""
    shown = entry["showcase"]
    wanted = {"game": entry["name"], "position": shown.get("position", ""), "moves": ",".join(shown.get("moves", []))}
    return f"/api/v1/positions/card.png?{urlencode({name: value for name, value in wanted.items() if value})}"


def known_game(name: str) -> str:
    """The name of an existing game."""
    try:
        return find_game(name).name
    except UnknownName as error:
        raise NotFound(str(error)) from error


def fields_of(request: Request) -> dict[str, str]:
    """The fields in a link."""
    return {name: value[:LONGEST_FIELD] for name, value in list(request.query_params.items())[:MOST_FIELDS]}


def chosen_position(request: Request, game: str) -> dict[str, Any]:
    """The position in a link, for a reader: position=…, options, moves=a1,b2."""
    moves = [move for move in request.query_params.get("moves", "")[:LONGEST_FIELD].split(",") if move][:MOST_MOVES]
    return {
        "game": game,
        "options": chosen_options(fields_of(request)),
        "position": request.query_params.get("position", ""),
        "moves": [move.replace("_", " ") for move in moves],
        "seed": 0,
    }


async def read(request: Request, kind: str, wanted: dict[str, Any]) -> Reading:
    """The result of a reading, as long as the visitor is connected."""
    asked = {**wanted, "language": language_of(request)}
    if "game" in wanted:
        await registry_of(request).preparation.ready(wanted["game"])
    return await while_connected(request, registry_of(request).readers.read(kind, asked, visitor_of(request).key))


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work; it is cancelled if the client disconnects.  The body must have been read."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(GONE, "The request was given up.")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@pages.get("/")
async def home(request: Request) -> Response:
    """The games as pictures; games to watch; your own."""
    registry, visitor = registry_of(request), visitor_of(request)
    mine = [] if visitor.is_new else await registry.listed(visitor.guest, "unfinished")
    watch = await registry.listed(state="going", limit=8)
    shown = next((entry for entry in library() if entry["showcase"]), None)
    card = shown and showcase_card(shown)
    shelf = shelf_filters(library())
    lobby = await open_challenges(request)
    lists: dict[str, Any] = {"challenges": lobby, "mine": mine, "watch": watch, "filters": shelf}
    return page(request, "home.html", card=card, **lists)


async def open_challenges(request: Request) -> list[dict[str, Any]]:
    """The challenges that a visitor sees, in words."""
    guest = visitor_of(request).guest
    entries = {entry["name"]: entry for entry in library()}
    lobby = registry_of(request).lobby
    found = [each for each in await lobby.open_to(guest) if each.wanted.game in entries]
    own = await lobby.ratings_of(guest, [each.wanted for each in found if each.has_range])
    return [
        challenge_words(each, entries[each.wanted.game], guest, own.get((guest, *rated_in(each.wanted))))
        for each in found
    ]


@pages.get("/lobby")
async def lobby(request: Request) -> Response:
    """The open challenges as a piece of the home page, which fetches it when something has changed."""
    return page(request, "lobby.html", challenges=await open_challenges(request))


@pages.post("/challenges/{challenge}/accept")
async def accept_challenge(request: Request, challenge: str) -> Response:
    """Accept a challenge: the game begins."""
    spend(request, "begin")
    visitor = must_play(request)
    game = await registry_of(request).lobby.accept(challenge, visitor.guest)
    response = RedirectResponse(f"/game/{game}", status_code=303)
    remember(request, response, visitor)
    return response


@pages.post("/challenges/{challenge}/withdraw")
async def withdraw_challenge(request: Request, challenge: str) -> Response:
    """End a challenge of one's own."""
    spend(request, "begin")
    await registry_of(request).lobby.withdraw(challenge, visitor_of(request).guest)
    return RedirectResponse(LOBBY, status_code=303)


@pages.get("/pictures/{game}.svg")
async def shelf_picture(request: Request, game: str) -> Response:
    """A game on the shelf: most have a stored picture, which needs no compiled rules."""
    spend(request, "page", 0.1)
    entry = game_entry(known_game(game))
    if picture := showcase_svg(entry["name"]):
        return svg(picture)
    wanted = {"game": entry["name"], "options": {}, "position": "", "moves": [], "seed": 0, **entry["showcase"]}
    return svg((await read(request, "picture", wanted)).found["svg"])


def svg(picture: str) -> Response:
    """A picture that may be cached for a minute, and that runs nothing when opened alone."""
    headers = {"cache-control": "private, max-age=60", "content-security-policy": "default-src 'none'; sandbox"}
    return Response(picture, media_type="image/svg+xml", headers=headers)


@pages.get("/new")
async def new_of(request: Request) -> Response:
    """The new-game form of the game in the link, with its other fields filled in."""
    fields = fields_of(request)
    game = known_game(fields.pop("game", ""))
    return RedirectResponse(f"/new/{game}?{urlencode(fields)}", status_code=303)


@pages.get("/new/{game}")
async def new_form(request: Request, game: str) -> Response:
    """The new-game form."""
    entry = game_entry(known_game(game))
    if not await registry_of(request).preparation.is_ready(entry["name"]):
        return preparing_page(request, entry)
    form = checked_form(entry, {**await own_name(request), **fields_of(request)})
    return await form_page(request, entry, form)


async def form_page(
    request: Request, entry: dict[str, Any], form: Form, trouble: str = "", status: int = 200
) -> Response:
    """The new-game form, with what moving first is worth."""
    name = entry["name"]
    advantage = await registry_of(request).storage.read(lambda session: advantage_in(session, name))
    is_paired = is_lopsided(load_game(name), advantage)
    context: dict[str, Any] = {"is_paired": is_paired, "has_swap": has_swap(name), "advantage": advantage}
    context |= {"game": entry, "form": form, "card": showcase_card(entry)}
    return page(request, "new.html", status, trouble="" if form.troubles else trouble, **context)


async def own_name(request: Request) -> dict[str, str]:
    """The form field for the visitor's name, filled in if they have given one."""
    visitor = visitor_of(request)
    name = NAMELESS if visitor.is_new else await guest_name(registry_of(request), visitor.guest)
    return {} if name == NAMELESS else {"name": name}


@pages.post("/new/{game}")
async def new_game(request: Request, game: str) -> Response:
    """Start the game that the form describes."""
    spend(request, "begin")
    entry = game_entry(known_game(game))
    visitor = must_play(request)
    fields = await form_of(request)
    try:
        if fields.get("opponent") == "anyone":
            game_id = await registry_of(request).lobby.post(form_challenge(entry["name"], fields), visitor.guest)
        else:
            game_id = (await registry_of(request).begin(form_game(entry["name"], fields), visitor.guest)).id
    except ValidationError as error:
        return await form_page(request, entry, checked_form(entry, fields), first_reason(error), 400)
    except LudotecaError as error:
        return await form_page(request, entry, checked_form(entry, fields), sentence(str(error)), 400)
    response = RedirectResponse(f"/game/{game_id}" if game_id else LOBBY, status_code=303)
    remember(request, response, visitor)
    return response


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError as error:
        raise LudotecaError(t("The form has too many fields.")) from error


async def room_of(request: Request, game: str) -> Room:
    """The room of an existing game."""
    room = await registry_of(request).room(game)
    if room is None:
        raise NotFound(t(NO_SUCH_GAME))
    return room


@pages.get("/game/{game}")
async def game_page(request: Request, game: str) -> Response:
    """Play or watch.

    A link with a seat's token is remembered in a cookie and removed from the address bar; but an invitation to a free
    seat is shown first, and nobody sits down before they have accepted it.
    """
    visitor = visitor_of(request)
    try:
        async with asyncio.timeout(LONGEST_BLANK_S if registry_of(request).preparation.is_busy else None):
            room = await room_of(request, game)
    except TimeoutError:
        return preparing_page(request)
    token = request.query_params.get("seat")
    if not token:
        return page(request, "game.html", **game_context(request, room, visitor, None))
    if is_invitation(room.stored, registry_of(request).tokens.is_seat_token, visitor.guest, token):
        return page(request, "invitation.html", **invitation_context(room, token))
    return with_seat(request, room.id, token)


def with_seat(request: Request, game: str, token: str) -> Response:
    """Redirect to the game, with the token of a seat in a cookie: the page takes it when it connects."""
    response = RedirectResponse(f"/game/{game}", status_code=303)
    remember(request, response, visitor_of(request))
    remember_seat(request, response, game, token)
    return response


def invitation_context(room: Room, token: str) -> dict[str, Any]:
    """Who is inviting you to which game, before you take the seat."""
    stored = room.stored
    entry = game_entry(room.match.variant.name)
    free = next(number for number, seat in enumerate(stored.seats) if seat.is_free)
    options = dict(room.match.variant.changed_options)
    return {
        "game": entry,
        "room": room.id,
        "token": token,
        "host": seat_name(stored.seats[1 - free]),
        "side": t(entry["players"][free]["name"]),
        "is_first": room.match.position.mover == free,
        "clock": None if room.match.clock is None else control_words(room.match.clock.control),
        "rules": rules_words(entry, options),
        "series": series_words(stored.so_far.games),
        "is_rated": stored.rated,
        "card": f"/api/v1/games/{room.id}/card.png",
    }


@pages.post("/game/{game}/join")
async def accept_invitation(request: Request, game: str) -> Response:
    """Accept an invitation."""
    spend(request, "begin")
    room = await room_of(request, game)
    return with_seat(request, room.id, (await form_of(request)).get("seat", ""))


@pages.get("/game/{game}/invitation.svg")
async def invitation_code(request: Request, game: str) -> Response:
    """The link for a friend as a QR code, for whoever started the game, while the seat is free."""
    room = await room_of(request, game)
    link = invitation_link(request, room, visitor_of(request))
    if link is None:
        raise NotFound(t("There is no open invitation to this game."))
    code = zxingcpp.create_barcode(f"{origin_of(request)}{link}", zxingcpp.BarcodeFormat.QRCode)
    response = svg(code.to_svg(scale=6))
    response.headers["cache-control"] = "no-store"
    return response


def invitation_link(request: Request, room: Room, visitor: Visitor) -> str | None:
    """The link to a free seat, which only whoever started the game is told."""
    free = [number for number, seat in enumerate(room.stored.seats) if seat.is_free]
    if not free or visitor.guest != room.stored.owner:
        return None
    return f"/game/{room.id}?seat={registry_of(request).tokens.seat_token(room.id, free[0], 0)}"


@pages.get("/game/{game}/{ply}")
async def ply_page(request: Request, game: str, ply: int) -> Response:
    """A ply of a game."""
    room = await room_of(request, game)
    if not 0 <= ply <= len(room.match.plies):
        raise NotFound(t(NO_SUCH_PLY, count=len(room.match.plies)))
    return page(request, "game.html", **game_context(request, room, visitor_of(request), ply))


def game_context(request: Request, room: Room, visitor: Visitor, ply: int | None) -> dict[str, Any]:
    """The data of the game page: the snapshot that the socket would send, and links."""
    registry = registry_of(request)
    snapshot = json.loads(room.snapshot(visitor.guest, language_of(request)))
    tokens = {
        number: registry.tokens.seat_token(room.id, number, seat.generation)
        for number, seat in enumerate(room.stored.seats)
        if seat.kind == "human"
    }
    mine = seats_of(room.stored, visitor.guest)
    invite = invitation_link(request, room, visitor)
    links = {
        "watch": f"/game/{room.id}",
        "invite": invite,
        "code": None if invite is None else f"/game/{room.id}/invitation.svg",
        "resume": f"/game/{room.id}?seat={tokens[min(mine)]}" if len(mine) == 1 else None,
        "record": f"/api/v1/games/{room.id}/record",
        "json": f"/api/v1/games/{room.id}/record?format=json",
        "svg": f"/api/v1/games/{room.id}/board.svg",
        "analysis": f"/analysis/game/{room.id}",
    }
    shown = room_view(room, len(room.match.plies) if ply is None else ply, language_of(request))
    return {
        "game": game_entry(room.match.variant.name),
        "names": [seat_name(seat) for seat in room.stored.seats],
        "may_analyse": room.stored.kind != "friend" or room.match.outcome is not None,
        "phrases": [(name, t(words)) for name, words in PHRASES.items()],
        "allows_chat": registry.settings.allows_chat,
        "card": f"/api/v1/games/{room.id}/card.png{'' if ply is None else f'?ply={ply}'}",
        "view": shown,
        "links": links,
        "data": {"snapshot": snapshot, "view": shown, "ply": ply, "links": links},
    }


def names_of(room: Room, language: str) -> list[str]:
    """The names of a game's players in a language."""
    return [str(in_language(seat_name(seat), language)) for seat in room.stored.seats]


def room_view(room: Room, ply: int, language: str) -> View:
    """The view of a ply in a language; the newest shows how the game ended."""
    match = room.match
    view = view_of(match.positions[ply], outcome=match.outcome if ply == len(match.plies) else None)
    return view if language == ENGLISH else dict(in_language(view, language))


@pages.get("/analysis/game/{game}")
async def analysis_of_game(request: Request, game: str) -> Response:
    """The analysis board with a game on it."""
    room = await room_of(request, game)
    if room.match.outcome is None and room.stored.kind == "friend":
        reason = t("A game between people can be analysed when it is over.")
        return page(request, "error.html", 400, code=400, reason=reason, back=f"/game/{room.id}")
    match = room.match
    data = {
        "view": room_view(room, len(match.plies), language_of(request)),
        "game_id": room.id,
        "you": side_of(room.stored, visitor_of(request).guest),
        "names": names_of(room, language_of(request)),
        "start": str(match.start),
        "moves": [str(ply.move) for ply in match.plies],
        **beside_line(match.start, [ply.move for ply in match.plies]),
        "movers": movers_to(match.position),
    }
    return page(request, "analysis.html", game=game_entry(match.variant.name), data=data)


@pages.get("/analysis/{game}")
async def analysis(request: Request, game: str) -> Response:
    """The analysis board."""
    wanted = chosen_position(request, known_game(game))
    if not await registry_of(request).preparation.is_ready(wanted["game"]):
        return preparing_page(request, game_entry(wanted["game"]))
    found = (await read(request, "position", {**wanted, "stops": True})).found
    data = {**found, "game_id": None, "moves": wanted["moves"][: len(found["movers"])]}
    card = f"/api/v1/positions/card.png?{urlencode({'game': wanted['game'], **fields_of(request)})}"
    return page(request, "analysis.html", game=game_entry(wanted["game"]), data=data, card=card)


@pages.get("/editor/{game}")
async def editor(request: Request, game: str) -> Response:
    """Set up any position."""
    wanted = chosen_position(request, known_game(game))
    if not await registry_of(request).preparation.is_ready(wanted["game"]):
        return preparing_page(request, game_entry(wanted["game"]))
    found = (await read(request, "position", wanted)).found
    data = {"view": found["view"], "layout": editor_layout(find_game(wanted["game"]))}
    return page(request, "editor.html", game=game_entry(wanted["game"]), data=data)


@pages.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """The page of a game: what it is, how to play, and its file."""
    entry = game_entry(known_game(game))
    counts = await asyncio.to_thread(exercise_counts, [entry], "puzzles")
    rules = Markup(rules_html(entry["name"], language_of(request)))
    source = Markup(source_html(entry["name"]))
    over = await registry_of(request).listed(state="over", limit=MOST_RECORDS, game=entry["name"])
    advantage = await registry_of(request).storage.read(lambda session: advantage_in(session, entry["name"]))
    shown: dict[str, Any] = {"rules": rules, "source": source, "over": over, "advantage": advantage}
    shown["puzzles"] = counts.get(entry["name"])
    return page(request, "rules.html", game=entry, card=showcase_card(entry), **shown)


@pages.get("/sitemap.xml")
async def sitemap(request: Request) -> Response:
    """The pages that people look for, for search engines."""
    origin = origin_of(request)
    found = sitemap_of(origin + ServerAddresses().page(*path) for path in pages_to_find(library()))
    return Response(found, media_type="application/xml")


@pages.get("/robots.txt")
async def robots(request: Request) -> Response:
    """Search engines may read everything; this says where the list of pages is."""
    return Response(f"User-agent: *\nAllow: /\nSitemap: {origin_of(request)}/sitemap.xml\n", media_type="text/plain")


@pages.get("/puzzles")
@pages.get("/lessons")
async def exercises(request: Request) -> Response:
    """The games that have puzzles, or a lesson."""
    kind = request.url.path.strip("/")
    counts = await asyncio.to_thread(exercise_counts, library(), kind)
    return page(request, "exercises.html", kind=kind, counts=counts)


@pages.get("/lessons/{game}")
async def lesson(request: Request, game: str) -> Response:
    """Learn a game on its board, step by step."""
    entry = game_entry(known_game(game))
    try:
        data = await asyncio.to_thread(lesson_data, entry["name"])
    except NoLesson as error:
        raise NotFound(t("{game} has no lesson.", game=entry["title"])) from error
    return page(request, "lesson.html", game=entry, data=data)


@pages.get("/puzzles/{game}")
async def puzzles(request: Request, game: str) -> Response:
    """The puzzles of a game."""
    name = known_game(game)
    try:
        data = {"game": name, **puzzles_json(find_game(name))}
    except NoPuzzles as error:
        raise NotFound(sentence(str(error))) from error
    return page(request, "puzzles.html", game=game_entry(name), data=data)


@pages.get("/games")
async def watch(request: Request) -> Response:
    """Games to watch."""
    registry = registry_of(request)
    going, over = await registry.listed(state="going"), await registry.listed(state="over", limit=20)
    return page(request, "games.html", going=going, over=over)


@pages.get("/next")
async def next_game(request: Request, after: str = "") -> Response:
    """Redirect to the next game in which it is your turn; if there is none, to your games."""
    guest = visitor_of(request).guest
    found = await registry_of(request).storage.read(lambda session: next_turn(session, guest, after))
    return RedirectResponse("/mine" if found is None else f"/game/{found}", status_code=303)


@pages.get("/mine")
async def mine(request: Request) -> Response:
    """Your games, unfinished ones first, and whom you have blocked."""
    registry, guest = registry_of(request), visitor_of(request).guest
    blocked = await registry.storage.read(lambda session: acquaintances.blocked_by(session, guest))
    return page(request, "mine.html", mine=await registry.listed(guest), blocked=blocked)


@pages.post("/unblock")
async def unblock(request: Request) -> Response:
    """Unblock a player."""
    spend(request, "begin")
    number, guest = (await form_of(request)).get("block", ""), visitor_of(request).guest
    if number.isascii() and number.isdigit() and len(number) < 10:
        await registry_of(request).storage.write(lambda session: acquaintances.unblock(session, guest, int(number)))
    return RedirectResponse("/mine", status_code=303)


@pages.get("/import")
async def import_form(request: Request) -> Response:
    """The form for a record."""
    return page(request, "import.html", record="", trouble="")


@pages.post("/import")
async def import_record(request: Request) -> Response:
    """Store a record as a game that can be viewed."""
    spend(request, "record")
    visitor = visitor_of(request)
    text = (await form_of(request)).get("record", "")
    wanted = {"text": text, "keep": True, "owner": visitor.guest, "most": 1, "zipped": False}
    try:
        found = await read(request, "records", wanted)
    except LudotecaError as error:
        return page(request, "import.html", 400, record=text, trouble=sentence(str(error)))
    await registry_of(request).keep(found.parts[1])
    response = RedirectResponse(f"/game/{found.found['games'][0]}", status_code=303)
    remember(request, response, visitor)
    return response


@pages.get("/docs")
async def programs(request: Request) -> Response:
    """The HTTP API for programmers, as openapi.json describes it."""
    return page(request, "docs.html", calls=api_calls(request.app.openapi()))


@pages.post("/language")
async def choose_language(request: Request) -> Response:
    """Change the language from now on, and return to the previous page."""
    spend(request, "page")
    fields = await form_of(request)
    back = fields.get("back", "")
    response = RedirectResponse(back if IS_OWN_PAGE.match(back) else "/", status_code=303)
    if is_language(fields.get("language", "")):
        set_cookie(response, LANGUAGE_COOKIE, fields["language"], registry_of(request))
    return response


def error_page(request: Request, status: int, reason: str) -> Response:
    """What went wrong, and a link home."""
    try:
        return page(request, "error.html", status, code=status, reason=reason)
    except LudotecaError:
        return HTMLResponse("<!doctype html><title>Ludoteca</title><p>Something went wrong.</p>", status)
