"""All scripts of the pages in one file, so that a browser asks once and not for each module.

Each module becomes a function that is called when it is first needed.  This knows the few forms of `import` and
`export` that our scripts have, and refuses others.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from ludoteca.kernel.errors import LudotecaError

NAMED = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
WHOLE = re.compile(r'^import \* as (\w+) from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
LATE = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)(?!\.[A-Z])')  # not the types in comments
EXPORT = re.compile(r"^(/\*\*.*\*/ )?export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
NOTHING = re.compile(r"^export \{\};\n", re.MULTILINE)
OTHER = re.compile(r"^(?:/\*.*\*/ *)?(?:import|export)\b.*", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?:/\*\*(?:[^*]|\*(?!/))*\*/|//.*)\n", re.MULTILINE)  # with lines of its own
AWAITS = re.compile(r"^(?:if \(.*\) )?\(?await |^const .* = \(?await ", re.MULTILINE)  # outside every function
BEGINNING = """const known = new Map();
const made = new Map();
const need = (name) => {
  if (!made.has(name)) made.set(name, known.get(name)());
  return made.get(name);
};
"""


class UnknownForm(LudotecaError):
    """A script has an `import` or an `export` that cannot be put into a bundle."""


def bundle(folder: Path, entries: list[str], *, bundle_name: str, ending: str) -> str:
    """One script with everything that some need; `ending` starts it, and may call `need(name)`."""
    names = list(dict.fromkeys(entries))
    parts = []
    for name in names:  # it grows on the way
        text, needed = _as_function(folder, name, bundle_name)
        parts.append(text)
        names += [other for other in needed if other not in names]
    return f"{BEGINNING}{''.join(parts)}{ending}\n"


def _as_function(folder: Path, name: str, bundle_name: str) -> tuple[str, list[str]]:
    """A module as a function that gives what it exports, and the modules that it needs."""
    source = (folder / name).read_text("utf-8")
    needed: list[str] = []

    def called(path: str) -> str:
        found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        needed.append(found)
        return f'need("{found}")'

    exported = [found[2] for found in EXPORT.findall(source)]
    text = NAMED.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {called(found[2])};\n", source)
    text = WHOLE.sub(lambda found: f"const {found[1]} = {called(found[2])};\n", text)
    text = LATE.sub(lambda found: f"Promise.resolve().then(() => {called(found[1])})", text)
    text = COMMENT.sub("", NOTHING.sub("", EXPORT.sub(r"\2 \3", text)))
    if unknown := OTHER.search(text):
        raise UnknownForm(f"{name}: {unknown[0]!r} has a form that bundles do not know")
    here = posixpath.relpath(name, posixpath.dirname(bundle_name) or ".")
    text = text.replace("import.meta.url", f'new URL("{here}", import.meta.url).href')
    asynchronous = "async " if AWAITS.search(text) else ""
    return f'known.set("{name}", {asynchronous}() => {{\n{text}return {{ {", ".join(exported)} }};\n}});\n', needed
