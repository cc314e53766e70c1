"""Being told: the page with its switches, and the browsers that get push messages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import FileResponse, JSONResponse, Response

from ludoteca.web.http.account_pages import write
from ludoteca.web.http.pages import origin_of, page, spend_page
from ludoteca.web.http.static_files import STATIC
from ludoteca.web.http.visitors import language_of, registry_of, remember, spend, visitor_of
from ludoteca.web.people.account import device_of
from ludoteca.web.storage import notices as stored
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
    return settings_page(request)


def settings_page(request: Request, status: int = 200, **context: Any) -> Response:
    """The page with all the switches."""
    return page(
        request, "settings.html", status, push_key=registry_of(request).notices.sender.signer.public_key, **context
    )


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
