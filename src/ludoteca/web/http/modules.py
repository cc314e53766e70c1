"""The games' WebAssembly modules over HTTP: each version has its own addresses, so that browsers can cache them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludoteca.web.http.static_files import FOR_GOOD
from ludoteca.web.module_files import ModuleFiles

modules = APIRouter(include_in_schema=False)


def modules_of(request: Request) -> ModuleFiles:
    """The modules that this server offers."""
    found: ModuleFiles = request.app.state.modules
    return found


@modules.get("/modules/{version}/{name}")
async def module_file(request: Request, version: str, name: str) -> Response:
    """A game's module, or its description; it was compressed when it was read."""
    offered = modules_of(request)
    file = offered.files.get(name)
    if file is None or version != offered.version:
        raise HTTPException(404)
    headers = {"cache-control": FOR_GOOD, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, media_type=file.type, headers=headers)
    return Response(file.zipped, media_type=file.type, headers={**headers, "content-encoding": "gzip"})
