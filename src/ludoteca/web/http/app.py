"""The application: routes, errors in words, startup and shutdown."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.routing import Router

from ludoteca import __version__
from ludoteca.errors import LudotecaError
from ludoteca.languages import in_language, t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.web.engine.pool import EngineError
from ludoteca.web.engine.reader_processes import NotRead, TooLong
from ludoteca.web.http.account_pages import accounts
from ludoteca.web.http.api import api
from ludoteca.web.http.host_pages import host_pages
from ludoteca.web.http.middleware import HEADERS, Guards, ProxyHeaders, SignIns
from ludoteca.web.http.notice_pages import notice_pages
from ludoteca.web.http.pages import NotFound, error_page, pages
from ludoteca.web.http.passkeys import passkeys
from ludoteca.web.http.people_pages import people
from ludoteca.web.http.request_errors import in_words
from ludoteca.web.http.script_catalogues import catalogues
from ludoteca.web.http.sockets import SOCKETS
from ludoteca.web.http.static_files import STATIC, VersionedFiles, modules
from ludoteca.web.http.visitors import language_of, registry_of
from ludoteca.web.live.broadcast import MISTAKE
from ludoteca.web.live.room_registry import RoomRegistry
from ludoteca.web.logs import path_in_log
from ludoteca.web.module_files import ModuleFiles
from ludoteca.web.people.account import WrongSecret
from ludoteca.web.rate_limits import RateLimits, TooMuch
from ludoteca.web.settings import Settings
from ludoteca.web.storage.databases import StorageError
from ludoteca.web.storage.repository import UnreadableGame
from ludoteca.web.table.stored_game import Refused, Stale
from ludoteca.web.translated_scripts import must_be_current

SPENT, SHARE_S = "spent", 1.0
NOT_UP = "The server is about to stop."
NOWHERE = translatable("There is nothing at this address.")
STATUS: tuple[tuple[type[LudotecaError], int], ...] = (  # the first match applies
    (NotFound, 404),
    (TooMuch, 429),
    (StorageError, 503),
    (UnreadableGame, 503),
    (TooLong, 413),
    (EngineError, 503),
    (Stale, 409),
    (WrongSecret, 403),
    (Refused, 403),
)

log = logging.getLogger("ludoteca.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application with its own room registry."""
    must_be_current()
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        registry = RoomRegistry(chosen)
        registry.notices.has_page = app.state.limits.has_socket
        app.state.registry = registry
        await registry.open()
        gc.collect()
        gc.freeze()  # modules are permanent: no need to search them again
        log.info("ready")
        besides = [asyncio.create_task(share_limits(app.state.limits, registry))]
        if chosen.offers_modules:
            besides.append(asyncio.create_task(offer(app.state.modules)))
        try:
            yield
        finally:
            for task in besides:
                task.cancel()
            await registry.close()

    app = FastAPI(
        title="Ludoteca",
        version=__version__,
        description="Two-player abstract board games: play, watch, analyse.  Messages: docs/web-protocol.md",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=lifespan,
    )
    app.state.modules = ModuleFiles()
    app.state.limits = RateLimits(chosen.is_limited)
    app.include_router(api)
    app.include_router(modules)
    app.include_router(catalogues)
    add_health(app)
    app.mount("/static", VersionedFiles(directory=STATIC, check_dir=False), name="static")
    app.include_router(pages)
    for more in (accounts, passkeys, host_pages, people, notice_pages):
        app.include_router(more)
    app.add_exception_handler(LudotecaError, refused)
    app.add_exception_handler(RequestValidationError, misread)
    app.add_exception_handler(HTTPException, plain_error)
    app.add_exception_handler(Exception, failed)
    app.add_middleware(SignIns)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guards, settings=chosen, sockets=SignIns(Router(SOCKETS)))
    app.add_middleware(ProxyHeaders, settings=chosen)
    return app


async def offer(modules: ModuleFiles) -> None:
    """Build the modules for browsers."""
    try:
        await modules.offer()
    except OSError as error:  # the cache folder cannot be used: browsers ask the server
        log.error("no modules", extra={"reason": str(error)})


async def share_limits(limits: RateLimits, registry: RoomRegistry) -> None:
    """Share with the other servers how much visitors have asked of each."""
    registry.telling.on(SPENT, limits.note_spent)
    while True:
        await asyncio.sleep(SHARE_S)
        spent = limits.spent()
        for told in spent if registry.servers.others else ():
            registry.telling.tell(SPENT, told, here=False)


def add_health(app: FastAPI) -> None:
    """Whether the process lives, and whether it can serve."""

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, Any]:
        return {"alive": True, "version": __version__}

    @app.get("/readyz", include_in_schema=False)
    async def readyz(request: Request) -> Response:
        registry = registry_of(request)
        trouble = (await registry.health.trouble() or registry.engine.trouble()) if registry.is_open else NOT_UP
        ready = trouble is None
        state = {
            "ready": ready,
            "trouble": trouble,
            "games": len(registry.rooms),
            "servers": 1 + len(registry.servers.others),
            "modules": bool(app.state.modules.files),
        }
        return JSONResponse(state, 200 if ready else 503)


def answer(request: Request, status: int, reason: str, kind: str) -> Response:
    """JSON for programs, a page for people."""
    reason = in_language(reason, language_of(request))
    if request.url.path.startswith(("/api/", "/healthz", "/readyz", "/static/", "/modules/", "/languages/")):
        return JSONResponse({"error": reason, "kind": kind}, status)
    return error_page(request, status, reason)


async def refused(request: Request, error: Exception) -> Response:
    """An error that Ludoteca raises on purpose: its sentence is the response."""
    status = next((status for kind, status in STATUS if isinstance(error, kind)), 400)
    kind = error.kind if isinstance(error, NotRead) else type(error).__name__
    response = answer(request, status, sentence(str(error)), kind)
    if isinstance(error, TooMuch):
        response.headers["retry-after"] = str(error.wait_s)
    return response


async def misread(request: Request, error: Exception) -> Response:
    """A malformed request."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["loc"][0] == "path":
        return answer(request, 404, t(NOWHERE), "NotFound")
    return answer(request, 422, sentence(in_words(first)), "BadRequest")


async def plain_error(request: Request, error: Exception) -> Response:
    """Unknown page or method."""
    assert isinstance(error, HTTPException)
    reason = t(NOWHERE) if error.status_code == 404 else sentence(error.detail)
    response = answer(request, error.status_code, reason, "HTTP")
    response.headers.update(error.headers or {})
    return response


async def failed(request: Request, error: Exception) -> Response:
    """An unexpected error: the log has the traceback, the visitor an apology."""
    log.error("failed", exc_info=error, extra={"path": path_in_log(request.scope)})
    response = answer(request, 500, t(MISTAKE), "Failure")
    response.headers.update({name.decode(): value.decode() for name, value in HEADERS})  # the guards never see it
    return response
