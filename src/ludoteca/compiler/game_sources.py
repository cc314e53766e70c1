"""The sources of a game, whose digest shows whether cached machine code still matches its rules.

A game is one file or a folder.  Tables and helpers may come from other files of its folder, from neighbouring files
that it imports, and from other games' folders that it names, and all of them end up in its machine code; so all of them
are in its digest.
"""

from __future__ import annotations

import ast
import hashlib
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
GAMES = PACKAGE / "games"
NAMED_GAME = re.compile(rb"\bludoteca\.games\.(\w+)")
MOST_FILES = 500  # of a package with a game in it


def folder_of_game(file: Path) -> Path | None:
    """The folder of a game, if it is one; None for a game in a single file, or a file that is not part of a game."""
    folder = file.resolve().parent
    if not (folder / "__init__.py").is_file():
        return None
    return folder if folder.parent == GAMES or not folder.is_relative_to(PACKAGE) else None


def neighbours_of(file: Path) -> list[Path]:
    """The files beside a source, or beside its package, that it imports, except Ludoteca's own."""
    if file.is_relative_to(PACKAGE):
        return []
    home = file.parent
    while (home / "__init__.py").is_file():
        home = home.parent
    found = {home.joinpath(*name.split(".")).with_suffix(".py") for name in _imported(file.read_bytes())}
    return sorted(each for each in found if each.is_file() and each != file)


@cache
def _imported(source: bytes) -> frozenset[str]:
    """The modules that a source imports; a name imported from a module may be one too."""
    names: set[str] = set()
    try:
        tree = ast.parse(source)
    except SyntaxError:  # reported when it is run
        return frozenset()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return frozenset(names)


def game_digest(file: Path) -> str:
    """A digest of all sources that the rules in a file may depend on, except Ludoteca's shared ones."""
    digest = hashlib.blake2b(digest_size=4)
    folder, files = folder_of_game(file), [file.resolve()]
    if folder is not None:
        files += sorted(folder.rglob("*.py"))[:MOST_FILES]
    seen = {folder}
    for source in files:  # grows while other games and files are found
        content = source.read_bytes()
        digest.update(source.name.encode() + b"\0" + content)
        files += [each for each in neighbours_of(source) if each not in files]
        for name in sorted(set(NAMED_GAME.findall(content))):
            other = GAMES / name.decode()
            if other.is_dir() and other not in seen:
                seen.add(other)
                files += sorted(other.rglob("*.py"))
    return digest.hexdigest()
