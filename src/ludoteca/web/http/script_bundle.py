"""All scripts of a page in one file, so that a browser makes one request instead of one per module; also workers.

Each module becomes a function that is called when it is first needed.  This supports the few forms of `import` and
`export` that our scripts use, and rejects others.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from ludoteca.errors import LudotecaError

NAMED = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
WHOLE = re.compile(r'^import \* as (\w+) from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
LATE = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)(?!\.[A-Z])')  # not the types in comments
EXPORT = re.compile(r"^(/\*\*.*\*/ )?export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
NOTHING = re.compile(r"^export \{\};\n", re.MULTILINE)
OTHER = re.compile(r"^(?:/\*.*\*/ *)?(?:import|export)\b.*", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?:/\*\*(?:[^*]|\*(?!/))*\*/|//.*)\n", re.MULTILINE)  # on lines of its own
TYPE = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/ ?")  # before a value or a parameter
REMARK = re.compile(r"(?<=[;,{}()\[\]]) // .*$", re.MULTILINE)  # after what it is about
AWAITS = re.compile(r"^(?:if \(.*\) )?\(?await |^const .* = \(?await ", re.MULTILINE)  # outside all functions
WORKERS = ("wasm/engine_worker.js", "explain/explain_worker.js")  # what runs beside the pages, each on demand
START = (  # each script separately: one that fails stops no other
    'for (const name of document.querySelector("meta[name=scripts]").content.split(" "))'
    " void Promise.resolve(name).then(need);"
)
BEGINNING = """const { known, made } = (globalThis.ludotecaModules ??= { known: new Map(), made: new Map() });
const need = (name) => {
  if (!made.has(name)) made.set(name, known.get(name)());
  return made.get(name);
};
"""


class UnknownForm(LudotecaError):
    """A script has an `import` or an `export` that cannot be bundled."""


def bundled_pages(folder: Path, scripts: Iterable[str], name: str, late: str | None = None) -> str:
    """The scripts of pages in one file of this name; each page says which of them are its own.

    What they import late is also in it, or in the bundle `late` beside it.
    """
    return bundle(folder, sorted(scripts), bundle_name=name, ending=START, late=late)


def bundled_workers(folder: Path) -> dict[str, str]:
    """Each worker with everything it imports, by name."""
    return {name: bundle(folder, [name], bundle_name=name, ending=f'need("{name}");') for name in WORKERS}


def bundle(
    folder: Path,
    entries: list[str],
    *,
    bundle_name: str,
    ending: str,
    late: str | None = None,
    without: Iterable[str] = (),
) -> str:
    """One script with everything that these need; `ending` starts it, and may call `need(name)`.

    It is `without` the modules that another bundle of the page has.
    """
    elsewhere = set(without)
    names = [name for name in dict.fromkeys(entries) if name not in elsewhere]
    parts = []
    for name in names:  # it grows on the way
        text, needed = _as_function(folder, name, bundle_name, late)
        parts.append(text)
        names += [other for other in dict.fromkeys(needed) if other not in elsewhere and other not in names]
    return f"{BEGINNING}{''.join(parts)}{ending}\n"


def imported_late(folder: Path, entries: Iterable[str]) -> list[str]:
    """The modules that some scripts, or what these need, import only on demand."""
    names = needed_by(folder, entries)
    return sorted({_beside(name, path) for name in names for path in LATE.findall((folder / name).read_text("utf-8"))})


def needed_by(folder: Path, entries: Iterable[str]) -> list[str]:
    """Some scripts and all that these import at once."""
    names = sorted(entries)
    for name in names:  # it grows on the way
        needed = _as_function(folder, name, name, "")[1]
        names += [other for other in dict.fromkeys(needed) if other not in names]
    return names


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _as_function(folder: Path, name: str, bundle_name: str, late: str | None) -> tuple[str, list[str]]:
    """A module as a function that returns its exports, and the modules that it needs."""
    source = (folder / name).read_text("utf-8")
    needed: list[str] = []

    def called(path: str) -> str:
        found = _beside(name, path)
        needed.append(found)
        return f'need("{found}")'

    def called_late(path: str) -> str:
        if late is None:
            return f"Promise.resolve().then(() => {called(path)})"
        return f'import("{late}").then(() => need("{_beside(name, path)}"))'

    exported = [found[2] for found in EXPORT.findall(source)]
    text = NAMED.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {called(found[2])};\n", source)
    text = WHOLE.sub(lambda found: f"const {found[1]} = {called(found[2])};\n", text)
    text = LATE.sub(lambda found: called_late(found[1]), text)
    text = REMARK.sub("", TYPE.sub("", COMMENT.sub("", NOTHING.sub("", EXPORT.sub(r"\2 \3", text)))))
    if unknown := OTHER.search(text):
        raise UnknownForm(f"{name}: {unknown[0]!r} has a form that bundles do not know")
    here = posixpath.relpath(name, posixpath.dirname(bundle_name) or ".")
    text = text.replace("import.meta.url", f'new URL("{here}", import.meta.url).href')
    asynchronous = "async " if AWAITS.search(text) else ""
    return f'known.set("{name}", {asynchronous}() => {{\n{text}return {{ {", ".join(exported)} }};\n}});\n', needed
