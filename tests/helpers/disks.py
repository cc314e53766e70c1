"""Disks that are really full or read-only, for root and for anybody: no test of them is left out."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from pathlib import Path

SMALL = 2 * 1024 * 1024
PLAIN = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]  # root, but stopped by permissions like anybody


def without_privileges() -> list[str]:
    """The command under which a program is stopped by the permissions of files."""
    return PLAIN if os.geteuid() == 0 else []


class Limited:
    """The kernel lets a process write no further than some place in any file: what is there stays, nothing is added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def close(self) -> None:
        """Nothing is left of it."""


class Small:
    """A small file system of its own, filled to the last byte; it takes root to mount one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ballast = folder / "ballast"

    @classmethod
    def mount(cls, folder: Path) -> Small | None:
        program = shutil.which("mount")
        if program is None or os.geteuid() != 0:
            return None
        folder.mkdir()
        done = subprocess.run([program, "-t", "tmpfs", "-o", f"size={SMALL}", "none", str(folder)], capture_output=True)
        return cls(folder) if done.returncode == 0 else None

    def fill(self, _: int = 0) -> None:
        with self.ballast.open("ab", buffering=0) as file:
            for size in (65536, 4096, 1):
                try:
                    while True:
                        file.write(b"." * size)
                except OSError:
                    continue

    def free(self, _: int = 0) -> None:
        self.ballast.unlink()

    def close(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


def make_disk(kind: str, folder: Path) -> Limited | Small:
    """A disk that can be filled and freed: `small` where a file system can be mounted, else `limited`."""
    small = Small.mount(folder) if kind == "small" else None
    if small is not None:
        return small
    folder.mkdir(exist_ok=True)
    return Limited(folder)
