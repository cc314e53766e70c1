"""The sources of a game, whose digest says whether old machine code is still that of its rules.

A game is one file or a folder.  Tables and helpers may come from other files of its folder and from other games'
folders that it names, and all of them end up in its machine code; so all of them are in its digest.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
GAMES = PACKAGE / "games"
NAMED_GAME = re.compile(rb"\bludoteca\.games\.(\w+)")
MOST_FILES = 500  # of a package with a game in it


def folder_of_game(file: Path) -> Path | None:
    """The folder of a game that is one; None for a game in a single file, and for what is no part of a game."""
    folder = file.resolve().parent
    if not (folder / "__init__.py").is_file():
        return None
    return folder if folder.parent == GAMES or not folder.is_relative_to(PACKAGE) else None


def game_digest(file: Path) -> str:
    """A digest of all sources that the rules in a file may depend on, shared ones of Ludoteca aside."""
    digest = hashlib.blake2b(digest_size=4)
    folders, files = [folder_of_game(file)], [file]
    seen: set[Path] = set()
    for folder in folders:  # grows while other games are found
        if folder is None or folder in seen:
            continue
        seen.add(folder)
        files += sorted(folder.rglob("*.py"))[:MOST_FILES]
    for source in files:
        content = source.read_bytes()
        digest.update(source.name.encode() + b"\0" + content)
        for name in sorted(set(NAMED_GAME.findall(content))):
            other = GAMES / name.decode()
            if other.is_dir() and other not in seen:
                seen.add(other)
                files += sorted(other.rglob("*.py"))
    return digest.hexdigest()
