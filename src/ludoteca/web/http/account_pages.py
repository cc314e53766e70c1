"""Signing up, in and out, and the page of one's own account.

A page that is sent changes something only if it comes from our own pages (`middleware.Guards`), and a new sign-in has a
new secret, so no cookie that someone else may know ever becomes one that counts.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.languages.texts import sentence
from ludoteca.web.http.pages import IS_OWN_PAGE, NotFound, form_of, page, spend_page
from ludoteca.web.http.visitors import limits_of, registry_of, set_cookie, spend, visitor_of
from ludoteca.web.people.account import (
    WRONG,
    Account,
    SignIn,
    WrongSecret,
    checked_name,
    checked_password,
    device_of,
    digest_of,
    is_password,
    name_key,
    new_recovery_codes,
    passwords,
)
from ludoteca.web.people.vacation import NoVacation, days_left, running
from ludoteca.web.storage import accounts as stored
from ludoteca.web.storage import vacations
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.tokens import GUEST_COOKIE, SIGN_IN_COOKIE

Result = TypeVar("Result")
HASHING = ThreadPoolExecutor(2, thread_name_prefix="password")  # each takes 64 MB for a moment

accounts = APIRouter(include_in_schema=False, dependencies=[Depends(spend_page)])


class NotSignedIn(LudotecaError):
    """Only someone with an account can do this."""


async def hashing(work: Callable[..., Result], *arguments: Any) -> Result:
    """Make or check a password without keeping anyone waiting."""
    return await asyncio.get_running_loop().run_in_executor(HASHING, work, *arguments)


async def write(request: Request, work: Callable[[Session], Result]) -> Result:
    """Store something."""
    return await registry_of(request).storage.write(work)


def own_sign_in(request: Request) -> SignIn:
    """The sign-in of whoever asks; NotSignedIn for a guest."""
    sign_in = visitor_of(request).sign_in
    if sign_in is None:
        raise NotSignedIn(t("Sign in first."))
    return sign_in


def spend_try(request: Request, name: str) -> None:
    """Count an attempt to sign in: by name, whoever tries and whether or not it exists, and by address."""
    limits_of(request).spend("sign-in", digest_of("name", name_key(name)), visitor_of(request).address)


def next_page(fields: dict[str, str]) -> str:
    """Where someone wanted to go before signing in."""
    back = fields.get("back", "")
    return back if IS_OWN_PAGE.match(back) else "/"


async def signed_in(
    request: Request, response: Response, account: Account, way: str, *, brings_games: bool = True
) -> Response:
    """The response that signs a browser in; a guest's games become the account's."""
    registry, visitor = registry_of(request), visitor_of(request)
    old = None if visitor.is_new or visitor.account or not brings_games else visitor.guest
    device = device_of(request.headers.get("user-agent", ""))
    own = visitor.sign_in
    again = own.id if own is not None and own.account.id == account.id else ""

    def work(session: Session) -> tuple[str, list[str]]:
        games = stored.move_games(session, old, account) if old else []
        return stored.begin_sign_in(session, account.id, way, device, again), games

    secret, games = await registry.storage.write(work)
    await registry.reread(games)
    if old:
        registry.hang_up(old)
    set_cookie(response, SIGN_IN_COOKIE, registry.tokens.sign_in_cookie(secret), registry)
    response.delete_cookie(GUEST_COOKIE)
    return response


def sign_in_again(back: str) -> Response:
    """Redirect someone who signed in too long ago for what they want to do at a page."""
    return RedirectResponse(f"/sign-in?{urlencode({'back': back})}", status_code=303)


def form_page(request: Request, way: str, fields: dict[str, str], trouble: str = "") -> Response:
    """The form to sign in or up."""
    account = visitor_of(request).account
    name = fields.get("name", account.name if account and way == "in" else "")
    context = {"way": way, "name": name, "back": next_page(fields), "trouble": trouble}
    has_mail = registry_of(request).notices.mailer is not None
    return page(request, "sign_in.html", 403 if trouble else 200, has_mail=has_mail, **context)


@accounts.get("/sign-in")
async def sign_in_form(request: Request) -> Response:
    """The form to sign in."""
    return form_page(request, "in", dict(request.query_params))


@accounts.post("/sign-in")
async def sign_in(request: Request) -> Response:
    """Sign in with a name and a password, or with a recovery code in its place."""
    fields = await form_of(request)
    name, secret = fields.get("name", ""), fields.get("password", "")
    spend_try(request, name)

    def read(session: Session) -> tuple[Account | None, str | None]:
        row = stored.named(session, name)
        return (None, None) if row is None else (stored.account_of(row), row.password)

    account, password = await registry_of(request).storage.read(read)
    way = "password" if await hashing(is_password, secret, password) else "code"
    if way == "code":  # asked for accounts that do not exist, too: it takes as long
        used = account.id if account else ""
        is_used = await write(request, lambda session: stored.use_key(session, "code", secret, used))
        account = account if account and is_used == account.id else None
    if account is None:
        return form_page(request, "in", fields, t(WRONG))
    back = "/account#password" if way == "code" else next_page(fields)
    response = RedirectResponse(back, status_code=303)
    return await signed_in(request, response, account, way, brings_games="bring" in fields)


@accounts.get("/sign-up")
async def sign_up_form(request: Request) -> Response:
    """The form for a new account."""
    return form_page(request, "up", dict(request.query_params))


@accounts.post("/sign-up")
async def sign_up(request: Request) -> Response:
    """A new account with a password; a guest's games come along."""
    fields = await form_of(request)
    spend_try(request, fields.get("name", ""))
    try:
        name = checked_name(fields.get("name", ""))
        text = checked_password(fields.get("password", ""), name)
        password = await hashing(passwords.hash, text)
        account = await write(request, lambda session: stored.add_account(session, name, password))
    except LudotecaError as error:
        return form_page(request, "up", fields, sentence(str(error)))
    return await signed_in(request, RedirectResponse(next_page(fields), status_code=303), account, "password")


@accounts.get("/sign-in/link/{secret}")
async def link_form(request: Request, secret: str) -> Response:
    """A link to sign in asks before it does: programs that preview links do not use it up."""
    account = await registry_of(request).storage.read(lambda session: stored.account_of_link(session, secret))
    if account is None:
        raise NotFound(t(stored.USED_UP))
    return page(request, "sign_in.html", way="link", name=account.name, back="/", trouble="")


@accounts.post("/sign-in/link/{secret}")
async def use_link(request: Request, secret: str) -> Response:
    """Sign in by a link, once."""
    spend_try(request, secret)
    account = await write(request, lambda session: stored.use_link(session, secret))
    return await signed_in(request, RedirectResponse("/account", status_code=303), account, "link")


@accounts.post("/sign-out")
async def sign_out(request: Request) -> Response:
    """Sign this browser out."""
    if (own := visitor_of(request).sign_in) is not None:
        await end_sign_ins(request, own, only=own.id)
    return signed_out()


def signed_out() -> Response:
    """Redirect to the home page, as a new guest."""
    response = RedirectResponse("/", status_code=303)
    response.delete_cookie(SIGN_IN_COOKIE)
    return response


async def end_sign_ins(request: Request, own: SignIn, *, only: str = "", but: str = "") -> None:
    """End some sign-ins; open boards reconnect as whoever is signed in then."""
    await write(request, lambda session: stored.end_sign_ins(session, own.account.id, only=only, but=but))
    registry_of(request).hang_up(own.account.id)


# --- one's own account


@accounts.get("/account")
async def own_account(request: Request) -> Response:
    """How someone can sign in, and where they are signed in."""
    return await account_page(request) if visitor_of(request).account else RedirectResponse("/sign-in?back=/account")


async def account_page(request: Request, status: int = 200, **context: Any) -> Response:
    """The page of one's own account."""
    own, registry, now = own_sign_in(request), registry_of(request), now_ms()

    def read(session: Session) -> dict[str, Any]:
        row = stored.named(session, own.account.name)
        return {
            "sign_ins": stored.sign_ins_of(session, own.account.id),
            "passkeys": stored.passkeys_of(session, own.account.id),
            "codes_left": stored.count_codes(session, own.account.id),
            "has_password": row is not None and row.password is not None,
            "vacation": running(taken := vacations.taken(session, own.account.id), now),
            "vacation_left": days_left(taken, now, registry.settings.vacation_days),
        }

    found = await registry.storage.read(read)
    found["needs_password"] = found["has_password"] and own.way == "password"
    found["is_fresh"] = own.is_fresh(now)
    return page(request, "account.html", status, own=own, **found, **context)


@accounts.post("/account/password")
async def change_password(request: Request) -> Response:
    """Set a password, and sign out every other browser.

    Whoever has just signed in with a passkey, a link or a recovery code need not know the old one.
    """
    own, fields = own_sign_in(request), await form_of(request)
    if own.way != "password" and not own.is_fresh(now_ms()):
        return sign_in_again("/account#password")
    try:
        if own.way == "password":
            await must_know_password(request, own, fields.get("old", ""))
        password = await hashing(passwords.hash, checked_password(fields.get("password", ""), own.account.name))
    except LudotecaError as error:
        return await account_page(request, 403, trouble=sentence(str(error)))
    await write(request, lambda session: stored.set_password(session, own.account.id, password))
    await end_sign_ins(request, own, but=own.id)
    said = t(
        "Your password has been changed. All other browsers have been signed out, "
        "and sign-in links created earlier no longer work."
    )
    return await account_page(request, said=said)


async def must_know_password(request: Request, own: SignIn, text: str) -> None:
    """WrongSecret for someone who does not know the account's password, if it has one.

    What is tried in a browser that is signed in counts for that browser alone: strangers cannot use up its tries.
    """
    limits_of(request).spend("password", own.id, visitor_of(request).address)
    password = await registry_of(request).storage.read(lambda session: stored.password_of(session, own.account.id))
    if password is not None and not await hashing(is_password, text, password):
        raise WrongSecret(t("That is not your password."))


@accounts.post("/account/codes")
async def new_codes(request: Request) -> Response:
    """New recovery codes, shown once."""
    own, codes = own_sign_in(request), new_recovery_codes()
    if not own.is_fresh(now_ms()):
        return sign_in_again("/account#codes")
    await write(request, lambda session: stored.replace_codes(session, own.account.id, codes))
    return await account_page(request, codes=codes)


@accounts.post("/account/vacation")
async def begin_vacation(request: Request) -> Response:
    """Go on vacation: the clocks of one's games by correspondence stop."""
    own, registry, days = (
        own_sign_in(request).account.id,
        registry_of(request),
        (await form_of(request)).get("days", ""),
    )
    count = int(days) if re.fullmatch("[0-9]{1,3}", days) else 0
    allowance = registry.settings.vacation_days
    try:
        await write(request, lambda session: vacations.begin(session, own, count, now_ms(), allowance))
    except NoVacation as error:
        return await account_page(request, 409, trouble=sentence(str(error)))
    await registry.apply_vacation(own)
    return RedirectResponse("/account#vacation", status_code=303)


@accounts.post("/account/vacation/end")
async def end_vacation(request: Request) -> Response:
    """Come back: the clocks go on."""
    own = own_sign_in(request).account.id
    await write(request, lambda session: vacations.end(session, own, now_ms()))
    await registry_of(request).apply_vacation(own)
    return RedirectResponse("/account#vacation", status_code=303)


@accounts.post("/account/sign-out")
async def sign_out_elsewhere(request: Request) -> Response:
    """Sign out another browser, or all of them if none is named."""
    own, which = own_sign_in(request), (await form_of(request)).get("which", "")
    await end_sign_ins(request, own, only=which)
    return RedirectResponse("/account", status_code=303) if which not in ("", own.id) else signed_out()


@accounts.get("/account/data.json")
async def export(request: Request) -> Response:
    """Everything that is stored about the account, for download."""
    own = own_sign_in(request)
    found = await registry_of(request).storage.read(lambda session: stored.export(session, own.account.id))
    headers = {"content-disposition": 'attachment; filename="ludoteca-account.json"', "cache-control": "no-store"}
    return Response(stored.export_text(found), media_type="application/json", headers=headers)


class Kept(BaseModel):
    """What a browser has kept, or what has changed of it."""

    model_config = ConfigDict(extra="forbid")
    values: Annotated[dict[str, str], Field(max_length=1000)]
    new: bool = False  # whether this browser has never been told what the account has


@accounts.post("/api/v1/me/kept")
async def travel(request: Request, found: Kept) -> dict[str, dict[str, str]]:
    """Store settings and progress of a browser; the answer is what the account has."""
    spend(request, "api")
    own = own_sign_in(request).account
    return {
        "values": await write(request, lambda session: stored.keep(session, own.id, found.values, is_new=found.new))
    }


@accounts.post("/account/delete")
async def delete(request: Request) -> Response:
    """Delete the account: games in progress are resigned, and all of them stay, under nobody's name."""
    own, fields = own_sign_in(request), await form_of(request)
    if own.way != "password" and not own.is_fresh(now_ms()):
        return sign_in_again("/account#delete")
    try:
        if name_key(fields.get("name", "")) != name_key(own.account.name):
            raise WrongSecret(t("Type your name to delete the account."))
        if own.way == "password":
            await must_know_password(request, own, fields.get("old", ""))
    except LudotecaError as error:
        return await account_page(request, 403, trouble=sentence(str(error)))
    await registry_of(request).delete_account(own.account.id)
    return signed_out()
