"""Profiles, histories and rankings: what everyone may see of those with accounts."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.play import load_game
from ludoteca.web.catalogue import game_entry, library
from ludoteca.web.http.pages import NotFound, fields_of, known_game, page, preparing_page, spend_page
from ludoteca.web.http.visitors import registry_of, visitor_of
from ludoteca.web.people.account import Account
from ludoteca.web.storage import accounts, profiles, ratings
from ludoteca.web.storage.profiles import PAGE, Wanted
from ludoteca.web.table.rated import SPEED_WORDS, SPEEDS, SWAP, has_swap, rating_of_level, with_swap
from ludoteca.web.table.stored_game import OPENING_PLIES, now_ms, opening_of

WIDTH, HEIGHT = 320, 80  # of a graph
LONGEST_OPENING, MOST_WORDS = 400, 4  # in characters; of a move
MOVE_NUMBER = re.compile(r"\d+\.+")

people = APIRouter(include_in_schema=False, dependencies=[Depends(spend_page)])


def graph(changes: list[tuple[int, float]]) -> dict[str, Any] | None:
    """The points of a line through an account's ratings, one step per game; None if there is no line to draw."""
    if len(changes) < 2:
        return None
    heights = [after for _, after in changes]
    low, high = min(heights), max(heights)
    across, up = WIDTH / (len(changes) - 1), HEIGHT / max(high - low, 1.0)
    line = " ".join(f"{x * across:.1f},{HEIGHT - (after - low) * up:.1f}" for x, after in enumerate(heights))
    return {"line": line, "low": round(low), "high": round(high)}


async def person_of(request: Request, name: str) -> Account:
    """The account with a name."""
    row = await registry_of(request).storage.read(lambda session: accounts.named(session, name))
    if row is None:
        raise NotFound(t("There is no account called {name}.", name=name[:40]))
    return accounts.account_of(row)


@people.get("/people/{name}")
async def profile(request: Request, name: str) -> Response:
    """A player: ratings with their graphs, results by game and opponent, what was learned, the last games."""
    person = await person_of(request, name)

    def read(session: Session) -> dict[str, Any]:
        rated = ratings.ratings_of(session, person.id)
        for item in rated:
            item["graph"] = graph(ratings.changes_of(session, person.id, item["game"], item["speed"]))
        return {
            "rated": rated,
            "results": profiles.statistics(session, person.id),
            "last": profiles.history(session, person.id, Wanted(only_listed=not is_own(request, person)))[:6],
            "learned": accounts.learned(session, person.id),
        }

    found = await registry_of(request).storage.read(read)
    words: dict[str, Any] = {"speeds": SPEED_WORDS, "width": WIDTH, "height": HEIGHT}
    return page(request, "person.html", person=person, own=is_own(request, person), **found, **words)


def is_own(request: Request, person: Account) -> bool:
    """Whether someone looks at their own profile, which has their private games, too."""
    account = visitor_of(request).account
    return account is not None and account.id == person.id


@people.get("/people/{name}/games")
async def history(request: Request, name: str) -> Response:
    """The finished games of a player, searched."""
    person, fields = await person_of(request, name), fields_of(request)
    before, game = fields.get("before", ""), fields.get("game", "")
    moves, known = fields.get("opening", "")[:LONGEST_OPENING], [entry["name"] for entry in library()]
    if moves and game in known:
        if not await registry_of(request).preparation.is_ready(game):
            return preparing_page(request, game_entry(game))
        opening = await asyncio.to_thread(read_opening, game, moves)
    else:
        opening = opening_of(words_of(moves))
    wanted = Wanted(
        game=game,
        opening=opening,
        opponent=fields.get("opponent", "").strip()[:40],
        result=fields.get("result", ""),
        since=milliseconds(fields.get("since", "")),
        until=milliseconds(fields.get("until", ""), days=1),
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 17 else None,
        only_listed=not is_own(request, person),
    )
    found = await registry_of(request).storage.read(lambda session: profiles.history(session, person.id, wanted))
    shown, older = found[:PAGE], ""
    if len(found) > PAGE:
        older = f"?{urlencode({**fields, 'before': shown[-1]['ended']})}"
    return page(request, "history.html", person=person, found=shown, older=older, fields=fields)


def words_of(moves: str) -> list[str]:
    """Moves as someone types them, with or without commas and numbers: "1. e4 e5"."""
    return [word for word in moves.replace(",", " ").split() if not MOVE_NUMBER.fullmatch(word)]


def read_opening(game: str, moves: str) -> str:
    """The moves of a game as they are stored: e4 is e2e4.  If they are none of its usual rules, as they are typed."""
    position, words = load_game(game).start(0), words_of(moves)
    found: list[str] = []
    while words and len(found) < OPENING_PLIES:
        for count in range(1, min(MOST_WORDS, len(words)) + 1):
            with suppress(LudotecaError):
                position = position.play(" ".join(words[:count]))
                found.append(str(position.last_move))
                del words[:count]
                break
        else:
            return opening_of([*found, *words])
    return opening_of(found)


def milliseconds(day: str, days: int = 0) -> int | None:
    """When a day begins, or some days later; None if it is not a date."""
    try:
        start = date.fromisoformat(day) + timedelta(days=days)
    except (ValueError, OverflowError):
        return None
    return int(datetime(start.year, start.month, start.day, tzinfo=UTC).timestamp() * 1000)


def last_monday(now: int) -> int:
    """When the week began, in UTC."""
    today = datetime.fromtimestamp(now / 1000, UTC).date()
    return milliseconds(str(today - timedelta(days=today.weekday()))) or 0


@people.get("/rankings")
@people.get("/rankings/{game}")
async def rankings(request: Request, game: str = "") -> Response:
    """The best players of each game, and of one the levels among them."""
    name = known_game(game or next(entry["name"] for entry in library()))

    def read(session: Session) -> dict[str, Any]:
        ranked = {speed: ratings.ranking(session, name, speed) for speed in SPEEDS}
        advantages = {"": ratings.advantage_in(session, name)}
        if has_swap(name):
            advantages[SWAP] = ratings.advantage_in(session, with_swap(name))
        league = ratings.league(session, name, last_monday(now_ms()))
        return {"ranked": ranked, "league": league, "advantages": advantages}

    found = await registry_of(request).storage.read(read)
    levels = [(number, rating_of_level(name, f"level{number}")) for number in range(10, 0, -1)]
    known = [(number, round(level.rating)) for number, level in levels if level is not None]
    return page(request, "rankings.html", game=name, levels=known, speeds=SPEED_WORDS, **found)
