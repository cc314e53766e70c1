"""What every request passes through: proxies, known hosts, limits, own origin, safe headers, a line in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludoteca.languages import in_language, t, translatable
from ludoteca.web.engine.pool import STOPPING
from ludoteca.web.http.page_templates import PAGE_POLICY
from ludoteca.web.http.visitors import find_sign_in, language_of
from ludoteca.web.logs import path_in_log
from ludoteca.web.settings import Settings
from ludoteca.web.storage.databases import StorageError

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 1024 * 1024  # for the paths with longer bodies
RECORD_PATHS = re.compile(r"/api/v1/records|/import")
SLOWEST_BODY_S, SLOWEST_RECORD_S = 10.0, 30.0  # from its first byte to its last
UNKNOWN_HOST = translatable(
    "This server does not answer to that name. Its administrator can add it with --allow-host NAME."
)
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS = (
    (b"content-security-policy", f"{PAGE_POLICY}; frame-ancestors 'none'".encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)

WORDLESS = ("/static/", "/modules/", "/languages/")  # what is the same in every language

log = logging.getLogger("ludoteca.web")


def too_large() -> HTTPException:
    """The body is too long."""
    return HTTPException(413, t("That is longer than the server accepts."))


def header(scope: Scope, name: bytes) -> str:
    """A header, or ""."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def is_own_origin(scope: Scope, settings: Settings) -> bool:
    """Whether a request comes from our own pages, or from a program, which sends no Origin."""
    origin = header(scope, b"origin")
    if header(scope, b"sec-fetch-site") in ("cross-site", "same-site"):
        return False
    if not origin:
        return True
    host = header(scope, b"host")
    return origin in {f"http://{host}", f"https://{host}", settings.public_url.rstrip("/")}


def is_known_host(scope: Scope, settings: Settings) -> bool:
    """Whether a request is meant for us: by an accepted name, or by the address that it came to."""
    name = re.sub(r":\d+$", "", header(scope, b"host")).lower()
    return name in settings.hosts or name.strip("[]") == (scope.get("server") or ("",))[0]


class ProxyHeaders(ProxyHeadersMiddleware):
    """The outermost layer: the visitor's address from a trusted proxy, and a warning about an untrusted one."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app, list(settings.proxies))  # type: ignore[arg-type]
        self.has_warned = False

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:  # type: ignore[override]
        """Note where a request comes from."""
        if not self.has_warned and scope["type"] != "lifespan" and header(scope, b"x-forwarded-for"):
            peer = (scope.get("client") or ("",))[0]
            if peer not in self.trusted_hosts:
                self.has_warned = True
                log.warning(
                    "untrusted proxy: all its visitors count as one address",
                    extra={"address": peer, "remedy": f"if this is your proxy, add --trust-proxy {peer}"},
                )
        return super().__call__(scope, receive, send)  # type: ignore[arg-type]


class Guards:
    """The layer that rejects requests.  Sockets skip the layers inside: each takes memory as long as one is open."""

    def __init__(self, app: ASGIApp, settings: Settings, sockets: ASGIApp) -> None:
        self.app = app
        self.sockets = sockets
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if not is_known_host(scope, self.settings):
            await refuse(scope, send, 421, t(UNKNOWN_HOST))
        elif scope["type"] == "websocket":
            if is_own_origin(scope, self.settings):
                await self.sockets(scope, receive, send)
            else:
                await refuse(scope, send, 403, t("Other sites may not connect here."))
        elif scope["method"] not in SAFE_METHODS and not is_own_origin(scope, self.settings):
            await refuse(scope, send, 403, t("Other sites may not send this."))
        else:
            await self._http(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status, method = time.perf_counter(), 0, scope["method"]
        if method == "HEAD":  # HEAD works wherever GET does; the server omits the body
            scope = {**scope, "method": "GET"}

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                there = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in there)]
                if not scope["path"].startswith(WORDLESS):
                    message["headers"].append((b"vary", b"accept-language, cookie"))
            await send(message)

        try:
            await self.app(scope, self._bounded(scope, receive), dressed)
        except asyncio.CancelledError:  # the server is ending and has waited long enough
            if status:
                raise
            await refuse(scope, dressed, 503, t(STOPPING))
        finally:
            log.info(
                "request",
                extra={
                    "method": method,
                    "path": path_in_log(scope),
                    "status": status or 500,
                    "ms": round(1000 * (time.perf_counter() - began), 1),
                },
            )

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        is_record = RECORD_PATHS.fullmatch(scope["path"]) is not None
        most = LARGEST_RECORD if is_record else LARGEST_BODY
        end = asyncio.get_running_loop().time() + (SLOWEST_RECORD_S if is_record else SLOWEST_BODY_S)
        length = header(scope, b"content-length")
        declared = int(length) if length.isascii() and length.isdigit() and len(length) < 20 else 0
        taken, is_whole = 0, False

        async def bounded() -> MutableMapping[str, Any]:
            nonlocal taken, is_whole
            if declared > most:
                raise too_large()
            if is_whole:
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError as error:
                raise HTTPException(408, t("That took too long to arrive."), {"connection": "close"}) from error
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                is_whole = not message.get("more_body", False)
                if taken > most:
                    raise too_large()
            return message

        return bounded


class SignIns:
    """The innermost layer: who is signed in is known before anything is decided; files are the same for everyone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look up whoever sends a cookie."""
        if scope["type"] != "lifespan" and not scope["path"].startswith((*WORDLESS, "/healthz", "/readyz")):
            try:
                await find_sign_in(HTTPConnection(scope))
            except StorageError as error:
                await refuse(scope, send, 503, str(error))
                return
        await self.app(scope, receive, send)


async def refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    """A short response with a reason."""
    reason = in_language(reason, language_of(HTTPConnection(scope)))
    log.info("refused", extra={"path": path_in_log(scope), "status": status})
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = json.dumps({"error": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
