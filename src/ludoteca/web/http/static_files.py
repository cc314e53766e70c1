"""Scripts, styles and pictures: each version has addresses of its own, so that browsers need ask for none twice."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent.parent / "static"
VERSIONED = re.compile(r"^(v-[0-9a-f]{12})[/\\]")
FOR_GOOD, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"


@cache
def version() -> str:
    """A name for all static files as they are now."""
    found = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"v-{found.hexdigest()[:12]}"


class VersionedFiles(StaticFiles):
    """/static/VERSION/name may be kept for good; without a version, or with an old one, the browser asks each time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with a word on how long it may be kept."""
        asked = VERSIONED.match(path)
        response = await super().get_response(VERSIONED.sub("", path), scope)
        is_current = asked is not None and asked[1] == version()
        response.headers["cache-control"] = FOR_GOOD if is_current else ASK_AGAIN
        return response
