"""Building the site: pages, scripts and modules into one folder, with separate addresses for each version."""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ludoteca import __version__
from ludoteca.bots.families import LEVELS
from ludoteca.errors import LudotecaError
from ludoteca.languages.catalogues import MARKED
from ludoteca.languages.choice import ENGLISH, LANGUAGES
from ludoteca.play.svg_picture import PAPER, board_svg, png, seen, share_card
from ludoteca.site.pages import (
    CARDS,
    NOT_FOUND,
    Pages,
    card_address,
    catalogue_file,
    showcase_position,
    site_entry,
    sitemap,
)
from ludoteca.wasm.build import build_game, writing
from ludoteca.web.catalogue import showcase_svg
from ludoteca.web.http.page_addresses import BOARD_SCRIPTS, FIRST_SCRIPTS, MODULES
from ludoteca.web.http.script_bundle import bundle, bundled_pages, bundled_workers, imported_late, needed_by
from ludoteca.web.http.script_catalogues import catalogue_script
from ludoteca.web.http.static_files import STATIC
from ludoteca.web.translated_scripts import must_be_current

WORKER = STATIC / "site" / "service_worker.js"
MANIFEST, ABOUT, SITEMAP = "manifest.webmanifest", "site.json", "sitemap.xml"
UNNAMED = "v-000000000000"  # a placeholder for the version until all files are known
BOTS = {*LEVELS.bots, "random"}  # those that play in a browser


class NotASite(LudotecaError):
    """The folder contains other files, which building would mix with those of the site."""


class BadAddress(LudotecaError):
    """Browsers could not open this address of a site."""


@dataclass(frozen=True)
class BuiltSite:
    """A site as it was built."""

    folder: Path
    version: str
    games: tuple[str, ...]
    files: int
    size: int
    compressed: int


def build_site(
    folder: Path,
    names: Iterable[str],
    told: Callable[[str], None],
    languages: Mapping[str, str] = LANGUAGES,
    address: str | None = None,
) -> BuiltSite:
    """Build the site of some games into a folder: a new one, an empty one, or one with a site, which is replaced.

    The files of the previous version stay, for pages that are open during the change.  If the site's address is given,
    its pages have cards for link previews.
    """
    must_be_current()
    address = None if address is None else home_address(address)
    with writing(folder):
        return _build(folder, list(names), told, languages, address)


def _build(
    folder: Path, names: list[str], told: Callable[[str], None], languages: Mapping[str, str], address: str | None
) -> BuiltSite:
    before = version_in(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as temporary:
        made = Path(temporary) / "site"
        version, games = _write(made, names, told, languages, address)
        files = [path for path in made.rglob("*") if path.is_file()]
        size, compressed = (sum(map(count, files)) for count in (lambda file: file.stat().st_size, compressed_size))
        if before and before != version and (folder / before).is_dir():
            shutil.move(folder / before, made / before)
        if folder.exists():
            shutil.move(folder, Path(temporary) / "before")
        shutil.move(made, folder)
    return BuiltSite(folder, version, games, len(files), size, compressed)


def version_in(folder: Path) -> str | None:
    """The version of the site in a folder, if there is one."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return None
    if not folder.is_dir():
        raise NotASite(f"{folder} is a file; name a new folder, or one with a site in it")
    try:
        return str(json.loads((folder / ABOUT).read_text("utf-8"))["version"])
    except (OSError, ValueError, KeyError, TypeError):
        raise NotASite(f"{folder} has other files in it; name a new folder, or one with a site in it") from None


def home_address(text: str) -> str:
    """The address of a site's first page, which ends with a slash."""
    try:
        parts = urlsplit(text.strip())
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
    except ValueError:
        is_good = False
    if not is_good:
        raise BadAddress(f"{text[:80]!r} is not the address of a site; one looks like https://example.org/games/")
    return urlunsplit((parts.scheme, parts.netloc, f"{parts.path.rstrip('/')}/", "", ""))


def _write(
    folder: Path,
    names: list[str],
    told: Callable[[str], None],
    languages: Mapping[str, str],
    address: str | None,
) -> tuple[str, tuple[str, ...]]:
    """Everything, then the list of it."""
    own = folder / UNNAMED
    for file in (
        STATIC / "theme.js",
        STATIC / "site" / "site_start.js",
        *STATIC.glob("*.css"),
        *STATIC.glob("*.svg"),
    ):
        write(own / file.name, file.read_text("utf-8"))
    entries = []
    for name in names:
        told(f"building {name} …")
        built = build_game(name, own / MODULES)
        entries.append({**site_entry(built.name, BOTS), "module_files": [file.name for file in built.files]})
        picture = showcase_svg(built.name) or board_svg(seen(showcase_position(entries[-1])), paper="none")
        write(own / "pictures" / f"{built.name}.svg", picture)
    told("writing the pages …")
    for name, icon in icons().items():
        (own / name).write_bytes(icon)
    first: set[str] = set()
    scripts: set[str] = set()
    for language in languages:
        pages = Pages(entries, UNNAMED, language, languages, address)
        for path, text in pages.all():
            write(folder / (path if path.endswith(NOT_FOUND) else f"{path}index.html"), text)
        for name, text in pages.shared.items():
            write(own / name, text)
        if language not in (ENGLISH, MARKED):
            write(own / catalogue_file(language), catalogue_script(language))
        first |= pages.first_scripts
        scripts |= pages.scripts
    if address is not None:
        write_cards(folder, entries)
        write(folder / SITEMAP, sitemap(entries, languages, address))
    for name, text in bundled_scripts(first, scripts).items():
        write(own / name, text)
    for worker, text in bundled_workers(STATIC).items():
        write(own / worker, text)
    write(folder / MANIFEST, json.dumps(manifest(), indent=1))
    version = _name_version(folder)
    games = tuple(entry["name"] for entry in entries)
    write(folder / ABOUT, json.dumps({"version": version, "games": games, "ludoteca": __version__}))
    site = {"version": version, "files": listed_files(folder)}
    write(folder / WORKER.name, f"self.site = {json.dumps(site)};\n{WORKER.read_text('utf-8')}")
    return version, games


def bundled_scripts(first: set[str], scripts: set[str]) -> dict[str, str]:
    """The scripts of all pages, by file: what the first page needs, and the rest, loaded when somebody plays."""
    board_scripts = sorted({*scripts, *imported_late(STATIC, first)})
    return {
        FIRST_SCRIPTS: bundled_pages(STATIC, first, FIRST_SCRIPTS, f"./{BOARD_SCRIPTS}"),
        BOARD_SCRIPTS: bundle(
            STATIC, board_scripts, bundle_name=BOARD_SCRIPTS, ending="", without=needed_by(STATIC, first)
        ),
    }


def icons() -> dict[str, bytes]:
    """The logo for systems without SVG; the maskable one has a margin, for systems that crop it to a shape."""
    mark = (STATIC / "mark.svg").read_text("utf-8")
    wide = mark.replace('viewBox="0 0 32 32"', 'viewBox="-6.4 -6.4 44.8 44.8"')
    return {
        "icon-192.png": png(mark, 192),
        "icon-512.png": png(mark, 512),
        "icon-maskable.png": png(wide, 512, PAPER),
    }


def write_cards(folder: Path, entries: Iterable[dict[str, Any]]) -> None:
    """The pictures that other sites show with a link to a game."""
    (folder / CARDS).mkdir(parents=True, exist_ok=True)
    for entry in entries:
        (folder / card_address(entry["name"])).write_bytes(share_card(seen(showcase_position(entry))))


def _name_version(folder: Path) -> str:
    """Name the version after everything that belongs to it, and insert it into the pages."""
    found = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    found.update(WORKER.read_bytes())
    version = f"v-{found.hexdigest()[:12]}"
    (folder / UNNAMED).rename(folder / version)
    for path in [*folder.rglob("*.html"), folder / MANIFEST]:
        path.write_text(path.read_text("utf-8").replace(UNNAMED, version), "utf-8")
    return version


def manifest() -> dict[str, Any]:
    """The manifest for systems that install the site as an app."""
    icons = [
        {"src": f"{UNNAMED}/mark.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": f"{UNNAMED}/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": f"{UNNAMED}/icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": f"{UNNAMED}/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    return {
        "name": "Ludoteca",
        "short_name": "Ludoteca",
        "description": "Two-player abstract board games: play and analyse.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f1e7",
        "theme_color": "#f6f1e7",
        "icons": icons,
    }


def listed_files(folder: Path) -> dict[str, str]:
    """Every file by its address below home, with the digest by which a browser checks it.

    Cards and the sitemap are left out: no page of the site shows them.
    """
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in (ABOUT, SITEMAP)):
        if path.parent == folder / CARDS:
            continue
        address = path.relative_to(folder).as_posix()
        address = address.removesuffix("index.html") if path.name == "index.html" else address
        found[address] = f"sha256-{b64encode(sha256(path.read_bytes()).digest()).decode()}"
    return found


def compressed_size(file: Path) -> int:
    """How many bytes a browser loads from a host that compresses."""
    return len(gzip.compress(file.read_bytes()))


def write(path: Path, text: str) -> None:
    """Write a text file, creating its folder if necessary."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")
