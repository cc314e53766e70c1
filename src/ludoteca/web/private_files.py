"""Private files: the secret that signs seats, and the database with everyone's games."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ludoteca.folders import make_private_folder

READABLE = ((stat.S_IRGRP, stat.S_IXGRP), (stat.S_IROTH, stat.S_IXOTH))  # of a file, and what its folder must allow

log = logging.getLogger("ludoteca.web")


def make_private_file(path: Path) -> None:
    """Create an empty file that only its owner can read, unless it exists; its folder likewise."""
    make_private_folder(path.parent)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def is_readable_by_others(path: Path) -> bool:
    """Whether other users of this machine can read a file; False if there are no such permissions."""
    if os.name != "posix" or not path.exists():
        return False
    mode, folder = path.stat().st_mode, path.resolve().parent.stat().st_mode
    return any(mode & reads and folder & enters for reads, enters in READABLE)


def warn_of_readable(paths: Iterable[Path]) -> None:
    """Warn about files that others can read."""
    for path in paths:
        if is_readable_by_others(path):
            log.warning("other users can read this file", extra={"file": str(path), "advice": f"chmod 600 {path}"})
