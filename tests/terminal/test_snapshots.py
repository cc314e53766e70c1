"""What the screens show, character by character, at 80 by 24 and at a large size.

After a change that is meant: LUDOTECA_UPDATE=1 pytest tests/terminal/test_snapshots.py, and read the difference.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from terminal_pictures import OTHERS, PICTURES, Picture, take

FOLDER = Path(__file__).parent / "snapshots"
PAGES = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("picture", [*PICTURES, *OTHERS], ids=lambda picture: picture.name)
def test_the_screen_looks_as_it_did(picture: Picture):
    svg, text = asyncio.run(take(picture))
    path = FOLDER / f"{picture.name}.txt"
    if os.environ.get("LUDOTECA_UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert len(lines) <= picture.size[1]
    assert all(len(line) <= picture.size[0] for line in lines)
    assert svg.startswith("<svg")


def test_ascii_screens_hold_nothing_else():
    picture = next(picture for picture in PICTURES if picture.ascii_only)
    _, text = asyncio.run(take(picture))
    assert text.isascii()


def test_the_manual_shows_every_picture_and_nothing_that_is_missing():
    page = (PAGES / "terminal.md").read_text(encoding="utf-8")
    shown = {part.split(")")[0] for part in page.split("](pictures/")[1:]}
    assert shown == {path.name for path in (PAGES / "pictures").glob("*.svg")}
    assert shown == {f"{picture.name}.svg" for picture in PICTURES}
