"""Scripts, styles, pictures and the games' WebAssembly modules.

Each version has its own addresses, so that browsers can cache them forever.

The scripts of a page come in one file.  Each is also available at its own address, for people who want to read it.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludoteca.web.http import script_bundle
from ludoteca.web.http.script_bundle import WORKERS, bundle, bundled_pages, bundled_workers, imported_late
from ludoteca.web.module_files import ModuleFiles

STATIC = Path(__file__).parent.parent / "static"
TEMPLATES = STATIC.parent / "templates"
BUNDLES = "scripts"  # where the bundles are, each named after the scripts it starts: table.table+pages.settings.js
BUNDLE = re.compile(rf"{BUNDLES}/([a-z_.+]+)\.js")
LATE = f"{BUNDLES}/late.js"  # what pages import only on demand, such as rules and engine for the browser
OWN_SCRIPT = re.compile(r'to\.script\("((?!site/)[^"]+\.js)"')  # in a template; not those of static sites
VERSIONED = re.compile(r"^(v-[0-9a-f]{12})[/\\]")
FOR_GOOD, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"

modules = APIRouter(include_in_schema=False)


@cache
def own_scripts() -> frozenset[str]:
    """The scripts that the server's pages start with."""
    return frozenset(name for page in TEMPLATES.glob("*.html") for name in OWN_SCRIPT.findall(page.read_text("utf-8")))


def scripts_file(scripts: Iterable[str]) -> str:
    """The file with the scripts of a page, and everything they import."""
    return f"{BUNDLES}/{'+'.join(name.removesuffix('.js') for name in sorted(set(scripts))).replace('/', '.')}.js"


def bundle_named(name: str) -> tuple[bytes, bytes] | None:
    """A file that is bundled from others, plain and compressed; None if there is no such bundle."""
    found = BUNDLE.fullmatch(name)
    scripts = frozenset(f"{script}.js" for script in found[1].replace(".", "/").split("+")) if found else frozenset()
    is_page = bool(scripts) and scripts <= own_scripts() and scripts_file(scripts) == name
    if is_page:
        return _bundle(name, scripts)
    return _bundle(name, frozenset()) if name in (LATE, *WORKERS) else None


@lru_cache(maxsize=32)
def _bundle(name: str, scripts: frozenset[str]) -> tuple[bytes, bytes]:
    if scripts:
        text = bundled_pages(STATIC, scripts, name, "./late.js")
    elif name == LATE:
        text = bundle(STATIC, imported_late(STATIC, own_scripts()), bundle_name=LATE, ending="")
    else:
        text = bundled_workers(STATIC)[name]
    return text.encode(), gzip.compress(text.encode(), 9, mtime=0)


@cache
def version() -> str:
    """A name for the current version of all static files."""
    found = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    found.update(Path(script_bundle.__file__).read_bytes())
    return f"v-{found.hexdigest()[:12]}"


class VersionedFiles(StaticFiles):
    """/static/VERSION/name may be cached for good; without the current version, the browser asks each time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with its cache headers."""
        asked = VERSIONED.match(path)
        name = VERSIONED.sub("", path).replace("\\", "/")
        made = bundle_named(name) if scope["method"] in ("GET", "HEAD") else None
        takes_gzip = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        response = gzipped(*made, "text/javascript", takes_gzip) if made else await super().get_response(name, scope)
        is_current = asked is not None and asked[1] == version()
        response.headers["cache-control"] = FOR_GOOD if is_current else ASK_AGAIN
        return response


def gzipped(plain: bytes, zipped: bytes, kind: str, takes_gzip: bool) -> Response:
    """A file that was compressed when it was built."""
    headers = {"vary": "accept-encoding", **({"content-encoding": "gzip"} if takes_gzip else {})}
    return Response(zipped if takes_gzip else plain, media_type=kind, headers=headers)


def modules_of(request: Request) -> ModuleFiles:
    """The modules that this server offers."""
    found: ModuleFiles = request.app.state.modules
    return found


@modules.get("/modules/{version}/{name}")
async def module_file(request: Request, version: str, name: str) -> Response:
    """A game's module, or its description; the content at this address never changes."""
    offered = modules_of(request)
    file = offered.files.get(name)
    if file is None or version != offered.version:
        raise HTTPException(404)
    takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
    response = gzipped(file.plain, file.zipped, file.type, takes_gzip)
    response.headers["cache-control"] = FOR_GOOD
    return response
