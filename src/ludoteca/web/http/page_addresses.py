"""Where the pages are, for templates: those of the server, and those of a static site, which stands under any path.

`static/addresses.js` says the same to scripts.
"""

from __future__ import annotations

from typing import Protocol

from markupsafe import Markup

from ludoteca.web.http.page_scripts import modules_of
from ludoteca.web.http.static_files import version

ALL_SCRIPTS = "ludoteca.js"  # of the static site


class Addresses(Protocol):
    """The addresses that templates ask for."""

    is_static: bool  # nobody answers but the visitor's own browser
    home: str

    def file(self, name: str) -> str:
        """A script, a style sheet or a picture."""

    def page(self, *path: str) -> str:
        """A page, such as ("rules", NAME)."""

    def script(self, name: str) -> Markup:
        """What loads a script."""


class ServerAddresses:
    """On a server: from the root, static files with their version."""

    is_static = False
    home = "/"

    def file(self, name: str) -> str:
        """A static file; this address never has another content."""
        return f"/static/{version()}/{name}"

    def page(self, *path: str) -> str:
        """A page."""
        return "/" + "/".join(path)

    def script(self, name: str) -> Markup:
        """The elements that load a script and, at the same time, what it imports."""
        own, *imported = [self.file(module) for module in modules_of(name)]
        preloads = "".join(f'<link rel="modulepreload" href="{address}">' for address in imported)
        return Markup(f'<script type="module" src="{own}"></script>{preloads}')


class SiteAddresses:
    """On a static site: relative to the page, each page a folder of its own."""

    is_static = True

    def __init__(self, depth: int, version_folder: str) -> None:
        self.home = "../" * depth or "./"
        self.version_folder = version_folder
        self.scripts: list[str] = []

    def file(self, name: str) -> str:
        """A static file, in the folder of the site's version."""
        return f"{self.home}{self.version_folder}/{name}"

    def page(self, *path: str) -> str:
        """A page: the folder in which its index.html is."""
        return self.home + "".join(f"{part}/" for part in path)

    def script(self, name: str) -> Markup:
        """Nothing yet: all scripts of a page are in one file."""
        self.scripts.append(name)
        return Markup("")

    def all_scripts(self) -> Markup:
        """What loads that file, and says which scripts are this page's."""
        names, address = " ".join(self.scripts), self.file(ALL_SCRIPTS)
        return Markup(f'<meta name="scripts" content="{names}"><script type="module" src="{address}"></script>')
