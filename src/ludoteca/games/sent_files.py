"""Files that are sent along with work to another machine: games and bots that are not installed there.

A source is sent with the neighbouring modules that it imports, and the neighbouring files named after it
(`hexapawn.levels.json`); a game that is a folder is sent as a whole.  On the other machine they are in a folder of
their own, under the paths that they have here.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ludoteca.compiler.game_sources import MOST_FILES, folder_of_game, neighbours_of
from ludoteca.errors import LudotecaError
from ludoteca.folders import cache_folder

FOLDER = "LUDOTECA_SENT_FILES"  # where the sent files are; set for processes on other machines
MOST_BYTES = 64 << 20  # of all files together


def found_here(path: Path) -> Path:
    """Where this process finds a file: the copy that was sent with its work, or the file itself."""
    folder = os.environ.get(FOLDER)
    if folder and path.is_absolute():
        copy = _copy_of(path, Path(folder))
        if copy.is_file():
            return copy
    return path


def _copy_of(path: Path, folder: Path) -> Path:
    return folder.joinpath(*path.parts[1:])


def files_needed_by(source: Path) -> list[Path]:
    """A source file and all files that it needs."""
    found: dict[Path, None] = {}
    sources = [source.resolve()]
    for each in sources:  # grows while imported files are found
        folder = folder_of_game(each)
        beside = each.parent.glob(f"{each.stem}.*") if folder is None else folder.rglob("*")
        files = [each, *(file for file in sorted(beside) if file.is_file() and "__pycache__" not in file.parts)]
        found |= dict.fromkeys(files[:MOST_FILES])
        inside = [file for file in files if file.suffix == ".py"]
        sources += [file for one in inside for file in neighbours_of(one) if file not in found and file not in sources]
    return list(found)


@dataclass(frozen=True)
class SentFiles:
    """Copies of files, and the sender's working directory."""

    working_folder: Path
    contents: tuple[tuple[Path, bytes], ...]
    digest: str  # what distinguishes them from others

    def unpack(self) -> Path:
        """Unpack the files into the user's cache folder, once, and change to the sender's working directory there."""
        folder = cache_folder() / "sent" / self.digest
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            started = Path(tempfile.mkdtemp(dir=folder.parent))
            for path, content in self.contents:
                copy = _copy_of(path, started)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(content)
            _copy_of(self.working_folder, started).mkdir(parents=True, exist_ok=True)
            try:
                started.rename(folder)
            except OSError:  # another process was faster
                shutil.rmtree(started)
                if not folder.is_dir():
                    raise
        os.environ[FOLDER] = str(folder)
        os.chdir(_copy_of(self.working_folder, folder))
        return folder


def files_to_send(sources: Iterable[Path]) -> SentFiles:
    """The sources with everything they need."""
    files = sorted({file for source in sources for file in files_needed_by(source)})
    if sum(file.stat().st_size for file in files) > MOST_BYTES:
        largest = max(files, key=lambda file: file.stat().st_size)
        raise LudotecaError(f"{largest} is too large to be sent to other machines; the limit is {MOST_BYTES >> 20} MB")
    contents = tuple((file, file.read_bytes()) for file in files)
    digest = hashlib.blake2b(pickle.dumps((Path.cwd(), contents)), digest_size=8).hexdigest()
    return SentFiles(Path.cwd(), contents, digest)
