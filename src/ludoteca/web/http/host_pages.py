"""The host's page: accounts, what can be done with them, and what hosts have done."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.languages.texts import sentence
from ludoteca.web.http.account_pages import write
from ludoteca.web.http.pages import NotFound, form_of, origin_of, page, spend_page
from ludoteca.web.http.visitors import registry_of, visitor_of
from ludoteca.web.people.account import BOT, HOST, PLAYER, Account, BadName, checked_name
from ludoteca.web.storage import accounts as stored
from ludoteca.web.storage import acquaintances
from ludoteca.web.storage.schema import AccountRow
from ludoteca.web.table.chat import chat_view
from ludoteca.web.table.stored_game import Refused
from ludoteca.web.tokens import GAME_ID

Done = tuple[list[str], str]  # the games that are to be read again, and a detail for the log
Action = Callable[[Session, AccountRow, str], Done]

host_pages = APIRouter(include_in_schema=False, dependencies=[Depends(spend_page)])


def must_be_host(request: Request) -> Account:
    """The host who asks; Refused for anyone else."""
    account = visitor_of(request).account
    if account is None or not account.is_host:
        raise Refused(t("Only a host of this server can see this."))
    return account


@host_pages.get("/host")
async def host_page(request: Request) -> Response:
    """Accounts, and the log."""
    return await show(request, request.query_params.get("search", "")[:100])


async def show(request: Request, text: str = "", status: int = 200, **context: str) -> Response:
    """The page."""
    must_be_host(request)
    read = registry_of(request).storage.read
    found = await read(lambda session: stored.search(session, text))
    log, game = await read(stored.host_actions), game_in(request.query_params.get("chat", ""))
    lines = [chat_view(line) for line in await read(lambda session: acquaintances.lines_since(session, game))]
    return page(request, "host.html", status, found=found, log=log, text=text, game=game, lines=lines, **context)


def game_in(text: str) -> str:
    """The id of a game in its link, or alone."""
    found = GAME_ID.search(text.strip().partition("/game/")[2] or text.strip())
    return found[0] if found else ""


@host_pages.post("/host/chat/{number}")
async def remove_line(request: Request, number: int) -> Response:
    """Remove a line of chat: pages that show it say instead that it was removed."""
    host = must_be_host(request)

    def work(session: Session) -> str | None:
        game = acquaintances.remove_line(session, number)
        if game is not None:
            stored.note_action(session, host.name, "chat", game)
        return game

    game = await write(request, work)
    if game is None:
        raise NotFound(t("There is no such message."))
    registry_of(request).telling.tell("chat", f"{game} {number}")
    return RedirectResponse(f"/host?chat={game}", status_code=303)


def rename(session: Session, row: AccountRow, text: str) -> Done:
    """Rename an account, including in its finished games."""
    name = checked_name(text)
    return stored.rename_account(session, row, name), name


def suspend(_session: Session, row: AccountRow, _: str) -> Done:
    """Suspend an account: it can finish its games, but start or join none."""
    if row.role == HOST:
        raise BadName(t("A host cannot be suspended."))
    row.suspended = True
    return [], ""


def restore(_session: Session, row: AccountRow, _: str) -> Done:
    """End a suspension."""
    row.suspended = False
    return [], ""


def merge(session: Session, row: AccountRow, text: str) -> Done:
    """Merge an account into another."""
    into = stored.must_find(session, text)
    if row.role == HOST:
        raise BadName(t("A host's account cannot be merged into another."))
    return stored.merge(session, row, into), into.name


def mark_bot(_session: Session, row: AccountRow, _: str) -> Done:
    """Mark an account as a bot, or as a person again."""
    if row.role == HOST:
        raise BadName(t("A host cannot be a bot."))
    row.role = PLAYER if row.role == BOT else BOT
    return [], row.role


ACTIONS: dict[str, Action] = {"rename": rename, "suspend": suspend, "restore": restore, "merge": merge, "bot": mark_bot}


@host_pages.post("/host/{action}")
async def act(request: Request, action: str) -> Response:
    """Do something with an account, and log it."""
    host, fields = must_be_host(request), await form_of(request)
    about, text = fields.get("about", ""), fields.get("text", "")[:100]
    try:
        if action == "link":
            return await show_link(request, host, about)
        if action not in ACTIONS:
            raise BadName(t("There is nothing at this address."))

        def work(session: Session) -> tuple[list[str], str]:
            row = stored.must_find(session, about)
            player, name = row.id, row.name
            games, detail = ACTIONS[action](session, row, text)
            stored.note_action(session, host.name, action, name, detail)
            return games, player

        games, player = await write(request, work)
    except LudotecaError as error:
        return await show(request, about, 400, trouble=sentence(str(error)))
    registry = registry_of(request)
    await registry.reread(games)
    registry.hang_up(player)  # boards that are open learn who their player is now
    registry.telling.tell("lobby", player)  # which shows no challenge of a suspended account
    return RedirectResponse("/host", status_code=303)


async def show_link(request: Request, host: Account, about: str) -> Response:
    """A link for someone who is locked out: shown once, to the host."""

    def work(session: Session) -> str:
        row = stored.must_find(session, about)
        if row.role == HOST and row.id != host.id:
            raise BadName(t("Another host's link can only be printed on the server: ludoteca host NAME --link."))
        stored.note_action(session, host.name, "link", row.name)
        return stored.add_link(session, row.id)

    secret = await write(request, work)
    return await show(request, about, link=f"{origin_of(request)}/sign-in/link/{secret}")
