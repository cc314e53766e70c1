"""Installs the toy bots of tests/bots/foreign_bot_samples.py as a package of somebody else, by a dist-info folder."""

from __future__ import annotations

import shutil
from pathlib import Path

BOTS = {
    "last": "Last",
    "nth": "Nth",
    "raises": "Raises",
    "unmade": "Unmade",
    "quits": "Quits",
    "hangs": "Hangs",
    "tires": "Tires",
    "cheats": "Cheats",
    "mute": "Mute",
    "slow": "Slow",
    "dawdles": "Dawdles",
    "shortest": "Shortest",
    "leaves": "Leaves",
    "starves": "Starves",
    "segfaults": "Segfaults",
    "stubborn": "Stubborn",
    "shouts": "Shouts",
    "speechless": "Speechless",
    "stranger": "Stranger",
    "forger": "Forger",
    "meddles": "Meddles",
    "prattles": "Prattles",
    "orphans": "Orphans",
    "scribbles": "Scribbles",
    "stuck": "Stuck",
    "fragile": "Fragile",
    "Upper": "Upper",
    "prepared": "Prepared",
    "random": "Last",  # a name that is taken
    "broken": "NoSuchClass",
}


def install_foreign_bots(folder: Path) -> Path:
    """Make a folder that, on the path, is an installed package."""
    shutil.copy(Path(__file__).parents[1] / "bots" / "foreign_bot_samples.py", folder / "guest_bots.py")
    info = folder / "guest_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-bots\nVersion: 1.0\n")
    (folder / "guest_garbled.py").write_text("class Garbled(:\n")
    points = "".join(f"{name} = guest_bots:{made}\n" for name, made in BOTS.items())
    points += "garbled = guest_garbled:Garbled\n"
    (info / "entry_points.txt").write_text(f"[ludoteca.bots]\n{points}")
    return folder
