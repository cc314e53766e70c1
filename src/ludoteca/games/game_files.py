"""Games in files that are not installed: `ludoteca play ./hexapawn.py`.

Opening a file runs it, so only the person at this machine names files: on the command line, in Python, or in
LUDOTECA_GAMES, which child processes inherit.  An opened game has its file's name and is then found like any other;
names that come from elsewhere (a browser, a record) never open a file.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
import traceback
from pathlib import Path

from ludoteca.compiler.game_sources import game_digest
from ludoteca.errors import LudotecaError
from ludoteca.games.sent_files import found_here
from ludoteca.kernel.declare import Game

FILES = "LUDOTECA_GAMES"  # files of games, separated as in PATH

_lock = threading.RLock()  # a second thread waits for a complete game
opened_games: dict[Path, Game] = {}


def is_game_file(name: str) -> bool:
    """Whether this is a file's path and not a game's name."""
    return name.strip().endswith(".py")


def name_of(file: Path) -> str:
    """The name of the game in a file: that of the file, or of its folder if it is an `__init__.py`."""
    return (file.parent.name if file.stem == "__init__" else file.stem).lower()


def files_by_name() -> dict[str, Path]:
    """The files by the names of their games: those that were opened, and those in LUDOTECA_GAMES."""
    listed = [Path(each).resolve() for each in os.environ.get(FILES, "").split(os.pathsep) if each]
    return {name_of(file): file for file in [*listed, *opened_games]}


def open_game_file(path: str | Path) -> Game:
    """The game that a file declares; an error in one sentence, with file and line, if there is none."""
    file = found_here(Path(path).expanduser()).resolve()
    with _lock:
        if file not in opened_games:
            opened_games[file] = _load(file)
            listed = [each for each in os.environ.get(FILES, "").split(os.pathsep) if each]
            os.environ[FILES] = os.pathsep.join(dict.fromkeys([*listed, str(file)]))  # for processes started later
        return opened_games[file]


def file_of(game: Game) -> Path | None:
    """The file that a game was opened from."""
    return next((file for file, opened in opened_games.items() if opened is game), None)


def _load(file: Path) -> Game:
    if not file.is_file():
        raise LudotecaError(f"there is no file {file}")
    name = name_of(file)
    if not name.isidentifier():
        raise LudotecaError(f"{file}: a game is called what its file is called, and {name!r} is not a name")
    # No other module has such a name, and the game's name ends it.  A copy elsewhere has the same, because machine code
    # on disk refers to it.
    home = f"ludoteca_game_files.{game_digest(file)}.{name}"
    folder = [str(file.parent)] if file.stem == "__init__" else None
    spec = importlib.util.spec_from_file_location(home, file, submodule_search_locations=folder)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[home] = module
    try:
        spec.loader.exec_module(module)
        declared = getattr(module, "GAME", None)
        if not isinstance(declared, Game):
            raise LudotecaError(f"{file} declares no game: it has no GAME = game(…)")
        if declared.name.lower() != name:
            raise LudotecaError(f"{file} declares {declared.name}, but a game is called what its file is called")
    except Exception as error:  # whatever the file raises becomes one sentence that says where
        sys.modules.pop(home, None)
        raise _told(error, file) from error
    except BaseException:
        sys.modules.pop(home, None)
        raise
    return declared


def _told(error: Exception, file: Path) -> LudotecaError:
    """The error with its file and line."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return LudotecaError(f"{error.filename}, line {error.lineno}: {error.msg}")
    folder = str(file.parent) if file.stem == "__init__" else str(file)
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename.startswith(folder)]
    what = str(error) if isinstance(error, LudotecaError) else f"{type(error).__name__}: {error}"
    if not frames or what.startswith(str(file)):
        return LudotecaError(what)
    return LudotecaError(f"{frames[-1].filename}, line {frames[-1].lineno}: {what}")
