"""Profiles, histories and rankings: what everyone may see of those with accounts."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from ludoteca.languages import t
from ludoteca.web.catalogue import library
from ludoteca.web.http.pages import NotFound, fields_of, known_game, page, spend_page
from ludoteca.web.http.visitors import registry_of, visitor_of
from ludoteca.web.people.account import Account
from ludoteca.web.storage import accounts, profiles, ratings
from ludoteca.web.storage.profiles import PAGE, Wanted
from ludoteca.web.table.rated import SPEED_WORDS, SPEEDS, SWAP, has_swap, rating_of_level, with_swap

WIDTH, HEIGHT = 320, 80  # of a graph

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
    before = fields.get("before", "")
    wanted = Wanted(
        game=fields.get("game", ""),
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
        older = f"?{urlencode({**fields, 'before': shown[-1]['changed']})}"
    return page(request, "history.html", person=person, found=shown, older=older, fields=fields)


def milliseconds(day: str, days: int = 0) -> int | None:
    """When a day begins, or some days later; None if it is not a date."""
    try:
        start = date.fromisoformat(day) + timedelta(days=days)
    except (ValueError, OverflowError):
        return None
    return int(datetime(start.year, start.month, start.day, tzinfo=UTC).timestamp() * 1000)


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
        return {"ranked": ranked, "advantages": advantages}

    found = await registry_of(request).storage.read(read)
    levels = [(number, rating_of_level(name, f"level{number}")) for number in range(10, 0, -1)]
    known = [(number, round(level.rating)) for number, level in levels if level is not None]
    return page(request, "rankings.html", game=name, levels=known, speeds=SPEED_WORDS, **found)
