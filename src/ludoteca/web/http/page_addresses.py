"""The addresses of pages, for templates: those of the server, and those of a static site, which can be under any path.

`static/addresses.js` does the same for scripts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from markupsafe import Markup, escape

from ludoteca.languages.choice import ENGLISH
from ludoteca.web.http.static_files import scripts_file, version

FIRST_SCRIPTS = "ludoteca.js"  # of the static site: what its first page needs, and what starts the scripts of any
BOARD_SCRIPTS = "boards.js"  # there, too: all others
MODULES = "modules"  # the folder of modules there, inside that of the version


class Addresses(Protocol):
    """The addresses that templates ask for."""

    is_static: bool  # there is no server behind the pages
    home: str

    def file(self, name: str) -> str:
        """A script, a style sheet or a picture."""

    def page(self, *path: str) -> str:
        """A page, such as ("rules", NAME)."""

    def picture(self, game: str) -> str:
        """The picture of a game on the shelf."""

    def script(self, name: str) -> Markup:
        """Note that a page has a script; nothing is written yet, since one file has many of them."""

    def all_scripts(self) -> Markup:
        """What loads the scripts, and says which of them are this page's."""


def site_address(address: str, language: str) -> str:
    """The address of a static site's page in a language, relative to the site's folder."""
    return address if language == ENGLISH else f"{language}/{address}"


def pages_to_find(entries: Iterable[dict[str, Any]]) -> list[tuple[str, ...]]:
    """The paths of the pages that people look for: home, and what there is about each game."""
    found: list[tuple[str, ...]] = [(), ("puzzles",), ("lessons",)]
    for entry in entries:
        kinds = [("rules", True), ("lessons", entry["lesson"]), ("puzzles", entry["has_puzzles"])]
        found += [(kind, entry["name"]) for kind, is_there in kinds if is_there]
    return found


def sitemap_of(addresses: Iterable[str]) -> str:
    """A list of pages as search engines read it."""
    listed = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in addresses)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{listed}</urlset>\n"


class PageScripts:
    """The scripts of one page, collected while its template is rendered."""

    def __init__(self) -> None:
        self.scripts: list[str] = []

    @property
    def script_files(self) -> list[str]:
        """The addresses of the files that contain them; the last one starts them."""
        raise NotImplementedError

    def script(self, name: str) -> Markup:
        """Nothing yet: a file has many scripts."""
        self.scripts.append(name)
        return Markup("")

    def all_scripts(self) -> Markup:
        """What loads those files, and says which scripts are this page's."""
        files = "".join(f'<script type="module" src="{address}"></script>' for address in self.script_files)
        return Markup(f'<meta name="scripts" content="{" ".join(self.scripts)}">{files}')


class ServerAddresses(PageScripts):
    """On a server: from the root, static files with their version."""

    is_static = False
    home = "/"

    @property
    def script_files(self) -> list[str]:
        """One file for all pages with the same scripts."""
        return [self.file(scripts_file(self.scripts))]

    def file(self, name: str) -> str:
        """A static file; the content at this address never changes."""
        return f"/static/{version()}/{name}"

    def page(self, *path: str) -> str:
        """A page."""
        return "/" + "/".join(path)

    def picture(self, game: str) -> str:
        """The picture of a game on the shelf."""
        return f"/pictures/{game}.svg"


class SiteAddresses(PageScripts):
    """On a static site: relative to the page, with a folder for each page and for each language except English.

    Or from the site's path, if that is known.
    """

    is_static = True

    def __init__(self, address: str, language: str, version_folder: str, path: str | None = None) -> None:
        self.root = path or "../" * site_address(address, language).count("/") or "./"
        # the first page in the same language
        self.home = path + site_address("", language) if path else "../" * address.count("/") or "./"
        self._is_below = bool(site_address("", language))  # home is in a folder of its language
        self.version_folder = version_folder
        super().__init__()
        self._address = address

    def file(self, name: str) -> str:
        """A static file, in the folder of the site's version."""
        return f"{self.root}{self.version_folder}/{name}"

    def same_page(self, language: str) -> str:
        """This page in another language."""
        return f"{self.root}{site_address(self._address, language)}"

    @property
    def is_first(self) -> bool:
        """Whether this is the first page of the site, which has no board of its own."""
        return not self._address

    @property
    def script_files(self) -> list[str]:
        """One file for the first page, two for all others."""
        return [self.file(name) for name in ([] if self.is_first else [BOARD_SCRIPTS]) + [FIRST_SCRIPTS]]

    @property
    def modules(self) -> str:
        """The folder of the games' modules, from home."""
        return f"{'../' if self._is_below else ''}{self.version_folder}/{MODULES}/"

    def page(self, *path: str) -> str:
        """A page: the folder in which its index.html is."""
        return self.home + "".join(f"{part}/" for part in path)

    def picture(self, game: str) -> str:
        """The picture of a game on the shelf."""
        return self.file(f"pictures/{game}.svg")
