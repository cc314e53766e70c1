"""Draws the pieces, colours and accents that docs/write-a-game.md lists: python tools/piece_pictures.py."""

from __future__ import annotations

import sys
from pathlib import Path

from ludoteca.kernel.declare import ACCENTS
from ludoteca.kernel.fields import COLOURS, GLYPHS
from ludoteca.play.svg_picture import ACCENT_FILLS, BOARD, look_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} 1" width="{1}" height="40">'
NOBODYS = ("wall", "arrow", "joker", "bonus")


def pieces(*listed: tuple[str, str, int | None]) -> str:
    """Pieces side by side: kind, colour, owner."""
    drawn = [HEAD.format(len(listed), 40 * len(listed)), f'<rect width="{len(listed)}" height="1" fill="{BOARD}"/>']
    for place, (kind, colour, owner) in enumerate(listed):
        look = {"pieces": [{"kind": kind, "colour": colour, "owner": owner}], "height": 1, "inside": (), "marks": ()}
        drawn.append(look_svg(place + 0.5, 0.5, look))
    return "".join(drawn) + "</svg>\n"


def pictures() -> dict[str, str]:
    """All pictures by the names of their files."""
    found = {}
    for kind in GLYPHS:
        sides = [(kind, "red", 0), (kind, "black", 1)]
        found[f"piece-{kind}"] = pieces((kind, "stone", None)) if kind in NOBODYS else pieces(*sides)
    for colour in COLOURS:
        found[f"colour-{colour}"] = pieces(("disc", colour, 0))
    for accent in ACCENTS:
        swatch = f'<rect x="0.1" y="0.2" width="0.8" height="0.6" rx="0.1" fill="{ACCENT_FILLS[accent]}"/>'
        found[f"accent-{accent}"] = HEAD.format(1, 40) + swatch + "</svg>\n"
    return {f"{name}.svg": picture for name, picture in found.items()}


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1] / "docs" / "pictures" / "pieces")
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (folder / name).write_text(picture)
