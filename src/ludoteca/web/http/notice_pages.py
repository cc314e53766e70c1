"""Being told: the page with its switches, the browsers that get push messages, and addresses for mail."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from sqlalchemy.orm import Session
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from ludoteca.languages import t
from ludoteca.languages.texts import sentence
from ludoteca.web.http.account_pages import form_page, own_sign_in, sign_in_again, write
from ludoteca.web.http.pages import NotFound, form_of, origin_of, page, spend_page
from ludoteca.web.http.static_files import STATIC
from ludoteca.web.http.visitors import language_of, limits_of, registry_of, remember, spend, visitor_of
from ludoteca.web.mail import BadAddress, checked_address
from ludoteca.web.people.account import LINK_HOURS, device_of, digest_of
from ludoteca.web.storage import notices as stored
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.web_push import BadSubscription, Subscription, browser_key, checked_endpoint

notice_pages = APIRouter(include_in_schema=False, dependencies=[Depends(spend_page)])

Key = Annotated[str, StringConstraints(max_length=100)]
Endpoint = Annotated[str, StringConstraints(max_length=1000)]


class Keys(BaseModel):
    """How messages are encrypted for a browser."""

    p256dh: Key
    auth: Key


class Wanted(BaseModel):
    """A subscription, as browsers write it."""

    model_config = ConfigDict(extra="ignore")
    endpoint: Endpoint
    keys: Keys
    expiration: Annotated[float | None, Field(alias="expirationTime", ge=0, le=1e14)] = None


class Unwanted(BaseModel):
    """The endpoint of a browser that no longer wants messages."""

    model_config = ConfigDict(extra="forbid")
    endpoint: Endpoint


@notice_pages.get("/settings")
async def settings(request: Request) -> Response:
    """What someone is told, and where."""
    return await settings_page(request)


async def settings_page(request: Request, status: int = 200, **context: Any) -> Response:
    """The page with all the switches."""
    registry, own = registry_of(request), visitor_of(request).sign_in
    if own is not None and registry.notices.mailer is not None:
        context["mail"] = await registry.storage.read(lambda session: stored.address_of(session, own.account.id))
        context["is_fresh"] = own.is_fresh(now_ms())
    context["has_mail"] = registry.notices.mailer is not None
    context["push_key"] = registry.notices.sender.signer.public_key
    return page(request, "settings.html", status, **context)


@notice_pages.get("/push_worker.js")
async def worker() -> Response:
    """The service worker; at this address it may serve all pages."""
    headers = {"cache-control": "no-cache"}
    return FileResponse(STATIC / "pages" / "push_worker.js", media_type="text/javascript", headers=headers)


@notice_pages.post("/api/v1/me/push")
async def add_device(request: Request, wanted: Wanted) -> Response:
    """This browser wants to be told."""
    spend(request, "api", 5)
    visitor = visitor_of(request)
    subscription = Subscription(wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth)
    place, _ = checked_endpoint(wanted.endpoint), browser_key(subscription)
    if place.scheme != "https" and not registry_of(request).settings.push_networks:
        raise BadSubscription
    device = stored.Device(
        subscription,
        origin_of(request),
        language_of(request),
        device_of(request.headers.get("user-agent", "")),
        None if wanted.expiration is None else int(wanted.expiration),
    )
    sign_in = None if visitor.sign_in is None else visitor.sign_in.id
    await write(request, lambda session: stored.add_device(session, visitor.guest, sign_in, device))
    response = JSONResponse({"device": device.label})
    remember(request, response, visitor)
    return response


@notice_pages.post("/api/v1/me/push/end")
async def remove_device(request: Request, unwanted: Unwanted) -> Response:
    """This browser no longer wants to be told; whoever knows its endpoint may say so."""
    spend(request, "api", 5)
    await write(request, lambda session: stored.remove_device(session, unwanted.endpoint))
    return JSONResponse({})


# --- mail


def spend_mail(request: Request, address: str) -> None:
    """Count a mail to an address, whoever asks for it and whether or not it is sent."""
    limits_of(request).spend("mail", digest_of("address", address), visitor_of(request).address)


def must_send_mail(request: Request) -> None:
    """NotFound where the host has no mail server."""
    if registry_of(request).notices.mailer is None:
        raise NotFound(t("This server does not send email."))


@notice_pages.post("/settings/mail")
async def set_address(request: Request) -> Response:
    """Use an email address, once its owner has opened the link that is sent there."""
    must_send_mail(request)
    sign_in, language = own_sign_in(request), language_of(request)
    if not sign_in.is_fresh(now_ms()):  # whoever reads mail there can sign in
        return sign_in_again("/settings#mail")
    own = sign_in.account
    try:
        address = checked_address((await form_of(request)).get("address", ""))
    except BadAddress as error:
        return await settings_page(request, 400, trouble=sentence(str(error)))
    spend_mail(request, address)
    await write(request, lambda session: stored.set_address(session, own.id, address, language))
    registry_of(request).notices.ask_address(own, address, language)
    return await settings_page(
        request, said=t("Open the link in the email that was sent to {address}.", address=address)
    )


@notice_pages.post("/settings/mail/remove")
async def remove_address(request: Request) -> Response:
    """Forget the email address."""
    own = own_sign_in(request).account
    await write(request, lambda session: stored.remove_address(session, own.id))
    return RedirectResponse("/settings", status_code=303)


@notice_pages.post("/settings/mail/digest")
async def choose_digest(request: Request) -> Response:
    """Whether to send word of games that wait."""
    own, is_on = own_sign_in(request).account, "on" in await form_of(request)
    await write(request, lambda session: stored.set_digest(session, own.id, is_on=is_on))
    return RedirectResponse("/settings", status_code=303)


@notice_pages.get("/mail/confirm/{token}")
@notice_pages.post("/mail/confirm/{token}")
async def confirm(request: Request, token: str) -> Response:
    """A link that was mailed: it asks before it does something, since programs open links, too."""
    registry = registry_of(request)
    account, address = registry.tokens.read_address(token, LINK_HOURS * 3600) or ("", "")

    def work(session: Session) -> bool:
        if request.method == "POST":
            return stored.confirm_address(session, account, address)
        row = stored.address_of(session, account)
        return row is not None and address in (row.address, row.pending)

    is_good = await write(request, work) if request.method == "POST" else await registry.storage.read(work)
    if not is_good:
        raise NotFound(t("This link is no longer valid."))
    return page(request, "mail.html", way="confirm", is_done=request.method == "POST", mailed_to=address)


@notice_pages.get("/mail/stop/{token}")
@notice_pages.post("/mail/stop/{token}")
async def stop(request: Request, token: str) -> Response:
    """End the mail about games that wait: from the link in each, or by a mail program in one click (RFC 8058)."""
    account = registry_of(request).tokens.read_digest(token)
    if account is None:
        raise NotFound(t("This link is no longer valid."))
    if request.method == "POST":
        await write(request, lambda session: stored.set_digest(session, account, is_on=False))
    return page(request, "mail.html", way="stop", is_done=request.method == "POST")


@notice_pages.post("/sign-in/mail")
async def mail_link(request: Request) -> Response:
    """Mail a link to sign in.  The answer is the same, and as quick, whether or not an account has the address."""
    must_send_mail(request)
    fields = await form_of(request)
    try:
        address = checked_address(fields.get("address", ""))
    except BadAddress as error:
        return form_page(request, "in", fields, sentence(str(error)))
    spend_mail(request, address)
    registry_of(request).notices.mail_links(address, language_of(request))
    return page(request, "mail.html", way="sign-in", is_done=True)
