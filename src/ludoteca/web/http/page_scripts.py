"""Which modules a script needs, so that a browser can ask for all of them at once and not one after the other."""

from __future__ import annotations

import posixpath
import re
from functools import cache

from ludoteca.web.http.static_files import STATIC

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.{1,2}/[^"]+\.js)";', re.MULTILINE)


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """A script and all that it imports, directly or not; each is named from the folder of static files."""
    found = [script]
    for name in found:  # it grows on the way
        source = (STATIC / name).read_text("utf-8")
        imported = [
            posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in IMPORT.findall(source)
        ]
        found += [one for one in dict.fromkeys(imported) if one not in found]
    return tuple(found)
