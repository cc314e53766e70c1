"""Where the pages are, for templates: those of the server, and those of a static site, which stands under any path.

`static/addresses.js` says the same to scripts.
"""

from __future__ import annotations

from typing import Protocol

from ludoteca.web.http.static_files import version


class Addresses(Protocol):
    """The addresses that templates ask for."""

    is_static: bool  # nobody answers but the visitor's own browser
    home: str

    def file(self, name: str) -> str:
        """A script, a style sheet or a picture."""

    def page(self, *path: str) -> str:
        """A page, such as ("rules", NAME)."""


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


class SiteAddresses:
    """On a static site: relative to the page, each page a folder of its own."""

    is_static = True

    def __init__(self, depth: int, version_folder: str) -> None:
        self.home = "../" * depth or "./"
        self.version_folder = version_folder

    def file(self, name: str) -> str:
        """A static file, in the folder of the site's version."""
        return f"{self.home}{self.version_folder}/{name}"

    def page(self, *path: str) -> str:
        """A page: the folder in which its index.html is."""
        return self.home + "".join(f"{part}/" for part in path)
